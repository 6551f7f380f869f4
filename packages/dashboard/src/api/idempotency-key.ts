const BYTES = 16;

/** A name for one request, which makes repeating it change nothing more. Also where pages are not served by HTTPS. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
