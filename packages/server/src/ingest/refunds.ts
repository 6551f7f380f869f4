import { type Facts, type Refund, refundKeyIndex } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { columnsOf } from './columns.js';
import { describeTable } from './table.js';

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

const REFUNDS = describeTable<Refund>('refunds', {
  id: 'bigint',
  programId: 'bigint',
  saleId: 'bigint',
  refundKey: 'text',
  amountCents: 'bigint',
  source: 'text',
  occurredAtMs: 'time',
});

/** A row of the table refunds as the rules know it. */
export const refundFromRow = REFUNDS.fromRow;

/** Writes refunds. */
export const insertRefunds = REFUNDS.insert;
