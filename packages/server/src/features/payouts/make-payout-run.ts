import type { DueItem, PayoutRunDetail } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import type { Static } from 'typebox';
import { type Change, type ChangeOrigin, runChange, unchanged } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import {
  completeRun,
  deleteRun,
  findIncompleteRun,
  type IncompleteRun,
  insertRun,
  lockRun,
  type NewPayoutRun,
  storeSkipped,
  type Wanted,
  wantedOf,
  withoutHandled,
} from './incomplete-run.js';
import { isPayable, loadDue } from './load-due.js';
import { findPayoutRun } from './load-payout-runs.js';
import { auditedPayout, loadPayoutsOfRun } from './load-payouts.js';
import { firstPart, type PaidPart, type PayingServices, payPart } from './pay-part.js';

/** The action of a run in the audit log. */
export const CREATE_RUN = 'payout_run.create';

/** A run of which at least a part is written. */
export interface StartedRun {
  readonly request: NewPayoutRun;
  readonly runId: number;
  readonly isComplete: boolean;
  /** What is left to pay. */
  readonly rest: readonly DueItem[];
  /** The run as far as it was written when it was started, resumed or completed. */
  readonly detail: Static<typeof PayoutRunDetail>;
}

/**
 * Stores a run with its first payouts, which are all of them unless there are many; `finishPayoutRun` creates the rest. Where a run of
 * the same partners was begun and not completed, that one is returned, and any other request is refused. Skipped partners stay due.
 */
export async function startPayoutRun(
  client: ClientBase,
  services: PayingServices,
  request: NewPayoutRun,
): Promise<Change<StartedRun>> {
  const wanted = wantedOf(request);
  const begun = await findIncompleteRun(client, request.programId);
  if (begun !== null) {
    if (JSON.stringify(begun.wanted) !== JSON.stringify(wanted))
      throw new RefusedError('payout_run_incomplete');
    return unchanged(await resumePayoutRun(client, services, request, begun));
  }
  const due = await selectDue(client, request.programId, wanted, services);
  const items = await firstPart(client, request.programId, due);
  const rest = due.slice(items.length);
  const isComplete = rest.length === 0;
  const runId = await insertRun(client, request, isComplete ? null : wanted);
  const part = await payPart(client, services, { ...request, runId, items });
  // A concurrent run may already have paid them all.
  if (isComplete && isEmpty(part)) throw new RefusedError('nothing_due');
  if (part.skipped.length > 0) await storeSkipped(client, runId, part.skipped);
  const detail = await loadRun(client, services, request, runId);
  if (isComplete) await request.onComplete?.(client, detail);
  return changeOf({ request, runId, isComplete, rest, detail }, part, detail.payouts);
}

/** A run that was begun and not completed, with what is left to pay. */
export async function resumePayoutRun(
  db: ClientBase,
  services: PayingServices,
  request: NewPayoutRun,
  { id: runId, wanted }: IncompleteRun,
): Promise<StartedRun> {
  const detail = await loadRun(db, services, request, runId);
  const left = wanted.max_payouts - detail.payouts.length - detail.skipped.length;
  const due = await selectDue(
    db,
    request.programId,
    { ...wanted, max_payouts: Math.max(left, 0) },
    services,
    await withoutHandled(db, runId, detail.skipped),
  );
  return { request, runId, isComplete: false, rest: due, detail };
}

/**
 * Creates what is left of a run, some payouts in each transaction, and returns the run. Callers that do so at once take turns, and each
 * payout is created once. Stops between two transactions when `signal` is aborted.
 */
export async function finishPayoutRun(
  pool: Pool,
  services: PayingServices,
  by: ChangeOrigin,
  started: StartedRun,
  signal?: AbortSignal,
): Promise<Static<typeof PayoutRunDetail>> {
  let run = started;
  while (!run.isComplete && !signal?.aborted) {
    const next = await runChange(pool, by, (client) => continueRun(client, services, run));
    if (next === null) throw new RefusedError('nothing_due');
    run = next;
  }
  return run.detail;
}

