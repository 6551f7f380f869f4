import type { Answer } from '../../api/client.js';
import { texts } from '../../texts/portal.js';
import type { ByDay } from '../../ui/chart-types.js';

export type Statistics = Answer<'/api/partner/programs/{programId}/statistics'>;
export type ProgramDetail = Answer<'/api/partner/programs/{programId}'>;
export type LinkTotals = Statistics['links'][number];
type Totals = Statistics['totals'][number];

const NOTHING = { pending_cents: 0, held_cents: 0, payable_cents: 0, paid_cents: 0 };

/** The currencies a partner has something in, the program's own first. */
export function currenciesOf(
  detail: ProgramDetail | undefined,
  statistics: Statistics | undefined,
  own: string,
): readonly string[] {
  const found = [...(detail?.balances ?? []), ...(statistics?.totals ?? [])].map(({ currency }) => currency);
  return [own, ...[...new Set(found)].filter((currency) => currency !== own).toSorted()];
}

/** What the partner has in a currency; zeros where there has been nothing. */
export function balanceOf(detail: ProgramDetail | undefined, currency: string) {
  return detail?.balances.find((balance) => balance.currency === currency) ?? NOTHING;
}

/** What the next planned payout run is expected to pay in a currency: what is payable, and what becomes so in time. null: none is planned. */
export function expectedOf(
  detail: ProgramDetail,
  currency: string,
): { readonly day: string; readonly inTimeCents: number; readonly totalCents: number } | null {
  const { next_payout_on: day, maturing } = detail;
  if (day === null) return null;
  const inTimeCents = maturing
    .filter((row) => row.currency === currency && row.day < day)
    .reduce((sum, { amount_cents: cents }) => sum + cents, 0);
  return { day, inTimeCents, totalCents: balanceOf(detail, currency).payable_cents + inTimeCents };
}

/** Clicks and leads belong to no currency, and are summed; sales and amounts are those of the one. */
export function sumOf(rows: readonly Totals[], currency: string) {
  const sum = { clicks: 0, leads: 0, sales: 0, commission: 0 };
  for (const row of rows) {
    sum.clicks += row.clicks;
    sum.leads += row.leads;
    if (row.currency !== currency) continue;
    sum.sales += row.sales;
    sum.commission += row.commission_cents - row.reversed_cents;
  }
  return sum;
}

/** One of the sums of `sumOf`, by day. */
export function byDay(
  rows: Statistics['days'],
  currency: string,
  key: keyof ReturnType<typeof sumOf>,
): ByDay {
  const days = Map.groupBy(rows, ({ day }) => day);
  return new Map([...days].map(([day, ofDay]) => [day, sumOf(ofDay, currency)[key]]));
}

/** The figures of links, by their number; a link that earned in two currencies has two. */
export function figuresByLink(statistics: Statistics): ReadonlyMap<number, readonly LinkTotals[]> {
  return Map.groupBy(
    statistics.links.filter(({ link_id }) => link_id !== null),
    ({ link_id }) => link_id ?? 0,
  );
}

/** Links by what they earned in a currency, then by their clicks; the best few. */
export function bestLinks(statistics: Statistics, currency: string, count: number) {
  return [...figuresByLink(statistics).entries()]
    .map(([linkId, rows]) => ({
      linkId,
      shortLink: rows[0]?.short_link ?? texts.link({ linkId }),
      ...sumOf(rows, currency),
    }))
    .toSorted((a, b) => b.commission - a.commission || b.clicks - a.clicks)
    .slice(0, count);
}
