import { isUtf8 } from 'node:buffer';

const TOLERANCE_SECONDS = 300;

/**
 * Whether a body was sent by the processor within five minutes of `nowMs`: signed, as it is byte by byte, with one of the
 * secrets. Checked by the processor's own library, which lets times in the future pass: they are checked here. Contract
 * sections 4 and 7.2.
 */
export async function isSigned(
  body: Buffer,
  header: unknown,
  secrets: readonly string[],
  nowMs: number,
): Promise<boolean> {
  if (typeof header !== 'string' || !isUtf8(body) || isFromFuture(header, nowMs)) return false;
  const { signature } = (await import('stripe')).Stripe.webhooks;
  if (signature === null) return false;
  return secrets.some((secret) => {
    try {
      return signature.verifyHeader(body, header, secret, TOLERANCE_SECONDS, undefined, nowMs);
    } catch {
      return false;
    }
  });
}

/** Whether any time the header names is more than the tolerance ahead, so that it does not matter which one is signed. */
function isFromFuture(header: string, nowMs: number): boolean {
  const latest = Math.floor(nowMs / 1000) + TOLERANCE_SECONDS;
  return header.split(',').some((item) => {
    const [name, value] = item.split('=');
    return name === 't' && Number.parseInt(value ?? '', 10) > latest;
  });
}