/** Creates the next payouts of a run; null: nothing was left to pay, and the run was removed because it is empty. */
async function continueRun(
  client: ClientBase,
  services: PayingServices,
  run: StartedRun,
): Promise<Change<StartedRun | null>> {
  const { request, runId } = run;
  const stored = await lockRun(client, runId);
  if (stored === null) return unchanged(null);
  const completed = async () => ({
    ...run,
    rest: [],
    isComplete: true,
    detail: await loadRun(client, services, request, runId),
  });
  if (stored.isComplete) return unchanged(await completed());
  const isOpen = await withoutHandled(client, runId, stored.skipped);
  const items = await firstPart(client, request.programId, run.rest);
  const part = await payPart(client, services, { ...request, runId, items: items.filter(isOpen) });
  if (part.skipped.length > 0) await storeSkipped(client, runId, [...stored.skipped, ...part.skipped]);
  const rest = run.rest.slice(items.length);
  if (rest.length > 0) {
    const key = { programId: request.programId, runId, encryption: services.encryption };
    const payouts = await loadPayoutsOfRun(client, { ...key, ids: part.payoutIds });
    return changeOf({ ...run, rest }, part, payouts);
  }
  await completeRun(client, runId);
  const whole = await completed();
  if (isEmpty({ ...whole.detail, payoutIds: whole.detail.payouts.map(({ id }) => id) })) {
    await deleteRun(client, runId);
    return unchanged(null);
  }
  await request.onComplete?.(client, whole.detail);
  return changeOf(whole, part, whole.detail.payouts);
}

/** One transaction of a run. Its audit entry lists the payouts and the skipped partners of that transaction. */
function changeOf(
  run: StartedRun,
  part: PaidPart,
  loaded: StartedRun['detail']['payouts'],
): Change<StartedRun> {
  if (isEmpty(part)) return unchanged(run);
  const payouts = loaded.filter(({ id }) => part.payoutIds.includes(id)).map(summaryOf);
  const entry = { on: 'payout_run', id: run.runId, before: null, after: { payouts, skipped: part.skipped } };
  return { answer: run, entries: [entry] };
}

function isEmpty({ payoutIds, skipped }: PaidPart): boolean {
  return payoutIds.length === 0 && skipped.length === 0;
}

async function loadRun(
  client: ClientBase,
  { encryption }: PayingServices,
  { programId }: NewPayoutRun,
  runId: number,
): Promise<StartedRun['detail']> {
  const run = await findPayoutRun(client, programId, runId);
  if (run === null) throw new Error('the run was not written');
  return { ...run, payouts: await loadPayoutsOfRun(client, { programId, runId, encryption }) };
}

/** Partners that a run is to pay, in one order for all runs, so that two concurrent runs cannot wait for each other. */
async function selectDue(
  client: ClientBase,
  programId: number,
  { currency, partner_ids: partnerIds, max_payouts: maxPayouts }: Wanted,
  { encryption }: PayingServices,
  isOpen: (item: DueItem) => boolean = () => true,
): Promise<DueItem[]> {
  const named = partnerIds && new Set(partnerIds);
  return (
    (await loadDue(client, programId, encryption))
      .filter((item) => item.is_due && (currency === null || item.currency === currency))
      .filter((item) => named === null || named.has(item.partner_id))
      .filter(isOpen)
      // Partners whom the run skips come last, so that they take nobody's place.
      .sort((a, b) => Number(isPayable(b)) - Number(isPayable(a)))
      .slice(0, maxPayouts)
      .sort((a, b) => a.partner_id - b.partner_id || (a.currency < b.currency ? -1 : 1))
  );
}

/** A created payout in the audit log. */
function summaryOf(payout: StartedRun['detail']['payouts'][number]) {
  const { id, partner_id, currency, amount_cents, payee_name, method, account } = auditedPayout(payout);
  return { id, partner_id, currency, amount_cents, payee_name, method, account };
}
