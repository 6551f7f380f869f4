import type { PaymentConnection, PaymentConnectionCreate, PaymentConnectionUpdate } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import type { Encryption } from '../../crypto/encryption.js';
import { type Change, changed, unchanged } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import type { Providers } from '../provider.js';
import type { CheckedKey } from './check-key.js';
import {
  auditedConnection,
  type ConnectionRow,
  connectionCipher,
  connectionItem,
  findConnection,
  hashOfKey,
  hintOf,
} from './connection-row.js';
import {
  CONNECTION_WORK,
  insertKeyConnection,
  refusingTaken,
  requireProgram,
  scheduleConnection,
} from './write-connection.js';

/** For how long the signing secret before a new one still counts. */
const SECRET_STAYS = '24 hours';

/** What changing connections needs. */
export interface ChangeContext {
  readonly providers: Providers;
  readonly encryption: Encryption;
  readonly baseUrl: string;
}

/** Returns a connection of a workspace. Throws `RefusedError` where it has none of this id. */
export async function requireConnection(
  db: Pool | ClientBase,
  workspaceId: number,
  id: number,
  options: { readonly forUpdate?: boolean } = {},
): Promise<ConnectionRow> {
  const row = await findConnection(db, workspaceId, id, options);
  if (row === null) throw new RefusedError('not_found');
  return row;
}

/** Adds a connection by key. Throws `RefusedError`. */
export async function insertConnection(
  context: ChangeContext,
  client: ClientBase,
  workspaceId: number,
  input: PaymentConnectionCreate,
  checked: CheckedKey,
): Promise<Change<PaymentConnection>> {
  const { provider, api_key: key, program_id: programId = null } = input;
  await requireProgram(client, workspaceId, programId);
  const given = {
    workspaceId,
    provider,
    key,
    checked,
    programId,
    label: input.label ?? context.providers.get(provider)?.name ?? provider,
    creditRenewals: input.credit_renewals ?? 'remembered',
    isManaged: input.webhook !== 'manual' && checked.makesEndpoints,
  } as const;
  const { id } = await insertKeyConnection(client, given, context.encryption);
  if (input.webhook !== 'manual' && !checked.makesEndpoints) {
    const problems = [
      { code: 'webhook_permission_missing', permission: checked.keys.webhookPermission },
      { code: 'webhook_secret_missing' },
    ];
    await client.query('update payment_connections set problems = $2 where id = $1', [
      id,
      JSON.stringify(problems),
    ]);
  }
  const after = connectionItem(await requireConnection(client, workspaceId, id), context);
  return changed(after, { on: 'payment_connection', id, before: null, after: auditedConnection(after) });
}

/** Changes a connection; `checked`: the check of the new key. Throws `RefusedError`. */
export async function updateConnection(
  context: ChangeContext,
  client: ClientBase,
  workspaceId: number,
  id: number,
  input: PaymentConnectionUpdate,
  checked: CheckedKey | null,
): Promise<Change<PaymentConnection>> {
  const { encryption } = context;
  const row = await requireConnection(client, workspaceId, id, { forUpdate: true });
  const before = connectionItem(row, context);
  if (input.program_id !== undefined) await requireProgram(client, workspaceId, input.program_id);
  const cipher = connectionCipher(encryption, row.token ?? '');
  const secret = input.webhook_secret?.trim();
  // The platform's endpoint has the secret of the operator.
  if (row.kind === 'connect' && secret !== undefined)
    throw new RefusedError('field_invalid', 'webhook_secret');
  if (checked !== null && input.api_key !== undefined)
    await replaceKey(client, row, { key: input.api_key.trim(), checked }, cipher);
  if (secret !== undefined && secret !== '') {
    await client.query(
      `update payment_connections
          set previous_webhook_secret = webhook_secret,
              previous_webhook_secret_until = case when webhook_secret is null then null else now() + interval '${SECRET_STAYS}' end,
              webhook_secret = $2
        where id = $1`,
      [id, cipher.encrypt(secret)],
    );
  }
  await client.query(
    `update payment_connections
        set label = coalesce($2, label), credit_renewals = coalesce($3, credit_renewals),
            program_id = case when $4::boolean then $5::bigint else program_id end
      where id = $1`,
    [
      id,
      input.label ?? null,
      input.credit_renewals ?? null,
      input.program_id !== undefined,
      input.program_id ?? null,
    ],
  );
  await scheduleConnection(client, id);
  const after = connectionItem(await requireConnection(client, workspaceId, id), context);
  const isSame = JSON.stringify(after) === JSON.stringify(before);
  if (isSame && checked === null && secret === undefined) return unchanged(after);
  return changed(after, {
    on: 'payment_connection',
    id,
    before: auditedConnection(before),
    after: auditedConnection(after),
  });
}

/** Puts another key of the same account in the place of the one that a connection has. */
async function replaceKey(
  client: ClientBase,
  { id, mode, account_id: accountId }: ConnectionRow,
  { key, checked }: { readonly key: string; readonly checked: CheckedKey },
  cipher: ReturnType<typeof connectionCipher>,
): Promise<void> {
  if (checked.mode !== mode) throw new RefusedError('api_key_other_mode');
  const isOther = checked.accountId !== null && accountId !== null && checked.accountId !== accountId;
  if (isOther) throw new RefusedError('api_key_other_account');
  const values = [id, cipher.encrypt(key), hashOfKey(key), hintOf(key), checked.accountId];
  await refusingTaken(() =>
    client.query(
      `update payment_connections
          set api_key = $2, api_key_hash = $3, hint = $4, account_id = coalesce(account_id, $5), problems = '[]',
              status = case when status = 'disconnected' then 'restricted' else status end
        where id = $1`,
      values,
    ),
  );
}

/** Forgets key and secrets of a connection; what its payments recorded stays. Throws `RefusedError`. */
export async function forgetConnection(
  context: ChangeContext,
  client: ClientBase,
  workspaceId: number,
  id: number,
): Promise<Change<PaymentConnection>> {
  const row = await requireConnection(client, workspaceId, id, { forUpdate: true });
  const before = connectionItem(row, context);
  await client.query(
    `update payment_connections
        set removed_at = now(), status = 'disconnected', api_key = null, webhook_secret = null, endpoint_id = null,
            previous_webhook_secret = null, previous_webhook_secret_until = null, endpoint_request = null,
            endpoint_requested_at = null, endpoint_status = 'missing', problems = '[]', token = $2
      where id = $1`,
    [id, `removed-${id}`],
  );
  await client.query('delete from work_items where kind = $1 and key = $2', [CONNECTION_WORK, id]);
  return changed(before, {
    on: 'payment_connection',
    id,
    before: auditedConnection(before),
    after: null,
  });
}
