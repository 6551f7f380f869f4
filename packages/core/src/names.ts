// One normal form for names that people type and paste: links, codes, groups and tags.

/** What Unicode calls "default ignorable": nothing of it is seen. Listed, because migrations and every version of Node have to agree. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is meant on its own.
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;
/** Hyphens, dashes and the minus sign, which editors and phones put in place of `-`. */
const DASHES =
  /[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\ufe58]/g;

/**
 * A name as it can be shown and typed: in the compatibility form of Unicode (NFKC), without invisible characters, with plain hyphens, and
 * with single spaces between its words. Letters keep their case.
 */
export function readableName(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(DASHES, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The form in which names are compared and unique: two names are the same if and only if this is equal. */
export function normalName(text: string): string {
  // A Turkish capital İ becomes an i with a dot of its own.
  return readableName(text).toLowerCase().replaceAll('i\u0307', 'i').normalize('NFKC');
}
