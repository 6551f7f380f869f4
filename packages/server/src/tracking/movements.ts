import type { Movement } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { columnsOf } from './columns.js';

/** Books movements in the ledger. They are never changed afterwards; the database refuses it. */
export function insertMovements(movements: readonly Movement[]): Statement | null {
  if (movements.length === 0) return null;
  return {
    name: 'insert-movements',
    text: `insert into ledger_movements (id, program_id, partner_id, currency, kind, from_account, to_account,
                                         amount_cents, commission_id, refund_id, payout_id, occurred_at)
           select id, program_id, partner_id, currency, kind, from_account, to_account, amount_cents, commission_id,
                  refund_id, payout_id, to_timestamp(occurred_ms::float8 / 1000)
             from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
                         $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[])
               as new (id, program_id, partner_id, currency, kind, from_account, to_account, amount_cents,
                       commission_id, refund_id, payout_id, occurred_ms)`,
    values: columnsOf(
      movements,
      (movement) => movement.id,
      (movement) => movement.programId,
      (movement) => movement.partnerId,
      (movement) => movement.currency,
      (movement) => movement.kind,
      (movement) => movement.from,
      (movement) => movement.to,
      (movement) => movement.amountCents,
      (movement) => movement.commissionId,
      (movement) => movement.refundId,
      (movement) => movement.payoutId,
      (movement) => movement.occurredAtMs,
    ),
  };
}
