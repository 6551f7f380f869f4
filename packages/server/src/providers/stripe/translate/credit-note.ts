import { eventReason } from '@svc/contract/event-reasons';
import type { PaymentAdjustment } from '@svc/core';
import { type PaymentReport, type ProviderEvent, reportNothing } from '../../../payments/provider.js';
import { centsAt, currencyOf, distinctReferences, type Json, nameAt } from '../../../payments/read-json.js';
import { idAt, objectsAt } from '../read-object.js';

/**
 * A credit note on a paid invoice. What it refunded through the processor is the same money as its refunds, whose ids
 * connect them with the invoice; what it refunded otherwise is added. What it credited to the customer's balance is not
 * refunded: it reduces a later invoice, and thus a later sale. Contract section 4.
 */
export function translateCreditNote(note: Json, event: ProviderEvent): PaymentReport {
  const id = nameAt(note, 'id');
  const references = distinctReferences(idAt(note, 'invoice'));
  const currency = currencyOf(note);
  if (id === null || currency === null) {
    const lacks = id === null ? 'id' : 'currency';
    return reportNothing(references, eventReason('unknown_layout', { object: 'credit_note', lacks }));
  }
  const common = {
    currency,
    reportedAtMs: event.createdMs,
    state: note.status === 'void' ? 'void' : 'counted',
  } as const;
  const refunds = refundsOf(note, common);
  const outsideCents = (centsAt(note, 'out_of_band_amount') ?? 0) + recordedOutside(note);
  const refundedCents = refundedBy(note, refunds, outsideCents);
  const adjustments: PaymentAdjustment[] = [...refunds];
  if (refundedCents > 0) adjustments.push({ ...common, key: id, kind: 'credit', amountCents: refundedCents });
  if (outsideCents > 0) {
    adjustments.push({ ...common, key: `${id} outside`, kind: 'outside_refund', amountCents: outsideCents });
  }
  if (adjustments.length === 0) return reportNothing(references, eventReason('credit_note_empty'));
  return { references, paid: null, adjustments, nothing: null };
}

type Common = Pick<PaymentAdjustment, 'currency' | 'reportedAtMs'>;

/** Its refunds: a list from basil on, a single id before, whose amount the refund itself contains. */
function refundsOf(note: Json, { currency, reportedAtMs }: Common): PaymentAdjustment[] {
  const single = idAt(note, 'refund');
  const listed = objectsAt(note, 'refunds').map((one) => ({
    key: idAt(one, 'refund'),
    amountCents: centsAt(one, 'amount_refunded') ?? 0,
  }));
  const all = single === null ? listed : [...listed, { key: single, amountCents: 0 }];
  return all.flatMap(({ key, amountCents }) =>
    key === null ? [] : [{ key, kind: 'refund', state: 'counted', amountCents, currency, reportedAtMs }],
  );
}

/** Refunds made past the processor that were only recorded there. */
function recordedOutside(note: Json): number {
  return objectsAt(note, 'refunds')
    .filter((one) => one.type === 'payment_record_refund')
    .reduce((sum, one) => sum + (centsAt(one, 'amount_refunded') ?? 0), 0);
}

/** The part of the note that was refunded through the processor: all that did not go elsewhere. */
function refundedBy(note: Json, refunds: readonly PaymentAdjustment[], outsideCents: number): number {
  const isBalance = idAt(note, 'customer_balance_transaction') !== null;
  if (isBalance) return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const beforePayment = centsAt(note, 'pre_payment_amount') ?? 0;
  const isBeforePayment = note.type === 'pre_payment';
  const givenCents = centsAt(note, 'post_payment_amount') ?? (centsAt(note, 'amount') ?? 0) - beforePayment;
  return isBeforePayment ? 0 : Math.max(0, givenCents - outsideCents);
}
