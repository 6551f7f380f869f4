import { tellCredit } from './credit-story.js';
import { formatMoney, formatShare, formatTime } from './format-money.js';
import type { MovementRow, SaleHistory } from './sale-history.js';

type Earned = NonNullable<SaleHistory['commission']>;

/** Who is told. A partner is told neither what names the customer nor what the team wrote for itself. */
export type Audience = 'team' | 'partner';

/**
 * The history of a sale in plain sentences, in the order things happened: how the customer came, what was paid, which
 * rule was applied and what it gave, and what became of the commission. Times are in UTC.
 */
export function tellSale(history: SaleHistory, audience: Audience = 'team'): string[] {
  const credit = tellCredit(history, audience);
  const sentences = [howTheyCame(history), howTheySignedUp(history), ...credit.before];
  sentences.push(whatWasPaid(history, audience), ...credit.since);
  const { commission } = history;
  if (commission === null) {
    sentences.push(whyNothing(history), ...refundsOf(history).map((event) => event.sentence));
  } else {
    sentences.push(...whatItEarned(history, commission), ...whatBecameOfIt(history, audience));
    sentences.push(whatIsLeft(commission, audience));
  }
  return sentences;
}

function howTheyCame({ credited_click: credited, click, link, partner, sale }: SaleHistory): string {
  const who = partner?.name ?? `partner ${sale.partner_id}`;
  if (credited.click_ms === null) return `The customer was credited to ${who} without a click.`;
  const what = link === null ? 'a referral link' : `the link "${link.short_link}"`;
  const test = click?.test_mode ? ' This was a test click.' : '';
  return `The customer clicked ${what} of ${who} at ${formatTime(new Date(credited.click_ms))}.${test}`;
}

function howTheySignedUp({ lead }: SaleHistory): string {
  if (lead === null) return 'No lead was recorded; the sale itself named the customer.';
  const test = lead.test_mode ? ' This was a test lead.' : '';
  return `The customer became a lead at ${formatTime(lead.occurred_at)}.${test}`;
}

function whatWasPaid({ sale }: SaleHistory, audience: Audience): string {
  const tax = sale.tax_cents > 0 ? `, of which ${formatMoney(sale.tax_cents, sale.currency)} is tax,` : '';
  const by = sale.source === 'processor' ? ', reported by the card processor' : '';
  const what = sale.test_mode ? 'A test sale' : 'A sale';
  const paid = formatMoney(sale.amount_cents, sale.currency);
  const which = audience === 'team' ? ` (transaction ${sale.transaction_id}${by})` : '';
  return `${what} of ${paid}${tax} was made at ${formatTime(sale.occurred_at)}${which}.`;
}

function whyNothing({ sale, rule }: SaleHistory): string {
  if (sale.commission_state === 'missing') {
    return 'The commission could not be written when the sale was recorded; the service completes it later, once.';
  }
  const which =
    rule === null || sale.test_mode ? '' : ` Rule version ${rule.version} of ${scopeOf(rule)} was in force.`;
  return `No commission was earned: ${sale.no_commission_reason ?? 'the reason was not kept.'}${which}`;
}

function scopeOf(rule: { readonly enrollment_id: number | null }): string {
  return rule.enrollment_id === null ? 'the program' : 'the partner';
}

function whatItEarned({ rule, hold_days: holdDays }: SaleHistory, commission: Earned): string[] {
  const { reason } = commission;
  const earned = formatMoney(commission.original_cents, commission.currency);
  const whose = rule === null ? `the ${reason.ruleScope}` : scopeOf(rule);
  const days = reason.holdDays ?? holdDays;
  return [
    `Rule version ${reason.ruleVersion} of ${whose} applies${durationOf(reason)}: ${arithmeticOf(commission, earned)}.`,
    `It is payable from ${formatTime(commission.payable_at)}, ${days} days after the sale.`,
  ];
}

function durationOf(reason: Earned['reason']): string {
  if (reason.durationMonths === null) return '';
  if (reason.durationMonths === 0) return " to the customer's first sale, which this is";
  const first = formatTime(new Date(reason.firstSaleAtMs));
  return ` for ${reason.durationMonths} months from the customer's first sale at ${first}`;
}

function arithmeticOf(commission: Earned, earned: string): string {
  const { reason } = commission;
  if (reason.type === 'flat') return `a flat ${earned}, whatever the amount`;
  const sale = formatMoney(reason.saleCents, commission.currency);
  const tax = reason.taxCents > 0 ? ` minus ${formatMoney(reason.taxCents, commission.currency)} of tax` : '';
  const exact = (BigInt(reason.baseCents) * BigInt(reason.basisPoints ?? 0)) % 10_000n === 0n;
  const rounded = exact ? '' : ' (rounded)';
  return `${formatShare(reason.basisPoints ?? 0)} of ${sale}${tax} = ${earned}${rounded}`;
}

