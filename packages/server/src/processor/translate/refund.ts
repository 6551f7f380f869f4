import type { NoticeState } from '@svc/core';
import { centsAt, currencyOf, idAt, type Json, nameAt, namesOf, type ProcessorEvent } from '../event.js';
import { type Telling, tellsNothing } from './telling.js';

/** One refund: asked for, made, or failed. Contract section 4. */
export function translateRefund(refund: Json, event: ProcessorEvent): Telling {
  const id = nameAt(refund, 'id');
  const references = namesOf(idAt(refund, 'payment_intent'), idAt(refund, 'charge'));
  const amountCents = centsAt(refund, 'amount');
  const currency = currencyOf(refund);
  if (id === null || amountCents === null || currency === null) {
    return tellsNothing(references, 'The refund names no amount.');
  }
  const state = stateOf(refund.status);
  const notice = {
    key: id,
    kind: 'refund',
    state,
    amountCents,
    currency,
    toldAtMs: event.createdMs,
  } as const;
  return { references, paid: null, notices: [notice], nothing: null };
}

/** A refund on its way counts: the charge's running total has it too. One that still needs the customer does not. */
function stateOf(status: unknown): NoticeState {
  if (status === 'failed' || status === 'canceled') return 'void';
  return status === 'requires_action' ? 'open' : 'counted';
}
