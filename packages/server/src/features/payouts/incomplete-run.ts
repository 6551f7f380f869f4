import type { DueItem, PayoutRunCreate, PayoutRunDetail } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Static } from 'typebox';
import type { PayoutRun } from './load-payout-runs.js';

/** Larger runs are split, which keeps payment files short. */
const MAX_PAYOUTS = 500;

/** Partners to pay, and the user who requested it. */
export interface NewPayoutRun {
  readonly programId: number;
  /** The email address of the creator. */
  readonly createdBy: string;
  readonly input: Static<typeof PayoutRunCreate>;
  readonly nowMs: number;
  /** Those that do not fit are left for another run (500). */
  readonly maxPayouts?: number | undefined;
  /** Called in the transaction that completes the run. */
  readonly onComplete?: (client: ClientBase, run: Static<typeof PayoutRunDetail>) => Promise<void>;
}

/** Which partners a run is to pay, as it is stored until the run is complete. */
export interface Wanted {
  readonly currency: string | null;
  readonly partner_ids: readonly number[] | null;
  readonly max_payouts: number;
}

/** A run that was begun and not completed. */
export interface IncompleteRun {
  readonly id: number;
  readonly wanted: Wanted;
}

/** The input of a run in its stored form. */
export function wantedOf({ input, maxPayouts = MAX_PAYOUTS }: NewPayoutRun): Wanted {
  const { currency = null, partner_ids: ids } = input;
  const sorted = ids === undefined ? null : [...new Set(ids)].sort((a, b) => a - b);
  return { currency, partner_ids: sorted, max_payouts: maxPayouts };
}

/** The run of a program that was begun and not completed; null when there is none. */
export async function findIncompleteRun(
  client: ClientBase,
  programId: number,
): Promise<IncompleteRun | null> {
  const { rows } = await client.query<IncompleteRun>(
    'select id, wanted from payout_runs where program_id = $1 and not is_complete',
    [programId],
  );
  return rows[0] ?? null;
}

/** Stores a run; `wanted` null: all of it is written in this transaction. */
export async function insertRun(
  client: ClientBase,
  { programId, createdBy, nowMs }: NewPayoutRun,
  wanted: Wanted | null,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into payout_runs (program_id, created_by, created_at, is_complete, wanted)
     values ($1, $2, to_timestamp($3::float8 / 1000), $4::json is null, $4::json) returning id`,
    [programId, createdBy, nowMs, wanted && JSON.stringify(wanted)],
  );
  if (rows[0] === undefined) throw new Error('the run was not written');
  return rows[0].id;
}

/** Locks a run, so that those who continue it take turns; null: it was empty and is gone. */
export async function lockRun(
  client: ClientBase,
  runId: number,
): Promise<{ readonly isComplete: boolean; readonly skipped: PayoutRun['skipped'] } | null> {
  const { rows } = await client.query<{ isComplete: boolean; skipped: PayoutRun['skipped'] }>(
    `select is_complete as "isComplete", skipped from payout_runs where id = $1 for no key update`,
    [runId],
  );
  return rows[0] ?? null;
}

/** Stores all partners that a run skips. */
export async function storeSkipped(
  client: ClientBase,
  runId: number,
  skipped: PayoutRun['skipped'],
): Promise<void> {
  await client.query('update payout_runs set skipped = $2 where id = $1', [runId, JSON.stringify(skipped)]);
}

/** Marks a run as whole. */
export async function completeRun(client: ClientBase, runId: number): Promise<void> {
  await client.query('update payout_runs set is_complete = true, wanted = null where id = $1', [runId]);
}

/** Removes a run without payouts. */
export async function deleteRun(client: ClientBase, runId: number): Promise<void> {
  await client.query('delete from payout_runs where id = $1', [runId]);
}

/** Returns a filter for what a run has neither paid nor skipped. */
export async function withoutHandled(
  client: ClientBase,
  runId: number,
  skipped: PayoutRun['skipped'],
): Promise<(item: Pick<DueItem, 'partner_id' | 'currency'>) => boolean> {
  const { rows } = await client.query<{ partner_id: number; currency: string }>(
    'select partner_id, currency from payouts where run_id = $1',
    [runId],
  );
  const paid = new Set(rows.map((row) => `${row.partner_id} ${row.currency}`));
  const left = new Set(skipped.map(({ partner_id: id }) => id));
  return ({ partner_id: id, currency }) => !left.has(id) && !paid.has(`${id} ${currency}`);
}
