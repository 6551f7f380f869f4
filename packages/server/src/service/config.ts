import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { readHosts } from '../database/server/hosts.js';
import { hostnameOf } from '../net/host-names.js';
import { parseNameServer } from '../net/text-records.js';
import { isSecretVariable, VARIABLES, type VariableName } from './environment.js';

/** Everything the environment decides, checked. `null`: not set, and there is no default. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** The service as the outside sees it: scheme://host[:port], nothing after it. */
  readonly baseUrl: string;
  /** Further names under which the service may be asked, as `hostnameOf` writes them. */
  readonly hosts: readonly string[];
  /** null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Of read replicas. */
  readonly readUrl: string | null;
  /** Absolute path. */
  readonly dataDir: string;
  /** null: the generated one in `dataDir` (see secret.ts); only with the embedded database. */
  readonly secret: string | null;
  /** Secrets it had before: they decrypt what was encrypted with them, and nothing else. */
  readonly previousSecrets: readonly string[];
  /** Absolute path. */
  readonly provisionFile: string | null;
  /** What the first setup takes; null: a token made from the secret. */
  readonly setupToken: string | null;
  /** Months that clicks are kept after the end of theirs; null: for ever. */
  readonly clickRetentionMonths: number | null;
  /** Whether webhooks may go to http and private addresses. */
  readonly webhooksAllowPrivate: boolean;
  /** What /metrics takes as a Bearer token; null: it is not found. */
  readonly metricsToken: string | null;
  /** Whether /docs and /openapi.json are served. */
  readonly publicDocs: boolean;
  readonly rateLimit: boolean;
  /** Where TXT records are read; null: from the name servers of the machine. */
  readonly dnsServer: string | null;
  /** As Fastify's option of this name: nobody, everybody, a number of hops, or addresses, ranges and their names. */
  readonly trustProxy: boolean | number | readonly string[];
  readonly processor: ProcessorConfig;
  /** null: mails are written to the log and the data directory. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
}

/** Credentials and addresses of the card processor. Contract sections 1 and 4. */
export interface ProcessorConfig {
  readonly secretKey: string | null;
  readonly clientId: string | null;
  /** Several while one is being rolled; empty: webhooks are not configured. */
  readonly webhookSecrets: readonly string[];
  readonly apiBase: string | null;
  readonly connectBase: string | null;
  /** What Connect asks for; left out: `read_write`. */
  readonly connectScope?: 'read_write' | 'read_only';
  /** `live`: its test events count as real. */
  readonly testEvents: 'test' | 'live';
}

