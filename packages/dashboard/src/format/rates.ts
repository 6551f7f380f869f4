import { netOf } from './net.js';

/** Totals of a period in one currency, before refunds. */
export interface PeriodTotals {
  readonly currency: string;
  readonly clicks: number;
  readonly leads: number;
  readonly customers: number;
  readonly sales: number;
  readonly revenue_cents: number;
  readonly refunded_cents: number;
  readonly commission_cents: number;
  readonly reversed_cents: number;
}

/** Amounts after refunds in one currency; clicks, leads and sales are those of all currencies. */
export interface Performance {
  readonly clicks: number;
  readonly leads: number;
  readonly sales: number;
  readonly revenue: number;
  readonly commission: number;
  /** New customers per click, so that renewals do not count; null without clicks. */
  readonly conversion: number | null;
  /** Commission per click in the smallest unit, not rounded; null without clicks. */
  readonly epcCents: number | null;
  /** Refunds by revenue before them; null without revenue. */
  readonly refundRate: number | null;
}

/** What totals come to in a currency: the one place where pages get their rates from. */
export function performanceOf(rows: readonly PeriodTotals[], currency: string): Performance {
  const all = { clicks: 0, leads: 0, sales: 0 };
  let customers = 0;
  const own = { gross: 0, refunded: 0, revenue: 0, commission: 0 };
  for (const row of rows) {
    all.clicks += row.clicks;
    all.leads += row.leads;
    all.sales += row.sales;
    customers += row.customers;
    if (row.currency !== currency) continue;
    const net = netOf(row);
    own.gross += row.revenue_cents;
    own.refunded += row.refunded_cents;
    own.revenue += net.revenue_cents;
    own.commission += net.commission_cents;
  }
  const { gross, refunded, ...amounts } = own;
  return {
    ...all,
    ...amounts,
    conversion: ratio(customers, all.clicks),
    epcCents: ratio(own.commission, all.clicks),
    refundRate: ratio(refunded, gross),
  };
}

/** null where there is nothing to divide by. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** The currencies that totals have amounts in, the program's own first. */
export function currenciesOf(rows: readonly PeriodTotals[] | undefined, own: string): readonly string[] {
  const found = new Set((rows ?? []).map(({ currency }) => currency));
  return [own, ...[...found].filter((currency) => currency !== own).toSorted()];
}
