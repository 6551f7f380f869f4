/**
 * What contract 2 sections 11 and 13 and contract section 3 say about who is credited with a sale and what it earns, as plainly as it
 * can be written. It imports nothing and shares no code with the rules; words and shapes are those of the HTTP interface.
 */

export type Pay =
  | { type: 'percent'; basis_points: number; max_cents?: number }
  | { type: 'flat'; amount_cents: number }
  | { type: 'none' };

export interface When {
  products?: string[];
  sale?: 'first' | 'renewal';
  codes?: string[];
  from_month?: number;
  to_month?: number;
  min_amount_cents?: number;
  min_customers?: number;
}

export type Rule = (
  | { type: 'percent'; basis_points: number }
  | { type: 'flat'; amount_cents: number }
  | { type: 'clauses'; clauses: { when: When; pay: Pay }[]; otherwise: Pay | null }
) & { duration_months: number | null; max_total_cents: number | null };

export interface Policy {
  currency: string;
  attribution_precedence: 'link' | 'code';
  lead_reward_cents: number | null;
  /** The program's rule. */
  rule: Rule;
  /** By number of a partner: their own rule. */
  partnerRules: ReadonlyMap<number, Rule>;
  /** By code in capitals: the number of its partner. */
  codes: ReadonlyMap<string, number>;
}

export interface LeadReport {
  customer: string;
  /** The number of the partner whose link was clicked. */
  click: number | null;
  code: string | null;
}

export interface SaleReport {
  transaction: string;
  customer: string;
  amount: number;
  tax: number;
  currency: string;
  items: { product: string; amount_cents: number }[] | null;
  code: string | null;
  atMs: number;
}

/** An amount of a partner. */
export interface Earned {
  partner: number;
  cents: number;
  currency: string;
}

interface Customer {
  /** Who is credited, and the code that credited them; null: nobody, and no code. */
  partner: number | null;
  code: string | null;
  firstSale: { transaction: string; atMs: number; partner: number } | null;
}

interface Sale {
  amount: number;
  refunded: number;
  original: number;
  earned: Earned | null;
}

export class Model {
  readonly #policy: Policy;
  readonly #customers = new Map<string, Customer>();
  readonly #sales = new Map<string, Sale>();
  readonly #rewards: Earned[] = [];
  /** What customers have earned partners, before refunds. */
  readonly #totals = new Map<string, number>();

  constructor(policy: Policy) {
    this.#policy = { ...policy };
  }

  /** From now on. */
  changeRule(rule: Rule): void {
    this.#policy.rule = rule;
  }

  /** What a lead answers: whether it was recorded, and whether a partner is credited. */
  lead({ customer: key, click, code }: LeadReport): { isRecorded: boolean; isAttributed: boolean } {
    const found = this.#findCode(code);
    const known = this.#customers.get(key);
    if (known !== undefined) {
      if (known.partner === null && found !== null) Object.assign(known, found);
      return { isRecorded: false, isAttributed: false };
    }
    const credit = click === null ? found : { partner: click, code: null };
    const customer = { partner: null, code: null, firstSale: null, ...credit };
    this.#customers.set(key, customer);
    const { lead_reward_cents: cents, currency } = this.#policy;
    if (customer.partner !== null && cents !== null && cents > 0)
      this.#rewards.push({ partner: customer.partner, cents, currency });
    return { isRecorded: true, isAttributed: customer.partner !== null };
  }

