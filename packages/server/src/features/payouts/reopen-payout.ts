import { PayoutItem, PayoutRunReopen, PayoutRunReopened, UNDO_PAID_SECONDS } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { instantType } from '../../operations/value-types.js';
import { forgetPaid } from '../notifications/forget-paid.js';
import { requireRun } from './load-payout-runs.js';
import { auditedPayout, findPayout, loadPayoutsOfRun } from './load-payouts.js';

/**
 * Undoes that a payout was marked as paid, within a minute: it is open again, without its reference. The ledger booked it when the run was
 * created, and has nothing to undo. Decision 40.
 */
export const reopenPayout = defineOperation({
  name: 'reopenPayout',
  route: 'POST /api/programs/:programId/payouts/:id/reopen',
  permission: 'payout:write',
  summary: 'Undo marking a payout as paid, within a minute',
  output: PayoutItem,
  errors: ['payout_status', 'payout_paid_too_long_ago'],
  audit: 'payout.reopen',
  async run({ client, services, scope: { programId }, nowMs, id }) {
    const key = { programId, payoutId: id(), encryption: services.encryption };
    await client.query('select 1 from payouts where id = $1 for update', [key.payoutId]);
    const payout = await findPayout(client, key);
    if (payout === null) throw new RefusedError('not_found');
    if (payout.status !== 'paid') throw new RefusedError('payout_status', payout.status);
    requireRecent(payout.settled_at, nowMs);
    return { ...(await reopen(client, programId, [payout])), answer: openAgain(payout) };
  },
});

/** As `reopenPayout`, of all payouts of a run that one request marked: they have the same `settled_at`. Doing it twice is doing it once. */
export const reopenPayoutRun = defineOperation({
  name: 'reopenPayoutRun',
  route: 'POST /api/programs/:programId/payout-runs/:id/reopen',
  permission: 'payout:write',
  summary: 'Undo marking payouts of a run as paid, within a minute: those that one request marked',
  input: PayoutRunReopen,
  output: PayoutRunReopened,
  errors: ['payout_paid_too_long_ago'],
  audit: 'payout.reopen',
  async run({ client, services: { encryption }, scope: { programId }, input, nowMs, id }) {
    const run = { programId, runId: id() };
    await requireRun(client, run);
    const { rows } = await client.query<{ id: number }>(
      `select o.id from payouts o
        where o.program_id = $1 and o.run_id = $2 and o.status = 'paid' and o.settled_at = $3
        order by o.id for update`,
      [programId, run.runId, parseValue(instantType, input.settled_at, 'settled_at')],
    );
    const ids = new Set(rows.map((row) => row.id));
    const payouts = (await loadPayoutsOfRun(client, { ...run, encryption })).filter((one) => ids.has(one.id));
    const [first] = payouts;
    if (first === undefined) return unchanged({ reopened: 0 });
    requireRecent(first.settled_at, nowMs);
    return { ...(await reopen(client, programId, payouts)), answer: { reopened: payouts.length } };
  },
});

function requireRecent(paidAt: string | null, nowMs: number): void {
  if (nowMs - Date.parse(paidAt ?? '') > UNDO_PAID_SECONDS * 1000)
    throw new RefusedError('payout_paid_too_long_ago');
}

/** A payout as it is before it is marked as paid. */
function openAgain(payout: PayoutItem): PayoutItem {
  return { ...payout, status: 'open', reference: null, settled_at: null };
}

/** Reopens paid payouts that are locked. */
async function reopen(
  client: ClientBase,
  programId: number,
  payouts: readonly PayoutItem[],
): Promise<Omit<Change<unknown>, 'answer'>> {
  const ids = payouts.map(({ id }) => id);
  await client.query(
    `update payouts set status = 'open', reference = null, settled_at = null where id = any($1::bigint[])`,
    [ids],
  );
  await forgetPaid(client, ids);
  return {
    entries: payouts.map((payout) => ({
      on: 'payout',
      id: payout.id,
      before: auditedPayout(payout),
      after: auditedPayout(openAgain(payout)),
    })),
    events: ids.map((objectId) => ({ type: 'payout.reopened', programId, objectId })),
  };
}
