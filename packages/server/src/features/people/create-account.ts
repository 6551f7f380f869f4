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
  /** An email or the operator of the service has proven the address. What belongs to an address belongs to no other account of it. */
  readonly isVerified: boolean;
}

/**
 * Creates an account. Returns its id; null if an account with this address exists, even one created at the same moment:
 * that one stays, and the transaction too.
 */
export async function createAccount(client: ClientBase, account: NewAccount): Promise<string | null> {
  const userId = account.userId ?? randomUUID();
  const { rows } = await client.query(
    `insert into users (id, name, email, email_verified) values ($1, $2, $3, $4)
     on conflict (email) do nothing returning id`,
    [
      userId,
      parseValue(nameType, account.name, 'name'),
      parseValue(emailType, account.email, 'email'),
      account.isVerified,
    ],
  );
  if (rows.length === 0) return null;
  await insertPassword(client, userId, account.passwordHash);
  return userId;
}

async function insertPassword(client: ClientBase, userId: string, passwordHash: string): Promise<void> {
  await client.query(
    `insert into accounts (id, user_id, provider_id, account_id, password) values ($1, $2, 'credential', $2, $3)`,
    [randomUUID(), userId, passwordHash],
  );
}

/** An account as far as an invitation or the operator has to know it. */
export interface KnownAccount {
  readonly userId: string;
  readonly name: string;
  readonly isVerified: boolean;
}

/** Locks the account of an address until the transaction ends; null when there is none. */
export async function lockAccount(client: ClientBase, email: string): Promise<KnownAccount | null> {
  const { rows } = await client.query<KnownAccount>(
    'select id as "userId", name, email_verified as "isVerified" from users where email = $1 for update',
    [email],
  );
  return rows[0] ?? null;
}

/**
 * Hands an account that is not verified over to the holder of its address: everything that opened it ends, and only the new
 * password opens it. The account must be locked, so that no session begins meanwhile.
 */
export async function handOverAccount(
  client: ClientBase,
  {
    userId,
    name,
    passwordHash,
  }: { readonly userId: string; readonly name: string; readonly passwordHash: string },
): Promise<void> {
  await client.query('delete from accounts where user_id = $1', [userId]);
  await insertPassword(client, userId, passwordHash);
  await client.query('update users set name = $2 where id = $1', [
    userId,
    parseValue(nameType, name, 'name'),
  ]);
  await verifyAccount(client, userId);
}

/** Records that the holder of an address has just chosen the password of its account, unless that is known. */
export async function verifyOnce(client: ClientBase, email: string): Promise<void> {
  const known = await lockAccount(client, email);
  if (known !== null && !known.isVerified) await verifyAccount(client, known.userId);
}

/** Marks an account as verified, and ends what others may have set up to open it, but for the password. */
async function verifyAccount(client: ClientBase, userId: string): Promise<void> {
  await client.query('update users set email_verified = true, two_factor_enabled = false where id = $1', [
    userId,
  ]);
  await client.query('delete from sessions where user_id = $1', [userId]);
  await client.query('delete from two_factors where user_id = $1', [userId]);
  await client.query('delete from known_devices where user_id = $1', [userId]);
  // Sign-ins that wait for a code, devices that need none, and mails to choose a password.
  await client.query('delete from verifications where value = $1', [userId]);
}
