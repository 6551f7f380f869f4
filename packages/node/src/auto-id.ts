/**
 * An id that no other call makes, by which the service recognizes retries of this one. Does not use `crypto`, which is not a global in
 * Node 18.
 */
export function newAutoId(): string {
  const random = () => Math.random().toString(36).slice(2);
  return `auto_${Date.now().toString(36)}_${random()}${random()}`;
}
