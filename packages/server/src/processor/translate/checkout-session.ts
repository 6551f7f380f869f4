import {
  centsAt,
  currencyOf,
  idAt,
  type Json,
  nameAt,
  namesOf,
  objectAt,
  type ProcessorEvent,
} from '../event.js';
import { firstKeys } from './metadata.js';
import { type Telling, tellsNothing } from './telling.js';

/**
 * A checkout that was completed, or whose delayed payment arrived. It makes the first sale, of a subscription too. The
 * fields read here are the same in every API version. Contract section 4.
 */
export function translateCheckoutSession(session: Json, event: ProcessorEvent): Telling {
  const id = nameAt(session, 'id');
  const invoice = idAt(session, 'invoice');
  const payment = idAt(session, 'payment_intent');
  const references = namesOf(invoice, payment, id);
  const transactionId = references[0];
  if (transactionId === undefined) return tellsNothing([], 'The checkout has no id.');
  if (session.mode === 'setup') {
    return tellsNothing(references, 'The checkout only saved a way to pay; nothing was paid.');
  }
  if (session.payment_status === 'unpaid') {
    return tellsNothing(references, 'The checkout is not paid yet; another event tells when it is.');
  }
  const amountCents = centsAt(session, 'amount_total') ?? 0;
  const isPaid = session.payment_status === undefined || session.payment_status === 'paid';
  if (!isPaid || amountCents === 0)
    return tellsNothing(references, 'Nothing had to be paid at this checkout.');
  const currency = currencyOf(session);
  if (currency === null) return tellsNothing(references, 'The checkout names no currency.');
  const taxCents = centsAt(objectAt(session, 'total_details') ?? {}, 'amount_tax') ?? 0;
  return {
    references,
    notices: [],
    nothing: null,
    paid: {
      transactionId,
      amountCents,
      taxCents: Math.min(taxCents, amountCents),
      currency,
      occurredAtMs: event.createdMs,
      what: session.mode === 'subscription' ? 'subscription_start' : 'checkout',
      keys: firstKeys([objectAt(session, 'metadata')]),
    },
  };
}
