const SCHEME = 'Bearer ';

/**
 * The token of an Authorization header of exactly the scheme `Bearer`, trimmed and possibly empty; null when there is
 * no such header. Node takes the spaces off the end of a header, so a bare `Bearer` is an empty token.
 */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (header === 'Bearer') return '';
  return header.startsWith(SCHEME) ? header.slice(SCHEME.length).trim() : null;
}
