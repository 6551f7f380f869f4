import { texts } from '../texts/format.js';

const BROWSERS = ['Edg', 'Firefox', 'Chrome', 'Safari'] as const;
const SYSTEMS = { Windows: 'Windows', Android: 'Android', iPhone: 'iPhone', Mac: 'macOS', Linux: 'Linux' };

/** A browser and its system in a few words. */
export function deviceOf(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = BROWSERS.find((name) => text.includes(name))?.replace('Edg', 'Edge');
  const system = Object.entries(SYSTEMS).find(([sign]) => text.includes(sign))?.[1];
  if (browser === undefined) return texts.unknownBrowser;
  return system === undefined ? browser : texts.on({ browser, system });
}
