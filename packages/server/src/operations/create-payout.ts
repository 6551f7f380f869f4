import {
  accountOf,
  type Commission,
  MAX_AMOUNT_CENTS,
  type Movement,
  movementOf,
  type NewId,
} from '@svc/core';
import type { ClientBase, Pool } from 'pg';
import { send } from '../database/statements.js';
import { withTransaction } from '../database/transaction.js';
import { updateCommissions } from '../tracking/commissions.js';
import type { IdSource } from '../tracking/ids.js';
import { insertMovements } from '../tracking/movements.js';
import { writeAuditEntries } from './audit/change.js';
import { serviceOrigin } from './audit/service-origin.js';
import { lockPayees, type Payee } from './payouts/payee.js';
import { selectCommissions } from './select-commissions.js';

/**
 * Whom to pay. `reference` is the payer's own note of the transfer, or null. With a `runId` the payout stays open until
 * somebody says that the money was sent; without one it has been.
 */
export interface PayoutRequest {
  readonly programId: number;
  readonly partnerId: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly runId?: number;
  /** Less is not paid (0). */
  readonly minimumCents?: number;
  readonly nowMs: number;
}

/** A request with who the payout is made to, which `lockPayees` says. */
export interface PayeeRequest extends PayoutRequest {
  readonly payee: Payee | undefined;
}

/**
 * A payout as it was made. `amountCents` is what the partner gets: commissions minus `carriedCents`, which is below zero
 * where earlier payouts had paid less than is owed for what is in them.
 */
export interface Payout {
  readonly id: number;
  readonly programId: number;
  readonly partnerId: number;
  readonly currency: string;
  readonly amountCents: number;
  readonly reference: string | null;
  readonly createdAtMs: number;
  readonly commissionCount: number;
  readonly carriedCents: number;
}

/** The payout, or why there is none; `nothing_payable` tells the balance, which is 0 or less, or below the minimum. */
export type PayoutResult =
  | { readonly ok: true; readonly payout: Payout }
  | { readonly ok: false; readonly why: 'partner_not_in_program' }
  | { readonly ok: false; readonly why: 'nothing_payable'; readonly balanceCents: number };

/**
 * Pays a partner everything payable in one program and currency. What was taken back from commissions after they had
 * been paid is settled first, by one `carry` movement; where that is more than what is payable, nothing is paid and
 * the negative balance stays for a later payout. What such a settlement had kept back, and is not owed after all, because
 * the payout it goes back to was cancelled or the refund failed, is paid by a `carry` in the other direction. Two at once:
 * one pays, the other finds nothing. It records money that has been sent, so a change of payout details a short time
 * ago does not keep it. Contract section 3.
 */
export async function createPayout(pool: Pool, ids: IdSource, request: PayoutRequest): Promise<PayoutResult> {
  return withTransaction(pool, async (client) => {
    const payees = await lockPayees(client, request.programId, [request.partnerId]);
    const result = await payPartner(client, ids, { ...request, payee: payees.get(request.partnerId) });
    if (result.ok) await writePayoutEntry(client, result.payout);
    return result;
  });
}

/** A payout of a run is in the entry of the run; this is for one without. */
async function writePayoutEntry(client: ClientBase, payout: Payout): Promise<void> {
  const { id, programId, partnerId, currency, amountCents, reference } = payout;
  const after = {
    id,
    partner_id: partnerId,
    currency,
    amount_cents: amountCents,
    status: 'paid',
    reference,
  };
  const origin = await serviceOrigin(client, 'payout.create', programId);
  await writeAuditEntries(client, origin, [{ on: 'payout', id, before: null, after }]);
}

/** As `createPayout`, inside the caller's transaction: for runs, which pay many at once. */
export async function payPartner(
  client: ClientBase,
  ids: IdSource,
  request: PayeeRequest,
): Promise<PayoutResult> {
  if (!(await lockPartnerBooks(client, request))) return { ok: false, why: 'partner_not_in_program' };
  const owedCents = await readTakenBack(client, request);
  const payable = await selectCommissions(
    client,
    `program_id = $1 and partner_id = $2 and currency = $3 and status = 'payable' order by id for update`,
    [request.programId, request.partnerId, request.currency],
  );
  const { commissions, netCents } = asMuchAsCounts(payable, owedCents);
  if (netCents <= 0n || netCents < BigInt(request.minimumCents ?? 0))
    return { ok: false, why: 'nothing_payable', balanceCents: Number(netCents) };
  const { programId, partnerId, currency, reference, nowMs } = request;
  const newId = await ids.take(client, commissions.length + 2);
  const payout: Payout = {
    id: newId(),
    programId,
    partnerId,
    currency,
    amountCents: Number(netCents),
    reference,
    createdAtMs: nowMs,
    commissionCount: commissions.length,
    carriedCents: Number(owedCents),
  };
  await insertPayout(client, payout, request);
  await bookPayout(client, payout, commissions, newId);
  return { ok: true, payout };
}

