import { findPasswordFault } from '../../crypto/password-rules.js';
import { hashPassword } from '../../crypto/passwords.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { passwordType } from '../../operations/value-types.js';

/** The hash of a new password, which is refused where signing in would refuse it or where it is too easy to guess. */
export async function hashNewPassword(password: string, email: string): Promise<string> {
  const fault = await findPasswordFault(password, email);
  if (fault !== null) throw new RefusedError(fault, 'password');
  return hashPassword(parseValue(passwordType, password, 'password'));
}
