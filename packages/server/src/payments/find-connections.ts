import type { Pool } from 'pg';
import { columnsOf } from '../ingest/columns.js';
import { STATUS_NOW } from './pending-connection.js';
import type { ProviderAccount } from './provider.js';

export type ConnectionStatus = 'not_connected' | 'pending' | 'connected' | 'restricted' | 'disconnected';

/** The workspace an account of a payment provider belongs to. */
export interface Connection {
  readonly workspaceId: number;
  readonly status: ConnectionStatus;
  /** Whether it was connected with real money; null: nobody was asked, because it was provisioned. */
  readonly livemode: boolean | null;
}

/** An account as a key of the connections. */
export function accountKey({ provider, accountId }: ProviderAccount): string {
  return `${provider} ${accountId}`;
}

/** The connections of these accounts, by `accountKey`. */
export async function findConnections(
  pool: Pool,
  accounts: readonly ProviderAccount[],
): Promise<ReadonlyMap<string, Connection>> {
  if (accounts.length === 0) return new Map();
  const { rows } = await pool.query<{
    provider: string;
    account_id: string;
    workspace_id: number;
    status: ConnectionStatus;
    livemode: boolean | null;
  }>({
    name: 'find-processor-connections',
    text: `select c.provider, c.account_id, workspace_id, ${STATUS_NOW} as status, livemode
             from processor_connections c
             join unnest($1::text[], $2::text[]) as wanted (provider, account_id)
               on wanted.provider = c.provider and wanted.account_id = c.account_id`,
    values: columnsOf(
      [...new Map(accounts.map((account) => [accountKey(account), account])).values()],
      (account) => account.provider,
      (account) => account.accountId,
    ),
  });
  return new Map(
    rows.map(({ provider, account_id: accountId, workspace_id: workspaceId, status, livemode }) => [
      accountKey({ provider, accountId }),
      { workspaceId, status, livemode },
    ]),
  );
}

/** The workspaces of those of these programs that exist. */
export async function findWorkspacesOfPrograms(
  pool: Pool,
  programIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  if (programIds.size === 0) return new Map();
  const { rows } = await pool.query<{ id: number; workspace_id: number }>({
    name: 'find-workspaces-of-programs',
    text: 'select id, workspace_id from programs where id = any($1::bigint[])',
    values: [[...programIds]],
  });
  return new Map(rows.map((row) => [row.id, row.workspace_id]));
}
