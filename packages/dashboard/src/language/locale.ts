import { currentLanguage } from './current.js';

const { navigator } = globalThis as { readonly navigator?: { readonly languages?: readonly string[] } };

/** How numbers and dates are written: as in this page's language, and as in the viewer's country where they speak it. */
export const LOCALE: string =
  navigator?.languages?.find((tag) => tag.toLowerCase().split('-')[0] === currentLanguage()) ??
  currentLanguage();
