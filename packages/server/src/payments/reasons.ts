import { type EventReason, eventReason, type StartReasonCode } from '@svc/contract/event-reasons';
import type {
  Outcome,
  PaidCommand,
  PaymentCommand,
  PaymentOutcome,
  RefusedOutcome,
  SaleOutcome,
} from '@svc/core';
import { carriesOurs, parseClickId } from '@svc/core';
import type { EventStatus } from './event-row.js';

/** Result of an event. */
export interface Verdict {
  readonly status: EventStatus;
  readonly reason: EventReason;
  /** When to process the event again, because its customer may be known by then; null: not again. */
  readonly retryAtMs: number | null;
}

/** What decides about the reason besides the outcome. */
export interface SubmittedCommand {
  readonly command: PaidCommand | PaymentCommand;
  /** Why the event by itself would be of no use; null: it would be. */
  readonly nothing: EventReason | null;
  /** When to process the event again if its customer is not known yet; null: not again. */
  readonly nextTryMs: number | null;
}

/** Returns the result of an event from the outcome of its command. */
export function verdictOn(outcome: Outcome, submitted: SubmittedCommand): Verdict {
  const { nothing } = submitted;
  switch (outcome.kind) {
    case 'sale':
      return verdict('processed', saleReason(outcome));
    case 'payment':
      return paymentVerdict(outcome, nothing);
    case 'checkout':
      return verdict('processed', eventReason('checkout_credited', { after: startCode(nothing) }));
    case 'no_program':
      return verdict('ignored', nothing ?? eventReason('no_program'));
    case 'refused':
      return refusalVerdict(outcome, submitted);
    default:
      throw new Error(`an event resulted in a ${outcome.kind}`);
  }
}

function verdict(status: EventStatus, reason: EventReason, retryAtMs: number | null = null): Verdict {
  return { status, reason, retryAtMs };
}

function startCode(nothing: EventReason | null): StartReasonCode | null {
  switch (nothing?.code) {
    case 'checkout_unpaid':
    case 'checkout_free':
    case 'invoice_free':
      return nothing.code;
    default:
      return null;
  }
}

function saleReason({
  transactionId,
  amountCents,
  currency,
  testMode,
  commission,
}: SaleOutcome): EventReason {
  const sale = {
    transaction_id: transactionId,
    amount_cents: amountCents,
    currency,
    is_test: testMode,
  };
  if (commission === 'failed') return eventReason('sale_commission_pending', sale);
  return eventReason('sale_recorded', {
    ...sale,
    commission_cents: commission?.amountCents ?? null,
    commission_currency: commission?.currency ?? null,
  });
}

function refusalVerdict(outcome: RefusedOutcome, { command, nothing, nextTryMs }: SubmittedCommand): Verdict {
  switch (outcome.refusal) {
    case 'sale_duplicate':
      return verdict('processed', eventReason('sale_known'));
    case 'program_archived':
      return verdict('ignored', nothing ?? eventReason('program_archived'));
    case 'sale_customer_not_found':
    case 'sale_no_attribution':
    case 'sale_no_relationship':
    case 'sale_no_partner': {
      if (nothing !== null || command.kind === 'payment') {
        return verdict('ignored', nothing ?? eventReason('no_payment'));
      }
      const retryAtMs = outcome.refusal === 'sale_customer_not_found' ? nextTryMs : null;
      return verdict('ignored', uncreditedReason(outcome, command, retryAtMs !== null), retryAtMs);
    }
    default:
      throw new Error(`an event was refused: ${outcome.refusal}`);
  }
}

/** Returns why a payment is credited to no partner, by what it carries. */
function uncreditedReason(
  { refusal, uncredited }: RefusedOutcome,
  command: PaidCommand,
  isTriedAgain: boolean,
): EventReason {
  const again = { is_tried_again: isTriedAgain };
  const clickId = command.clickId ?? command.payer.clientReference;
  switch (uncredited) {
    case 'unknown_click':
      // References of checkouts in other forms are the company's own.
      if (clickId !== null && parseClickId(clickId) !== null) return eventReason('click_unknown', again);
      break;
    case 'click_expired':
      return eventReason('click_expired', again);
    case 'unknown_code':
      return eventReason('code_unknown', { ...again, code: command.code });
    case 'partner_not_approved':
      return eventReason('partner_not_approved', { ...again, code: command.code });
    case 'other_program':
      return eventReason('other_program', again);
    case 'no_metadata':
      return eventReason('no_metadata');
    default:
      break;
  }
  if (refusal === 'sale_no_attribution') return eventReason('other_program', again);
  if (refusal !== 'sale_customer_not_found') return eventReason('no_partner');
  return eventReason(carriesOurs(command) ? 'customer_unknown' : 'payer_unknown', again);
}

function paymentVerdict(outcome: PaymentOutcome, nothing: EventReason | null): Verdict {
  const { result, transactionId, refundedCents, changedCents, commissionStatus } = outcome;
  if (result === 'waiting') {
    return nothing === null ? verdict('waiting', eventReason('sale_awaited')) : verdict('ignored', nothing);
  }
  if (result === 'conflict') return verdict('failed', eventReason('two_sales'));
  const sale = { transaction_id: transactionId ?? '', is_held: commissionStatus === 'held' };
  if (outcome.isForeign) {
    return verdict('failed', eventReason('refund_other_currency', { transaction_id: sale.transaction_id }));
  }
  if (changedCents !== 0) {
    const change = {
      ...sale,
      changed_cents: Math.abs(changedCents),
      refunded_cents: refundedCents,
      currency: outcome.currency ?? '',
    };
    const code = changedCents > 0 ? 'refund_counted' : 'refund_undone';
    return verdict('processed', eventReason(code, change));
  }
  const code = result === 'unchanged' ? 'payment_unchanged' : 'payment_linked';
  return verdict('processed', eventReason(code, sale));
}
