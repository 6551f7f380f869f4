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
 * Makes an account whose address counts as proven: by a mail, or by whoever runs the service. Gives its id; null where
 * there is one of this address, also one that was made at the same moment: it stays as it is, and the transaction good.
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
