import { CURRENCIES } from '@svc/contract/currencies';
import { LOCALE } from '../language/locale.js';

const names = new Intl.DisplayNames(LOCALE, { type: 'currency' });

/** Every currency that the service takes, with its name, for a field to choose one from. */
export const CURRENCY_CHOICES: readonly { value: string; label: string }[] = [...CURRENCIES].map((code) => {
  const name = names.of(code);
  return { value: code, label: name === undefined || name === code ? code : `${code} · ${name}` };
});
