import type { Assignment } from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import { appendEvents, eventsOfMovements } from '../../events/append-events.js';
import { createBreakdownMemory } from '../../ingest/breakdown.js';
import { insertCommissions, updateReassignedCommissions } from '../../ingest/commissions.js';
import { recordCreditChanges } from '../../ingest/credit-changes.js';
import { updateCustomers } from '../../ingest/customers.js';
import { insertMovements } from '../../ingest/movements.js';
import { updateSaleCredit } from '../../ingest/sales.js';
import { addTotals } from '../../ingest/totals.js';
import { insertUnearnedCredits } from '../../ingest/unearned-credits.js';
import { CORRECTIONS_SLOT } from '../reports/corrections-slot.js';

/** Writes an assignment with its events. The caller has locked the customer and the sales. */
export async function writeAssignment(client: ClientBase, assignment: Assignment): Promise<void> {
  const { customer, change, sales, movements } = assignment;
  if (change === null) return;
  await send(client, [
    updateCustomers([customer]),
    ...recordCreditChanges([change], [customer]),
    updateSaleCredit(sales),
    insertUnearnedCredits(assignment.unearned),
    updateReassignedCommissions(assignment.changedCommissions),
    insertCommissions(assignment.newCommissions),
    insertMovements(movements),
    addTotals(assignment.totals, CORRECTIONS_SLOT),
    createBreakdownMemory().add(assignment.totals, CORRECTIONS_SLOT),
  ]);
  await appendEvents(client, [
    { type: 'customer.assigned', programId: customer.programId, objectId: customer.id },
    ...eventsOfMovements(movements),
  ]);
}
