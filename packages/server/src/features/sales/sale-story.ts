import {
  type Audience,
  formatMoney,
  formatShare,
  formatTime,
  renderStep,
  type StoryStep,
} from '@svc/contract';
import { ruleScopeOf } from '../rules/rule-terms.js';
import type { MovementRow } from './commission-history.js';
import { partsOf } from './commission-parts.js';
import { creditSteps, isOfItsCode } from './credit-story.js';
import type { LeadHistory } from './lead-history.js';
import type { SaleHistory } from './sale-history.js';

type Earned = NonNullable<SaleHistory['commission']>;

/** Of a commission, whatever it is of. */
type Earning = Omit<Earned, 'reason'>;

const FORMAT = {
  money: formatMoney,
  share: formatShare,
  time: (iso: string) => formatTime(new Date(iso)),
};

/** The story of a sale in plain sentences, with times in UTC. */
export function storySentences(steps: readonly StoryStep[], audience: Audience): string[] {
  return steps.map((step) => renderStep(step, audience, FORMAT));
}

/**
 * What happened to a sale, in order: how the customer came, what was paid, which rule was applied and what it gave, and what
 * became of the commission. Steps for a partner hold neither what names the customer nor what the team wrote for itself.
 */
export function storySteps(history: SaleHistory, audience: Audience): StoryStep[] {
  const credit = creditSteps(history, audience);
  const { commission } = history;
  return [
    // The customer is not the partner's whose code this sale alone is credited to.
    ...(isOfItsCode(history.sale) ? [] : [originStep(history, audience)]),
    leadStep(history, audience),
    ...credit.before,
    saleStep(history, audience),
    ...codeSteps(history, audience),
    ...credit.since,
    ...(commission === null
      ? [nothingStep(history), ...refundSteps(history)]
      : [
          ...earningSteps(history, commission),
          ...(audience === 'team' ? flagSteps(commission) : []),
          ...laterSteps(history, commission, audience),
          stateStep(commission, audience),
        ]),
  ];
}

/** The same of the reward of a lead. */
export function rewardSteps(history: LeadHistory, audience: Audience): StoryStep[] {
  const { commission, lead, movements } = history;
  const { partner_id, customer_id, customer_key, credit_code } = lead;
  const sale = { partner_id, customer_id, customer_key, credit_code, amount_cents: 0, currency: '' };
  // What is imported earns no reward.
  const told: Told = { ...history, sale, refunds: [], imported_from: null };
  const { original_cents: amount_cents, currency, reason } = commission;
  return [
    creditOriginStep(told, audience),
    leadStep({ ...told, lead: { ...lead, test_mode: false } }, audience),
    { kind: 'reward', amount_cents, currency },
    ...payableSteps(commission, reason.holdDays, 'lead'),
    ...(audience === 'team' ? flagSteps(commission) : []),
    ...movements.flatMap((movement) => movementStep(told, commission, movement, audience) ?? []),
    stateStep(commission, audience),
  ];
}

/** What the steps of sales and leads have in common. */
type Told = Pick<
  SaleHistory,
  'credited_click' | 'click' | 'link' | 'partner' | 'movements' | 'refunds' | 'imported_from'
> & {
  readonly sale: Pick<
    SaleHistory['sale'],
    'partner_id' | 'customer_id' | 'customer_key' | 'credit_code' | 'amount_cents' | 'currency'
  >;
};

/**
 * How the customer came: by the click that credits the sale; or, where somebody assigned them later, by the click of the partner they were
 * assigned from, whom other partners do not hear of.
 */
function originStep(history: SaleHistory, audience: Audience): StoryStep {
  const { credited_click: credited, sale, imported_from: system, credit_changes: changes } = history;
  const [first] = changes;
  const isOwn = credited.click_ms !== null || sale.credit_code !== null || system !== null;
  if (isOwn || audience !== 'team' || first === undefined || first.from_click_ms === null)
    return creditOriginStep(history, audience);
  return {
    kind: 'click',
    at: new Date(first.from_click_ms).toISOString(),
    partner: first.from_partner ?? `partner ${first.from_partner_id}`,
    short_link: first.from_link,
    test_mode: first.from_click?.test_mode ?? false,
    is_kept: first.from_click !== null,
    referrer: first.from_click?.referrer ?? null,
    imported_from: null,
  };
}

/** How the partner of the sale came to be credited: by a code, or by a click. */
function creditOriginStep(history: Told, audience: Audience): StoryStep {
  const { sale, partner } = history;
  if (sale.credit_code === null) return clickStep(history, audience);
  return { kind: 'code', code: sale.credit_code, partner: partner?.name ?? `partner ${sale.partner_id}` };
}

