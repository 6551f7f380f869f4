import type { Language } from '@svc/contract';
import type { BrowserContextOptions } from 'playwright-core';

/** The languages in which there are emails. */
export const LANGUAGES: readonly Language[] = ['en', 'de'];

/** How people see an email; a phone is as narrow as they come. */
export const LOOKS: Readonly<Record<'light' | 'dark' | 'phone', BrowserContextOptions>> = {
  light: { viewport: { width: 800, height: 600 }, colorScheme: 'light' },
  dark: { viewport: { width: 800, height: 600 }, colorScheme: 'dark' },
  phone: {
    viewport: { width: 360, height: 600 },
    colorScheme: 'light',
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
};