/**
 * One payout of a partner in a program at a time: a second one waits here, and then sees what the first has paid.
 * Nothing else locks this row against updates, so events are never kept waiting.
 */
export async function lockPartnerBooks(
  client: ClientBase,
  request: Pick<PayoutRequest, 'programId' | 'partnerId'>,
): Promise<boolean> {
  const { rows } = await client.query(
    'select id from enrollments where program_id = $1 and partner_id = $2 for no key update',
    [request.programId, request.partnerId],
  );
  return rows.length > 0;
}

/**
 * What was taken back from paid commissions and not yet settled by a `carry`; below zero: what carries have kept back too
 * much. Only payouts change which commissions are
 * paid, and they take turns, so this is right whatever matures or is refunded meanwhile: a refund that commits later
 * is carried to the next payout.
 */
async function readTakenBack(client: ClientBase, request: PayoutRequest): Promise<bigint> {
  const { rows } = await client.query<{ cents: string }>(
    `select coalesce(sum(case when m.from_account = 'payable' then m.amount_cents
                              when m.to_account = 'payable' then -m.amount_cents else 0 end), 0)::text as cents
       from ledger_movements m
       left join commissions c on c.id = m.commission_id
      where m.program_id = $1 and m.partner_id = $2 and m.currency = $3
        and (m.kind in ('carry', 'uncarry') or c.payout_id is not null)`,
    [request.programId, request.partnerId, request.currency],
  );
  return BigInt(rows[0]?.cents ?? 0);
}

/** The commissions one payout can pay without its amount passing what svc counts exactly; practically always all. */
function asMuchAsCounts(
  payable: readonly Commission[],
  owedCents: bigint,
): { commissions: readonly Commission[]; netCents: bigint } {
  let netCents = -owedCents;
  let count = 0;
  for (const { amountCents } of payable) {
    if (netCents + BigInt(amountCents) > BigInt(MAX_AMOUNT_CENTS)) break;
    netCents += BigInt(amountCents);
    count++;
  }
  return { commissions: payable.slice(0, count), netCents };
}

async function insertPayout(
  client: ClientBase,
  payout: Payout,
  { runId, payee }: PayeeRequest,
): Promise<void> {
  const { id, programId, partnerId, currency, amountCents, reference, createdAtMs } = payout;
  await client.query(
    `insert into payouts (id, program_id, partner_id, currency, amount_cents, reference, run_id, status, created_at,
                          settled_at, payee_name, payee_email, payout_details_id)
     select $1, $2, $3, $4, $5, $6, $8::bigint, case when $8::bigint is null then 'paid' else 'open' end, made.at,
            case when $8::bigint is null then made.at end, $9, $10, $11::bigint
       from (select to_timestamp($7::float8 / 1000) as at) made`,
    [
      id,
      programId,
      partnerId,
      currency,
      amountCents,
      reference,
      createdAtMs,
      runId ?? null,
      payee?.name ?? null,
      payee?.email ?? null,
      payee?.detailsId ?? null,
    ],
  );
}

/** Takes the money of a payout out of the books. */
async function bookPayout(
  client: ClientBase,
  payout: Payout,
  commissions: readonly Commission[],
  newId: NewId,
): Promise<void> {
  const { id, createdAtMs } = payout;
  const paid = commissions.map((commission): Commission => ({ ...commission, status: 'paid', payoutId: id }));
  const movements = commissions.map((commission) =>
    movementOf(commission, {
      id: newId(),
      kind: 'pay',
      from: accountOf('payable'),
      to: 'paid',
      amountCents: commission.amountCents,
      payoutId: id,
      occurredAtMs: createdAtMs,
    }),
  );
  if (payout.carriedCents !== 0) movements.push(carryOf(payout, newId()));
  await send(client, [updateCommissions(paid), insertMovements(movements)]);
}

/**
 * What was taken back earlier is kept from this payout: it goes from `paid` to `payable`, which it brings up to zero. What
 * was kept back too much goes the other way, and brings it down to zero.
 */
function carryOf(payout: Payout, id: number): Movement {
  const isKept = payout.carriedCents > 0;
  return {
    id,
    programId: payout.programId,
    partnerId: payout.partnerId,
    currency: payout.currency,
    kind: 'carry',
    from: isKept ? 'paid' : 'payable',
    to: isKept ? 'payable' : 'paid',
    amountCents: Math.abs(payout.carriedCents),
    commissionId: null,
    refundId: null,
    payoutId: payout.id,
    occurredAtMs: payout.createdAtMs,
  };
}
