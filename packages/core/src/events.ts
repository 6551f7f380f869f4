import type { Effect, Facts, PaymentEffect } from './facts.js';
import type { MovementKind } from './ledger/movement-kinds.js';
import type { Commission, CreditChange, Lead, Sale } from './model.js';

/**
 * Every type of event, of the pipeline and of operations. Contract 2, section 9. Types of commissions (`commission.…`) are written in
 * the savepoint of the commission.
 */
export type EventType =
  | 'lead.created'
  | 'sale.created'
  | 'sale.refunded'
  | 'commission.created'
  | 'commission.changed'
  | 'commission.paid'
  | 'dispute.opened'
  | 'dispute.closed'
  | 'partner.applied'
  | 'partner.updated'
  | 'payout.created'
  | 'payout.paid'
  | 'payout.reopened'
  | 'payout.cancelled'
  | 'claim.created'
  | 'claim.answered'
  | 'adjustment.created'
  | 'customer.assigned'
  | 'customer.erased';

/** Something that happened, to be written in the transaction of its effect. */
export interface NewEvent {
  readonly type: EventType;
  readonly workspaceId: number;
  /** null: a dispute of a payment whose sale is not known. */
  readonly programId: number | null;
  readonly testMode: boolean;
  /**
   * The row it is about: the lead, sale, refund (`sale.refunded`), ledger movement (`commission.…`), payment (`dispute.…`),
   * partner, payout, claim, partner adjustment or customer.
   */
  readonly objectId: number;
  /** The key of a dispute, which is unique in the workspace; null for everything else. */
  readonly objectKey: string | null;
}

/**
 * What a movement is for the commission it is of. A movement of a partner's whole balance belongs to a payout, and a partner
 * adjustment has an event of its own.
 */
export const MOVEMENT_EVENTS: Record<MovementKind, EventType | null> = {
  earn: 'commission.created',
  mature: 'commission.changed',
  hold: 'commission.changed',
  release: 'commission.changed',
  reverse: 'commission.changed',
  reject: 'commission.changed',
  restore: 'commission.changed',
  reassign: 'commission.changed',
  unpay: 'commission.changed',
  pay: 'commission.paid',
  carry: null,
  uncarry: null,
  adjust: null,
  mature_adjustment: null,
  pay_adjustment: null,
  unpay_adjustment: null,
};

/** The events of one decision, in the order of its effects; `facts` are those after it, with customers and sales as they are now. Clicks create none. */
export function eventsOf(effects: readonly Effect[], facts: Facts): readonly NewEvent[] {
  const events: NewEvent[] = [];
  let earnedBy: EventSource | undefined;
  for (const effect of effects) {
    if (effect.kind === 'lead') events.push(leadEvent(effect.lead, facts));
    else if (effect.kind === 'credit_change') events.push(...assignmentEvents(effect.change));
    else if (effect.kind === 'sale') events.push(saleEvent('sale.created', effect.sale, effect.sale.id));
    else if (effect.kind === 'refund') events.push(saleEvent('sale.refunded', effect.sale, effect.refund.id));
    // Movements come behind the commission they are of.
    else if (effect.kind === 'commission') earnedBy = sourceOf(effect.commission, facts);
    else if (effect.kind === 'movement') {
      const type = MOVEMENT_EVENTS[effect.movement.kind];
      if (type === null) continue;
      if (earnedBy === undefined)
        throw new Error(`What earned movement ${effect.movement.id} is not loaded.`);
      events.push(saleEvent(type, earnedBy, effect.movement.id));
    } else if (effect.kind === 'payment') events.push(...disputeEvents(effect, facts));
  }
  return events;
}

function leadEvent({ id, customerId, programId, testMode }: Lead, facts: Facts): NewEvent {
  const customer = facts.customers.get(customerId);
  if (customer === undefined) throw new Error(`The customer of lead ${id} is not loaded.`);
  const { workspaceId } = customer;
  return { type: 'lead.created', workspaceId, programId, testMode, objectId: id, objectKey: null };
}

/** Credit that a click moved shows with the lead or the sale that named it. */
function assignmentEvents({ reason, workspaceId, programId, customerId }: CreditChange): readonly NewEvent[] {
  if (reason !== 'assigned') return [];
  const type = 'customer.assigned';
  return [{ type, workspaceId, programId, testMode: false, objectId: customerId, objectKey: null }];
}

/** What an event says of where it happened. */
type EventSource = Pick<Sale, 'workspaceId' | 'programId' | 'testMode'>;

/** The sale of a commission; of a lead, which only a real one earns a commission for, its program. */
function sourceOf({ saleId, programId }: Commission, facts: Facts): EventSource | undefined {
  if (saleId !== null) return facts.sales.get(saleId);
  const program = facts.programs.get(programId);
  return program && { workspaceId: program.workspaceId, programId, testMode: false };
}

function saleEvent(
  type: EventType,
  { workspaceId, programId, testMode }: EventSource,
  objectId: number,
): NewEvent {
  return { type, workspaceId, programId, testMode, objectId, objectKey: null };
}

/** One that was decided when it was first reported was never known to be open: it is closed. */
function disputeEvents({ payment, adjustments }: PaymentEffect, facts: Facts): readonly NewEvent[] {
  const sale = payment.saleId === null ? undefined : facts.sales.get(payment.saleId);
  return adjustments.flatMap(({ adjustment, before }): readonly NewEvent[] => {
    const { kind, state, key } = adjustment;
    const isOpen = state === 'open';
    if (kind !== 'dispute' || (before !== null && isOpen === (before.state === 'open'))) return [];
    return [
      {
        type: isOpen ? 'dispute.opened' : 'dispute.closed',
        workspaceId: payment.workspaceId,
        programId: sale?.programId ?? null,
        testMode: sale?.testMode ?? false,
        objectId: payment.id,
        objectKey: key,
      },
    ];
  });
}
