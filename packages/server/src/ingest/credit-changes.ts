import type { CreditChange, Customer, CustomerCredit } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { CLICK_KEY, updateCredit } from './customers.js';
import { type Columns, describeTable } from './table.js';

const CREDIT: Columns<CustomerCredit> = {
  enrollmentId: 'bigint',
  partnerId: 'bigint',
  linkId: 'bigint',
  click: { orNull: CLICK_KEY },
  codeId: 'bigint',
};

const CREDIT_CHANGES = describeTable<CreditChange>('credit_changes', {
  customerId: 'bigint',
  number: 'integer',
  workspaceId: 'bigint',
  programId: 'bigint',
  from: { columns: CREDIT },
  to: { columns: CREDIT },
  reason: 'text',
  saleId: 'bigint',
  note: 'text',
  by: ['changed_by', 'text'],
  movesSales: 'boolean',
  occurredAtMs: 'time',
});

/** A row of the table credit_changes as the rules know it. */
export const creditChangeFromRow = CREDIT_CHANGES.fromRow;

/** Moves credit: writes each change, and the customers, given as they are after the last of theirs. */
export function recordCreditChanges(
  changes: readonly CreditChange[],
  customers: readonly Customer[],
): readonly (Statement | null)[] {
  return [CREDIT_CHANGES.insert(changes), updateCredit(customers)];
}
