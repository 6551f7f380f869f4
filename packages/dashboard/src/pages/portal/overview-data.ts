import { nextPayoutDay } from '@svc/contract/payout-schedule';
import type { Answer } from '../../api/client.js';
import { minimumPayoutIn } from '../../format/minimum.js';
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

/** A planned payout run, and what it is expected to pay. */
interface ExpectedRun {
  readonly day: string;
  readonly amountCents: number;
}

/**
 * What each planned payout run is expected to pay in a currency, until nothing that is known is left: what is payable, and what becomes
 * so before its day. Less than the minimum waits for the next run, as everything does while new payout details keep payouts back.
 * Empty: no run is planned, nothing is to be paid, or runs leave the partner out, who is suspended or has said nothing of where to be paid.
 */
export function expectedRuns(detail: ProgramDetail, currency: string): readonly ExpectedRun[] {
  const { next_payout_on: first, payout_schedule: schedule, payouts_held_until: heldUntil } = detail;
  if (detail.payout_method === null || detail.status !== 'approved') return [];
  const maturing = detail.maturing.filter((row) => row.currency === currency);
  const last = maturing.at(-1)?.day ?? '';
  const runs: ExpectedRun[] = [];
  let [from, sumCents] = ['', balanceOf(detail, currency).payable_cents];
  for (let day = first; day !== null && schedule !== null; day = nextPayoutDay(schedule, day)) {
    const until = day;
    for (const row of maturing) if (row.day >= from && row.day < until) sumCents += row.amount_cents;
    const isHeld = heldUntil !== null && heldUntil.slice(0, until.length) >= until;
    if (!isHeld && sumCents > 0 && sumCents >= minimumPayoutIn(detail, currency)) {
      runs.push({ day, amountCents: sumCents });
      sumCents = 0;
    }
    from = until;
    if (last < until && !(isHeld && sumCents > 0)) return runs;
  }
  return runs;
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
