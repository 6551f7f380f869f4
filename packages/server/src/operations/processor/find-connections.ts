import type { Pool } from 'pg';
import { STATUS_NOW } from './pending-connection.js';

export type ConnectionStatus = 'not_connected' | 'pending' | 'connected' | 'restricted' | 'disconnected';

/** The workspace an account of the card processor belongs to. */
export interface Connection {
  readonly workspaceId: number;
  readonly status: ConnectionStatus;
  /** Whether it was connected with real money; null: nobody was asked, because it was provisioned. */
  readonly livemode: boolean | null;
}

/** The connections of these accounts. */
export async function findConnections(
  pool: Pool,
  accountIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Connection>> {
  if (accountIds.size === 0) return new Map();
  const { rows } = await pool.query<{
    account_id: string;
    workspace_id: number;
    status: ConnectionStatus;
    livemode: boolean | null;
  }>({
    name: 'find-processor-connections',
    text: `select account_id, workspace_id, ${STATUS_NOW} as status, livemode
             from processor_connections c where account_id = any($1::text[])`,
    values: [[...accountIds]],
  });
  return new Map(
    rows.map(({ account_id: accountId, workspace_id: workspaceId, status, livemode }) => [
      accountId,
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
