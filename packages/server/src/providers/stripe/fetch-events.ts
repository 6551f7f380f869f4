import { hash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { FetchedEvent } from '../../payments/fetched-event.js';
import type { FetchRequest } from '../../payments/provider.js';
import type { Json } from '../../payments/read-json.js';

const PAGE = 100;

/**
 * Reads the payments and refunds of an account since a time: checkouts, invoices with their payments, refunded charges, refunds,
 * credit notes and disputes. Each becomes an event whose id is made from its content and time, so that the same content is the
 * same event. What Stripe changes in place is reported as of now, or an earlier report of it would count as newer.
 */
export async function fetchEvents(client: Stripe, request: FetchRequest): Promise<FetchedEvent[]> {
  const { accountId, sinceMs, nowMs } = request;
  const created = { gte: Math.floor(sinceMs / 1000) };
  const nowSeconds = Math.floor(nowMs / 1000);
  const options = { stripeAccount: accountId };
  const events: FetchedEvent[] = [];
  const add = (type: string, object: unknown, reportedSeconds?: number) =>
    events.push(
      fetchedEvent(
        type,
        object as Json,
        accountId,
        reportedSeconds ?? createdOf(object as Json) ?? nowSeconds,
      ),
    );
  for await (const session of client.checkout.sessions.list({ created, limit: PAGE }, options)) {
    add('checkout.session.completed', session);
  }
  for await (const invoice of client.invoices.list({ created, status: 'paid', limit: PAGE }, options)) {
    add('invoice.paid', invoice);
  }
  for await (const payment of client.invoicePayments.list(
    { created, status: 'paid', limit: PAGE },
    options,
  )) {
    add('invoice_payment.paid', payment);
  }
  // Refunds before charges: a failure that is seen is off the total by then, and one that is not is reported by a later event.
  const failed = new Set<string>();
  for await (const refund of client.refunds.list({ created, limit: PAGE }, options)) {
    // It failed some time after it was made, and the total of its charge, which is reported as of now, is without it.
    const hasFailed = refund.status === 'failed' || refund.status === 'canceled';
    add('refund.updated', refund, hasFailed ? nowSeconds - 1 : undefined);
    const chargeId = typeof refund.charge === 'string' ? refund.charge : refund.charge?.id;
    if (hasFailed && chargeId !== undefined) failed.add(chargeId);
  }
  for await (const charge of client.charges.list({ created, limit: PAGE }, options)) {
    failed.delete(charge.id);
    if (charge.amount_refunded > 0) add('charge.refunded', charge, nowSeconds);
  }
  for (const id of failed) {
    const charge = await orNull(client.charges.retrieve(id, {}, options));
    if (charge !== null && charge.amount_refunded > 0) add('charge.refunded', charge, nowSeconds);
  }
  for await (const note of client.creditNotes.list({ created, limit: PAGE }, options)) {
    add('credit_note.updated', note);
  }
  for await (const dispute of disputesOf(client, request)) {
    add('charge.dispute.updated', dispute, nowSeconds);
  }
  return events;
}

async function* disputesOf(client: Stripe, { accountId, sinceMs, openDisputes }: FetchRequest) {
  const options = { stripeAccount: accountId };
  const left = new Set(openDisputes);
  const created = { gte: Math.floor(sinceMs / 1000) };
  for await (const dispute of client.disputes.list({ created, limit: PAGE }, options)) {
    left.delete(dispute.id);
    yield dispute;
  }
  for (const id of left) {
    const dispute = await orNull(client.disputes.retrieve(id, {}, options));
    if (dispute !== null) yield dispute;
  }
}

/** What was recorded of an account that was connected before is not this account's. */
async function orNull<What>(what: Promise<What>): Promise<What | null> {
  try {
    return await what;
  } catch (error) {
    const { type, statusCode } = error as Partial<Stripe.errors.StripeError>;
    if (type === 'StripeInvalidRequestError' && statusCode === 404) return null;
    throw error;
  }
}

function createdOf({ created }: Json): number | null {
  return typeof created === 'number' ? created : null;
}

function fetchedEvent(type: string, object: Json, accountId: string, created: number): FetchedEvent {
  const text = JSON.stringify(object);
  const eventId = `reconcile_${hash('sha256', `${accountId} ${type} ${created} ${text}`).slice(0, 40)}`;
  const event = {
    id: eventId,
    object: 'event',
    account: accountId,
    created,
    // Refunds do not say.
    livemode: object.livemode !== false,
    type,
    data: { object },
  };
  return { eventId, type, accountId, createdMs: created * 1000, body: JSON.stringify(event) };
}
