import type { CliStatusAnswer } from '@svc/contract';
import type { Pool } from 'pg';
import {
  PROGRAM_COLUMNS,
  PROGRAM_JOINS,
  type ProgramRow,
  programFromRow,
} from '../reports/program-summary.js';
import { findTestLink } from './find-test-link.js';
import { loadTrackingStatus, type TrackingStatus } from './load-tracking-status.js';

type NextStep = NonNullable<CliStatusAnswer['next_step']>;

/** The health of a program as the command line tool shows it; null when there is no such program. Contract section 2. */
export async function readCliStatus(pool: Pool, programId: number): Promise<CliStatusAnswer | null> {
  const { rows } = await pool.query<ProgramRow>(
    `select ${PROGRAM_COLUMNS} from programs p ${PROGRAM_JOINS} where p.id = $1`,
    [programId],
  );
  const row = rows[0];
  if (row === undefined) return null;
  const status = await loadTrackingStatus(pool, { programId, workspaceId: row.workspace_id });
  const { id, name, domain, currency, cookie_window_days, lead_source, commission, allowed_origins } =
    programFromRow(row);
  return {
    program: { id, name, domain, currency, cookie_window_days, lead_source, commission, allowed_origins },
    steps: status.stepStatuses,
    statistics: status.statistics,
    has_partners: status.hasPartners,
    test_link: (await findTestLink(pool, programId))?.url ?? null,
    next_step: nextStepOf(status),
  };
}

/** The first step that is not complete, in the order an integration is made. */
function nextStepOf({ stepStatuses, statistics }: TrackingStatus): NextStep | null {
  if (stepStatuses.pageview === 'pending') {
    return {
      step: 'pageview',
      command: 'svc test click',
      why: 'No test click has arrived yet. This sends one, to show that clicks on referral links are recorded.',
    };
  }
  if (stepStatuses.referrals === 'pending') {
    return {
      step: 'referrals',
      command: 'svc test lead',
      why: 'No test lead has arrived yet. This sends one, to show that signups are credited to the click they came by.',
    };
  }
  if (stepStatuses.payments === 'pending') {
    const connection = statistics.payments.processorConnectionStatus;
    return {
      step: 'payments',
      command: 'svc setup processor',
      why: `The card processor is not connected (status: ${connection}). This connects it, so that payments are attributed.`,
    };
  }
  return null;
}
