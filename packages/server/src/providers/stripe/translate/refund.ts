import type { AdjustmentState } from '@svc/core';
import { type PaymentReport, type ProviderEvent, reportNothing } from '../../../payments/provider.js';
import { centsAt, currencyOf, distinctReferences, type Json, nameAt } from '../../../payments/read-json.js';
import { idAt } from '../read-object.js';

/** One refund: requested, made, or failed. Contract section 4. */
export function translateRefund(refund: Json, event: ProviderEvent): PaymentReport {
  const id = nameAt(refund, 'id');
  const references = distinctReferences(idAt(refund, 'payment_intent'), idAt(refund, 'charge'));
  const amountCents = centsAt(refund, 'amount');
  const currency = currencyOf(refund);
  if (id === null || amountCents === null || currency === null) {
    return reportNothing(references, 'The refund has no amount.');
  }
  const state = stateOf(refund.status);
  const adjustment = {
    key: id,
    kind: 'refund',
    state,
    amountCents,
    currency,
    reportedAtMs: event.createdMs,
  } as const;
  return { references, paid: null, adjustments: [adjustment], nothing: null };
}

/** A refund on its way counts: the charge's running total has it too. One that still needs the customer does not. */
function stateOf(status: unknown): AdjustmentState {
  if (status === 'failed' || status === 'canceled') return 'void';
  return status === 'requires_action' ? 'open' : 'counted';
}
