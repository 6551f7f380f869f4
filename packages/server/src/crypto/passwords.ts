import * as crypto from 'better-auth/crypto';

/** The hash a password is stored as (scrypt, with its own salt): `accounts.password` of provider `credential`. */
export function hashPassword(password: string): Promise<string> {
  return crypto.hashPassword(password);
}

/** Whether a password is the one a stored hash was made from. */
export function verifyPassword(password: string, hash: string): Promise<boolean> {
  return crypto.verifyPassword({ password, hash });
}
