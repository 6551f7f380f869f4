import type { DueItem, PayoutItem, PayoutRunCreate, PayoutRunDetail } from '@svc/contract';
import { canCarry } from '@svc/core';
import type { ClientBase } from 'pg';
import type { Static } from 'typebox';
import { isConnectionLost, isRetryable } from '../../database/transaction.js';
import type { Tracking } from '../../ingest/index.js';
import { type Change, changed } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import type { Services } from '../../operations/services.js';
import { isPayable, loadDue } from './load-due.js';
import { findPayoutRun, type PayoutRun } from './load-payout-runs.js';
import { auditedPayout, loadPayoutsOfRun } from './load-payouts.js';
import { payPartner } from './pay-partner.js';
import { lockPayees, type Payee } from './payee.js';

/** Larger ones are made in several runs: one transaction should not keep the books of everybody for long. */
const MAX_PAYOUTS = 500;

/** Which partners to pay, and who says so. */
export interface NewPayoutRun {
  readonly programId: number;
  /** The address of who creates it. */
  readonly createdBy: string;
  readonly input: Static<typeof PayoutRunCreate>;
  readonly nowMs: number;
  /** Those that do not fit are left for another run (500). */
  readonly maxPayouts?: number | undefined;
}

/** Stores a run with its payouts; the partners that it skips stay due. */
export async function makePayoutRun(
  client: ClientBase,
  { tracking, encryption }: Pick<Services, 'encryption'> & { readonly tracking: Pick<Tracking, 'ids'> },
  { programId, createdBy, input, nowMs, maxPayouts }: NewPayoutRun,
): Promise<Change<Static<typeof PayoutRunDetail>>> {
  const due = await selectDue(client, { programId, input, maxPayouts, encryption });
  const payees = await lockPayees(
    client,
    programId,
    due.map(({ partner_id }) => partner_id),
    encryption,
  );
  const skipped = [...skippedOf(payees), ...tooLarge(due)];
  const failed = new Set<number>();
  const { rows } = await client.query<{ id: number }>(
    `insert into payout_runs (program_id, created_by, skipped, created_at)
     values ($1, $2, $3, to_timestamp($4::float8 / 1000)) returning id`,
    [programId, createdBy, JSON.stringify(skipped), nowMs],
  );
  const runId = rows[0]?.id ?? 0;
  let made = 0;
  for (const { partner_id: partnerId, currency, minimum_cents: minimumCents } of due) {
    const payee = payees.get(partnerId);
    if (payee !== undefined && isSkipped(payee)) continue;
    const payment = { programId, partnerId, currency, runId, minimumCents, nowMs, payee };
    const outcome = await tryPayment(client, () => payPartner(client, tracking.ids, payment));
    if (outcome === 'paid') made += 1;
    if (outcome === 'failed') failed.add(partnerId);
  }
  if (failed.size > 0) {
    skipped.push(
      ...[...failed].map((partner_id) => ({ partner_id, reason: 'failed' as const, held_until: null })),
    );
    await client.query('update payout_runs set skipped = $2 where id = $1', [runId, JSON.stringify(skipped)]);
  }
  // Somebody else may have paid them all meanwhile.
  if (made === 0 && skipped.length === 0) throw new RefusedError('nothing_due');
  const run = await findPayoutRun(client, programId, runId);
  if (run === null) throw new Error('the run was not written');
  const payouts = await loadPayoutsOfRun(client, { programId, runId, encryption });
  return changed(
    { ...run, payouts },
    { on: 'payout_run', id: runId, before: null, after: { payouts: payouts.map(summaryOf), skipped } },
  );
}

/** Pays one partner, or leaves everything as it was: a partner who cannot be paid keeps no other from being paid. */
async function tryPayment(
  client: ClientBase,
  pay: () => Promise<boolean>,
): Promise<'paid' | 'nothing due' | 'failed'> {
  await client.query('savepoint payment');
  try {
    const isPaid = await pay();
    await client.query('release savepoint payment');
    return isPaid ? 'paid' : 'nothing due';
  } catch (error) {
    // The whole run is tried again, or cannot go on.
    if (isRetryable(error) || isConnectionLost(error)) throw error;
    await client.query('rollback to savepoint payment');
    return 'failed';
  }
}

/** Whom the run is to pay. In one order for everybody, so that two runs at once cannot wait for each other. */
async function selectDue(
  client: ClientBase,
  {
    programId,
    input: { currency, partner_ids: partnerIds },
    maxPayouts = MAX_PAYOUTS,
    encryption,
  }: Pick<NewPayoutRun, 'programId' | 'input' | 'maxPayouts'> & Pick<Services, 'encryption'>,
): Promise<DueItem[]> {
  const named = partnerIds && new Set(partnerIds);
  return (
    (await loadDue(client, programId, encryption))
      .filter((item) => item.is_due && (currency === undefined || item.currency === currency))
      .filter((item) => named === undefined || named.has(item.partner_id))
      // Partners whom the run skips come last, so that they take nobody's place.
      .sort((a, b) => Number(isPayable(b)) - Number(isPayable(a)))
      .slice(0, maxPayouts)
      .sort((a, b) => a.partner_id - b.partner_id || (a.currency < b.currency ? -1 : 1))
  );
}

function isSkipped({ heldUntil, problem }: Payee): boolean {
  return heldUntil !== null || problem !== null;
}

function skippedOf(payees: ReadonlyMap<number, Payee>): PayoutRun['skipped'] {
  return [...payees].flatMap(([partner_id, { heldUntil, problem }]): PayoutRun['skipped'] => {
    if (problem !== null)
      return [{ partner_id, reason: 'payout_details_invalid', held_until: null, problem }];
    if (heldUntil === null) return [];
    return [{ partner_id, reason: 'payout_details_changed', held_until: heldUntil.toISOString() }];
  });
}

/** Partners of whom more is carried in a currency than a payout can settle: they are skipped, and keep no other from being paid. */
function tooLarge(due: readonly DueItem[]): PayoutRun['skipped'] {
  const ids = due.flatMap(({ partner_id: id, carried_cents: cents }) => (canCarry(BigInt(cents)) ? [] : id));
  return [...new Set(ids)].map((partner_id) => ({
    partner_id,
    reason: 'carried_too_large',
    held_until: null,
  }));
}

/** What the audit log says of a payout that was created. */
function summaryOf(payout: PayoutItem) {
  const { id, partner_id, currency, amount_cents, payee_name, method, account } = auditedPayout(payout);
  return { id, partner_id, currency, amount_cents, payee_name, method, account };
}
