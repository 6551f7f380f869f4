/** Returns an id that no other call has, by which the service recognizes retries of this one. */
export function newAutoId(): string {
  return `auto_${globalThis.crypto.randomUUID()}`;
}
