import { eventReason } from '@svc/contract/event-reasons';
import { type PaymentReport, type ProviderEvent, reportNothing } from '../../../payments/provider.js';
import { centsAt, currencyOf, distinctReferences, type Json, nameAt } from '../../../payments/read-json.js';
import { idAt } from '../read-object.js';

/** A charge that was refunded in part or in full, with the total refunded so far. Contract section 4. */
export function translateCharge(charge: Json, event: ProviderEvent): PaymentReport {
  const id = nameAt(charge, 'id');
  // The invoice is named up to acacia only.
  const references = distinctReferences(idAt(charge, 'invoice'), idAt(charge, 'payment_intent'), id);
  const amountCents = centsAt(charge, 'amount_refunded') ?? 0;
  const currency = currencyOf(charge);
  if (id === null || currency === null || amountCents === 0) {
    return reportNothing(references, eventReason('charge_not_refunded'));
  }
  const reportedAtMs = event.createdMs;
  const adjustment = {
    key: id,
    kind: 'running_total',
    state: 'counted',
    amountCents,
    currency,
    reportedAtMs,
  } as const;
  return { references, paid: null, adjustments: [adjustment], nothing: null };
}
