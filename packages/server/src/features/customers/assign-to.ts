import type { CustomerAssigned } from '@svc/contract';
import {
  type AssignableSale,
  type Assignment,
  type Customer,
  type Enrollment,
  emptyFacts,
  planAssignment,
} from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import { loadCodeNames } from '../../ingest/codes.js';
import { customerFromRow } from '../../ingest/customers.js';
import type { IdSource } from '../../ingest/ids.js';
import { loadEnrollments, loadPrograms } from '../../ingest/programs.js';
import type { Row } from '../../ingest/table.js';
import { type Change, changed, unchanged } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import { readEarnedHeldAt } from '../commissions/read-hold-conditions.js';
import { assignedEntry } from './assigned-entry.js';
import { customerItemOf } from './customer-item.js';
import { loadAssignableSales } from './load-assignable-sales.js';
import { writeAssignment } from './write-assignment.js';

/** At most a commission, its earn movement, a reversal or return, and a hold or release; and what the other partner loses. */
const IDS_PER_SALE = 5;

/** Whom a customer is assigned to, and who says so. */
export interface NewAssignment {
  readonly programId: number;
  readonly customerId: number;
  readonly partnerId: number;
  readonly from: 'now' | 'first_sale';
  readonly reason: string;
  readonly by: string;
  readonly nowMs: number;
  /** Nothing is written. */
  readonly isPreview: boolean;
  /** False: another system had the customer as the partner's, whatever the partner is in the program. */
  readonly isApprovalNeeded?: boolean;
}

/** Assigns a customer of a program to a partner of it, who has to be approved unless the input says otherwise. Nothing changes where all is credited to them already. */
export async function assignTo(
  client: ClientBase,
  ids: IdSource,
  input: NewAssignment,
): Promise<Change<CustomerAssigned>> {
  const { programId, customerId, from, reason: note, by, nowMs: atMs } = input;
  const customer = await lockCustomer(client, programId, customerId);
  const { program, enrollment } = await loadRelationship(client, input);
  const movesSales = from === 'first_sale';
  const sales = movesSales ? await loadAssignableSales(client, customerId, enrollment.id) : [];
  const codeNames = await readCodeNames(client, customer, sales);
  const heldAt = await readEarnedHeldAt(client, [enrollment.id]);
  const newId = await ids.take(client, sales.length * IDS_PER_SALE);
  const assignment = planAssignment({
    customer,
    program,
    enrollment,
    codeNames,
    earnedHeldAtMs: heldAt.get(enrollment.id) ?? null,
    sales,
    movesSales,
    note,
    by,
    atMs,
    newId,
  });
  const answer = answerOf(assignment);
  if (input.isPreview || assignment.change === null) return unchanged(answer);
  await writeAssignment(client, assignment);
  const saleIds = assignment.sales.map(({ id }) => id);
  return changed(answer, assignedEntry(assignment.change, saleIds));
}

/** Locked as the pipeline does, before anything of theirs: a sale at the same moment comes before or after. */
async function lockCustomer(client: ClientBase, programId: number, customerId: number): Promise<Customer> {
  const { rows } = await client.query<Row>(
    'select * from customers where id = $1 and program_id = $2 for update',
    [customerId, programId],
  );
  if (rows[0] === undefined) throw new RefusedError('not_found');
  return customerFromRow(rows[0]);
}

/** The names of the codes behind the customer's credit and behind that of sales that may be assigned back, by id. */
async function readCodeNames(
  client: ClientBase,
  { codeId }: Customer,
  sales: readonly AssignableSale[],
): Promise<Map<number, string>> {
  const ids = [codeId, ...sales.map(({ unearned }) => unearned?.creditCodeId)].flatMap((id) => id ?? []);
  const names = new Map<number, string>();
  if (ids.length > 0) await send(client, [loadCodeNames(names, ids)]);
  return names;
}

async function loadRelationship(
  client: ClientBase,
  {
    programId,
    partnerId,
    isApprovalNeeded = true,
  }: Pick<NewAssignment, 'programId' | 'partnerId' | 'isApprovalNeeded'>,
) {
  const { rows } = await client.query<{ id: number }>(
    'select id from enrollments where program_id = $1 and partner_id = $2',
    [programId, partnerId],
  );
  const enrollmentId = rows[0]?.id ?? 0;
  const facts = emptyFacts();
  await send(client, [
    loadPrograms(facts, new Set([programId])),
    loadEnrollments(facts, new Set([enrollmentId])),
  ]);
  const program = facts.programs.get(programId);
  const enrollment: Enrollment | undefined = facts.enrollments.get(enrollmentId);
  if (program === undefined || enrollment === undefined) throw new RefusedError('not_found');
  if (isApprovalNeeded && enrollment.status !== 'approved') throw new RefusedError('partner_not_approved');
  return { program, enrollment };
}

function answerOf({ customer, reassignments }: Assignment): CustomerAssigned {
  return {
    customer: customerItemOf(customer),
    changes: reassignments.map((one) => ({
      sale_id: one.saleId,
      from_partner_id: one.fromPartnerId,
      to_partner_id: one.toPartnerId,
      currency: one.currency,
      reversed_cents: one.reversedCents,
      earned_cents: one.earnedCents,
    })),
  };
}
