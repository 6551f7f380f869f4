/** Why a password may not be chosen: the codes of the error table. */
export type PasswordFault =
  | 'password_too_short'
  | 'password_too_long'
  | 'password_common'
  | 'password_is_address';

/** What is asked of a password, for messages that can say more than a code. */
export const PASSWORD_RULES: Readonly<Record<PasswordFault, string>> = {
  password_too_short: 'must have at least 12 characters',
  password_too_long: 'must have at most 128 characters',
  password_common: 'must not be one of the most common passwords',
  password_is_address: 'must not be the email address',
};

const MIN_CHARACTERS = 12;
const MAX_LENGTH = 128;

/**
 * Why this password may not be chosen for the account with this address; null when it may. At least 12 characters, none
 * of the most common ones in whatever case, and neither the address nor the part before its @. Existing passwords are not
 * judged by it. Contract, second part, 7.2.
 */
export async function findPasswordFault(password: string, email: string): Promise<PasswordFault | null> {
  const plain = normalize(password);
  // Characters as people count them: an emoji is one.
  if ([...password.normalize('NFC')].length < MIN_CHARACTERS) return 'password_too_short';
  if (password.length > MAX_LENGTH) return 'password_too_long';
  // Loaded on first use: passwords are rarely chosen.
  const { COMMON_PASSWORDS } = await import('./common-passwords.js');
  if (COMMON_PASSWORDS.has(plain)) return 'password_common';
  const address = normalize(email);
  const [localPart = ''] = address.split('@', 1);
  // With a tag such as jane+svc, the name before it too.
  const [name = ''] = localPart.split('+', 1);
  return [address, localPart, name].includes(plain) ? 'password_is_address' : null;
}

function normalize(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
