import type { Commission, Facts } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { lookUp } from './look-up.js';
import { describeTable, type Row } from './table.js';

const COMMISSIONS = describeTable<Commission>(
  'commissions',
  {
    id: 'bigint',
    programId: 'bigint',
    saleId: 'bigint',
    enrollmentId: 'bigint',
    partnerId: 'bigint',
    ruleId: 'bigint',
    originalCents: 'bigint',
    amountCents: 'bigint',
    currency: 'text',
    status: 'text',
    holdKind: 'text',
    holdNote: ['hold_reason', 'text'],
    payableAtMs: 'time',
    payoutId: 'bigint',
    reason: 'json',
    createdAtMs: 'time',
  },
  // Nobody has written a note on a new commission.
  { leftToDefault: ['holdNote'] },
);

/** A row of the table commissions as the rules know it. */
export const commissionFromRow = COMMISSIONS.fromRow;

/** Adds to the facts the commissions of these sales, locked until the transaction ends. */
export function loadCommissions(facts: Facts, saleIds: readonly number[]): Statement | null {
  return lookUp<Row>(
    'load-commissions',
    saleIds,
    `select ${COMMISSIONS.columns} from commissions where sale_id = any($1::bigint[]) order by id for update`,
    (row) => facts.commissionBySale.set(row.sale_id, commissionFromRow(row)),
  );
}

/** Writes commissions. A sale has at most one: the unique index on sale_id has the last word. */
export const insertCommissions = COMMISSIONS.insert;

/** Writes what can change of a commission: what is left of it, status, hold and payout. */
export const updateCommissions = COMMISSIONS.update('update-commissions', {
  key: ['id'],
  set: ['amountCents', 'status', 'holdKind', 'holdNote', 'payoutId'],
});
