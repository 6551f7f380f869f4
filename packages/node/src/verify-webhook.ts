/** An event as webhooks and the event feed deliver it. Contract, second part, section 9. */
export interface SvcEvent {
  /** Stays the same when a delivery is repeated: remember it to handle each event once. */
  readonly id: string;
  /** Such as `sale.created`; new types are added over time, so ignore those that you do not know. */
  readonly type: string;
  /** 1, 2, 3 … in its workspace, without gaps. A sample sent by `webhook.test` has 0. */
  readonly sequence: number;
  readonly workspace_id: number;
  readonly program_id: number | null;
  /** ISO 8601. */
  readonly created_at: string;
  readonly test_mode: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: its shape depends on the type, and is described in the documentation of events.
  readonly data: any;
}

/** Headers of a request: a standard `Headers`, or the plain object of Node, Express and Fastify. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookOptions {
  /** How far its time may be from ours, in seconds; an older request may be a recorded one. Default: 300. */
  readonly toleranceSeconds?: number | undefined;
}

/** A request that claims to be a webhook is not from the service, is too old, or was changed on its way. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * The event in a webhook request, once its signature and time are proven right (Standard Webhooks). `body` is the raw body, exactly as
 * it was received: JSON that was parsed and written again has another signature. `secrets`: the webhook's secret, or several while one
 * replaces another; its type allows undefined only so that you can pass `process.env.SVC_WEBHOOK_SECRET`.
 *
 * Rejects with a `WebhookError` if the request is not to be trusted: respond with 400 then. Throws a TypeError on an unusable secret.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[] | undefined,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS }: VerifyWebhookOptions = {},
): Promise<SvcEvent> {
  const keys = (typeof secrets === 'string' ? [secrets] : (secrets ?? [])).map(keyOf);
  if (keys.length === 0) throw new TypeError('The secret of the webhook is missing');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  requireFresh(timestamp, toleranceSeconds);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []));
  const { subtle } = globalThis.crypto;
  for (const key of keys) {
    const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of given) {
      const bytes = bytesOf(signature);
      // `verify` compares in constant time.
      if (bytes !== null && (await subtle.verify('HMAC', imported, bytes, signed))) return parseEvent(text);
    }
  }
  throw new WebhookError('No signature of the request is valid for the secret of the webhook');
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(SECRET.exec(secret.trim())?.[1] ?? '');
  // The message does not contain the secret, because it may end up in logs.
  if (bytes === null || bytes.length === 0)
    throw new TypeError('The secret of a webhook looks like whsec_… with base64 behind it');
  return bytes;
}

/** Base64 as bytes; null if it is not. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const isStandard = 'get' in headers && typeof headers.get === 'function';
  const found = isStandard
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof found !== 'string' || found === '') throw new WebhookError(`The request has no header ${name}`);
  return found;
}

function requireFresh(timestamp: string, toleranceSeconds: number): void {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const awaySeconds = Math.abs(Date.now() / 1000 - seconds);
  if (!(awaySeconds <= toleranceSeconds))
    throw new WebhookError(`webhook-timestamp is not within ${toleranceSeconds} seconds of the time here`);
}

function parseEvent(text: string): SvcEvent {
  try {
    return JSON.parse(text) as SvcEvent;
  } catch {
    throw new WebhookError('The body is not JSON');
  }
}
