import { hash } from 'node:crypto';
import Stripe from 'stripe';
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

/** What to read. */
export interface Wanted {
  readonly accountId: string;
  readonly sinceMs: number;
  readonly nowMs: number;
  /** Ids of disputes that are open here: they last for months, so they are read however old they are. */
  readonly openDisputes: readonly string[];
}

/**
 * Reads what an account took in and gave back since a time: checkouts, invoices with their payments, charges of which money
 * went back, refunds, credit notes and disputes. Each is told as an event whose id is made from what it tells and when, so
 * that telling the same again is the same event. What the processor changes in place is told as it is now, or what was told
 * of it before would count as newer.
 */
export async function fetchEvents(client: Stripe, wanted: Wanted): Promise<FetchedEvent[]> {
  const { accountId, sinceMs, nowMs } = wanted;
  const created = { gte: Math.floor(sinceMs / 1000) };
  const nowSeconds = Math.floor(nowMs / 1000);
  const of = { stripeAccount: accountId };
  const events: FetchedEvent[] = [];
  const tell = (type: string, object: unknown, toldSeconds?: number) =>
    events.push(
      eventOf(type, object as Json, accountId, toldSeconds ?? createdOf(object as Json) ?? nowSeconds),
    );
  for await (const session of client.checkout.sessions.list({ created, limit: PAGE }, of)) {
    tell('checkout.session.completed', session);
  }
  for await (const invoice of client.invoices.list({ created, status: 'paid', limit: PAGE }, of)) {
    tell('invoice.paid', invoice);
  }
  for await (const payment of client.invoicePayments.list({ created, status: 'paid', limit: PAGE }, of)) {
    tell('invoice_payment.paid', payment);
  }
  // Refunds before charges: a failure that is seen is off the total by then, and one that is not is told by a later event.
  const failed = new Set<string>();
  for await (const refund of client.refunds.list({ created, limit: PAGE }, of)) {
    // It failed some time after it was made, and the total of its charge, which is told as of now, is without it.
    const hasFailed = refund.status === 'failed' || refund.status === 'canceled';
    tell('refund.updated', refund, hasFailed ? nowSeconds - 1 : undefined);
    const chargeId = typeof refund.charge === 'string' ? refund.charge : refund.charge?.id;
    if (hasFailed && chargeId !== undefined) failed.add(chargeId);
  }
  for await (const charge of client.charges.list({ created, limit: PAGE }, of)) {
    failed.delete(charge.id);
    if (charge.amount_refunded > 0) tell('charge.refunded', charge, nowSeconds);
  }
  for (const id of failed) {
    const charge = await orNull(client.charges.retrieve(id, {}, of));
    if (charge !== null && charge.amount_refunded > 0) tell('charge.refunded', charge, nowSeconds);
  }
  for await (const note of client.creditNotes.list({ created, limit: PAGE }, of)) {
    tell('credit_note.updated', note);
  }
  for await (const dispute of disputesOf(client, wanted)) {
    tell('charge.dispute.updated', dispute, nowSeconds);
  }
  return events;
}

async function* disputesOf(client: Stripe, { accountId, sinceMs, openDisputes }: Wanted) {
  const of = { stripeAccount: accountId };
  const left = new Set(openDisputes);
  const created = { gte: Math.floor(sinceMs / 1000) };
  for await (const dispute of client.disputes.list({ created, limit: PAGE }, of)) {
    left.delete(dispute.id);
    yield dispute;
  }
  for (const id of left) {
    const dispute = await orNull(client.disputes.retrieve(id, {}, of));
    if (dispute !== null) yield dispute;
  }
}

/** What was recorded of an account that was connected before is not this account's. */
async function orNull<What>(what: Promise<What>): Promise<What | null> {
  try {
    return await what;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
    throw error;
  }
}

function createdOf({ created }: Json): number | null {
  return typeof created === 'number' ? created : null;
}

function eventOf(type: string, object: Json, accountId: string, created: number): FetchedEvent {
  const text = JSON.stringify(object);
  const eventId = `reconcile_${hash('sha256', `${accountId} ${type} ${created} ${text}`).slice(0, 40)}`;
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
