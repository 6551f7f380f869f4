import type { AdjustmentState } from '@svc/core';
import type { PaymentReport, ProviderEvent } from '../../../payments/provider.js';
import type { Json } from '../../../payments/read-json.js';
import { reportAdjustment } from './report-adjustment.js';

/** One refund: requested, made, or failed. Contract section 4. */
export function translateRefund(refund: Json, event: ProviderEvent): PaymentReport {
  return reportAdjustment(refund, event, 'refund', stateOf(refund.status));
}

/** A refund on its way counts: the charge's running total has it too. One that still needs the customer does not. */
function stateOf(status: unknown): AdjustmentState {
  if (status === 'failed' || status === 'canceled') return 'void';
  return status === 'requires_action' ? 'open' : 'counted';
}
