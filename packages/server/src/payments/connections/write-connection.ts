import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Encryption } from '../../crypto/encryption.js';
import { isUniqueViolation } from '../../database/transaction.js';
import { RefusedError } from '../../operations/refused-error.js';
import type { CheckedKey } from './check-key.js';
import { type ConnectionRow, connectionCipher, findConnection, hashOfKey, hintOf } from './connection-row.js';

/** The kind of the work items that keep connections; their key is the connection's id. */
export const CONNECTION_WORK = 'payment_connection';

const TOKEN_BYTES = 16;

/** A connection by key as it is to be made. */
export interface NewConnection {
  readonly workspaceId: number;
  readonly provider: string;
  readonly key: string;
  readonly checked: CheckedKey;
  readonly label: string;
  readonly programId: number | null;
  readonly creditRenewals: 'remembered' | 'metadata';
  readonly isManaged: boolean;
}

/**
 * Adds a connection by key, or takes up again the one that the workspace had with the account, with all that it remembers. It is restricted
 * until its endpoint is there. Throws `RefusedError` account_connected: a connection of this service has the account in this mode.
 */
export async function insertKeyConnection(
  client: ClientBase,
  given: NewConnection,
  encryption: Encryption,
): Promise<ConnectionRow> {
  const { workspaceId, provider, key, checked, label, programId, creditRenewals, isManaged } = given;
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const values = [
    workspaceId,
    provider,
    checked.mode,
    checked.accountId,
    label,
    programId,
    creditRenewals,
    connectionCipher(encryption, token).encrypt(key),
    hashOfKey(key),
    hintOf(key),
    token,
    isManaged,
  ];
  const id = await refusingTaken(async () => {
    const { rows: again } = await client.query<{ id: number }>(
      `update payment_connections
          set label = $5, program_id = $6, credit_renewals = $7, api_key = $8, api_key_hash = $9, hint = $10, token = $11,
              is_managed = $12, status = 'restricted', endpoint_status = 'missing', problems = '[]', removed_at = null,
              connected_at = now()
        where id = (select id from payment_connections
                     where workspace_id = $1 and provider = $2 and mode = $3 and kind = 'key' and removed_at is not null
                       and (account_id = $4 or api_key_hash = $9) order by id desc limit 1 for update)
        returning id`,
      values,
    );
    if (again[0] !== undefined) return again[0].id;
    const { rows } = await client.query<{ id: number }>(
      `insert into payment_connections (workspace_id, provider, kind, mode, account_id, label, program_id, credit_renewals, api_key,
                                        api_key_hash, hint, token, is_managed, status, connected_at)
       values ($1, $2, 'key', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'restricted', now())
       returning id`,
      values,
    );
    return rows[0]?.id ?? 0;
  });
  await scheduleConnection(client, id);
  const row = await findConnection(client, workspaceId, id);
  if (row === null) throw new Error(`connection ${id} is not there`);
  return row;
}

/** Runs a write that stores an account or a key. Throws `RefusedError` account_connected where another connection has it. */
export async function refusingTaken<Written>(write: () => Promise<Written>): Promise<Written> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw new RefusedError('account_connected');
    throw error;
  }
}

/** Has a connection looked after, now, by whichever process is free. */
export async function scheduleConnection(client: Pick<ClientBase, 'query'>, id: number): Promise<void> {
  await client.query(
    `insert into work_items (kind, key, due_at) values ($1, $2, now())
     on conflict (kind, key) do update set due_at = least(work_items.due_at, now())`,
    [CONNECTION_WORK, id],
  );
}

/** Refuses a program that is not one of the workspace. */
export async function requireProgram(
  client: ClientBase,
  workspaceId: number,
  programId: number | null,
): Promise<void> {
  if (programId === null) return;
  const { rows } = await client.query('select 1 from programs where id = $1 and workspace_id = $2', [
    programId,
    workspaceId,
  ]);
  if (rows.length === 0) throw new RefusedError('field_invalid', 'program_id');
}
