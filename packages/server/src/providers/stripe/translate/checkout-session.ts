import { type PaymentReport, type ProviderEvent, reportNothing } from '../../../payments/provider.js';
import {
  centsAt,
  currencyOf,
  distinctReferences,
  type Json,
  nameAt,
  objectAt,
} from '../../../payments/read-json.js';
import { firstKeys } from '../../../payments/sale-keys.js';
import { idAt } from '../read-object.js';
import { discountIdsOf } from './discounts.js';
import { checkoutItems } from './line-items.js';

/**
 * A checkout that was completed, or whose delayed payment arrived. It makes the first sale, of a subscription too. The
 * fields read here are the same in every API version. Contract section 4.
 */
export function translateCheckoutSession(session: Json, event: ProviderEvent): PaymentReport {
  const id = nameAt(session, 'id');
  const invoice = idAt(session, 'invoice');
  const payment = idAt(session, 'payment_intent');
  const references = distinctReferences(invoice, payment, id);
  const transactionId = references[0];
  if (transactionId === undefined) return reportNothing([], 'The checkout has no id.');
  if (session.mode === 'setup') {
    return reportNothing(references, 'The checkout only saved a way to pay; nothing was paid.');
  }
  if (session.payment_status === 'unpaid') {
    return reportNothing(references, 'The checkout is not paid yet; another event reports when it is.');
  }
  const amountCents = centsAt(session, 'amount_total') ?? 0;
  const isPaid = session.payment_status === undefined || session.payment_status === 'paid';
  if (!isPaid || amountCents === 0)
    return reportNothing(references, 'Nothing had to be paid at this checkout.');
  const currency = currencyOf(session);
  if (currency === null) return reportNothing(references, 'The checkout has no currency.');
  const taxCents = centsAt(objectAt(session, 'total_details') ?? {}, 'amount_tax') ?? 0;
  return {
    references,
    adjustments: [],
    nothing: null,
    paid: {
      transactionId,
      amountCents,
      taxCents: Math.min(taxCents, amountCents),
      items: checkoutItems(session, amountCents),
      currency,
      occurredAtMs: event.createdMs,
      kind: session.mode === 'subscription' ? 'subscription_start' : 'checkout',
      keys: firstKeys([objectAt(session, 'metadata')]),
      discountIds: discountIdsOf(session),
    },
  };
}
