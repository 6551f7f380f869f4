import type { Pool } from 'pg';
import { pino } from 'pino';
import { systemNow } from '../../src/clock.js';
import { type Connections, createConnections } from '../../src/payments/connections/connections.js';
import { encryptionOf } from './encryption.js';
import { uniqueName } from './seed.js';

interface ConnectionRow {
  readonly status?: string;
  readonly account_id?: string | null;
  readonly provider?: string;
  readonly charges_enabled?: boolean;
  readonly payouts_enabled?: boolean;
  readonly details_submitted?: boolean;
  readonly connected_at?: string;
}

/** Connects a workspace through the platform, in place of the account that it had; gives the account. */
export async function connectPlatform(
  pool: Pick<Pool, 'query'>,
  workspaceId: number,
  row: ConnectionRow = {},
): Promise<string> {
  const account = row.account_id === undefined ? uniqueName('acct') : row.account_id;
  await pool.query(
    `insert into payment_connections (workspace_id, provider, kind, label, status, account_id, charges_enabled,
                                      payouts_enabled, details_submitted, connected_at)
     values ($1, $2, 'connect', $2, $3, $4, $5, $6, $7, coalesce($8::timestamptz, now()))
     on conflict (workspace_id, provider) where kind = 'connect'
     do update set status = excluded.status, account_id = excluded.account_id`,
    [
      workspaceId,
      row.provider ?? 'stripe',
      row.status ?? 'connected',
      account,
      row.charges_enabled ?? true,
      row.payouts_enabled ?? false,
      row.details_submitted ?? false,
      row.connected_at ?? null,
    ],
  );
  return account ?? '';
}

/** Connections of a service that knows no payment provider. */
export function noConnections(pool: Pool): Connections {
  return createConnections({
    pool,
    providers: new Map(),
    encryption: encryptionOf(),
    baseUrl: '',
    processor: {
      accept: () => {
        throw new Error('this test accepts no events');
      },
    },
    logger: pino({ level: 'silent' }),
    now: systemNow,
  });
}
