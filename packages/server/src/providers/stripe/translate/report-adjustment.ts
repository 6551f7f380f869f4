import { eventReason } from '@svc/contract/event-reasons';
import type { AdjustmentState } from '@svc/core';
import { type PaymentReport, type ProviderEvent, reportNothing } from '../../../payments/provider.js';
import { centsAt, currencyOf, distinctReferences, type Json, nameAt } from '../../../payments/read-json.js';
import { idAt } from '../read-object.js';

/** What a refund or a dispute reports: both have an id and an amount, and belong to a payment intent and a charge. */
export function reportAdjustment(
  object: Json,
  event: ProviderEvent,
  kind: 'refund' | 'dispute',
  state: AdjustmentState,
): PaymentReport {
  const key = nameAt(object, 'id');
  const references = distinctReferences(idAt(object, 'payment_intent'), idAt(object, 'charge'));
  const amountCents = centsAt(object, 'amount');
  const currency = currencyOf(object);
  if (key === null || amountCents === null || currency === null) {
    const lacks = key === null ? 'id' : amountCents === null ? 'amount' : 'currency';
    return reportNothing(references, eventReason('unknown_layout', { object: kind, lacks }));
  }
  const adjustment = { key, kind, state, amountCents, currency, reportedAtMs: event.createdMs };
  return { references, paid: null, adjustments: [adjustment], nothing: null };
}
