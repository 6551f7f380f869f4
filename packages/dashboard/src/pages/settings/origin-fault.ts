/**
 * What is wrong with an origin as somebody typed it, and how it is written right; null where nothing is. Browsers send
 * origins in one form only, so another form would never match anything.
 */
export function findOriginFault(typed: string, known: readonly string[]): string | null {
  const text = typed.trim();
  if (text === '') return 'Write an origin, such as https://www.acme.example';
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(withScheme)) return 'This is no web address. Write it such as https://www.acme.example';
  const { origin, protocol } = new URL(withScheme);
  if (protocol !== 'http:' && protocol !== 'https:') return 'An origin begins with https:// or http://';
  if (origin.includes('*')) return 'Write out each host: a * matches nothing';
  if (origin !== text) return `Write it as ${origin}`;
  return known.includes(origin) ? 'This origin is in the list already' : null;
}
