import { eventReason } from '@svc/contract/event-reasons';
import { divideHalfAwayFromZero } from '@svc/core';
import {
  type PaymentKind,
  type PaymentReport,
  type ProviderEvent,
  reportNothing,
} from '../../../payments/provider.js';
import {
  centsAt,
  currencyOf,
  distinctReferences,
  type Json,
  nameAt,
  objectAt,
} from '../../../payments/read-json.js';
import { mergeKeys } from '../../../payments/sale-keys.js';
import { idAt, objectsAt, sumAt, timeMs } from '../read-object.js';
import { discountIdsOf } from './discounts.js';
import { invoiceItems } from './line-items.js';

/**
 * An invoice that was paid: the start of a subscription, a renewal, an upgrade, or a single payment with an invoice.
 * Up to acacia it names payment and charge itself; from basil on another event joins them to it. Contract section 4.
 */
export function translateInvoice(invoice: Json, event: ProviderEvent): PaymentReport {
  const id = nameAt(invoice, 'id');
  if (id === null)
    return reportNothing([], eventReason('unknown_layout', { object: 'invoice', lacks: 'id' }));
  const references = distinctReferences(
    id,
    idAt(invoice, 'payment_intent'),
    idAt(invoice, 'charge'),
    ...paymentsOf(invoice),
  );
  const amountCents = centsAt(invoice, 'amount_paid') ?? 0;
  const isStart = amountCents === 0;
  const currency = currencyOf(invoice);
  if (currency === null && !isStart)
    return reportNothing(references, eventReason('unknown_layout', { object: 'invoice', lacks: 'currency' }));
  const paidAt = objectAt(invoice, 'status_transitions')?.paid_at;
  return {
    references,
    adjustments: [],
    nothing: isStart ? eventReason('invoice_free') : null,
    paid: {
      transactionId: id,
      amountCents,
      taxCents: taxOf(invoice, amountCents),
      items: invoiceItems(invoice, amountCents),
      currency,
      occurredAtMs: timeMs(paidAt) ?? event.createdMs,
      kind: invoiceKind(invoice),
      isStart,
      startedAtMs: null,
      keys: mergeKeys(metadataOf(invoice)),
      payer: {
        clientReference: null,
        subscription: subscriptionOf(invoice),
        customer: idAt(invoice, 'customer'),
        email: nameAt(invoice, 'customer_email'),
      },
      discountIds: discountIdsOf(invoice),
    },
  };
}

/** Not in the bodies of events, but an invoice that was fetched may have them. */
function paymentsOf(invoice: Json): readonly (string | null)[] {
  return objectsAt(invoice, 'payments').flatMap((one) => {
    const payment = objectAt(one, 'payment') ?? {};
    return [idAt(payment, 'payment_intent'), idAt(payment, 'charge')];
  });
}

/** Named by its parent since basil, by itself before. */
function subscriptionOf(invoice: Json): string | null {
  const parent = objectAt(objectAt(invoice, 'parent') ?? {}, 'subscription_details') ?? {};
  return idAt(parent, 'subscription') ?? idAt(invoice, 'subscription');
}

/** Where the metadata may be, in the order of contract section 4. */
function metadataOf(invoice: Json): readonly (Json | null)[] {
  const parent = objectAt(objectAt(invoice, 'parent') ?? {}, 'subscription_details') ?? {};
  const details = objectAt(invoice, 'subscription_details') ?? {};
  return [
    objectAt(parent, 'metadata'),
    objectAt(details, 'metadata'),
    ...objectsAt(invoice, 'lines').map((line) => objectAt(line, 'metadata')),
    objectAt(invoice, 'metadata'),
  ];
}

/**
 * The tax in what was paid. Where a part of the invoice was settled otherwise (a balance, a credit), its share of the
 * tax was too.
 */
function taxOf(invoice: Json, paidCents: number): number {
  const reportedCents =
    sumAt(invoice, 'total_taxes', 'amount') ??
    centsAt(invoice, 'tax') ??
    sumAt(invoice, 'total_tax_amounts', 'amount') ??
    0;
  const taxCents = Math.max(0, reportedCents);
  const totalCents = centsAt(invoice, 'total') ?? paidCents;
  if (taxCents === 0 || totalCents <= paidCents) return Math.min(taxCents, paidCents);
  const share = divideHalfAwayFromZero(BigInt(taxCents) * BigInt(paidCents), BigInt(totalCents));
  return Math.min(Number(share), paidCents);
}

function invoiceKind(invoice: Json): PaymentKind {
  const reason = nameAt(invoice, 'billing_reason') ?? '';
  if (reason === 'subscription_create') return 'subscription_start';
  return reason.startsWith('subscription') ? 'renewal' : 'invoice';
}
