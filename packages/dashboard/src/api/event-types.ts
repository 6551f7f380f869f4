import type { Input } from './client.js';

export type EventType = NonNullable<
  Input<'/api/workspaces/{workspaceId}/webhooks', 'post'>['body']['types']
>[number];

/** All there are: a record, so that a new one does not compile until it is here. */
const IS_TYPE: Readonly<Record<EventType, true>> = {
  'lead.created': true,
  'sale.created': true,
  'sale.refunded': true,
  'commission.created': true,
  'commission.changed': true,
  'commission.paid': true,
  'dispute.opened': true,
  'dispute.closed': true,
  'partner.applied': true,
  'partner.updated': true,
  'payout.created': true,
  'payout.paid': true,
  'payout.reopened': true,
  'payout.cancelled': true,
  'claim.created': true,
  'claim.answered': true,
  'adjustment.created': true,
  'customer.assigned': true,
  'customer.erased': true,
};

/** Every type of event, those of one thing beside each other. */
export const EVENT_TYPES = Object.keys(IS_TYPE) as EventType[];
