import { Webhook } from 'standardwebhooks';

/**
 * The headers of the Standard Webhooks specification: the id, the time in seconds, and one signature for each secret.
 */
export function signedHeaders(
  message: { readonly id: string; readonly body: string; readonly nowMs: number },
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const { id, body, nowMs } = message;
  const time = new Date(nowMs);
  return {
    'content-type': 'application/json',
    'user-agent': 'svc-webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(' '),
  };
}
