import { type Facts, type Refund, refundKeyIndex } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { columnsOf } from './columns.js';

/** Adds to the facts which of these refund keys their sales have already seen. */
export function loadRefundKeys(
  facts: Facts,
  wanted: readonly { readonly saleId: number; readonly refundKey: string }[],
): Statement | null {
  if (wanted.length === 0) return null;
  return {
    name: 'load-refund-keys',
    text: `select r.sale_id, r.refund_key from unnest($1::bigint[], $2::text[]) as wanted (sale_id, refund_key)
             join refunds r on r.sale_id = wanted.sale_id and r.refund_key = wanted.refund_key`,
    values: columnsOf(
      wanted,
      (row) => row.saleId,
      (row) => row.refundKey,
    ),
    take(rows: readonly { sale_id: number; refund_key: string }[]) {
      for (const row of rows) facts.refundKeys.add(refundKeyIndex(row.sale_id, row.refund_key));
    },
  };
}

/** Writes refunds. */
export function insertRefunds(refunds: readonly Refund[]): Statement | null {
  if (refunds.length === 0) return null;
  return {
    name: 'insert-refunds',
    text: `insert into refunds (id, program_id, sale_id, refund_key, amount_cents, source, occurred_at)
           select id, program_id, sale_id, refund_key, amount_cents, source, to_timestamp(occurred_ms::float8 / 1000)
             from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::bigint[])
               as new (id, program_id, sale_id, refund_key, amount_cents, source, occurred_ms)`,
    values: columnsOf(
      refunds,
      (refund) => refund.id,
      (refund) => refund.programId,
      (refund) => refund.saleId,
      (refund) => refund.refundKey,
      (refund) => refund.amountCents,
      (refund) => refund.source,
      (refund) => refund.occurredAtMs,
    ),
  };
}
