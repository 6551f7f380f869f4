import type { Pool } from 'pg';
import { columnsOf } from '../ingest/columns.js';
import type { ProviderAccount } from './provider.js';

export type ConnectionStatus = 'not_connected' | 'pending' | 'connected' | 'restricted' | 'disconnected';

/** A connection, as far as it decides what an event of it means. */
export interface Connection {
  readonly id: number;
  readonly workspaceId: number;
  readonly status: ConnectionStatus;
  readonly kind: 'connect' | 'key';
  /** Whether it was connected with real money. */
  readonly mode: 'live' | 'test';
  /** The program that its payments are of; null: any of the workspace. */
  readonly programId: number | null;
  /** Programs of the workspace that are not archived. */
  readonly activeProgramIds: readonly number[];
  /** Whether payments are credited by what is remembered of their subscription and customer. */
  readonly isRemembered: boolean;
}

/** An account as a key of the connections. */
export function accountKey({ provider, accountId }: ProviderAccount): string {
  return `${provider} ${accountId}`;
}

interface ConnectionRow {
  readonly id: number;
  readonly provider: string;
  readonly account_id: string | null;
  readonly workspace_id: number;
  readonly status: ConnectionStatus;
  readonly kind: Connection['kind'];
  readonly mode: Connection['mode'];
  readonly program_id: number | null;
  readonly active_ids: readonly number[];
  readonly credit_renewals: 'remembered' | 'metadata';
}

/**
 * The connections of these accounts, made with the credentials of the platform, by `accountKey`, and those with an endpoint of their own,
 * by id.
 */
export async function findConnections(
  pool: Pool,
  accounts: readonly ProviderAccount[],
  ids: readonly number[],
): Promise<ReadonlyMap<string | number, Connection>> {
  if (accounts.length === 0 && ids.length === 0) return new Map();
  const { rows } = await pool.query<ConnectionRow>({
    name: 'find-payment-connections',
    text: `select c.id, c.provider, c.account_id, c.workspace_id, c.status, c.kind, c.mode, c.program_id, c.credit_renewals,
                  array(select p.id from programs p where p.workspace_id = c.workspace_id and p.archived_at is null
                         order by p.id) as active_ids
             from payment_connections c
            where c.id = any($3::bigint[])
               or c.kind = 'connect' and (c.provider, c.account_id) in (
                    select provider, account_id from unnest($1::text[], $2::text[]) as wanted (provider, account_id))`,
    values: [
      ...columnsOf(
        [...new Map(accounts.map((account) => [accountKey(account), account])).values()],
        (account) => account.provider,
        (account) => account.accountId,
      ),
      ids,
    ],
  });
  return new Map(rows.map((row) => [keyOf(row), connectionFrom(row)]));
}

function keyOf({ id, kind, provider, account_id: accountId }: ConnectionRow): string | number {
  return kind === 'key' ? id : accountKey({ provider, accountId: accountId ?? '' });
}

function connectionFrom(row: ConnectionRow): Connection {
  const { id, status, kind, mode } = row;
  return {
    id,
    workspaceId: row.workspace_id,
    status,
    kind,
    mode,
    programId: row.program_id,
    activeProgramIds: row.active_ids,
    isRemembered: row.credit_renewals === 'remembered',
  };
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
