import type { DueItem } from '@svc/contract';
import { canCarry } from '@svc/core';
import type { ClientBase } from 'pg';
import { isConnectionLost, isRetryable } from '../../database/transaction.js';
import type { Tracking } from '../../ingest/index.js';
import type { Services } from '../../operations/services.js';
import type { NewPayoutRun } from './incomplete-run.js';
import type { PayoutRun } from './load-payout-runs.js';
import { payPartner } from './pay-partner.js';
import { lockPayees, type Payee } from './payee.js';

/** Payouts and commissions of one transaction, at about: clicks and sales wait for it on the embedded engine. */
const PAYOUTS_AT_ONCE = 20;
const COMMISSIONS_AT_ONCE = 100;

/** Services that payouts are created with. */
export type PayingServices = Pick<Services, 'encryption'> & { readonly tracking: Pick<Tracking, 'ids'> };

/** What one transaction of a run came to. */
export interface PaidPart {
  readonly payoutIds: readonly number[];
  readonly skipped: PayoutRun['skipped'];
}

/**
 * The first items of `due` that one transaction pays. All items of a partner are in the same part, so that a partner is skipped once;
 * one with very many commissions has a part alone.
 */
export async function firstPart(
  client: ClientBase,
  programId: number,
  due: readonly DueItem[],
): Promise<readonly DueItem[]> {
  const candidates = due.slice(0, PAYOUTS_AT_ONCE);
  const { rows } = await client.query<{ count: number }>(
    `select (select count(*)::integer
               from (select 1 from commissions c
                      where c.program_id = $1 and c.partner_id = wanted.partner_id and c.currency = wanted.currency
                        and c.status = 'payable' limit $4) counted) as count
       from unnest($2::bigint[], $3::text[]) with ordinality as wanted (partner_id, currency, position)
      order by position`,
    [
      programId,
      candidates.map(({ partner_id: id }) => id),
      candidates.map(({ currency }) => currency),
      COMMISSIONS_AT_ONCE,
    ],
  );
  let length = 0;
  for (let sum = 0; length < candidates.length; length += 1) {
    sum += rows[length]?.count ?? 0;
    if (sum > COMMISSIONS_AT_ONCE && length > 0) break;
  }
  while (length > 0 && due[length]?.partner_id === due[length - 1]?.partner_id) length += 1;
  return due.slice(0, length);
}

/** Pays these items of a run; partners that cannot be paid are skipped. */
export async function payPart(
  client: ClientBase,
  { tracking, encryption }: PayingServices,
  {
    programId,
    nowMs,
    runId,
    items,
  }: Pick<NewPayoutRun, 'programId' | 'nowMs'> & {
    readonly runId: number;
    readonly items: readonly DueItem[];
  },
): Promise<PaidPart> {
  if (items.length === 0) return { payoutIds: [], skipped: [] };
  const partnerIds = items.map(({ partner_id: id }) => id);
  const payees = await lockPayees(client, programId, partnerIds, encryption);
  const failed = new Set<number>();
  const payoutIds: number[] = [];
  for (const { partner_id: partnerId, currency, minimum_cents: minimumCents } of items) {
    const payee = payees.get(partnerId);
    if (payee !== undefined && isSkipped(payee)) continue;
    const payment = { programId, partnerId, currency, runId, minimumCents, nowMs, payee };
    const outcome = await tryPayment(client, () => payPartner(client, tracking.ids, payment));
    if (outcome === 'failed') failed.add(partnerId);
    else if (outcome !== null) payoutIds.push(outcome);
  }
  const failures = [...failed].map((id) => ({
    partner_id: id,
    reason: 'failed' as const,
    held_until: null,
  }));
  return { payoutIds, skipped: [...heldOrInvalid(payees), ...tooLarge(items), ...failures] };
}

/** Pays one partner, or changes nothing: a partner who cannot be paid keeps no other from being paid. Null: nothing is due. */
async function tryPayment(
  client: ClientBase,
  pay: () => Promise<number | null>,
): Promise<number | null | 'failed'> {
  await client.query('savepoint payment');
  try {
    const payoutId = await pay();
    await client.query('release savepoint payment');
    return payoutId;
  } catch (error) {
    // The whole transaction is tried again, or cannot go on.
    if (isRetryable(error) || isConnectionLost(error)) throw error;
    await client.query('rollback to savepoint payment');
    return 'failed';
  }
}

function isSkipped({ heldUntil, problem }: Payee): boolean {
  return heldUntil !== null || problem !== null;
}

function heldOrInvalid(payees: ReadonlyMap<number, Payee>): PayoutRun['skipped'] {
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
