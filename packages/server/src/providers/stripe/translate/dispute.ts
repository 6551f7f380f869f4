import type { AdjustmentState } from '@svc/core';
import type { PaymentReport, ProviderEvent } from '../../../payments/provider.js';
import { type Json, nameAt } from '../../../payments/read-json.js';
import { reportAdjustment } from './report-adjustment.js';

/** A dispute (a customer's bank claims the money back): opened, decided, or closed otherwise. Contract section 4. */
export function translateDispute(dispute: Json, event: ProviderEvent): PaymentReport {
  const state = stateOf(nameAt(dispute, 'status') ?? '', event.type === 'charge.dispute.closed');
  return reportAdjustment(dispute, event, 'dispute', state);
}

/** Ends in which the bank took nothing. `charge_refunded` (2022-11-15): the seller paid it back, which a refund reports. */
const ENDS = new Set(['won', 'warning_closed', 'prevented', 'charge_refunded']);

/**
 * An inquiry (`warning_…`) may become a dispute, so it holds as well. An appeal follows a dispute that was lost. What is
 * closed holds nothing, whatever it is called: no further event would let go of it.
 */
function stateOf(status: string, isClosed: boolean): AdjustmentState {
  if (status === 'lost' || status.startsWith('appeal_')) return 'counted';
  return isClosed || ENDS.has(status) ? 'void' : 'open';
}
