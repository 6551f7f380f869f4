import type { Commission, Facts, SaleCommission } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { lookUp } from './look-up.js';
import { describeTable, type Row } from './table.js';

const COMMISSIONS = describeTable<Commission>(
  'commissions',
  {
    id: 'bigint',
    programId: 'bigint',
    saleId: 'bigint',
    leadId: 'bigint',
    enrollmentId: 'bigint',
    partnerId: 'bigint',
    ruleId: 'bigint',
    originalCents: 'bigint',
    cappedCents: 'bigint',
    amountCents: 'bigint',
    currency: 'text',
    status: 'text',
    holdKind: 'text',
    holdNote: ['hold_reason', 'text'],
    releasedAtMs: 'time',
    payableAtMs: 'time',
    payoutId: 'bigint',
    reassignedAtMs: 'time',
    rejectedAtMs: 'time',
    rejectionReason: 'text',
    flags: 'json',
    reason: 'json',
    createdAtMs: 'time',
  },
  // Nobody has written a note on a new commission, released or rejected it, or assigned its sale to another partner.
  {
    leftToDefault: [
      'cappedCents',
      'holdNote',
      'releasedAtMs',
      'reassignedAtMs',
      'rejectedAtMs',
      'rejectionReason',
    ],
  },
);

/** A row of the table commissions as the rules know it. */
export const commissionFromRow = COMMISSIONS.fromRow;

/** The same of a row with a sale, as the database checks. */
export const saleCommissionFromRow = commissionFromRow as (row: Row) => SaleCommission;

/**
 * Adds to the facts the commissions of these sales, locked until the transaction ends. What partners earned whom a sale was
 * credited to before stays aside: nothing that happens to the sale changes it.
 */
export function loadCommissions(facts: Facts, saleIds: readonly number[]): Statement | null {
  return lookUp<Row>(
    'load-commissions',
    saleIds,
    `select ${COMMISSIONS.columns},
            (select e.earned_held_at from enrollments e where e.id = commissions.enrollment_id) as earned_held_at
       from commissions
      where sale_id = any($1::bigint[]) and reassigned_at is null order by id for update`,
    (row) => {
      facts.commissionBySale.set(row.sale_id, commissionFromRow(row));
      if (row.earned_held_at !== null)
        facts.earnedHeldAt.set(row.enrollment_id, row.earned_held_at.getTime());
    },
  );
}

/** Writes commissions. A sale has at most one per partner, a lead has one: the unique indexes have the last word. */
export const insertCommissions = COMMISSIONS.insert;

/** Writes what can change of a commission: what is left of it, status, hold and payout. */
export const updateCommissions = COMMISSIONS.update('update-commissions', {
  key: ['id'],
  set: ['amountCents', 'status', 'holdKind', 'holdNote', 'payoutId'],
});

/** Writes what the assignment of their sales to another partner changes of commissions. */
export const updateReassignedCommissions = COMMISSIONS.update('update-reassigned-commissions', {
  key: ['id'],
  set: ['amountCents', 'cappedCents', 'status', 'holdKind', 'holdNote', 'reassignedAtMs'],
});

/** Writes what a person's release changes of commissions. */
export const updateReleasedCommissions = COMMISSIONS.update('update-released-commissions', {
  key: ['id'],
  set: ['status', 'holdKind', 'holdNote', 'releasedAtMs'],
});

/** Writes what the rejection of commissions changes of them. */
export const updateRejectedCommissions = COMMISSIONS.update('update-rejected-commissions', {
  key: ['id'],
  set: ['amountCents', 'status', 'holdKind', 'holdNote', 'rejectedAtMs', 'rejectionReason'],
});
