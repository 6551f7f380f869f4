import type { ReportAnswer } from '@svc/contract';
import { toCsv } from '../../operations/csv.js';
import { SUMS, type Totals } from './totals.js';

/** A report as a file: one line per day, partner or link and currency. Amounts are in the smallest unit. */
export function reportCsv(report: ReportAnswer, by: 'day' | 'partner' | 'link'): string {
  const sums = (totals: Totals) => [totals.currency, ...SUMS.map((name) => totals[name])];
  if (by === 'day') {
    return toCsv(
      ['day', 'currency', ...SUMS],
      report.days.map((row) => [row.day, ...sums(row)]),
    );
  }
  if (by === 'partner') {
    return toCsv(
      ['partner_id', 'partner', 'currency', ...SUMS],
      report.partners.map((row) => [row.partner_id, row.name, ...sums(row)]),
    );
  }
  return toCsv(
    ['link_id', 'short_link', 'currency', ...SUMS],
    report.links.map((row) => [row.link_id, row.short_link, ...sums(row)]),
  );
}
