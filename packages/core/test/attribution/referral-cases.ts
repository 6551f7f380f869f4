// How a shared link arrives. One table for every place that reads it: the redirect, link domains, the click route, the script and the
// link builder. `maria` stands for the short link.

/** The name of a link as it stands in an address, encoded, and what became of it. All of them mean `maria`. */
export const NAMES: readonly (readonly [string, string])[] = [
  ['as it was shared', 'maria'],
  ['in capitals', 'MARIA'],
  ['with a full stop', 'maria.'],
  ['with a comma', 'maria,'],
  ['with a bracket of Markdown', 'maria)'],
  ['in brackets', '(maria)'],
  ['with a space', 'maria%20'],
  ['with a line end', 'maria%0A'],
  ['in quotes', '%22maria%22'],
  ['in curly quotes', '%E2%80%9Cmaria%E2%80%9D'],
  ['in angle brackets', '%3Cmaria%3E'],
  ['with the end of an attribute', 'maria%22%3EBuy'],
  ['with an ellipsis', 'maria%E2%80%A6'],
  ['with an exclamation mark and a star', 'maria!*'],
  ['with a full stop of Chinese', 'maria%E3%80%82'],
  ['in full width', '%EF%BC%AD%EF%BD%81%EF%BD%92%EF%BD%89%EF%BD%81'],
  ['with a character of no width', 'ma%E2%80%8Bria%EF%BB%BF'],
  ['encoded', '%6Daria'],
  ['encoded twice', '%256Daria'],
  ['with a space that is encoded twice', 'maria%2520'],
  ['with an entity of HTML', 'maria%26quot%3B'],
  ['with a parameter that is encoded', 'maria%3Futm_source%3Dnews'],
  ['with an underscore', 'maria_'],
];

/** Names that nobody can read with certainty. */
export const UNREADABLE: readonly (readonly [string, string])[] = [
  ['two words', 'maria%20silva'],
  ['two names', 'maria,nobody'],
  ['an ampersand in the name', 'maria%26nobody'],
  ['a longer name', 'marianne'],
];

/** Only in a path. */
export const PATHS: readonly (readonly [string, string])[] = [
  ['with a slash', 'maria/'],
  ['with two slashes', 'maria//'],
  ['behind a slash', '/maria'],
  ['with a slash and a full stop', 'maria/.'],
  ['with a parameter behind &', 'maria&utm_source=news'],
  ['with a parameter behind &amp;', 'maria&amp;utm_source=news'],
];

/** The part of an address behind the host. All of them mean `maria`. */
export const ADDRESSES: readonly (readonly [string, string])[] = [
  ['behind #', '/pricing#aff=maria'],
  ['behind # and the path of an application', '/#/pricing?aff=maria'],
  ['behind #!', '/#!/pricing?plan=pro&aff=maria'],
  ['behind a second ?', '/?plan=pro?aff=maria'],
  ['before a second ?', '/?aff=maria?utm_source=news'],
  ['behind &amp;', '/?plan=pro&amp;aff=maria'],
  ['before &amp;', '/?aff=maria&amp;utm_source=news'],
  ['behind ;', '/?plan=pro;aff=maria'],
  ['behind a slash', '/pricing/aff=maria'],
  ['behind an encoded ?', '/pricing%3Faff%3Dmaria'],
  ['behind an encoded ? and before an encoded &', '/pricing%3faff%3dmaria%26utm_source%3Dnews'],
  ['behind & without ?', '/pricing&aff=maria'],
  ['in capitals', '/?AFF=maria'],
  ['with a capital', '/?Aff=maria'],
  ['twice', '/?aff=maria&aff=maria'],
  ['twice, with another one behind', '/?aff=maria&aff=nobody'],
  ['twice, the first one empty', '/?aff=&aff=maria'],
  ['doubled', '/?aff=aff=maria'],
  ['doubled with ?', '/?aff=?aff=maria'],
];

/** As `ADDRESSES`, where the script does not look, because they are hardly ever those of a page. */
export const ENCODED_ADDRESSES: readonly (readonly [string, string])[] = [
  ['behind an encoded & that is encoded twice', '/?plan=pro%2526aff%253Dmaria'],
  ['with an encoded name', '/?%61ff=maria'],
];

/** Addresses that name several links where the URL standard finds none. */
export const AMBIGUOUS: readonly string[] = ['/#aff=maria&aff=nobody', '/?plan=pro?aff=maria#aff=nobody'];

/** A name of letters alone, as the cases need it, from a unique one in ASCII. */
export function lettersOf(name: string): string {
  return name.replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '').replaceAll(/[^a-z]/g, '');
}

/** A case with the short link of a test. */
export function forLink(text: string, shortLink: string): string {
  return text
    .replace('%EF%BC%AD%EF%BD%81%EF%BD%92%EF%BD%89%EF%BD%81', [...shortLink].map(fullWidth).join(''))
    .replace('ma%E2%80%8Bria', `${shortLink.slice(0, 2)}%E2%80%8B${shortLink.slice(2)}`)
    .replace('%256Daria', `%25${hexOf(shortLink)}${shortLink.slice(1)}`)
    .replace('%6Daria', `%${hexOf(shortLink)}${shortLink.slice(1)}`)
    .replaceAll('MARIA', shortLink.toUpperCase())
    .replaceAll('maria', shortLink);
}

function hexOf(text: string): string {
  return text.charCodeAt(0).toString(16);
}

function fullWidth(letter: string): string {
  return encodeURIComponent(String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
}
