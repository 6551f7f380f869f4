import { carriedAmount, planPayout } from '@svc/core';
import type { ClientBase, Pool } from 'pg';
import { send } from '../../database/statements.js';
import { withTransaction } from '../../database/transaction.js';
import { appendEvents, eventsOfMovements } from '../../events/append-events.js';
import { updateCommissions } from '../../ingest/commissions.js';
import type { IdSource } from '../../ingest/ids.js';
import { insertMovements } from '../../ingest/movements.js';
import { writeAuditEntries } from '../../operations/change.js';
import { serviceOrigin } from '../../operations/service-origin.js';
import { selectCommissions } from '../commissions/select-commissions.js';
import { type FundsRow, fundsFromRow, partnerBalances } from './partner-balances.js';
import { lockPayees, type Payee } from './payee.js';

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

/** The payout, or why there is none; `nothing_payable` has the balance, which is 0 or less, or below the minimum. */
export type PayoutResult =
  | { readonly ok: true; readonly payout: Payout }
  | { readonly ok: false; readonly why: 'partner_not_in_program' }
  | { readonly ok: false; readonly why: 'nothing_payable'; readonly balanceCents: number };

/**
 * Pays a partner everything payable in one program and currency, as `planPayout` of core says. Of two at once, one pays and
 * the other finds nothing. It records money that has been sent, so a recent change of payout details does not keep it.
 * Contract section 3.
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
  const carriedCents = await loadCarried(client, request);
  const payable = await selectCommissions(
    client,
    `program_id = $1 and partner_id = $2 and currency = $3 and status = 'payable' order by id for update`,
    [request.programId, request.partnerId, request.currency],
  );
  const { programId, partnerId, currency, reference, minimumCents = 0, nowMs: atMs } = request;
  const newId = await ids.take(client, payable.length + 2);
  const plan = planPayout({
    programId,
    partnerId,
    currency,
    payable,
    carriedCents,
    minimumCents,
    atMs,
    newId,
  });
  if (!plan.ok) return { ok: false, why: 'nothing_payable', balanceCents: Number(plan.dueCents) };
  const { commissions, movements, ...planned } = plan.payout;
  const payout = { ...planned, reference, createdAtMs: atMs, commissionCount: commissions.length };
  await insertPayout(client, payout, request);
  await send(client, [updateCommissions(commissions), insertMovements(movements)]);
  const event = { programId, objectId: payout.id };
  await appendEvents(client, [
    { type: 'payout.created', ...event },
    ...eventsOfMovements(movements),
    ...(request.runId === undefined ? [{ type: 'payout.paid' as const, ...event }] : []),
  ]);
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
 * What is carried from earlier payouts. Only payouts change which commissions are paid, and they take turns, so this stays
 * right while commissions mature or are refunded: a refund that commits later is carried to the next payout.
 */
async function loadCarried(client: ClientBase, request: PayoutRequest): Promise<bigint> {
  const { rows } = await client.query<FundsRow>(
    `select payable::text, payable_commissions::text
       from (${partnerBalances('program_id = $1 and partner_id = $2 and currency = $3')}) balances`,
    [request.programId, request.partnerId, request.currency],
  );
  return rows[0] === undefined ? 0n : carriedAmount(fundsFromRow(rows[0]));
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
