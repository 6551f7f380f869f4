import { isUtf8 } from 'node:buffer';
import Stripe from 'stripe';

const TOLERANCE_SECONDS = 300;

/**
 * Whether a body was sent by the processor within the last five minutes: signed, as it is byte by byte, with one of the
 * secrets. Checked by the processor's own library. Contract section 4.
 */
export function isSigned(body: Buffer, header: unknown, secrets: readonly string[]): boolean {
  const { signature } = Stripe.webhooks;
  if (typeof header !== 'string' || signature === null || !isUtf8(body)) return false;
  return secrets.some((secret) => {
    try {
      return signature.verifyHeader(body, header, secret, TOLERANCE_SECONDS);
    } catch {
      return false;
    }
  });
}
