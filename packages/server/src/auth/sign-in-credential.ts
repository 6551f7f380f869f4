import { APIError } from 'better-auth/api';
import type { Pool } from 'pg';
import { currentCall } from './auth-call.js';

// A sign-in reads the password, checks it, which is slow on purpose, and then stores a session. Meanwhile the account can get another password
// or another holder, which ends its sessions. The one that is stored afterwards must not stay.

/** Keeps the password hash of an account as it is before the sign-in library reads it. */
export async function rememberCredential(pool: Pool, email: string): Promise<void> {
  const { rows } = await pool.query<{ password: string }>(
    `select a.password from accounts a join users u on u.id = a.user_id
      where u.email = lower($1 collate folding) and a.provider_id = 'credential'`,
    [email],
  );
  currentCall().credential = rows[0]?.password ?? null;
}

/**
 * Deletes a session that a sign-in has just stored, if the password is another one by now. The stored row has waited for a concurrent takeover,
 * which holds the lock of its user, so the change is visible here.
 *
 * @throws {APIError} 401, as for a wrong password
 */
export async function requireCurrentCredential(
  pool: Pool,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<void> {
  const { credential } = currentCall();
  if (credential === null) return;
  const { rowCount } = await pool.query(
    `delete from sessions where id = $1 and not exists (
       select 1 from accounts where user_id = $2 and provider_id = 'credential' and password = $3)`,
    [id, userId, credential],
  );
  if (rowCount !== 0)
    throw new APIError('UNAUTHORIZED', {
      code: 'INVALID_EMAIL_OR_PASSWORD',
      message: 'Invalid email or password',
    });
}