  /** What a sale earns; null: nothing. `refused`: nobody can be credited with it, and it is not recorded. */
  sale(report: SaleReport): Earned | null | 'refused' {
    const found = this.#findCode(report.code);
    let customer = this.#customers.get(report.customer);
    if (customer === undefined) {
      if (found === null) return 'refused';
      customer = { ...found, firstSale: null };
      this.#customers.set(report.customer, customer);
    } else if (customer.partner === null) {
      if (found === null) return 'refused';
      Object.assign(customer, found);
    }
    const isCodes =
      found !== null && found.partner !== customer.partner && this.#policy.attribution_precedence === 'code';
    const credit = isCodes ? found : customer;
    const partner = credit.partner as number;
    const brought = [...this.#customers.values()].filter((one) => one.firstSale?.partner === partner).length;
    const { transaction, atMs } = report;
    customer.firstSale ??= { transaction, atMs, partner };
    customer.firstSale.atMs = Math.min(customer.firstSale.atMs, atMs);
    const codes = [found?.code, credit.code].filter((one) => typeof one === 'string');
    const facts = { codes, brought, isFirst: customer.firstSale.transaction === transaction };
    const amount = this.#amountOf(report, partner, fullMonths(customer.firstSale.atMs, atMs), facts);
    const earned = amount && this.#limit(report.customer, { partner, ...amount });
    this.#sales.set(transaction, {
      amount: report.amount,
      refunded: 0,
      original: earned?.cents ?? 0,
      earned: earned && { ...earned },
    });
    return earned;
  }

  /** Gives back this much of a sale, all that is left when null; the answer is what the sale still earns, null where it earned nothing. */
  refund(transaction: string, cents: number | null): { refunded: number; left: number | null } | 'refused' {
    const sale = this.#sales.get(transaction);
    if (sale === undefined) return 'refused';
    const open = sale.amount - sale.refunded;
    if (open > 0 && cents !== null && cents > open) return 'refused';
    sale.refunded += open === 0 ? 0 : (cents ?? open);
    const { earned, original, refunded, amount } = sale;
    if (earned !== null)
      earned.cents = original - divide(BigInt(original) * BigInt(refunded), BigInt(amount));
    return { refunded, left: earned?.cents ?? null };
  }

  /** What is owed to each partner, by partner and currency, without what is 0. */
  balances(): Map<string, number> {
    const balances = new Map<string, number>();
    for (const one of [...this.#rewards, ...[...this.#sales.values()].map(({ earned }) => earned)]) {
      if (one === null || one.cents === 0) continue;
      const key = `${one.partner} ${one.currency}`;
      balances.set(key, (balances.get(key) ?? 0) + one.cents);
    }
    return balances;
  }

  #findCode(code: string | null): { partner: number; code: string } | null {
    const partner = code === null ? undefined : this.#policy.codes.get(code.toUpperCase());
    return code === null || partner === undefined ? null : { partner, code: code.toUpperCase() };
  }

  #ruleOf(partner: number): Rule {
    return this.#policy.partnerRules.get(partner) ?? this.#policy.rule;
  }

  /** By the rule, but for its limit per customer. */
  #amountOf(
    sale: SaleReport,
    partner: number,
    months: number,
    facts: { codes: readonly string[]; brought: number; isFirst: boolean },
  ): { cents: number; currency: string } | null {
    const rule = this.#ruleOf(partner);
    const { duration_months: duration } = rule;
    if (duration === 0 && !facts.isFirst) return null;
    if (duration !== null && duration > 0 && months >= duration) return null;
    const { currency } = this.#policy;
    if (rule.type === 'flat') return { cents: rule.amount_cents, currency };
    if (rule.type === 'percent') {
      return { cents: share(rule.basis_points, sale.amount, sale), currency: sale.currency };
    }
    const holds = ({ sale: which, codes, ...when }: When, product: string | null) =>
      (when.products === undefined || (product !== null && when.products.includes(product))) &&
      (which === undefined || (which === 'first') === facts.isFirst) &&
      (codes === undefined || codes.some((code) => facts.codes.includes(code.toUpperCase()))) &&
      (when.from_month === undefined || months >= when.from_month) &&
      (when.to_month === undefined || months < when.to_month) &&
      (when.min_amount_cents === undefined || sale.amount >= when.min_amount_cents) &&
      (when.min_customers === undefined || facts.brought >= when.min_customers);
    const items = sale.items ?? [];
    const rest = items.reduce((left, item) => left - item.amount_cents, sale.amount);
    const parts = [...items, { product: null, amount_cents: rest }].filter((part) => part.amount_cents > 0);
    let shares = 0;
    let flats = 0;
    for (const { product, amount_cents: amount } of parts) {
      const pay = rule.clauses.find(({ when }) => holds(when, product))?.pay ?? rule.otherwise;
      if (pay?.type === 'flat') flats += pay.amount_cents;
      if (pay?.type === 'percent')
        shares += Math.min(share(pay.basis_points, amount, sale), pay.max_cents ?? Number.POSITIVE_INFINITY);
    }
    // A commission has one currency: beside a share in another, flat amounts are left out.
    if (sale.currency === currency) return { cents: shares + flats, currency };
    return shares > 0 ? { cents: shares, currency: sale.currency } : { cents: flats, currency };
  }

  #limit(customer: string, { partner, cents, currency }: Earned): Earned | null {
    const key = `${customer} ${partner} ${currency}`;
    const total = this.#totals.get(key) ?? 0;
    const most = this.#ruleOf(partner).max_total_cents ?? Number.POSITIVE_INFINITY;
    const kept = Math.min(cents, Math.max(0, most - total));
    if (kept === 0) return null;
    this.#totals.set(key, total + kept);
    return { partner, cents: kept, currency };
  }
}

/** A share of a part of a sale, without its part of the tax. */
function share(basisPoints: number, amount: number, sale: { amount: number; tax: number }): number {
  const net = BigInt(sale.amount - sale.tax);
  return divide(BigInt(amount) * net * BigInt(basisPoints), BigInt(sale.amount) * 10_000n);
}

/** Halves up; nothing here is below zero. */
function divide(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/** How often the day of the month of the first sale has come round; months too short for it end with its last day. */
function fullMonths(firstMs: number, atMs: number): number {
  if (atMs <= firstMs) return 0;
  const first = new Date(firstMs);
  const at = new Date(atMs);
  const months = 12 * (at.getUTCFullYear() - first.getUTCFullYear()) + at.getUTCMonth() - first.getUTCMonth();
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  const day = Math.min(first.getUTCDate(), lastDay);
  const anniversary = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), day) + (firstMs % 86_400_000);
  return atMs >= anniversary ? months : months - 1;
}
