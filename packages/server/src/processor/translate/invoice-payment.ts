import { idAt, type Json, namesOf, objectAt } from '../event.js';
import { type Telling, tellsNothing } from './telling.js';

/** The only event that tells which payment an invoice was paid with, from basil on. Contract section 4. */
export function translateInvoicePayment(invoicePayment: Json): Telling {
  const payment = objectAt(invoicePayment, 'payment') ?? {};
  const references = namesOf(
    idAt(invoicePayment, 'invoice'),
    idAt(payment, 'payment_intent'),
    idAt(payment, 'charge'),
  );
  if (references.length < 2)
    return tellsNothing(references, 'It does not say which payment paid the invoice.');
  return { references, paid: null, notices: [], nothing: null };
}
