import { centsAt, currencyOf, idAt, type Json, nameAt, namesOf, type ProcessorEvent } from '../event.js';
import { type Telling, tellsNothing } from './telling.js';

/** A charge of which money went back, with the running total of it. Contract section 4. */
export function translateCharge(charge: Json, event: ProcessorEvent): Telling {
  const id = nameAt(charge, 'id');
  // The invoice is named up to acacia only.
  const references = namesOf(idAt(charge, 'invoice'), idAt(charge, 'payment_intent'), id);
  const amountCents = centsAt(charge, 'amount_refunded') ?? 0;
  const currency = currencyOf(charge);
  if (id === null || currency === null || amountCents === 0) {
    return tellsNothing(references, 'Nothing of the charge went back.');
  }
  const toldAtMs = event.createdMs;
  const notice = {
    key: id,
    kind: 'running_total',
    state: 'counted',
    amountCents,
    currency,
    toldAtMs,
  } as const;
  return { references, paid: null, notices: [notice], nothing: null };
}