/** What became of the code that the sale carried. A partner is not told of the codes of others. */
function codeSteps({ sale, partner }: SaleHistory, audience: Audience): StoryStep[] {
  const { code, code_result: result } = sale;
  if (code === null || result === null) return [];
  const isOwn =
    sale.credit_code !== null || (result === 'same_partner' && sale.code_partner_id === sale.partner_id);
  if (audience === 'partner' && !isOwn) return [];
  const own = partner?.name ?? `partner ${sale.partner_id}`;
  // Only a code that was not preferred is told with another partner than its own: the one who kept the sale.
  const named = result === 'kept' ? own : (sale.code_partner ?? own);
  return [{ kind: 'carried_code', code, result, partner: named }];
}

function clickStep(
  { credited_click: credited, click, link, partner, sale, imported_from }: Told,
  audience: Audience,
): StoryStep {
  return {
    kind: 'click',
    at: credited.click_ms === null ? null : new Date(credited.click_ms).toISOString(),
    partner: partner?.name ?? `partner ${sale.partner_id}`,
    short_link: link?.short_link ?? null,
    test_mode: click?.test_mode ?? false,
    is_kept: click !== null,
    referrer: audience === 'team' ? (click?.referrer ?? null) : null,
    imported_from,
  };
}

function leadStep({ lead, sale }: Told & Pick<SaleHistory, 'lead'>, audience: Audience): StoryStep {
  return {
    kind: 'lead',
    at: lead?.occurred_at.toISOString() ?? null,
    test_mode: lead?.test_mode ?? false,
    customer: audience === 'team' ? (sale.customer_key ?? `Customer ${sale.customer_id}`) : null,
  };
}

function saleStep({ sale }: SaleHistory, audience: Audience): StoryStep {
  return {
    kind: 'sale',
    at: sale.occurred_at.toISOString(),
    amount_cents: sale.amount_cents,
    tax_cents: sale.tax_cents,
    currency: sale.currency,
    test_mode: sale.test_mode,
    source: sale.source,
    transaction_id: audience === 'team' ? sale.transaction_id : null,
    entered:
      sale.entry_reason === null
        ? null
        : { by: audience === 'team' ? sale.entered_by : null, reason: sale.entry_reason },
  };
}

function nothingStep({ sale, rule }: SaleHistory): StoryStep {
  if (sale.commission_state === 'missing') return { kind: 'missing' };
  return {
    kind: 'none',
    code: sale.no_commission_code,
    months: sale.rule_months,
    note: sale.no_commission_reason,
    rule: rule === null || sale.test_mode ? null : { version: rule.version, scope: ruleScopeOf(rule) },
  };
}

function earningSteps({ sale, rule, hold_days: holdDays }: SaleHistory, commission: Earned): StoryStep[] {
  const { reason } = commission;
  return [
    {
      kind: 'earning',
      amount_cents: commission.original_cents,
      currency: commission.currency,
      rule: { version: reason.ruleVersion, scope: rule === null ? reason.ruleScope : ruleScopeOf(rule) },
      type: reason.type,
      basis_points: reason.basisPoints,
      sale_cents: reason.saleCents,
      tax_cents: reason.taxCents,
      base_cents: reason.baseCents,
      duration_months: reason.durationMonths,
      first_sale_at: new Date(reason.firstSaleAtMs).toISOString(),
      limit: limitOf(reason),
    },
    ...partsOf(sale, commission).map((part) => ({ kind: 'part' as const, ...part })),
    ...payableSteps(commission, reason.holdDays ?? holdDays, 'sale'),
  ];
}

/** When it is payable; nothing where nothing is left that could be. */
function payableSteps(
  { status, payable_at: at }: Pick<Earned, 'status' | 'payable_at'>,
  holdDays: number,
  after: 'sale' | 'lead',
): StoryStep[] {
  return status === 'reversed'
    ? []
    : [{ kind: 'payable_from', at: at.toISOString(), hold_days: holdDays, after }];
}

/** What the program looked for and found. A partner is not told what is looked for. */
function flagSteps({ flags }: Earning): StoryStep[] {
  return (flags ?? []).map(({ flag, action, ...evidence }) => ({
    kind: 'flagged',
    flag,
    holds: action === 'hold',
    ...NO_EVIDENCE,
    ...evidence,
  }));
}

const NO_EVIDENCE = {
  domain: null,
  seconds: null,
  clicks: null,
  parameter: null,
  customers: null,
  average: null,
} as const;

function limitOf({ maxTotalCents, customerLeftCents }: Earned['reason']) {
  if (maxTotalCents === undefined || customerLeftCents === undefined) return null;
  return { max_total_cents: maxTotalCents, left_cents: customerLeftCents };
}

