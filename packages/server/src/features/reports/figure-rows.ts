import { Currency, Day, nullable, type OverviewAnswer, type ReportAnswer, Total } from '@svc/contract';
import Type, { type TObject } from 'typebox';
import type { Totals } from './totals.js';

/** Amounts of one currency, in the smallest unit. */
interface Amounts {
  readonly revenue_cents: bigint | number;
  readonly refunded_cents: bigint | number;
  readonly commission_cents: bigint | number;
  readonly reversed_cents: bigint | number;
}

/** Amounts as files of reports have them: before refunds, what they took, and what is left, as the dashboard shows it. */
export const AMOUNTS = {
  gross_revenue_cents: Total,
  refunded_cents: Total,
  net_revenue_cents: Total,
  gross_commission_cents: Total,
  reversed_cents: Total,
  net_commission_cents: Total,
};

export function amountFields(amounts: Amounts) {
  const { revenue_cents: revenue, refunded_cents: refunded } = amounts;
  const { commission_cents: commission, reversed_cents: reversed } = amounts;
  return {
    gross_revenue_cents: revenue,
    refunded_cents: refunded,
    net_revenue_cents: BigInt(revenue) - BigInt(refunded),
    gross_commission_cents: commission,
    reversed_cents: reversed,
    net_commission_cents: BigInt(commission) - BigInt(reversed),
  };
}

/** What a row of a report is, besides its currency. */
export type ReportBy = 'day' | 'partner' | 'link';

const FIGURES = {
  currency: Currency,
  clicks: Total,
  leads: Total,
  customers: Total,
  sales: Total,
  ...AMOUNTS,
};

/** The rows of a report as a file: one for each day, partner or link and currency. */
export const REPORT_ROWS: Readonly<Record<ReportBy, TObject>> = {
  day: Type.Object({ day: Day, ...FIGURES }),
  partner: Type.Object({
    partner_id: nullable(Type.Integer()),
    partner: nullable(Type.String()),
    ...FIGURES,
  }),
  link: Type.Object({
    link_id: nullable(Type.Integer()),
    short_link: nullable(Type.String()),
    ...FIGURES,
  }),
};

export function reportRows(report: ReportAnswer, by: ReportBy): object[] {
  if (by === 'day') return dayRows(report);
  if (by === 'partner') return report.partners.map((row) => ({ ...figures(row), partner: row.name }));
  return report.links.map(figures);
}

/** The days of a report or of the overview as rows of a file. */
export function dayRows({ days }: Pick<OverviewAnswer, 'days'>): object[] {
  return days.map(figures);
}

function figures<Row extends Totals>(row: Row) {
  return { ...row, ...amountFields(row) };
}
