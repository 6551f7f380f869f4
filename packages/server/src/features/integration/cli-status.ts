import type { CliStatusAnswer } from '@svc/contract';
import type { Pool } from 'pg';
import { loadNoticedEvents } from '../../payments/noticed-events.js';
import {
  PROGRAM_COLUMNS,
  PROGRAM_JOINS,
  type ProgramRow,
  programFromRow,
} from '../reports/program-summary.js';
import { findTestLink } from './find-test-link.js';
import { loadIntegration } from './load-integration.js';
import { nextStepOf } from './next-step.js';

/**
 * The health of a program as the command line tool shows it; null when there is no such program. `canConnect`: whether this service can
 * connect an account at the payment provider. Contract section 2; contract 2, section 17.
 */
export async function readCliStatus(
  pool: Pool,
  programId: number,
  { canConnect, nowMs }: { readonly canConnect: boolean; readonly nowMs: number },
): Promise<CliStatusAnswer | null> {
  const { rows } = await pool.query<ProgramRow>(
    `select ${PROGRAM_COLUMNS} from programs p ${PROGRAM_JOINS} where p.id = $1`,
    [programId],
  );
  const row = rows[0];
  if (row === undefined) return null;
  const scope = { programId, workspaceId: row.workspace_id };
  const integration = await loadIntegration(pool, scope, nowMs);
  const attention = await loadNoticedEvents(pool, scope, { nowMs });
  const testLink = await findTestLink(pool, programId);
  const { id, name, domain, currency, cookie_window_days, lead_source, commission, allowed_origins } =
    programFromRow(row);
  return {
    program: { id, name, domain, currency, cookie_window_days, lead_source, commission, allowed_origins },
    ...integration,
    attention,
    test_link: testLink?.url ?? null,
    next_step: nextStepOf({ ...integration, hasTestLink: testLink !== null, canConnect }),
  };
}
