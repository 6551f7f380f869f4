import type { PayoutRunItem } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { loadPage, type Page, type PageRequest, type SortColumns } from '../../operations/keyset.js';
import { RefusedError } from '../../operations/refused-error.js';

/** A run with the sums of its payouts, by currency and status. */
export type PayoutRun = PayoutRunItem;

interface RunRow {
  readonly id: number;
  readonly created_by: string;
  readonly created_at: Date;
  readonly skipped: PayoutRunItem['skipped'];
  readonly is_complete: boolean;
  readonly totals: readonly {
    readonly currency: string;
    readonly status: PayoutRunItem['totals'][number]['status'];
    readonly payouts: number;
    readonly amount: string;
  }[];
}

const RUNS = `
  select r.id, r.created_by, r.created_at, r.skipped, r.is_complete,
         (select coalesce(json_agg(t order by t.currency, t.status), '[]')
            from (select o.currency, o.status, count(*)::integer as payouts, sum(o.amount_cents)::text as amount
                    from payouts o where o.run_id = r.id group by o.currency, o.status) t) as totals
    from payout_runs r`;

/** The payout runs of a program, newest first. */
export async function loadPayoutRuns(
  pool: Pool,
  programId: number,
  request: PageRequest,
): Promise<Page<PayoutRun>> {
  const rows = {
    select: RUNS,
    where: 'r.program_id = $1',
    values: [programId],
    id: 'r.id',
    sorts: RUN_SORTS,
    search: { anywhere: ['r.created_by'] },
  };
  return loadPage<RunRow, PayoutRun>(pool, request, rows, runFromRow);
}

export const RUN_SORTS: SortColumns = { created_at: { sql: 'r.created_at', type: 'time' } };

/** A payout run of a program; null when there is none. */
export async function findPayoutRun(
  db: Pool | ClientBase,
  programId: number,
  runId: number,
): Promise<PayoutRun | null> {
  const { rows } = await db.query<RunRow>(`${RUNS} where r.program_id = $1 and r.id = $2`, [
    programId,
    runId,
  ]);
  const row = rows[0];
  return row === undefined ? null : runFromRow(row);
}

/** Refuses a run that the program does not have. */
export async function requireRun(db: Pool | ClientBase, run: RunKey): Promise<void> {
  if ((await findCompleteness(db, run)) === null) throw new RefusedError('not_found');
}

/** Refuses also a run whose payouts are not all created: a payment file of it would lack some. */
export async function requireCompleteRun(db: Pool | ClientBase, run: RunKey): Promise<void> {
  const isComplete = await findCompleteness(db, run);
  if (isComplete === null) throw new RefusedError('not_found');
  if (!isComplete) throw new RefusedError('payout_run_incomplete');
}

interface RunKey {
  readonly programId: number;
  readonly runId: number;
}

async function findCompleteness(
  db: Pool | ClientBase,
  { programId, runId }: RunKey,
): Promise<boolean | null> {
  const { rows } = await db.query<{ is_complete: boolean }>(
    'select is_complete from payout_runs where program_id = $1 and id = $2',
    [programId, runId],
  );
  return rows[0]?.is_complete ?? null;
}

function runFromRow(row: RunRow): PayoutRun {
  return {
    id: row.id,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    totals: row.totals.map(({ amount, ...rest }) => ({ ...rest, amount_cents: BigInt(amount) })),
    skipped: row.skipped,
    is_complete: row.is_complete,
  };
}
