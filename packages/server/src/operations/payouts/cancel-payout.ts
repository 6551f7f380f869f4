import type { PayoutItem } from '@svc/contract';
import { type Commission, holdWhileDisputed, type Movement, movementOf } from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import type { Encryption } from '../../encryption.js';
import { updateCommissions } from '../../tracking/commissions.js';
import type { IdSource } from '../../tracking/ids.js';
import { insertMovements } from '../../tracking/movements.js';
import { type Change, changed } from '../audit/change.js';
import { lockPartnerBooks } from '../create-payout.js';
import { readDisputed } from '../read-disputed.js';
import { selectCommissions } from '../select-commissions.js';
import { auditedPayout, findPayout } from './list-payouts.js';
import { lockOpenPayout } from './mark-paid.js';

interface BookedRow {
  readonly kind: 'pay' | 'carry';
  readonly commission_id: number | null;
  readonly amount_cents: number;
  readonly from_account: Movement['from'];
  readonly to_account: Movement['to'];
}

/**
 * Cancels a payout whose money was not sent. Every movement it made is undone by another, so its commissions are payable
 * again with what is left of them after refunds meanwhile, and what it had settled is owed back again. Those whose payment
 * was disputed meanwhile are held instead.
 */
export async function cancelPayout(
  client: ClientBase,
  ids: IdSource,
  of: {
    readonly programId: number;
    readonly payoutId: number;
    readonly encryption: Encryption;
    readonly nowMs: number;
  },
): Promise<Change<PayoutItem>> {
  const known = await findPayout(client, of);
  // The partner's books first, as everybody who pays does, so that two cannot wait for each other.
  if (known !== null) {
    await lockPartnerBooks(client, { programId: of.programId, partnerId: known.partner_id });
  }
  const before = await lockOpenPayout(client, of);
  const commissions = await selectCommissions(client, 'payout_id = $1 order by id for update', [of.payoutId]);
  const { rows: booked } = await client.query<BookedRow>(
    `select kind, commission_id, amount_cents, from_account, to_account from ledger_movements
      where payout_id = $1 and kind in ('pay', 'carry')`,
    [of.payoutId],
  );
  const disputed = await readDisputed(
    client,
    commissions.map(({ saleId }) => saleId),
  );
  const newId = await ids.take(client, booked.length + disputed.size);
  const byId = new Map(commissions.map((commission) => [commission.id, commission]));
  const movements = booked.map((row) => undo(row, byId, before, { ...of, id: newId() }));
  const released = commissions.map((before) => {
    const commission: Commission = {
      ...before,
      status: before.amountCents === 0 ? 'reversed' : 'payable',
      payoutId: null,
    };
    return holdWhileDisputed({ commission, movements: [] }, disputed.has(before.saleId), of.nowMs, newId);
  });
  await send(client, [
    updateCommissions(released.map(({ commission }) => commission)),
    insertMovements([...movements, ...released.flatMap(({ movements: holds }) => holds)]),
  ]);
  await client.query(`update payouts set status = 'cancelled', settled_at = now() where id = $1`, [
    of.payoutId,
  ]);
  const after = await findPayout(client, of);
  if (after === null) throw new Error(`payout ${of.payoutId} is gone`);
  return changed(after, {
    on: 'payout',
    id: of.payoutId,
    before: auditedPayout(before),
    after: auditedPayout(after),
  });
}

/** The movement that takes one of a payout back. */
function undo(
  row: BookedRow,
  commissions: ReadonlyMap<number, Commission>,
  payout: PayoutItem,
  of: { readonly programId: number; readonly payoutId: number; readonly nowMs: number; readonly id: number },
): Movement {
  const shared = { id: of.id, amountCents: row.amount_cents, payoutId: of.payoutId, occurredAtMs: of.nowMs };
  if (row.kind === 'carry') {
    return {
      ...shared,
      programId: of.programId,
      partnerId: payout.partner_id,
      currency: payout.currency,
      kind: 'uncarry',
      from: row.to_account,
      to: row.from_account,
      commissionId: null,
      refundId: null,
    };
  }
  const commission = commissions.get(row.commission_id ?? 0);
  if (commission === undefined)
    throw new Error(`commission ${row.commission_id} is not in payout ${of.payoutId}`);
  return movementOf(commission, { ...shared, kind: 'unpay', from: 'paid', to: 'payable' });
}
