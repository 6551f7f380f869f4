import type { CreditChange, CustomerCredit } from '@svc/core';
import type { AuditEntry } from '../../operations/change.js';

/** What the audit log says of the assignment of a customer, and of the sales so far; `verify` compares the change of credit with it. */
export function assignedEntry(change: CreditChange, saleIds: readonly number[] = []): AuditEntry {
  const after = {
    ...creditOf(change.to),
    from: change.movesSales ? 'first_sale' : 'now',
    reason: change.note,
    sales: saleIds,
    credit_change: change.number,
  };
  return { on: 'customer', id: change.customerId, before: creditOf(change.from), after };
}

function creditOf({ partnerId, linkId }: CustomerCredit) {
  return { partner_id: partnerId, link_id: linkId };
}
