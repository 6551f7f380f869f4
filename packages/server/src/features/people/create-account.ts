import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { parseValue } from '../../operations/parse-value.js';
import { emailType, nameType } from '../../operations/value-types.js';

/** Somebody who can sign in with a password. The hash is made before, because that is slow on purpose. */
export interface NewAccount {
  /** Its id, where somebody has to know it before; a new one otherwise. */
  readonly userId?: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

/**
 * Creates an account whose address counts as verified: by an email, or by the operator of the service. Returns its id; null
 * if an account with this address exists, even one created at the same moment: that one stays, and the transaction too.
 */
export async function createAccount(client: ClientBase, account: NewAccount): Promise<string | null> {
  const userId = account.userId ?? randomUUID();
  const { rows } = await client.query(
    `insert into users (id, name, email, email_verified) values ($1, $2, $3, true)
     on conflict (email) do nothing returning id`,
    [userId, parseValue(nameType, account.name, 'name'), parseValue(emailType, account.email, 'email')],
  );
  if (rows.length === 0) return null;
  await client.query(
    `insert into accounts (id, user_id, provider_id, account_id, password) values ($1, $2, 'credential', $2, $3)`,
    [randomUUID(), userId, account.passwordHash],
  );
  return userId;
}
