import type { Answer } from '../../api/client.js';
import { formatMoney } from '../../format/money.js';

export type Explanation = Answer<'/api/programs/{programId}/commissions/{id}/explain'>;
type Movement = Explanation['movements'][number];

/** One thing that happened, or is still to come. */
export interface Step {
  readonly key: string;
  /** ISO 8601; null where no moment belongs to it. */
  readonly at: string | null;
  readonly tone: 'plain' | 'good' | 'bad' | 'stop' | 'ahead';
  readonly title: string;
  readonly details: readonly string[];
  /** Where the arithmetic is to stand. */
  readonly isEarning?: boolean;
  /** The payout run behind it. */
  readonly runId?: number;
}

/** What happened to a sale and its commission, the oldest first, in sentences for the team. */
export function storyOf(explanation: Explanation): Step[] {
  const { commission } = explanation;
  const steps = [clickStep(explanation), leadStep(explanation), saleStep(explanation)];
  if (commission === null) return [...steps, nothingStep(explanation), ...refundSteps(explanation)];
  const later = [
    ...explanation.movements.flatMap((movement) => movementStep(explanation, movement) ?? []),
    ...refundSteps(explanation),
  ].sort((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''));
  return [...steps, earningStep(explanation), ...later, ...aheadOf(commission)];
}

function clickStep({ customer, click, link, partner, sale }: Explanation): Step {
  const who = partner?.name ?? `partner ${sale.partner_id}`;
  const step = { key: 'click', tone: 'plain' as const, details: [] };
  if (customer.click_id === null) return { ...step, at: null, title: `Credited to ${who} without a click` };
  const what = link === null ? `a link of ${who}` : `the link “${link.short_link}” of ${who}`;
  const title = `The customer clicked ${what}`;
  if (click === null)
    return { ...step, at: null, title, details: ['Details of clicks this old are no longer kept.'] };
  return {
    ...step,
    at: click.clicked_at,
    title,
    details: [
      click.referrer === null
        ? 'Came directly, or from a page that does not say so.'
        : `Came from ${click.referrer}`,
      ...(click.test_mode ? ['This was a test click.'] : []),
    ],
  };
}

function leadStep({ customer, sale }: Explanation): Step {
  const name = sale.customer_key ?? `Customer ${sale.customer_id}`;
  const step = { key: 'lead', at: customer.lead_at, tone: 'plain' as const };
  return customer.lead_at === null
    ? { ...step, title: 'No sign-up was recorded', details: ['The sale itself named the customer.'] }
    : { ...step, title: 'The customer signed up', details: [`Known to you as ${name}`] };
}

function saleStep({ sale }: Explanation): Step {
  const amount = formatMoney(sale.amount_cents, sale.currency);
  const what = sale.test_mode ? 'A test sale' : 'A sale';
  const tax = sale.tax_cents > 0 ? [`${formatMoney(sale.tax_cents, sale.currency)} of it is tax.`] : [];
  const source = sale.source === 'processor' ? ', told by your card processor' : '';
  return {
    key: 'sale',
    at: sale.occurred_at,
    tone: 'plain',
    title: `${what} of ${amount}`,
    details: [`Transaction ${sale.transaction_id}${source}`, ...tax],
  };
}

function nothingStep({ sale, rule, no_commission_reason: reason }: Explanation): Step {
  const step = { key: 'nothing', at: null };
  if (sale.commission_state === 'missing') {
    const details = ['It could not be written when the sale came in. It is added by itself, exactly once.'];
    return { ...step, tone: 'ahead', title: 'The commission is still being worked out', details };
  }
  const inForce =
    rule === null || sale.test_mode ? [] : [`In force was ${ruleName(rule.scope)}, version ${rule.version}.`];
  const details = [reason ?? 'The reason was not kept.', ...inForce];
  return { ...step, tone: 'bad', title: 'No commission was earned', details };
}

/** Whose rule it is. */
export function ruleName(scope: 'program' | 'partner'): string {
  return scope === 'program' ? 'the rule of the program' : 'the partner’s own rule';
}

function durationOf(months: number | null): string {
  if (months === null) return 'It pays for every sale of a customer.';
  if (months === 0) return 'It pays for a customer’s first sale, which this is.';
  const time = months === 1 ? 'one month' : `${months} months`;
  return `It pays for ${time} from a customer’s first sale.`;
}

function earningStep({ commission, rule, sale, movements }: Explanation): Step {
  const earned = formatMoney(commission?.original_amount_cents ?? 0, commission?.currency ?? sale.currency);
  const isHeld = movements.some(({ kind, to }) => kind === 'earn' && to === 'held');
  return {
    key: 'earning',
    at: sale.occurred_at,
    tone: 'good',
    title: `It earned ${earned}`,
    details: [
      ...(rule === null ? [] : [durationOf(rule.duration_months)]),
      ...(isHeld ? ['It was on hold from the beginning.'] : []),
    ],
    isEarning: true,
  };
}

