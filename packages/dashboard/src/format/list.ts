import { LOCALE } from '../language/locale.js';

/** Several things in a sentence: "a, b and c". */
export function formatList(parts: readonly string[]): string {
  return new Intl.ListFormat(LOCALE).format(parts);
}
