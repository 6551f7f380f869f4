import type { Answer } from '../../api/client.js';
import { netOf } from '../../format/net.js';
import { type Performance, performanceOf } from '../../format/rates.js';
import { formatDay } from '../../format/time.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/reports.js';

export type Report = Answer<'/api/programs/{programId}/report'>;
export type Totals = Report['totals'][number];
export type By = 'day' | 'partner' | 'link';

/** Sales and commission by click, and refunds by revenue; clicks and sales are those of all currencies. */
export type Rates = Pick<Performance, 'conversion' | 'epcCents' | 'refundRate'>;

/** One line of a report: what it is about, and sums in one currency, after refunds. */
export interface ReportRow extends Totals {
  readonly key: string;
  readonly name: string;
  /** What `name` is sorted by. */
  readonly order: string;
  /** The page of the partner. */
  readonly partnerId: number | null;
  readonly rates: Rates;
}

/** What a table can be sorted by. */
export const SORTS = [
  'name',
  'clicks',
  'leads',
  'customers',
  'sales',
  'revenue_cents',
  'refunded_cents',
  'commission_cents',
  'reversed_cents',
] as const;
export type Sort = (typeof SORTS)[number];

/** The lines of a report by day, partner or link. */
export function rowsOf(report: Report, by: By): readonly ReportRow[] {
  switch (by) {
    case 'day':
      return linesOf(report.days, (row) => ({ id: row.day, name: formatDay(row.day), order: row.day }));
    case 'partner':
      return linesOf(report.partners, (row) => ({
        id: String(row.partner_id),
        name: row.name ?? common.noPartner,
        partnerId: row.partner_id,
      }));
    case 'link':
      return linesOf(report.links, (row) => ({
        id: String(row.link_id),
        name: row.short_link ?? texts.noLink,
      }));
  }
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly order?: string;
  readonly partnerId?: number | null;
}

/** Rates are of all lines with the same name: clicks are in one of them, whatever currencies were paid in. */
function linesOf<Row extends Totals>(
  rows: readonly Row[],
  describe: (row: Row) => Named,
): readonly ReportRow[] {
  const together = Map.groupBy(rows, (row) => describe(row).id);
  return rows.map((row) => {
    const { id, name, order = name.toLowerCase(), partnerId = null } = describe(row);
    const rates = performanceOf(together.get(id) ?? [], row.currency);
    return { ...netOf(row), key: `${id} ${row.currency}`, name, order, partnerId, rates };
  });
}

/** The totals of each currency, with the rates of all of them; the program's own currency first. */
export function totalsOf(report: Report, own: string): readonly (Totals & { readonly rates: Rates })[] {
  return report.totals
    .map((row) => ({ ...netOf(row), rates: performanceOf(report.totals, row.currency) }))
    .toSorted((a, b) => Number(b.currency === own) - Number(a.currency === own));
}

/**
 * Lines in order. Amounts of two currencies cannot be compared, so lines of one currency stay together, those of the
 * program's own first.
 */
export function sortRows(
  rows: readonly ReportRow[],
  sort: Sort,
  isDescending: boolean,
  ownCurrency: string,
): readonly ReportRow[] {
  const rank = (currency: string) => (currency === ownCurrency ? '' : currency);
  const compareRows = (a: ReportRow, b: ReportRow) =>
    sort === 'name' ? a.order.localeCompare(b.order) : a[sort] - b[sort];
  return rows.toSorted(
    (a, b) =>
      rank(a.currency).localeCompare(rank(b.currency)) ||
      (isDescending ? compareRows(b, a) : compareRows(a, b)) ||
      a.order.localeCompare(b.order),
  );
}
