import type { Answer } from '../../api/client.js';
import { daysBetween } from '../../format/time.js';
import type { ChartDay } from '../../ui/chart-types.js';

type Overview = Answer<'/api/programs/{programId}/overview'>;
export type Totals = Overview['totals'][number];

/** The currencies of a period, the program's own first. */
export function currenciesOf(overview: Overview | undefined, own: string): readonly string[] {
  const found = new Set((overview?.totals ?? []).map(({ currency }) => currency));
  return [own, ...[...found].filter((currency) => currency !== own).toSorted()];
}

/** Clicks, leads and customers belong to no currency, and are summed; amounts are those of the one. */
export function sumTotals(rows: readonly Totals[], currency: string) {
  const sum = { clicks: 0, leads: 0, customers: 0, sales: 0, revenue: 0, refunded: 0, commission: 0 };
  for (const row of rows) {
    sum.clicks += row.clicks;
    sum.leads += row.leads;
    sum.customers += row.customers;
    if (row.currency !== currency) continue;
    sum.sales += row.sales;
    sum.revenue += row.revenue_cents - row.refunded_cents;
    sum.refunded += row.refunded_cents;
    sum.commission += row.commission_cents - row.reversed_cents;
  }
  return sum;
}

/** Every day of a period, also those on which nothing happened. */
export function daysOf(overview: Overview, currency: string): readonly ChartDay[] {
  const byDay = Map.groupBy(overview.days, ({ day }) => day);
  return daysBetween(overview.from, overview.to).map((day) => {
    const rows = byDay.get(day) ?? [];
    const own = rows.filter((row) => row.currency === currency);
    return {
      day,
      clicks: rows.reduce((sum, row) => sum + row.clicks, 0),
      revenue: own.reduce((sum, row) => sum + row.revenue_cents, 0),
      commission: own.reduce((sum, row) => sum + row.commission_cents, 0),
    };
  });
}
