import type { Answer } from '../../api/client.js';
import { netOf } from '../../format/net.js';
import { formatDay } from '../../format/time.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/reports.js';

export type Report = Answer<'/api/programs/{programId}/report'>;
export type Totals = Report['totals'][number];
export type By = 'day' | 'partner' | 'link';

/** One line of a report: what it is about, and sums in one currency, after refunds. */
export interface ReportRow extends Totals {
  readonly key: string;
  readonly name: string;
  /** What `name` is sorted by. */
  readonly order: string;
  /** The page of the partner. */
  readonly partnerId: number | null;
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
      return report.days.map((row) => lineOf(row, row.day, formatDay(row.day), null));
    case 'partner':
      return report.partners.map((row) =>
        lineOf(row, String(row.partner_id), row.name ?? common.noPartner, row.partner_id),
      );
    case 'link':
      return report.links.map((row) =>
        lineOf(row, String(row.link_id), row.short_link ?? texts.noLink, null),
      );
  }
}

function lineOf(totals: Totals, id: string, name: string, partnerId: number | null): ReportRow {
  const order = /^\d{4}-/.test(id) ? id : name.toLowerCase();
  return { ...netOf(totals), key: `${id} ${totals.currency}`, name, order, partnerId };
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
