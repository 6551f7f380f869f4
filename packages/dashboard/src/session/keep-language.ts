import { request } from '../api/client.js';
import { currentLanguage, SOURCE_LANGUAGE } from '../language/current.js';

/**
 * Makes the language of this page that of a new account's emails, once its person is signed in. Where that fails nothing is lost: the
 * page stays as it is, and the language can be chosen in the account menu.
 */
export async function keepLanguage(): Promise<void> {
  const language = currentLanguage();
  if (language === SOURCE_LANGUAGE) return;
  await request('patch', '/api/me', { body: { language } }).catch(() => null);
}