/** The environment cannot be used; `problems` has one line for each thing to correct. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const SHORTEST_SECRET = 32;
const SHORTEST_SETUP_TOKEN = 8;
const WORD_RULE = 'must be one word without spaces';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads variables one by one and keeps what is wrong, so that all problems are reported at once. */
function createReader(env: Environment) {
  const problems: string[] = [];

  function raw(name: VariableName): string | null {
    const value = env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  function noteProblem(name: VariableName, rule: string): null {
    const given = raw(name);
    const shown = given === null || isSecretVariable(name) ? '' : `, not ${JSON.stringify(given)}`;
    problems.push(`${name} ${rule}${shown}`);
    return null;
  }

  /** The value turned by `parse`, where null means bad; or null when unset. */
  function readVariable<Value>(
    name: VariableName,
    rule: string,
    parse: (given: string) => Value | null,
  ): Value | null {
    const given = raw(name);
    if (given === null) return null;
    const value = parse(given);
    return value === null ? noteProblem(name, rule) : value;
  }

  return { problems, raw, refuse: noteProblem, read: readVariable };
}

type Reader = ReturnType<typeof createReader>;

function parsePort(given: string): number | null {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

function parseMonths(given: string): number | null {
  const months = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  return months >= 1 ? months : null;
}

function parseHost(given: string): string | null {
  return isIP(given) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(given) ? given : null;
}

function parseUrl(given: string, protocols: readonly string[]): URL | null {
  const url = URL.canParse(given) ? new URL(given) : null;
  return url !== null && protocols.includes(url.protocol) && url.hostname !== '' ? url : null;
}

function parseOrigin(given: string): string | null {
  const url = parseUrl(given, ['http:', 'https:']);
  return url !== null && url.href === `${url.origin}/` ? url.origin : null;
}

/** An address that paths are appended to, without the slash at its end. */
function parseBase(given: string): string | null {
  const url = parseUrl(given, ['http:', 'https:']);
  const plain = url !== null && url.search === '' && url.hash === '' && url.username === '';
  return plain ? url.href.replace(/\/+$/, '') : null;
}

function parseDatabaseUrl(given: string): string | null {
  return readHosts(given) === null ? null : given;
}

function readReadUrl(reader: Reader): string | null {
  const given = reader.read(
    'DATABASE_READ_URL',
    'must be an address such as postgres://user:password@host:5432/database',
    parseDatabaseUrl,
  );
  if (given !== null && reader.raw('DATABASE_URL') === null)
    reader.refuse('DATABASE_READ_URL', 'needs DATABASE_URL: the embedded database has no replicas');
  return given;
}

function parseProxies(given: string): boolean | number | string[] | null {
  if (given === 'true' || given === 'false') return given === 'true';
  if (/^\d{1,2}$/.test(given)) return Number(given);
  const entries = given.split(',').map((entry) => entry.trim());
  return entries.every(isProxy) ? entries : null;
}

function isProxy(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function parseList(given: string): string[] | null {
  const entries = given.split(',').map((entry) => entry.trim());
  return entries.every((entry) => /^\S+$/.test(entry)) ? entries : null;
}

/** Names without scheme and path; a port says nothing and is left out. */
function parseHosts(given: string): string[] | null {
  const names = given.split(',').map((entry) => hostnameOf(entry.trim()));
  return names.every((name) => name !== null) ? names : null;
}

function parseWord(given: string): string | null {
  return /^[\x21-\x7e]+$/.test(given) ? given : null;
}

function parseSender(given: string): string | null {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(given)?.[1] ?? given;
  return /^[^\s@<>]+@[^\s@<>]+$/.test(address) ? given : null;
}

/** The absolute path, if a readable file is there; otherwise one more problem is reported. */
function parseFile(given: string): string | null {
  const path = resolve(given);
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isDirectory() ? null : path;
  } catch {
    return null;
  }
}

function oneOf<Word extends string>(...words: Word[]): (given: string) => Word | null {
  return (given) => words.find((word) => word === given) ?? null;
}

function readSecret(reader: Reader, isRequired: boolean): string | null {
  const length = `at least ${SHORTEST_SECRET}`;
  const given = reader.read('SVC_SECRET', `must have ${length} characters`, (text) =>
    text.length >= SHORTEST_SECRET ? text : null,
  );
  if (isRequired && reader.raw('SVC_SECRET') === null && reader.raw('DATABASE_URL') !== null) {
    reader.refuse('SVC_SECRET', `is required with DATABASE_URL: ${length} random characters`);
  }
  return given;
}

function readSetupToken(reader: Reader): string | null {
  const rule = `must be one word of at least ${SHORTEST_SETUP_TOKEN} characters without spaces`;
  return reader.read('SVC_SETUP_TOKEN', rule, (given) =>
    given.length >= SHORTEST_SETUP_TOKEN ? parseWord(given) : null,
  );
}

function parseSecrets(given: string): string[] | null {
  const secrets = given.split(',').map((secret) => secret.trim());
  return secrets.every((secret) => secret.length >= 16) ? secrets : null;
}

function readProcessor(reader: Reader): ProcessorConfig {
  const base = 'must be an http or https address without query';
  return {
    secretKey: reader.read('PROCESSOR_SECRET_KEY', WORD_RULE, parseWord),
    clientId: reader.read('PROCESSOR_CLIENT_ID', WORD_RULE, parseWord),
    webhookSecrets:
      reader.read(
        'PROCESSOR_WEBHOOK_SECRET',
        'must be one secret, or several with a comma between two',
        parseList,
      ) ?? [],
    apiBase: reader.read('PROCESSOR_API_BASE', base, parseBase),
    connectBase: reader.read('PROCESSOR_CONNECT_BASE', base, parseBase),
    connectScope:
      reader.read(
        'PROCESSOR_CONNECT_SCOPE',
        'must be "read_write" or "read_only"',
        oneOf('read_write', 'read_only'),
      ) ?? 'read_write',
    testEvents:
      reader.read('PROCESSOR_TEST_EVENTS', 'must be "test" or "live"', oneOf('test', 'live')) ?? 'test',
  };
}

function readMail(reader: Reader): Config['mail'] {
  const smtpUrl = reader.read(
    'SMTP_URL',
    'must be an address such as smtp://user:password@host:587',
    (given) => (parseUrl(given, ['smtp:', 'smtps:']) === null ? null : given),
  );
  const from = reader.read('MAIL_FROM', 'must be an address such as Acme <hello@acme.example>', parseSender);
  if (reader.raw('SMTP_URL') !== null && reader.raw('MAIL_FROM') === null) {
    reader.refuse('MAIL_FROM', 'is required with SMTP_URL');
  }
  return smtpUrl === null || from === null ? null : { smtpUrl, from };
}

/**
 * The configuration in an environment; contract section 1 lists the variables. Blank values count as unset.
 * `requireSecret: false` is for commands that only touch the database. Throws one `ConfigError` with every problem.
 */
export function readConfig(env: Environment, options: { readonly requireSecret?: boolean } = {}): Config {
  const reader = createReader(env);
  const port = reader.read('PORT', 'must be an integer from 1 to 65535', parsePort) ?? 4600;
  const onOff = oneOf('on', 'off');
  const config: Config = {
    port,
    host: reader.read('HOST', 'must be a host name or an IP address', parseHost) ?? '127.0.0.1',
    baseUrl:
      reader.read(
        'SVC_BASE_URL',
        'must be scheme://host[:port] with http or https and no path, such as https://svc.acme.example',
        parseOrigin,
      ) ?? `http://localhost:${port}`,
    hosts:
      reader.read(
        'SVC_HOSTS',
        'must be host names such as svc.acme.example with a comma between two, without scheme and path',
        parseHosts,
      ) ?? [],
    databaseUrl: reader.read(
      'DATABASE_URL',
      'must be an address such as postgres://user:password@host:5432/database',
      parseDatabaseUrl,
    ),
    readUrl: readReadUrl(reader),
    dataDir: resolve(reader.raw('SVC_DATA_DIR') ?? './data'),
    secret: readSecret(reader, options.requireSecret ?? true),
    previousSecrets:
      reader.read(
        'SVC_PREVIOUS_SECRETS',
        'must be one secret of at least 16 characters, or several with a comma between two',
        parseSecrets,
      ) ?? [],
    provisionFile: reader.read('SVC_PROVISION_FILE', 'must be a file that can be read', parseFile),
    setupToken: readSetupToken(reader),
    clickRetentionMonths: reader.read(
      'SVC_CLICK_RETENTION_MONTHS',
      'must be an integer from 1 to 9999',
      parseMonths,
    ),
    webhooksAllowPrivate:
      reader.read('SVC_WEBHOOK_ALLOW_PRIVATE', 'must be "true" or "false"', oneOf('true', 'false')) ===
      'true',
    metricsToken: reader.read('METRICS_TOKEN', WORD_RULE, parseWord),
    publicDocs: reader.read('SVC_PUBLIC_DOCS', 'must be "on" or "off"', onOff) !== 'off',
    rateLimit: reader.read('SVC_RATE_LIMIT', 'must be "on" or "off"', onOff) !== 'off',
    dnsServer: reader.read(
      'SVC_DNS_SERVER',
      'must be the address of a name server, such as 10.0.0.2, 127.0.0.1:5353 or [::1]:53',
      parseNameServer,
    ),
    trustProxy:
      reader.read(
        'SVC_TRUST_PROXY',
        'must be IP addresses or ranges with a comma between two, loopback, linklocal, uniquelocal, a number of hops, or true',
        parseProxies,
      ) ?? false,
    processor: readProcessor(reader),
    mail: readMail(reader),
  };
  const order = VARIABLES.map((variable) => `${variable.name} `);
  const orderOf = (problem: string) => order.findIndex((name) => problem.startsWith(name));
  if (reader.problems.length > 0) {
    throw new ConfigError(reader.problems.toSorted((a, b) => orderOf(a) - orderOf(b)));
  }
  return config;
}
