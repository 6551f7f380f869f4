import type { Answer } from '../../api/client.js';
import { netOf } from '../../format/net.js';
import type { ByDay } from '../../ui/chart-types.js';

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
  for (const row of rows.map(netOf)) {
    sum.clicks += row.clicks;
    sum.leads += row.leads;
    sum.customers += row.customers;
    if (row.currency !== currency) continue;
    sum.sales += row.sales;
    sum.revenue += row.revenue_cents;
    sum.refunded += row.refunded_cents;
    sum.commission += row.commission_cents;
  }
  return sum;
}

/** One of the sums of `sumTotals`, by day. */
export function byDay(
  rows: Overview['days'],
  currency: string,
  key: Exclude<keyof ReturnType<typeof sumTotals>, 'customers'>,
): ByDay {
  const days = Map.groupBy(rows, ({ day }) => day);
  return new Map([...days].map(([day, ofDay]) => [day, sumTotals(ofDay, currency)[key]]));
}
