import type { BreakdownAnswer } from '@svc/contract';

const COUNTS = ['clicks', 'unique_clicks', 'leads', 'customers', 'sales'] as const;

/** Sums as the database gives them: they may pass what a Number keeps exactly. */
export type SummedRow = Record<(typeof COUNTS)[number] | 'revenue_cents' | 'commission_cents', string> & {
  readonly currency: string;
};

/** What something came to: counts, and money by currency. */
export type Sums = Record<(typeof COUNTS)[number], bigint> & {
  readonly revenue: Map<string, bigint>;
  readonly commission: Map<string, bigint>;
};

/** Nothing yet. */
export function noFigures(): Sums {
  return {
    clicks: 0n,
    unique_clicks: 0n,
    leads: 0n,
    customers: 0n,
    sales: 0n,
    revenue: new Map(),
    commission: new Map(),
  };
}

/** Adds a row, or other sums. */
export function add(sums: Sums, more: SummedRow | Sums): void {
  combine(sums, more, 1n);
}

/** Takes a row off. */
export function subtract(sums: Sums, less: SummedRow): void {
  combine(sums, less, -1n);
}

function combine(sums: Sums, other: SummedRow | Sums, sign: 1n | -1n): void {
  for (const count of COUNTS) sums[count] += sign * BigInt(other[count]);
  if ('revenue' in other) {
    for (const [currency, cents] of other.revenue) addCents(sums.revenue, currency, sign * cents);
    for (const [currency, cents] of other.commission) addCents(sums.commission, currency, sign * cents);
    return;
  }
  addCents(sums.revenue, other.currency, sign * BigInt(other.revenue_cents));
  addCents(sums.commission, other.currency, sign * BigInt(other.commission_cents));
}

function addCents(money: Map<string, bigint>, currency: string, cents: bigint): void {
  if (cents !== 0n) money.set(currency, (money.get(currency) ?? 0n) + cents);
}

/** Whether there is nothing to show. */
export function isNothing(sums: Sums): boolean {
  const isZero = (money: ReadonlyMap<string, bigint>) => [...money.values()].every((cents) => cents === 0n);
  return COUNTS.every((count) => sums[count] === 0n) && isZero(sums.revenue) && isZero(sums.commission);
}

/** Sums as they are shown, in the currency of the program. */
export function figuresOf(sums: Sums, currency: string): BreakdownAnswer['totals'] {
  const { clicks, unique_clicks, leads, customers, sales, revenue, commission } = sums;
  const revenueCents = revenue.get(currency) ?? 0n;
  const commissionCents = commission.get(currency) ?? 0n;
  const others = [...new Set([...revenue.keys(), ...commission.keys()])].filter((one) => one !== currency);
  return {
    clicks,
    unique_clicks,
    leads,
    customers,
    sales,
    revenue_cents: revenueCents,
    commission_cents: commissionCents,
    currency,
    conversion: perClick(customers, clicks),
    epc_cents: perClick(commissionCents, clicks),
    other_currencies: others.sort().map((one) => ({
      currency: one,
      revenue_cents: revenue.get(one) ?? 0n,
      commission_cents: commission.get(one) ?? 0n,
    })),
  };
}

/** To four decimal places. */
function perClick(amount: bigint, clicks: bigint): number {
  return clicks === 0n ? 0 : Math.round((Number(amount) / Number(clicks)) * 10_000) / 10_000;
}
