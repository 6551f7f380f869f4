/**
 * Whether the database keeps a value as it is. It refuses text with a NUL in it, and half a surrogate pair becomes another
 * character on its way there, or in JSON something that can never be read again. Looks into lists and objects, without
 * recursion: what was sent may be nested as deep as a body is long.
 */
export function isStorable(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') {
      if (next.includes('\0') || !next.isWellFormed()) return false;
    } else if (typeof next === 'object' && next !== null) {
      for (const [name, inner] of Object.entries(next)) waiting.push(name, inner);
    }
  }
  return true;
}
