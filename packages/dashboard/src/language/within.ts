import { currentLanguage } from './current.js';

/** A label within a sentence: English begins it with a small letter there, other languages write it as they do elsewhere. */
export function within(label: string): string {
  return currentLanguage() === 'en' ? label.toLowerCase() : label;
}
