import { hash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Json } from '../event.js';

/** Something the processor has, written as the event that would tell of it. */
export interface FetchedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly accountId: string;
  readonly createdMs: number;
  readonly body: string;
}

const PAGE = 100;

/**
 * Reads what an account took in and gave back since a time: checkouts, invoices with their payments, charges of which money
 * went back, and refunds. Each is told as an event whose id is made from what it tells, so that telling the same again
 * is the same event.
 */
export async function fetchEvents(
  client: Stripe,
  accountId: string,
  sinceMs: number,
  nowMs: number,
): Promise<FetchedEvent[]> {
  const created = { gte: Math.floor(sinceMs / 1000) };
  const of = { stripeAccount: accountId };
  const events: FetchedEvent[] = [];
  const tell = (type: string, object: unknown) =>
    events.push(eventOf(type, object as Json, accountId, nowMs));
  for await (const session of client.checkout.sessions.list({ created, limit: PAGE }, of)) {
    tell('checkout.session.completed', session);
  }
  for await (const invoice of client.invoices.list({ created, status: 'paid', limit: PAGE }, of)) {
    tell('invoice.paid', invoice);
  }
  for await (const payment of client.invoicePayments.list({ created, status: 'paid', limit: PAGE }, of)) {
    tell('invoice_payment.paid', payment);
  }
  for await (const charge of client.charges.list({ created, limit: PAGE }, of)) {
    if (charge.amount_refunded > 0) tell('charge.refunded', charge);
  }
  for await (const refund of client.refunds.list({ created, limit: PAGE }, of))
    tell('refund.updated', refund);
  return events;
}

function eventOf(type: string, object: Json, accountId: string, nowMs: number): FetchedEvent {
  const text = JSON.stringify(object);
  const created = typeof object.created === 'number' ? object.created : Math.floor(nowMs / 1000);
  const eventId = `reconcile_${hash('sha256', `${accountId} ${type} ${text}`).slice(0, 40)}`;
  const event = {
    id: eventId,
    object: 'event',
    account: accountId,
    created,
    livemode: object.livemode === true,
    type,
    data: { object },
  };
  return { eventId, type, accountId, createdMs: created * 1000, body: JSON.stringify(event) };
}
