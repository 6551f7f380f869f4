import languages from 'virtual:languages';
import type { Language } from '@svc/contract';
import { currentLanguage, SOURCE_LANGUAGE, setLanguage } from './current.js';

/** Every language there is: English, and a folder of `texts/` for each of the others. */
export const LANGUAGES: readonly Language[] = [
  SOURCE_LANGUAGE,
  ...(Object.keys(languages) as (keyof typeof languages)[]),
];

/** Where a browser keeps the language of the person who used it last, for pages shown before anybody has signed in. */
const STORED = 'svc-language';

/** Chooses the language of this page, and loads its texts. */
export async function startLanguage(): Promise<void> {
  const language = storedLanguage() ?? languageFor(navigator.languages);
  setLanguage(language, language === SOURCE_LANGUAGE ? {} : await languages[language]());
  document.documentElement.lang = language;
}

/** The first language of a browser that there is; else English. */
export function languageFor(wanted: readonly string[]): Language {
  const short = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return short.find(isLanguage) ?? SOURCE_LANGUAGE;
}

/** Whether the application has this language. */
export function isLanguage(text: string | null): text is Language {
  return LANGUAGES.some((language) => language === text);
}

function storedLanguage(): Language | null {
  try {
    const stored = localStorage.getItem(STORED);
    return isLanguage(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** The name of a language in itself: "Deutsch". */
export function nameOfLanguage(language: string): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}

/** Shows the application in another language from now on, in this browser. Loads the page again. */
export function switchLanguage(language: string): void {
  if (language === currentLanguage()) return;
  try {
    localStorage.setItem(STORED, language);
  } catch {
    return;
  }
  location.reload();
}
