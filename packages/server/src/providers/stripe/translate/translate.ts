import { eventReason } from '@svc/contract/event-reasons';
import { type PaymentReport, type ProviderEvent, reportNothing } from '../../../payments/provider.js';
import type { Json } from '../../../payments/read-json.js';
import { translateCharge } from './charge.js';
import { translateCheckoutSession } from './checkout-session.js';
import { translateCreditNote } from './credit-note.js';
import { translateDispute } from './dispute.js';
import { translateInvoice } from './invoice.js';
import { translateInvoicePayment } from './invoice-payment.js';
import { translateRefund } from './refund.js';

/**
 * The events that are read, by the kind of object they carry. What an event says is in its object; the type only says
 * which events are about money. Contract section 4.
 */
const TRANSLATORS: ReadonlyMap<string, (object: Json, event: ProviderEvent) => PaymentReport> = new Map(
  Object.entries({
    'checkout.session.completed': translateCheckoutSession,
    'checkout.session.async_payment_succeeded': translateCheckoutSession,
    'invoice.payment_succeeded': translateInvoice,
    'invoice.paid': translateInvoice,
    'invoice_payment.paid': translateInvoicePayment,
    'charge.refunded': translateCharge,
    'refund.created': translateRefund,
    'refund.updated': translateRefund,
    'refund.failed': translateRefund,
    'charge.refund.updated': translateRefund,
    'credit_note.created': translateCreditNote,
    'credit_note.updated': translateCreditNote,
    'credit_note.voided': translateCreditNote,
    'charge.dispute.created': translateDispute,
    'charge.dispute.updated': translateDispute,
    'charge.dispute.closed': translateDispute,
    'charge.dispute.funds_withdrawn': translateDispute,
    'charge.dispute.funds_reinstated': translateDispute,
  }),
);

/** What an event reports. Pure: the same event always reports the same. */
export function translate(event: ProviderEvent): PaymentReport {
  const translator = TRANSLATORS.get(event.type);
  if (translator === undefined) return reportNothing([], eventReason('other_type', { type: event.type }));
  if (event.object === null) {
    return reportNothing([], eventReason('thin_event'));
  }
  return translator(event.object, event);
}
