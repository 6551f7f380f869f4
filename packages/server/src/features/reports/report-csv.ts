import type { ReportAnswer } from '@svc/contract';
import { toCsv } from '../../operations/csv.js';
import { AMOUNT_COLUMNS, amountsOf } from './amounts-csv.js';
import type { Totals } from './totals.js';

const COUNTS = ['clicks', 'leads', 'customers', 'sales'] as const;

/** A report as a file: one line per day, partner or link and currency. */
export function reportCsv(report: ReportAnswer, by: 'day' | 'partner' | 'link'): string {
  const columns = ['currency', ...COUNTS, ...AMOUNT_COLUMNS];
  const figuresOf = (totals: Totals) => [
    totals.currency,
    ...COUNTS.map((name) => totals[name]),
    ...amountsOf(totals),
  ];
  if (by === 'day') {
    return toCsv(
      ['day', ...columns],
      report.days.map((row) => [row.day, ...figuresOf(row)]),
    );
  }
  if (by === 'partner') {
    return toCsv(
      ['partner_id', 'partner', ...columns],
      report.partners.map((row) => [row.partner_id, row.name, ...figuresOf(row)]),
    );
  }
  return toCsv(
    ['link_id', 'short_link', ...columns],
    report.links.map((row) => [row.link_id, row.short_link, ...figuresOf(row)]),
  );
}
