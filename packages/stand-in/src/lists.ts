import { pageOf } from './answer.js';
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
  withMode,
} from './objects.js';

/** One page of a list of the API, newest first, or what is read of it by its id; null for what is neither. */
export function listOf(
  name: string,
  merchant: Merchant,
  layout: Layout,
  query: URLSearchParams,
): Json | null {
  const [, list = name, objectId] = /^(disputes|charges)\/(\w+)$/.exec(name) ?? [];
  const ofMode = (one: Json): Json => withMode(one, merchant.livemode);
  const all = objectsOf(list, [...merchant.trials, ...merchant.paid], layout)?.map(ofMode);
  if (all === undefined) return null;
  if (objectId !== undefined) return all.find(({ id }) => id === objectId) ?? null;
  const since = Number(query.get('created[gte]') ?? 0);
  const wanted = query.get('payment[payment_intent]');
  const fitting = all
    .filter((one) => Number(one.created ?? since) >= since)
    .filter((one) => wanted === null || (one.payment as Json | undefined)?.payment_intent === wanted);
  return pageOf(`/v1/${name}`, fitting, query);
}

function objectsOf(name: string, paid: readonly Paid[], layout: Layout): Json[] | null {
  const invoiced = paid.filter(({ payment }) => payment.invoice !== null);
  switch (name) {
    case 'checkout/sessions':
      return paid
        .filter(({ payment }) => payment.session !== null)
        .map(({ payment }) => sessionObject(payment, payment.capturedCents === null ? 'paid' : 'unpaid'));
    case 'invoices':
      return invoiced.map(({ payment }) => invoiceObject(payment, layout));
    case 'invoice_payments':
      return invoiced
        .filter(({ payment }) => payment.amountCents > 0)
        .map(({ payment }) => invoicePaymentObject(payment));
    case 'charges':
      return paid
        .filter(({ payment }) => payment.amountCents > 0)
        .map((one) => chargeObject(one.payment, one.refundedCents, layout));
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
    case 'customers':
    case 'subscriptions':
    case 'balance_transactions':
      return [];
    default:
      return null;
  }
}
