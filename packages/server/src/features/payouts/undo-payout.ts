import { applyHolds, kindsWhere, type PayoutKey, type PayoutMovement, planCancellation } from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import { appendEvents, eventsOfMovements } from '../../events/append-events.js';
import { updateCommissions } from '../../ingest/commissions.js';
import type { IdSource } from '../../ingest/ids.js';
import { insertMovements } from '../../ingest/movements.js';
import { selectAdjustments, updateAdjustments } from '../adjustments/stored-adjustments.js';
import { readHoldConditions } from '../commissions/read-hold-conditions.js';
import { selectCommissions } from '../commissions/select-commissions.js';

/**
 * Undoes every movement of a payout, so that its commissions and adjustments are payable again with what is left of them, and what it had
 * settled of earlier payouts is owed back again. Commissions that something holds, such as a dispute that began meanwhile, are held instead.
 * The caller has locked the partner's books and the payout.
 */
export async function undoPayout(
  client: ClientBase,
  ids: IdSource,
  payout: PayoutKey,
  atMs: number,
): Promise<void> {
  const commissions = await selectCommissions(client, 'payout_id = $1 order by id for update', [payout.id]);
  const adjustments = await selectAdjustments(client, 'payout_id = $1 order by id for update', [payout.id]);
  const posted = await loadPayoutMovements(client, payout.id);
  const conditionsOf = await readHoldConditions(client, commissions);
  // What is not payable again after all is held by one more movement.
  const newId = await ids.take(client, posted.length + commissions.length);
  const plan = planCancellation({ payout, commissions, adjustments, posted, atMs, newId });
  const held = plan.changes.map((change) =>
    applyHolds(change, conditionsOf(change.commission), { atMs, newId }),
  );
  const booked = [
    ...plan.uncarried,
    ...held.flatMap(({ movements }) => movements),
    ...plan.adjustments.map(({ movement }) => movement),
  ];
  await updateAdjustments(
    client,
    plan.adjustments.map(({ adjustment }) => adjustment),
  );
  await send(client, [updateCommissions(held.map(({ commission }) => commission)), insertMovements(booked)]);
  await appendEvents(client, eventsOfMovements(booked));
}

/** The kinds of movement that a payout posts when it is created. */
const POSTED_BY_PAYOUTS = kindsWhere(({ hasPayout, undoes }) => hasPayout && undoes === null);

async function loadPayoutMovements(client: ClientBase, payoutId: number): Promise<readonly PayoutMovement[]> {
  const { rows } = await client.query<PayoutMovement>(
    `select kind, commission_id as "commissionId", adjustment_id as "adjustmentId", amount_cents as "amountCents", from_account as "from",
            to_account as "to"
       from ledger_movements where payout_id = $1 and kind = any($2::text[]) order by id`,
    [payoutId, POSTED_BY_PAYOUTS],
  );
  return rows;
}
