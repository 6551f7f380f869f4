import type { ClaimAction, ClaimItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Static } from 'typebox';
import type { IdSource } from '../../ingest/ids.js';
import type { Change } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import { insertAdjustment } from '../adjustments/insert-adjustment.js';
import { assignTo } from '../customers/assign-to.js';
import { enterSale } from '../sales/enter-sale.js';

/** What the answer to a claim does about it, and who answers. */
export interface ClaimDecision {
  readonly workspaceId: number;
  readonly programId: number;
  readonly claim: Pick<ClaimItem, 'partner_id' | 'reference'>;
  readonly action: Static<typeof ClaimAction>;
  /** Also the reason of the correction, unless the action has its own. */
  readonly answer: string;
  readonly by: string;
  readonly nowMs: number;
}

/** A correction, and the id of the customer, sale or adjustment that it is about. */
interface Correction extends Omit<Change<unknown>, 'answer'> {
  readonly id: number;
}

const MAX_REASON_LENGTH = 500;

/** Corrects the books for the partner of a claim, as the operations of the same names do. */
export async function actOnClaim(
  client: ClientBase,
  ids: IdSource,
  { workspaceId, programId, claim, action, answer, by, nowMs }: ClaimDecision,
): Promise<Correction> {
  const { partner_id: partnerId } = claim;
  const reason = action.reason ?? [...answer].slice(0, MAX_REASON_LENGTH).join('');
  if ('partner_id' in action && action.partner_id !== undefined && action.partner_id !== partnerId)
    throw new RefusedError('field_invalid', 'action');
  switch (action.type) {
    case 'assign': {
      const { customer_id: customerId, from } = action;
      const input = { programId, customerId, partnerId, from, reason, by, nowMs, isPreview: false };
      return named(await assignTo(client, ids, input), 'customer.assign', customerId);
    }
    case 'sale': {
      const { type: _type, transaction_id = claim.reference, ...rest } = action;
      const input = { ...rest, transaction_id, partner_id: partnerId, reason };
      const change = await enterSale(client, ids, { workspaceId, programId, input, by, nowMs });
      return named(change, 'sale.create', change.answer.id);
    }
    case 'adjustment': {
      const { amount_cents: amountCents, currency, payable_at: payableAt = null } = action;
      const input = { programId, partnerId, amountCents, currency, reason, payableAt, createdBy: by, nowMs };
      const change = await insertAdjustment(client, ids, input);
      return named(change, 'adjustment.create', change.answer.id);
    }
  }
}

/** The entries of a correction under the name that they have when it is made by itself. */
function named({ entries, events = [] }: Change<unknown>, action: string, id: number): Correction {
  return { entries: entries.map((entry) => ({ action, ...entry })), events, id };
}