const TONES: Partial<Record<Movement['kind'], Step['tone']>> = {
  hold: 'stop',
  reverse: 'bad',
  unpay: 'stop',
  mature: 'good',
  pay: 'good',
  release: 'good',
  restore: 'good',
};

function movementStep(explanation: Explanation, movement: Movement): Step | null {
  const words = wordsOf(explanation, movement);
  if (words === null) return null;
  const { payout_run_id: runId } = movement;
  return {
    key: `movement ${movement.id}`,
    at: movement.occurred_at,
    tone: TONES[movement.kind] ?? 'plain',
    ...words,
    ...(movement.kind === 'pay' && runId !== null && { runId }),
  };
}

function wordsOf(explanation: Explanation, movement: Movement): Pick<Step, 'title' | 'details'> | null {
  const amount = formatMoney(movement.amount_cents, movement.currency);
  const by = movement.by === null ? '' : ` by ${movement.by}`;
  switch (movement.kind) {
    case 'mature':
      return { title: `${amount} became payable`, details: [] };
    case 'hold':
      return {
        title: `Put on hold${by}`,
        details: movement.reason === null ? [] : [`Reason: ${movement.reason}`],
      };
    case 'release':
      return { title: `Released from hold${by}`, details: [] };
    case 'pay':
      return {
        title: `${amount} went into payout ${movement.payout_id}`,
        details: movement.payout_reference === null ? [] : [`Reference: ${movement.payout_reference}`],
      };
    case 'unpay':
      return { title: `Payout ${movement.payout_id} was cancelled`, details: [`${amount} came back.`] };
    case 'reverse':
      return { title: reversalTitle(explanation, movement), details: reversalDetails(explanation, movement) };
    case 'restore':
      return { title: 'A refund failed', details: [`${amount} of the commission came back.`] };
    default:
      return null;
  }
}

function reversalTitle({ refunds, sale }: Explanation, movement: Movement): string {
  const took = formatMoney(movement.amount_cents, movement.currency);
  const refund = refunds.find(({ id }) => id === movement.refund_id);
  return refund === undefined
    ? `Refunds before the commission was written took back ${took}`
    : `A refund of ${formatMoney(refund.amount_cents, sale.currency)} took back ${took}`;
}

/** The arithmetic of a refund: what is refunded in all, and the same share of the commission taken back in all. */
function reversalDetails(explanation: Explanation, movement: Movement): string[] {
  const { sale, commission, refunds, movements, partner } = explanation;
  const position = movements.indexOf(movement);
  const before = movements.slice(0, position);
  const sumOf = (kind: Movement['kind']) =>
    before.filter((one) => one.kind === kind).reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const last = refunds.findIndex(({ id }) => id === movement.refund_id);
  const refunded = refunds.slice(0, last + 1).reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const taken = sumOf('reverse') - sumOf('restore') + movement.amount_cents;
  const countOf = (kind: Movement['kind']) => before.filter((one) => one.kind === kind).length;
  const wasPaid = countOf('pay') > countOf('unpay');
  const money = (cents: number) => formatMoney(cents, movement.currency);
  return [
    ...(last < 0
      ? []
      : [
          `Refunded in all: ${formatMoney(refunded, sale.currency)} of ${formatMoney(sale.amount_cents, sale.currency)}. ` +
            `The same share of ${money(commission?.original_amount_cents ?? 0)} is ${money(taken)}, taken back in all.`,
        ]),
    ...(wasPaid
      ? [`It was in a payout already, so ${partner?.name ?? 'the partner'} gets that much less next time.`]
      : []),
  ];
}

/** Refunds that took nothing back, because nothing was earned or their share rounds to nothing. */
function refundSteps({ refunds, movements, sale }: Explanation): Step[] {
  const telling = new Set(movements.map(({ refund_id }) => refund_id));
  return refunds
    .filter(({ id }) => !telling.has(id))
    .map(({ id, amount_cents: cents, occurred_at: at }) => {
      const amount = formatMoney(Math.abs(cents), sale.currency);
      const title = cents > 0 ? `A refund of ${amount} took nothing back` : `A refund of ${amount} failed`;
      return { key: `refund ${id}`, at, tone: 'plain', title, details: [] };
    });
}

function aheadOf({ status, payable_at: at }: NonNullable<Explanation['commission']>): Step[] {
  if (status === 'pending') {
    const details = ['Until then it waits for refunds.'];
    return [{ key: 'ahead', at, tone: 'ahead', title: 'It becomes payable', details }];
  }
  if (status === 'held') {
    const details = ['It is not paid out until somebody releases it.'];
    return [{ key: 'ahead', at: null, tone: 'stop', title: 'It is on hold now', details }];
  }
  return [];
}
