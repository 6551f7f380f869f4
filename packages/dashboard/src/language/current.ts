import type { Language } from '@svc/contract';

/** The language that texts are written in, and that shows where a translation has none. */
export const SOURCE_LANGUAGE = 'en';

/** The texts of a language: by file of `texts/`, as the build has compiled them. */
export type Translation = Readonly<Record<string, unknown>>;

let current: Language = SOURCE_LANGUAGE;
let translation: Translation = {};

/** The language of this page, as in its `lang`. It stays the same until the page is loaded again. */
export function currentLanguage(): Language {
  return current;
}

/** What this page's language has for a file of `texts/`; undefined in English. */
export function translationOf(noun: string): unknown {
  return translation[noun];
}

/** Settles the language of this page. Files with texts read them when they are loaded, so this comes before. */
export function setLanguage(language: Language, texts: Translation): void {
  current = language;
  translation = texts;
}
