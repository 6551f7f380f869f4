import type {
  KeyLinkAnswer,
  PaymentConnection,
  PaymentConnectionCreate,
  PaymentConnectionRemoved,
  PaymentConnectionUpdate,
} from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import type { WorkHandler } from '../../database/work-items.js';
import type { Change } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import {
  forgetConnection,
  insertConnection,
  requireConnection,
  updateConnection,
} from './change-connection.js';
import { type CheckedKey, checkKey, keysOf } from './check-key.js';
import {
  type ConnectionRow,
  connectionItem,
  findByToken,
  findConnection,
  loadConnections,
  secretsOf,
} from './connection-row.js';
import { connectionHandler, removeEndpoints, type WorkContext } from './connection-work.js';
import { readInstance } from './endpoint.js';
import { repairConnection } from './keep-connection.js';
import { scheduleConnection } from './write-connection.js';

/** What connections need. */
export type ConnectionsOptions = WorkContext;

/** What an endpoint needs to know of the connection that its token names. */
export interface EndpointOwner {
  readonly connectionId: number;
  /** With which the events may be signed; empty: none is known. */
  readonly secrets: readonly string[];
}

/** Connections of workspaces to payment providers. */
export interface Connections {
  list(workspaceId: number): Promise<PaymentConnection[]>;
  /** null: the workspace has none of this id. */
  read(workspaceId: number, id: number): Promise<PaymentConnection | null>;
  /** Throws `RefusedError`: the provider has no such way. */
  keyLink(provider: string, mode: 'live' | 'test'): KeyLinkAnswer;
  /** Asks the provider what a key can do. Throws `RefusedError`. */
  check(provider: string, key: string): Promise<CheckedKey>;
  /** As `check`, of a key that takes the place of the one that a connection has. */
  checkAgain(provider: string, key: string): Promise<CheckedKey>;
  /** Adds a connection by key, in the transaction of its audit entry. Throws `RefusedError`. */
  insert(
    client: ClientBase,
    workspaceId: number,
    input: PaymentConnectionCreate,
    checked: CheckedKey,
  ): Promise<Change<PaymentConnection>>;
  /** Changes a connection; `checked` of a new key. Throws `RefusedError`. */
  update(
    client: ClientBase,
    workspaceId: number,
    id: number,
    input: PaymentConnectionUpdate,
    checked: CheckedKey | null,
  ): Promise<Change<PaymentConnection>>;
  /** Asks the provider how a connection stands, repairs it, and fetches what was missed where something was amiss. `isChecked`: its key was checked just now. */
  repair(
    workspaceId: number,
    id: number,
    state?: { readonly isChecked: boolean },
  ): Promise<PaymentConnection>;
  /** Removes the endpoint at the provider; gives what could not be removed. */
  removeEndpoints(workspaceId: number, id: number): Promise<PaymentConnectionRemoved['not_removed']>;
  /** Forgets key and secrets of a connection. */
  forget(client: ClientBase, workspaceId: number, id: number): Promise<Change<PaymentConnection>>;
  /** null: no connection has this token. */
  ownerOf(provider: string, token: string): Promise<EndpointOwner | null>;
  /** Looks after connections: makes endpoints, asks once a day, fetches what was missed. */
  readonly handler: WorkHandler;
}

/** Connections, kept with the key that each has. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { pool, providers, encryption, now } = options;
  const item = (row: ConnectionRow) => connectionItem(row, options);
  return {
    list: async (workspaceId) => (await loadConnections(pool, workspaceId)).map(item),
    async read(workspaceId, id) {
      const row = await findConnection(pool, workspaceId, id);
      return row && item(row);
    },
    keyLink(provider, mode) {
      const keys = keysOf(providers, provider);
      return { url: keys.keyLink(mode), permissions: keys.permissions.map((one) => ({ ...one })) };
    },
    async check(provider, key) {
      const checked = await checkKey(keysOf(providers, provider), key);
      if (checked.accountId === null) await refuseMarked(pool, checked);
      return checked;
    },
    checkAgain: (provider, key) => checkKey(keysOf(providers, provider), key),
    insert: (client, workspaceId, input, checked) =>
      insertConnection(options, client, workspaceId, input, checked),
    update: (client, workspaceId, id, input, checked) =>
      updateConnection(options, client, workspaceId, id, input, checked),
    async repair(workspaceId, id, state) {
      const before = await requireConnection(pool, workspaceId, id);
      const after = await repairConnection(options, before, state);
      const wasAmiss = before.status !== 'connected' || before.endpoint_status !== 'active';
      if (wasAmiss && after.status === 'connected') await scheduleConnection(pool, id);
      return item(after);
    },
    async removeEndpoints(workspaceId, id) {
      const left = await removeEndpoints(options, await requireConnection(pool, workspaceId, id));
      await options.atStep?.('removed');
      return left;
    },
    forget: (client, workspaceId, id) => forgetConnection(options, client, workspaceId, id),
    async ownerOf(provider, token) {
      const row = await findByToken(pool, provider, token);
      return row && { connectionId: row.id, secrets: secretsOf(row, encryption, now()) };
    },
    handler: connectionHandler(options),
  };
}

/** Refuses a key whose account is connected already, as far as our marks on its endpoints show. */
async function refuseMarked(pool: Pool, { account, makesEndpoints }: CheckedKey): Promise<void> {
  if (!makesEndpoints) return;
  const instance = await readInstance(pool);
  const marked = (await account.listEndpoints()).flatMap(({ mark }) =>
    mark?.instance === instance ? Number(mark.connection) : [],
  );
  const { rows } = await pool.query(
    'select 1 from payment_connections where id = any($1::bigint[]) and removed_at is null',
    [marked.filter((id) => Number.isSafeInteger(id))],
  );
  if (rows.length > 0) throw new RefusedError('account_connected');
}
