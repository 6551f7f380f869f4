/** Characters that nobody sees, and that could split an address for this check but not for a mail client. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Dots and slashes as clients and browsers read them in addresses. */
const DOT = '[.\u3002\uff0e\uff61]';
const PATH = '(?:[/\\\\\u2044\u2215\uff0f][/?#]*|[?#])[\\p{L}\\p{N}%~_=@$&+*-]';
const WITH_SCHEME = /\S*(?::\/\/|www\.|\b(?:mailto|tel|sms|javascript):)\S+/giu;
const WITH_PATH = new RegExp(
  `\\S*(?:[\\p{L}\\p{N}-]${DOT}(?:\\p{L}{2,}|xn--[\\w-]+)|\\d+(?:\\.\\d+){3})(?::\\d+)?${PATH}\\S*`,
  'giu',
);

/**
 * Returns a text that somebody else chose, without addresses that mail clients turn into links: with a scheme, `www.`, or a path behind a
 * domain. A bare domain stays: companies are named like that. A text that is nothing but an address is taken apart into its words.
 */
export function withoutLinks(text: string): string {
  const visible = text.replaceAll(INVISIBLE, '');
  const rest = visible.replaceAll(WITH_SCHEME, '').replaceAll(WITH_PATH, '');
  if (rest === visible) return text.trim();
  const kept = rest.replaceAll(/ {2,}/g, ' ').trim();
  return kept === '' ? visible.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim() : kept;
}
