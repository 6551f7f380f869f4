import { formatMoney } from '@svc/contract';
import type { Outcome, PaymentOutcome, Refusal, SaleOutcome } from '@svc/core';
import type { EventStatus } from './event-row.js';

/** What came of an event, for people. */
export interface Verdict {
  readonly status: EventStatus;
  readonly reason: string;
  /** The customer may become known later, and then it counts. */
  readonly isEarly?: boolean;
}

const REFUSALS: Partial<Record<Refusal, string>> = {
  sale_customer_not_found:
    'No customer of this workspace is known by its customer key or click id. Record the lead, then replay this event.',
  program_archived:
    'Its program is archived and earns nothing more. Restore the program, then replay this event.',
  sale_no_attribution: 'Its customer belongs to another program.',
  sale_no_relationship: 'Its customer was not brought by a partner.',
  sale_no_partner: 'Its customer was not brought by a partner.',
};

const NO_PROGRAM =
  'Several programs of the workspace come into question, and nothing says which one it is of. Limit the connection to a program, or put program_id into the metadata.';

/** What came of a command of the pipeline. `nothing`: why the event by itself would be of no use. */
export function verdictOn(outcome: Outcome, nothing: string | null): Verdict {
  switch (outcome.kind) {
    case 'sale':
      return { status: 'processed', reason: onSale(outcome) };
    case 'payment':
      return onPayment(outcome, nothing);
    case 'checkout':
      return {
        status: 'processed',
        reason: `${nothing ?? 'Nothing was paid.'} It fixed who is credited with what is paid later.`,
      };
    case 'no_program':
      return { status: 'ignored', reason: nothing ?? NO_PROGRAM };
    case 'refused':
      if (outcome.refusal === 'sale_duplicate') {
        return {
          status: 'processed',
          reason: 'The sale is recorded already, under one of its references; it counts once.',
        };
      }
      if (nothing !== null) return { status: 'ignored', reason: nothing };
      return {
        status: 'ignored',
        isEarly: outcome.refusal === 'sale_customer_not_found',
        reason: REFUSALS[outcome.refusal] ?? `It was refused: ${outcome.refusal}.`,
      };
    default:
      throw new Error(`an event came out as a ${outcome.kind}`);
  }
}

function onSale({ transactionId, amountCents, currency, testMode, commission }: SaleOutcome): string {
  const sale = `Recorded as ${testMode ? 'test sale' : 'sale'} ${transactionId} of ${formatMoney(amountCents, currency)}`;
  if (commission === 'failed') return `${sale}; its commission is completed in a moment.`;
  if (commission === null) return `${sale}; no commission was earned.`;
  return `${sale}; the commission is ${formatMoney(commission.amountCents, commission.currency)}.`;
}

function onPayment(outcome: PaymentOutcome, nothing: string | null): Verdict {
  const { result, transactionId, refundedCents, changedCents, commissionStatus } = outcome;
  const currency = outcome.currency ?? '';
  if (result === 'waiting') {
    if (nothing !== null) return { status: 'ignored', reason: nothing };
    return {
      status: 'waiting',
      reason: 'The sale of this payment is not recorded; it takes effect when it is.',
    };
  }
  if (result === 'conflict') {
    return {
      status: 'failed',
      reason:
        'Its references belong to two sales that were recorded separately but are one payment. Refund one of the two.',
    };
  }
  if (outcome.isForeign) {
    const reason = `Sale ${transactionId} was refunded in another currency than it was paid in. Record the refund by hand.`;
    return { status: 'failed', reason };
  }
  const total = `the refunds of sale ${transactionId} total ${formatMoney(refundedCents, currency)}`;
  const held = commissionStatus === 'held' ? ' The commission is held.' : '';
  const changed = formatMoney(Math.abs(changedCents), currency);
  if (changedCents > 0)
    return { status: 'processed', reason: `${changed} was counted as refunded; ${total}.${held}` };
  if (changedCents < 0) {
    return { status: 'processed', reason: `${changed} no longer counts as refunded; ${total}.${held}` };
  }
  if (result === 'unchanged') {
    return { status: 'processed', reason: `It reports nothing new about sale ${transactionId}.${held}` };
  }
  return { status: 'processed', reason: `It belongs to sale ${transactionId}.${held}` };
}
