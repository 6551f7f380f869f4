const BROWSERS = ['Edg', 'Firefox', 'Chrome', 'Safari'] as const;
const SYSTEMS = { Windows: 'Windows', Android: 'Android', iPhone: 'iPhone', Mac: 'macOS', Linux: 'Linux' };

/** The browser that a user agent names, and the system it runs on; null: none of those that people know. */
export function deviceIn(
  userAgent: string | null,
): { readonly browser: string; readonly system: string | null } | null {
  const text = userAgent ?? '';
  const browser = BROWSERS.find((name) => text.includes(name))?.replace('Edg', 'Edge');
  if (browser === undefined) return null;
  const system = Object.entries(SYSTEMS).find(([sign]) => text.includes(sign))?.[1];
  return { browser, system: system ?? null };
}
