import type { NoticeState } from '@svc/core';
import { centsAt, currencyOf, idAt, type Json, nameAt, namesOf, type ProcessorEvent } from '../event.js';
import { type Telling, tellsNothing } from './telling.js';

/** A customer's bank claims money back: asked, decided, or settled otherwise. Contract section 4. */
export function translateDispute(dispute: Json, event: ProcessorEvent): Telling {
  const id = nameAt(dispute, 'id');
  const references = namesOf(idAt(dispute, 'payment_intent'), idAt(dispute, 'charge'));
  const amountCents = centsAt(dispute, 'amount');
  const currency = currencyOf(dispute);
  if (id === null || amountCents === null || currency === null) {
    return tellsNothing(references, 'The dispute names no amount.');
  }
  const state = stateOf(nameAt(dispute, 'status') ?? '', event.type === 'charge.dispute.closed');
  const notice = {
    key: id,
    kind: 'dispute',
    state,
    amountCents,
    currency,
    toldAtMs: event.createdMs,
  } as const;
  return { references, paid: null, notices: [notice], nothing: null };
}

/** Ends in which the bank took nothing. `charge_refunded` (2022-11-15): the seller paid it back, which a refund tells. */
const ENDS = new Set(['won', 'warning_closed', 'prevented', 'charge_refunded']);

/**
 * An inquiry (`warning_…`) may become a dispute, so it holds as well. An appeal follows a dispute that was lost. What is
 * closed holds nothing, whatever it is called: no further event would let go of it.
 */
function stateOf(status: string, isClosed: boolean): NoticeState {
  if (status === 'lost' || status.startsWith('appeal_')) return 'counted';
  return isClosed || ENDS.has(status) ? 'void' : 'open';
}
