import type { ProcessorConnectionAnswer } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { STATUS_NOW } from './pending-connection.js';

interface ConnectionRow {
  readonly status: ProcessorConnectionAnswer['status'];
  readonly account_id: string | null;
  readonly charges_enabled: boolean;
  readonly payouts_enabled: boolean;
  readonly details_submitted: boolean;
  readonly connected_at: Date | null;
}

/** A workspace that never set out to connect has no row. */
const NEVER: ConnectionRow = {
  status: 'not_connected',
  account_id: null,
  charges_enabled: false,
  payouts_enabled: false,
  details_submitted: false,
  connected_at: null,
};

/** How a workspace is connected with the card processor. Contract section 4. */
export async function readConnection(
  source: Pool | ClientBase,
  workspaceId: number,
): Promise<Omit<ProcessorConnectionAnswer, 'can_connect' | 'takes_events'>> {
  const { rows } = await source.query<ConnectionRow>(
    `select ${STATUS_NOW} as status, account_id, charges_enabled, payouts_enabled, details_submitted, connected_at
       from processor_connections c where workspace_id = $1`,
    [workspaceId],
  );
  const row = rows[0] ?? NEVER;
  return { ...row, connected_at: row.connected_at?.toISOString() ?? null };
}
