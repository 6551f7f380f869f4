import type { DueItem, PayoutItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Encryption } from '../../encryption.js';
import type { IdSource } from '../../tracking/ids.js';
import { type Change, changed } from '../audit/change.js';
import { payPartner } from '../create-payout.js';
import { RefusedError } from '../refused-error.js';
import { auditedPayout, listPayoutsOfRun } from './list-payouts.js';
import { lockPayees, type Payee } from './payee.js';
import { readDue } from './read-due.js';
import { type PayoutRun, readPayoutRun } from './read-payout-run.js';

/** Larger ones are made in several runs: one transaction should not keep the books of everybody for long. */
const MAX_PAYOUTS = 500;

/** Whom a run is to pay: everybody who is due, or only some of them. */
export interface RunRequest {
  readonly programId: number;
  readonly currency: string | null;
  readonly partnerIds: readonly number[] | null;
  readonly createdBy: string;
  readonly encryption: Encryption;
  readonly nowMs: number;
}

/**
 * Creates one open payout for each partner and currency that is due. The money leaves the books at once, so nothing can
 * be in two runs; what is refunded from now on is carried to the next one. Partners whose payout details were changed a
 * short time ago are skipped, which the run says; whom it leaves out stays due. A run that only skips creates no payout
 * and is kept all the same. Contract 2, section 7.1.
 */
export async function createPayoutRun(
  client: ClientBase,
  ids: IdSource,
  request: RunRequest,
): Promise<Change<PayoutRun & { readonly payouts: readonly PayoutItem[] }>> {
  const { programId, createdBy, nowMs } = request;
  const due = await selectDue(client, request);
  const payees = await lockPayees(
    client,
    programId,
    due.map(({ partner_id }) => partner_id),
  );
  const skipped = skippedOf(payees);
  const { rows } = await client.query<{ id: number }>(
    'insert into payout_runs (program_id, created_by, skipped) values ($1, $2, $3) returning id',
    [programId, createdBy, JSON.stringify(skipped)],
  );
  const runId = rows[0]?.id ?? 0;
  let made = 0;
  for (const { partner_id: partnerId, currency, minimum_cents: minimumCents } of due) {
    const payee = payees.get(partnerId);
    if (payee !== undefined && payee.heldUntil !== null) continue;
    const payment = { programId, partnerId, currency, reference: null, runId, minimumCents, nowMs, payee };
    if ((await payPartner(client, ids, payment)).ok) made += 1;
  }
  // Somebody else may have paid them all meanwhile.
  if (made === 0 && skipped.length === 0) throw new RefusedError('nothing_due');
  const run = await readPayoutRun(client, programId, runId);
  if (run === null) throw new Error('the run was not written');
  const payouts = await listPayoutsOfRun(client, { ...request, runId });
  return changed(
    { ...run, payouts },
    {
      on: 'payout_run',
      id: runId,
      before: null,
      after: { payouts: payouts.map(summaryOf), skipped },
    },
  );
}

/** Whom the run is to pay. In one order for everybody, so that two runs at once cannot wait for each other. */
async function selectDue(client: ClientBase, request: RunRequest): Promise<DueItem[]> {
  const { programId, currency, partnerIds } = request;
  return (
    (await readDue(client, programId))
      .filter((item) => item.is_due && (currency === null || item.currency === currency))
      .filter((item) => partnerIds === null || partnerIds.includes(item.partner_id))
      // Partners on hold come last, so that they take nobody's place.
      .sort((a, b) => Number(a.held_until !== null) - Number(b.held_until !== null))
      .slice(0, MAX_PAYOUTS)
      .sort((a, b) => a.partner_id - b.partner_id || (a.currency < b.currency ? -1 : 1))
  );
}

function skippedOf(payees: ReadonlyMap<number, Payee>): PayoutRun['skipped'] {
  return [...payees].flatMap(([partner_id, { heldUntil }]) =>
    heldUntil === null
      ? []
      : [{ partner_id, reason: 'payout_details_changed' as const, held_until: heldUntil.toISOString() }],
  );
}

/** What the audit log says of a payout that was created. */
function summaryOf(payout: PayoutItem) {
  const { id, partner_id, currency, amount_cents, payee_name, method, account } = auditedPayout(payout);
  return { id, partner_id, currency, amount_cents, payee_name, method, account };
}
