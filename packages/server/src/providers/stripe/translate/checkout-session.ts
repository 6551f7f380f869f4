import { type EventReason, eventReason } from '@svc/contract/event-reasons';
import { type PaymentReport, type ProviderEvent, reportNothing } from '../../../payments/provider.js';
import {
  centsAt,
  currencyOf,
  distinctReferences,
  type Json,
  nameAt,
  objectAt,
} from '../../../payments/read-json.js';
import { mergeKeys } from '../../../payments/sale-keys.js';
import { idAt, timeMs } from '../read-object.js';
import { discountIdsOf } from './discounts.js';
import { checkoutItems } from './line-items.js';

/**
 * A checkout that was completed, or whose delayed payment arrived. It makes the first sale, of a subscription too; one that took no
 * money yet fixes who is credited. The fields read here are the same in every API version. Contract section 4, contract 3 section 19.
 */
export function translateCheckoutSession(session: Json, event: ProviderEvent): PaymentReport {
  const id = nameAt(session, 'id');
  const invoice = idAt(session, 'invoice');
  const payment = idAt(session, 'payment_intent');
  const references = distinctReferences(invoice, payment, id);
  const transactionId = references[0];
  if (transactionId === undefined)
    return reportNothing([], eventReason('unknown_layout', { object: 'checkout', lacks: 'id' }));
  if (session.mode === 'setup') {
    return reportNothing(references, eventReason('checkout_saved_method'));
  }
  const total = session.amount_total ?? 0;
  const totalCents = total === 0 ? 0 : centsAt(session, 'amount_total');
  if (totalCents === null)
    return reportNothing(references, eventReason('unknown_layout', { object: 'checkout', lacks: 'amount' }));
  const isPaid = session.payment_status === undefined || session.payment_status === 'paid';
  const isStart = !isPaid || totalCents === 0;
  const amountCents = isStart ? 0 : totalCents;
  const currency = currencyOf(session);
  if (currency === null && !isStart)
    return reportNothing(
      references,
      eventReason('unknown_layout', { object: 'checkout', lacks: 'currency' }),
    );
  const taxCents = centsAt(objectAt(session, 'total_details') ?? {}, 'amount_tax') ?? 0;
  return {
    references,
    adjustments: [],
    nothing: isStart ? whyStart(session) : null,
    paid: {
      transactionId,
      amountCents,
      taxCents: Math.min(taxCents, amountCents),
      items: checkoutItems(session, amountCents),
      currency,
      occurredAtMs: event.createdMs,
      startedAtMs: timeMs(session.created),
      isStart,
      kind: session.mode === 'subscription' ? 'subscription_start' : 'checkout',
      keys: mergeKeys([objectAt(session, 'metadata')]),
      payer: {
        clientReference: nameAt(session, 'client_reference_id'),
        subscription: idAt(session, 'subscription'),
        customer: idAt(session, 'customer'),
        email: nameAt(objectAt(session, 'customer_details') ?? {}, 'email'),
      },
      discountIds: discountIdsOf(session),
    },
  };
}

function whyStart({ payment_status: status }: Json): EventReason {
  return eventReason(status === 'unpaid' ? 'checkout_unpaid' : 'checkout_free');
}
