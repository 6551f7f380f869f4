import type { Merchant, Paid } from './merchant.js';
import {
  chargeObject,
  disputeObject,
  invoiceObject,
  invoicePaymentObject,
  type Json,
  type Layout,
  refundObject,
  sessionObject,
} from './objects.js';

/** One page of a list of the API, newest first, or what is read of it by its id; null for what is neither. */
export function listOf(
  name: string,
  merchant: Merchant,
  layout: Layout,
  query: URLSearchParams,
): Json | null {
  const [, list = name, objectId] = /^(disputes|charges)\/(\w+)$/.exec(name) ?? [];
  const ofMode = (one: Json): Json => ({ ...one, livemode: merchant.livemode });
  const all = objectsOf(list, merchant.paid, layout)?.map(ofMode);
  if (all === undefined) return null;
  if (objectId !== undefined) return all.find(({ id }) => id === objectId) ?? null;
  const since = Number(query.get('created[gte]') ?? 0);
  const wanted = query.get('payment[payment_intent]');
  const fitting = all
    .filter((one) => Number(one.created ?? since) >= since)
    .filter((one) => wanted === null || (one.payment as Json | undefined)?.payment_intent === wanted)
    .toReversed();
  const after = query.get('starting_after');
  const from = after === null ? 0 : fitting.findIndex(({ id }) => id === after) + 1;
  const limit = Number(query.get('limit') ?? 10);
  const data = fitting.slice(from, from + limit);
  return { object: 'list', url: `/v1/${name}`, has_more: from + limit < fitting.length, data };
}

function objectsOf(name: string, paid: readonly Paid[], layout: Layout): Json[] | null {
  const invoiced = paid.filter(({ payment }) => payment.invoice !== null);
  switch (name) {
    case 'checkout/sessions':
      return paid
        .filter(({ payment }) => payment.session !== null)
        .map(({ payment }) => sessionObject(payment));
    case 'invoices':
      return invoiced.map(({ payment }) => invoiceObject(payment, layout));
    case 'invoice_payments':
      return invoiced.map(({ payment }) => invoicePaymentObject(payment));
    case 'charges':
      return paid.map((one) => chargeObject(one.payment, one.refundedCents, layout));
    case 'refunds':
      return paid.flatMap(({ payment, refunds }) =>
        refunds.map(({ id, amountCents, status }) => ({
          ...refundObject(payment, id, amountCents, status),
          created: payment.paidAtSeconds,
        })),
      );
    case 'credit_notes':
      return paid.flatMap(({ notes }) => notes);
    case 'disputes':
      return paid.flatMap(({ payment, disputes }) =>
        disputes.map(({ id, amountCents, status, createdSeconds: created }) => ({
          ...disputeObject(payment, id, amountCents, status),
          created,
        })),
      );
    default:
      return null;
  }
}
