import { eventReason } from '@svc/contract/event-reasons';
import { type PaymentReport, reportNothing } from '../../../payments/provider.js';
import { distinctReferences, type Json, objectAt } from '../../../payments/read-json.js';
import { idAt } from '../read-object.js';

/** The only event that says which payment an invoice was paid with, from basil on. Contract section 4. */
export function translateInvoicePayment(invoicePayment: Json): PaymentReport {
  const payment = objectAt(invoicePayment, 'payment') ?? {};
  const references = distinctReferences(
    idAt(invoicePayment, 'invoice'),
    idAt(payment, 'payment_intent'),
    idAt(payment, 'charge'),
  );
  if (references.length < 2) return reportNothing(references, eventReason('invoice_payment_unnamed'));
  return { references, paid: null, adjustments: [], nothing: null };
}
