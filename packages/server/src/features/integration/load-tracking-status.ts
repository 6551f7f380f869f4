import type { StatusStatistics, StepStatuses } from '@svc/contract';
import type { Pool } from 'pg';
import { readConnection } from '../../payments/read-connection.js';

/** How far a program's integration is. Specification sections 3 and 4. */
export interface TrackingStatus {
  readonly stepStatuses: StepStatuses;
  readonly statistics: StatusStatistics;
  /** Whether at least one partner is approved in the program. */
  readonly hasPartners: boolean;
}

/** Test events are counted up to this many (specification section 8), so that no table is ever counted through. */
const MAX_COUNTED = 10;

interface TestEventRow {
  readonly id: number;
  readonly at: Date;
}

/** Reads how far the integration of a program is, and what that is derived from. */
export async function loadTrackingStatus(
  pool: Pool,
  program: { readonly programId: number; readonly workspaceId: number },
): Promise<TrackingStatus> {
  const { programId, workspaceId } = program;
  const clicks = await pool.query<TestEventRow>(
    `select number as id, to_timestamp(clicked_ms::float8 / 1000) as at from clicks
      where program_id = $1 and test_mode order by clicked_ms desc, number desc limit $2`,
    [programId, MAX_COUNTED],
  );
  const leads = await pool.query<TestEventRow>(
    `select id, occurred_at as at from leads
      where program_id = $1 and test_mode order by occurred_at desc, id desc limit $2`,
    [programId, MAX_COUNTED],
  );
  const connection = await readConnection(pool, workspaceId);
  const partners = await pool.query<{ approved: boolean }>(
    `select exists (select 1 from enrollments where program_id = $1 and status = 'approved') as approved`,
    [programId],
  );
  const payments = paymentsOf(connection);
  return {
    stepStatuses: {
      pageview: clicks.rows.length > 0 ? 'complete' : 'pending',
      referrals: leads.rows.length > 0 ? 'complete' : 'pending',
      payments: payments.isProcessorConnected ? 'complete' : 'pending',
    },
    statistics: { pageview: testEventsOf(clicks.rows), referrals: testEventsOf(leads.rows), payments },
    hasPartners: partners.rows[0]?.approved ?? false,
  };
}

function testEventsOf(rows: readonly TestEventRow[]): StatusStatistics['pageview'] {
  const latest = rows[0];
  const time = latest?.at.toISOString();
  return {
    testEventCount: rows.length,
    hasTestEvents: rows.length > 0,
    latestTestEvent:
      latest === undefined || time === undefined ? null : { id: latest.id, timestamp: time, createdAt: time },
  };
}

/** The account is included only while it is connected. */
function paymentsOf(connection: Awaited<ReturnType<typeof readConnection>>): StatusStatistics['payments'] {
  const isProcessorConnected = connection.status === 'connected';
  return {
    processorConnectionStatus: connection.status,
    isProcessorConnected,
    processorAccountId: isProcessorConnected ? connection.account_id : null,
    chargesEnabled: connection.charges_enabled,
    payoutsEnabled: connection.payouts_enabled,
    detailsSubmitted: connection.details_submitted,
    connectionDate: connection.connected_at,
  };
}