interface Happening {
  readonly at: Date;
  readonly sentence: string;
}

/** Refunds that took nothing back, either because nothing was earned or because the share rounds to nothing. */
function refundsOf({ refunds, sale, movements }: SaleHistory): Happening[] {
  const telling = new Set(movements.map((movement) => movement.refund_id));
  return refunds
    .filter((refund) => !telling.has(refund.id))
    .map((refund) => {
      const amount = formatMoney(Math.abs(refund.amount_cents), sale.currency);
      const at = formatTime(refund.occurred_at);
      const sentence =
        refund.amount_cents > 0
          ? `A refund of ${amount} at ${at} took nothing back.`
          : `A refund of ${amount} that had been counted failed at ${at}.`;
      return { at: refund.occurred_at, sentence };
    });
}

function whatBecameOfIt(history: SaleHistory, audience: Audience): string[] {
  const happenings = history.movements.map((movement) => ({
    at: movement.occurred_at,
    sentence: sentenceOf(history, movement, audience),
  }));
  return [...happenings, ...refundsOf(history)]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((happening) => happening.sentence)
    .filter((sentence) => sentence !== '');
}

function sentenceOf(history: SaleHistory, movement: MovementRow, audience: Audience): string {
  const amount = formatMoney(movement.amount_cents, movement.currency);
  const at = formatTime(movement.occurred_at);
  switch (movement.kind) {
    case 'earn':
      return movement.to_account === 'held' ? 'It was held from the beginning.' : '';
    case 'mature':
      return `At ${at} ${amount} became payable.`;
    case 'hold':
      return `At ${at} ${amount} was put on hold${whoseDoing(movement, audience)}.`;
    case 'release':
      return `At ${at} ${amount} was released from hold${whoseDoing(movement, audience)}.`;
    case 'pay':
      return `At ${at} ${amount} was paid out (payout ${movement.payout_id}${referenceOf(movement)}).`;
    case 'reverse':
      return reversalOf(history, movement);
    case 'restore':
      return `A refund that had been counted failed, which gave back ${amount} at ${at}.`;
    case 'unpay':
      return `At ${at} that payout was cancelled, and ${amount} came back.`;
    case 'carry':
    case 'uncarry':
      return '';
  }
}

/** Who of the team did it, which is told to the team only. */
function whoseDoing({ by }: MovementRow, audience: Audience): string {
  return by === null || audience === 'partner' ? '' : ` by ${by}`;
}

function referenceOf(movement: MovementRow): string {
  return movement.payout_reference === null ? '' : `, ${movement.payout_reference}`;
}

/** Whether a commission was in a payout, and not in one that had been cancelled, when something else happened to it. */
function wasPaidBy({ movements }: SaleHistory, moment: Date): boolean {
  const before = movements.filter(({ occurred_at: at }) => at <= moment);
  const count = (kind: MovementRow['kind']) => before.filter((movement) => movement.kind === kind).length;
  return count('pay') > count('unpay');
}

function reversalOf(history: SaleHistory, movement: MovementRow): string {
  const took = formatMoney(movement.amount_cents, movement.currency);
  const refund = history.refunds.find((one) => one.id === movement.refund_id);
  const cause =
    refund === undefined
      ? 'What had been refunded before the commission was written'
      : `A refund of ${formatMoney(refund.amount_cents, history.sale.currency)}`;
  const carried = wasPaidBy(history, movement.occurred_at)
    ? ' It had been paid out already, so it is taken off the next payout.'
    : '';
  return `${cause} took back ${took} at ${formatTime(movement.occurred_at)}.${carried}`;
}

function whatIsLeft(commission: Earned, audience: Audience): string {
  const left = formatMoney(commission.amount_cents, commission.currency);
  switch (commission.status) {
    case 'reversed':
      return 'Nothing of the commission is left.';
    case 'paid':
      return `The commission now stands at ${left} and has been paid.`;
    case 'held':
      if (audience === 'partner') return `The commission now stands at ${left} and is on hold.`;
      return `The commission now stands at ${left} and is on hold: ${commission.hold_reason ?? ''}`;
    case 'payable':
      return `The commission now stands at ${left} and is payable.`;
    case 'pending':
      return `The commission now stands at ${left} and is pending until ${formatTime(commission.payable_at)}.`;
  }
}
