import { texts } from '../../texts/programs.js';
/**
 * What is wrong with an origin as somebody typed it, and how it is written right; null where nothing is. Browsers send
 * origins in one form only, so another form would never match anything.
 */
export function findOriginFault(typed: string, known: readonly string[]): string | null {
  const text = typed.trim();
  if (text === '') return texts.enterAnOriginSuch;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(withScheme)) return texts.notAValidUrlEnter;
  const { origin, protocol } = new URL(withScheme);
  if (protocol !== 'http:' && protocol !== 'https:') return texts.originsStartWithHttps;
  if (origin.includes('*')) return texts.enterEachHostInFull;
  if (origin !== text) return texts.enterItAs({ origin });
  return known.includes(origin) ? texts.thisOriginIsAlready : null;
}
