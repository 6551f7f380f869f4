import type { IntegrationAnswer } from '@svc/contract';
import type { Pool } from 'pg';
import { isPaymentReported, loadLiveFigures } from './load-live-figures.js';
import { loadTrackingStatus } from './load-tracking-status.js';

type Integration = Omit<IntegrationAnswer, 'checked_at'>;

/** How far a program's integration is: what was tested, and what is live. Contract section 2; contract 2, section 17. */
export async function loadIntegration(
  pool: Pool,
  program: { readonly programId: number; readonly workspaceId: number },
  nowMs: number,
): Promise<Integration> {
  const { stepStatuses, statistics, hasPartners } = await loadTrackingStatus(pool, program);
  return {
    steps: stepStatuses,
    statistics,
    has_partners: hasPartners,
    payments_reported: await isPaymentReported(pool, program.programId),
    live: await loadLiveFigures(pool, program.programId, nowMs),
  };
}
