import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Encryption } from '../../crypto/encryption.js';
import { type OwnAccount, ProviderError, type ProviderKeys } from '../own-accounts.js';
import type { Providers } from '../provider.js';
import {
  type ConnectionRow,
  connectionCipher,
  findConnection,
  type StoredProblem,
} from './connection-row.js';
import { type EndpointContext, makeEndpoint, readInstance } from './endpoint.js';

/** What keeping connections needs. */
export interface KeepContext extends EndpointContext {
  readonly pool: Pool;
  readonly providers: Providers;
  readonly encryption: Encryption;
  readonly logger: Pick<Logger, 'warn'>;
}

/** How a connection stands after it was looked at. */
export interface ConnectionState {
  readonly status: 'connected' | 'restricted' | 'disconnected';
  readonly endpointStatus: ConnectionRow['endpoint_status'];
  readonly problems: readonly StoredProblem[];
}

/** A connection's account, opened with its key; null: it has none, or the key cannot be decrypted. */
export function openAccount(
  { providers, encryption }: Pick<KeepContext, 'providers' | 'encryption'>,
  { provider, token, api_key: key }: ConnectionRow,
): { readonly account: OwnAccount; readonly keys: ProviderKeys } | null {
  const keys = providers.get(provider)?.keys ?? null;
  if (keys === null || key === null || token === null) return null;
  return { keys, account: keys.open(connectionCipher(encryption, token).decrypt(key)) };
}

/**
 * Asks the provider how a connection stands, and repairs what can be repaired: an endpoint that is not there is made, one that is off
 * is switched on. Stores what was found, and gives the connection as it is then. `isChecked`: its key was checked just now.
 */
export async function repairConnection(
  context: KeepContext,
  row: ConnectionRow,
  { isChecked = false }: { readonly isChecked?: boolean } = {},
): Promise<ConnectionRow> {
  const opened = openAccount(context, row);
  if (opened === null) return row;
  const state = await stateOf(context, row, { ...opened, isChecked });
  await context.pool.query(
    `update payment_connections set status = $2, endpoint_status = $3, problems = $4
      where id = $1 and removed_at is null and status <> 'not_connected'`,
    [row.id, state.status, state.endpointStatus, JSON.stringify(state.problems)],
  );
  return (await findConnection(context.pool, row.workspace_id, row.id)) ?? row;
}

async function stateOf(
  context: KeepContext,
  row: ConnectionRow,
  {
    account,
    keys,
    isChecked,
  }: { readonly account: OwnAccount; readonly keys: ProviderKeys; readonly isChecked: boolean },
): Promise<ConnectionState> {
  try {
    const { missing } = isChecked ? { missing: [] } : await account.check();
    const lacks = missing.filter((permission) => row.is_managed || permission !== keys.webhookPermission);
    const problems = lacks.map(
      (permission): StoredProblem => ({
        code: permission === keys.webhookPermission ? 'webhook_permission_missing' : 'permission_missing',
        permission,
      }),
    );
    const endpoint = row.is_managed
      ? await managedEndpoint(context, row, account, keys)
      : manualEndpoint(row);
    const all = [
      ...problems,
      ...endpoint.problems.filter(({ code }) => problems.every((one) => one.code !== code)),
    ];
    const isWhole = endpoint.endpointStatus === 'active' && lacks.length === 0;
    return {
      status: isWhole ? 'connected' : 'restricted',
      endpointStatus: endpoint.endpointStatus,
      problems: all,
    };
  } catch (error) {
    return stateAfter(error, row);
  }
}

type EndpointState = Pick<ConnectionState, 'endpointStatus' | 'problems'>;

/** The service cannot see an endpoint that a person made; it is there as far as its secret is known. */
function manualEndpoint(row: ConnectionRow): EndpointState {
  if (row.webhook_secret !== null) return { endpointStatus: 'active', problems: [] };
  const kept = row.problems.filter(
    ({ code }) => code.startsWith('webhook_') && code !== 'webhook_secret_missing',
  );
  return { endpointStatus: 'missing', problems: [...kept, { code: 'webhook_secret_missing' }] };
}

async function managedEndpoint(
  context: KeepContext,
  row: ConnectionRow,
  account: OwnAccount,
  keys: ProviderKeys,
): Promise<EndpointState> {
  if (row.webhook_secret !== null && row.endpoint_id !== null) {
    const instance = await readInstance(context.pool);
    const found = (await account.listEndpoints()).find(
      ({ id, mark }) => id === row.endpoint_id && mark?.instance === instance,
    );
    if (found !== undefined) {
      if (!found.isEnabled || keys.events.some((type) => !found.events.includes(type)))
        await account.enableEndpoint(found.id);
      return { endpointStatus: 'active', problems: [] };
    }
  }
  const problem = await makeEndpoint(context, row, account, keys);
  if (problem === null) return { endpointStatus: 'active', problems: [] };
  return { endpointStatus: 'missing', problems: [problem] };
}

/** What a connection is after its provider refused, or did not answer: then only that is known. */
function stateAfter(error: unknown, row: ConnectionRow): ConnectionState {
  if (!(error instanceof ProviderError)) throw error;
  const endpointStatus = row.endpoint_status;
  switch (error.problem) {
    case 'key_unknown':
      return { status: 'disconnected', endpointStatus, problems: [{ code: 'key_revoked' }] };
    case 'key_expired':
      return { status: 'disconnected', endpointStatus, problems: [{ code: 'key_expired' }] };
    case 'permission_missing': {
      const { permission } = error;
      return {
        status: 'restricted',
        endpointStatus,
        problems: [{ code: 'permission_missing', ...(permission !== null && { permission }) }],
      };
    }
    default: {
      const status = row.status === 'connected' ? 'connected' : 'restricted';
      const others = row.problems.filter(({ code }) => code !== 'provider_unreachable');
      return { status, endpointStatus, problems: [...others, { code: 'provider_unreachable' }] };
    }
  }
}