type TimedStep = Extract<StoryStep, { readonly at: string }>;

/**
 * Refunds that took nothing back, either because nothing was earned or because the share rounds to nothing. What was refunded before
 * the commission was written has one reversal, which names no refund.
 */
function refundSteps({ refunds, sale, movements }: SaleHistory): TimedStep[] {
  const moved = new Set(movements.map((movement) => movement.refund_id));
  const together = movements.find(({ kind, refund_id: id }) => kind === 'reverse' && id === null);
  return refunds
    .filter(({ id, occurred_at: at }) => !moved.has(id) && !(together && at <= together.occurred_at))
    .map((refund) => ({
      kind: 'refund',
      at: refund.occurred_at.toISOString(),
      amount_cents: refund.amount_cents,
      currency: sale.currency,
    }));
}

function laterSteps(history: SaleHistory, commission: Earned, audience: Audience): TimedStep[] {
  const moved = history.movements.flatMap(
    (movement) => movementStep(history, commission, movement, audience) ?? [],
  );
  return [...moved, ...refundSteps(history)].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function movementStep(
  history: Told,
  commission: Earning,
  movement: MovementRow,
  audience: Audience,
): TimedStep | null {
  const at = movement.occurred_at.toISOString();
  const moved = { at, amount_cents: movement.amount_cents, currency: movement.currency };
  const by = audience === 'team' ? movement.by : null;
  switch (movement.kind) {
    case 'earn':
      return movement.to_account === 'held' ? { kind: 'held_from_start', at } : null;
    case 'hold':
      return { kind: 'hold', ...moved, by, reason: audience === 'team' ? movement.reason : null };
    case 'release':
      return { kind: 'release', ...moved, by };
    case 'pay': {
      const { payout_id, payout_reference, payout_run_id } = movement;
      return { kind: 'pay', ...moved, payout_id, payout_reference, payout_run_id };
    }
    case 'reverse': {
      const refund = reversalOf(history, commission, movement);
      return { kind: 'reverse', ...moved, refund, is_after_payout: wasPaidBefore(history, movement) };
    }
    case 'reassign': {
      const is_back = movement.from_account === 'expense';
      return { kind: 'reassign', ...moved, is_back, is_after_payout: wasPaidBefore(history, movement) };
    }
    case 'reject':
      // As of every correction, the partner sees why.
      return { kind: 'reject', ...moved, by, reason: movement.reason };
    case 'mature':
    case 'unpay':
    case 'restore':
      return { kind: movement.kind, ...moved };
    case 'carry':
    case 'uncarry':
      return null;
  }
}

/** Whether a commission was in a payout, and not in one that had been cancelled, when something else happened to it. */
function wasPaidBefore({ movements }: Told, { occurred_at: moment }: MovementRow): boolean {
  const before = movements.filter(({ occurred_at: at }) => at <= moment);
  const countBefore = (kind: MovementRow['kind']) =>
    before.filter((movement) => movement.kind === kind).length;
  return countBefore('pay') > countBefore('unpay');
}

/** The refund behind a reversal, and the totals after it; null for refunds from before the commission was written. */
function reversalOf(
  { refunds, sale, movements }: Told,
  commission: Earning,
  movement: MovementRow,
): Extract<StoryStep, { readonly kind: 'reverse' }>['refund'] {
  const last = refunds.findIndex(({ id }) => id === movement.refund_id);
  const refund = refunds[last];
  if (refund === undefined) return null;
  const sum = (rows: readonly { readonly amount_cents: number }[]) =>
    rows.reduce((total, { amount_cents: cents }) => total + cents, 0);
  const before = movements.slice(0, movements.indexOf(movement) + 1);
  // A sale that was assigned away and back may have been refunded in between.
  const taken = before.filter(({ kind, to_account: to }) => to === 'expense' && kind !== 'earn');
  const given = before.filter(({ kind, from_account: from }) => from === 'expense' && kind !== 'earn');
  return {
    amount_cents: refund.amount_cents,
    currency: sale.currency,
    refunded_cents: sum(refunds.slice(0, last + 1)),
    sale_cents: sale.amount_cents,
    earned_cents: commission.original_cents,
    reversed_cents: sum(taken) - sum(given),
  };
}

function stateStep(commission: Earning, audience: Audience): StoryStep {
  const showsHold = audience === 'team' && commission.status === 'held';
  return {
    kind: 'state',
    status: commission.status,
    amount_cents: commission.amount_cents,
    currency: commission.currency,
    payable_at: commission.payable_at.toISOString(),
    hold_kind: showsHold ? commission.hold_kind : null,
    hold_note: showsHold ? commission.hold_reason : null,
    of: commission.lead_id === null ? 'sale' : 'lead',
  };
}
