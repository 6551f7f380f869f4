import { applyHolds, type Commission, carriedAmount, planPayout, standingHold } from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import { appendEvents, eventsOfMovements } from '../../events/append-events.js';
import { updateCommissions } from '../../ingest/commissions.js';
import type { IdSource } from '../../ingest/ids.js';
import { insertMovements } from '../../ingest/movements.js';
import { selectAdjustments, updateAdjustments } from '../adjustments/stored-adjustments.js';
import { writeCommissionChanges } from '../commissions/move-commission.js';
import { readHoldConditions } from '../commissions/read-hold-conditions.js';
import { selectCommissions } from '../commissions/select-commissions.js';
import { PARTIES } from '../companies/stored-companies.js';
import { type FundsRow, fundsFromRow, partnerBalances } from './partner-balances.js';
import type { Payee } from './payee.js';

/** Whom to pay, in which run; the payout stays open until somebody says that the money was sent. */
export interface PayoutRequest {
  readonly programId: number;
  readonly partnerId: number;
  readonly currency: string;
  readonly runId: number;
  /** Less is not paid. */
  readonly minimumCents: number;
  /** Who the payout is made to, which `lockPayees` says. */
  readonly payee: Payee | undefined;
  readonly nowMs: number;
}

/**
 * Pays a partner everything payable in one program and currency, as `planPayout` of core says, inside the caller's
 * transaction, and returns the id of the payout. Of two at once, one pays and the other finds nothing. Null: nothing is due, or less
 * than the minimum.
 * Contract section 3.
 */
export async function payPartner(
  client: ClientBase,
  ids: IdSource,
  request: PayoutRequest,
): Promise<number | null> {
  await lockPartnerBooks(client, request);
  const payable = await selectPayable(client, ids, request);
  const carriedCents = await loadCarried(client, request);
  const adjustments = await selectAdjustments(
    client,
    `program_id = $1 and partner_id = $2 and currency = $3 and status = 'payable' order by id for update`,
    [request.programId, request.partnerId, request.currency],
  );
  const { programId, partnerId, currency, minimumCents, nowMs: atMs } = request;
  const newId = await ids.take(client, payable.length + adjustments.length + 2);
  const plan = planPayout({
    programId,
    partnerId,
    currency,
    payable,
    adjustments,
    carriedCents,
    minimumCents,
    atMs,
    newId,
  });
  if (!plan.ok) return null;
  const { commissions, movements, id, amountCents } = plan.payout;
  await insertPayout(client, { id, amountCents }, request);
  await updateAdjustments(client, plan.payout.adjustments);
  await send(client, [updateCommissions(commissions), insertMovements(movements)]);
  await appendEvents(client, [
    { type: 'payout.created', programId, objectId: id },
    ...eventsOfMovements(movements),
  ]);
  return id;
}

/** The commissions to be paid, locked. One that is payable though something holds it is held now: nothing of it may be paid. */
async function selectPayable(
  client: ClientBase,
  ids: IdSource,
  { programId, partnerId, currency, nowMs: atMs }: PayoutRequest,
): Promise<Commission[]> {
  const found = await selectCommissions(
    client,
    `program_id = $1 and partner_id = $2 and currency = $3 and status = 'payable' order by id for update`,
    [programId, partnerId, currency],
  );
  const conditionsOf = await readHoldConditions(client, found);
  const held = found.filter((commission) => standingHold(commission, conditionsOf(commission)) !== null);
  if (held.length === 0) return found;
  const newId = await ids.take(client, held.length);
  const changes = held.map((commission) =>
    applyHolds({ commission, movements: [] }, conditionsOf(commission), { atMs, newId }),
  );
  await writeCommissionChanges(client, changes);
  return found.filter((commission) => !held.includes(commission));
}

/**
 * One payout of a partner in a program at a time: a second one waits here, and then sees what the first has paid.
 * Nothing else locks this row against updates, so events are never kept waiting. False: the partner does not take part.
 */
export async function lockPartnerBooks(
  client: ClientBase,
  { programId, partnerId }: Pick<PayoutRequest, 'programId' | 'partnerId'>,
): Promise<boolean> {
  const { rows } = await client.query(
    'select id from enrollments where program_id = $1 and partner_id = $2 for no key update',
    [programId, partnerId],
  );
  return rows.length > 0;
}

/**
 * What is carried from earlier payouts. Only payouts change which commissions are paid, and they take turns, so this stays
 * right while commissions mature or are refunded: a refund that commits later is carried to the next payout.
 */
async function loadCarried(client: ClientBase, request: PayoutRequest): Promise<bigint> {
  const { rows } = await client.query<FundsRow>(
    `select payable::text, payable_commissions::text, payable_adjustments::text
       from (${partnerBalances('program_id = $1 and partner_id = $2 and currency = $3', 'books')}) balances`,
    [request.programId, request.partnerId, request.currency],
  );
  return rows[0] === undefined ? 0n : carriedAmount(fundsFromRow(rows[0]));
}

async function insertPayout(
  client: ClientBase,
  { id, amountCents }: { readonly id: number; readonly amountCents: number },
  { programId, partnerId, currency, runId, payee, nowMs }: PayoutRequest,
): Promise<void> {
  await client.query(
    `insert into payouts (id, program_id, partner_id, currency, amount_cents, run_id, status, created_at, payee_name,
                          payee_email, payout_details_id, parties)
     values ($1, $2, $3, $4, $5, $6, 'open', to_timestamp($7::float8 / 1000), $8, $9, $10,
             (select ${PARTIES} from programs g join workspaces w on w.id = g.workspace_id
                join partners p on p.id = $3 where g.id = $2))`,
    [
      id,
      programId,
      partnerId,
      currency,
      amountCents,
      runId,
      nowMs,
      payee?.name ?? null,
      payee?.email ?? null,
      payee?.detailsId ?? null,
    ],
  );
}
