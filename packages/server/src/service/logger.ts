import { type DestinationStream, destination, type Logger, type LoggerOptions, pino } from 'pino';

/**
 * Names whose values never reach the log, anywhere in the first three levels of an entry: credentials and
 * personal data.
 */
const HIDDEN_NAMES = [
  'authorization',
  'Authorization',
  'cookie',
  'Cookie',
  '["set-cookie"]',
  'password',
  'apiKey',
  'api_key',
  'apiToken',
  'api_token',
  'token',
  'secret',
  'email',
  'customerKey',
  'customer_key',
  'affiliateUrl',
  'affiliate_url',
  'referrer',
];

function hiddenPaths(): string[] {
  return HIDDEN_NAMES.flatMap((name) => {
    const step = name.startsWith('[') ? name : `.${name}`;
    return [name, `*${step}`, `*.*${step}`];
  });
}

/**
 * Text that others wrote (messages of the database and of libraries), without what may identify a person or let
 * somebody in: email addresses, Bearer values, passwords in addresses.
 */
export function redactText(text: string): string {
  return text
    .replace(/\b(Bearer\s+)\S+/gi, '$1[hidden]')
    .replace(/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]+@/gi, '$1[hidden]@')
    .replace(/\bsvc_(live|test)_[\w-]+/g, 'svc_$1_[hidden]')
    .replace(/[\p{L}\d._%+'-]{1,64}@[\p{L}\d-]{1,63}(\.[\p{L}\d-]{1,63})*\.\p{L}{2,}/gu, '[email]');
}

/**
 * An error as it is logged: what happened and where, but not `detail` and `where` of a database error, which repeat
 * the row's values.
 */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: redactText(String(error)) };
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  return {
    type: error.name,
    message: redactText(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(typeof table === 'string' ? { table } : {}),
    stack: redactText(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
}

/** A request as it is logged: no address, no headers, and the path without its query, which may carry anything. */
function serializeRequest(request: { method?: unknown; url?: unknown; id?: unknown }): unknown {
  const url = typeof request.url === 'string' ? request.url.split('?', 1)[0] : undefined;
  return { method: request.method, url };
}

const OPTIONS: LoggerOptions = {
  level: 'info',
  base: { service: 'svc' },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: hiddenPaths(), censor: '[hidden]' },
  serializers: { err: serializeError, error: serializeError, req: serializeRequest },
};

/**
 * The log: one JSON object a line on stderr, so that stdout holds only what a command is asked for (a report, a key
 * printed once, the address). Written synchronously: the last lines before a crash are the ones that are needed.
 */
export function createLogger(stream: DestinationStream = destination({ dest: 2, sync: true })): Logger {
  return pino(OPTIONS, stream);
}
