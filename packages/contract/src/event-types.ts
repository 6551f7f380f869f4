/** Every type of event. `webhook.test`, which tests a webhook, is in no feed. */
export const EVENT_TYPES = [
  'lead.created',
  'sale.created',
  'sale.refunded',
  'commission.created',
  'commission.changed',
  'commission.paid',
  'dispute.opened',
  'dispute.closed',
  'partner.applied',
  'partner.updated',
  'payout.created',
  'payout.paid',
  'payout.reopened',
  'payout.cancelled',
  'claim.created',
  'claim.answered',
  'adjustment.created',
  'customer.assigned',
  'customer.erased',
] as const;

export type SvcEventType = (typeof EVENT_TYPES)[number];
