import Type, { type Static } from 'typebox';
import { COUNTED_ON, Currency, Day, Id, IdQuery, nullable, REPORT_DAYS, Total } from './shapes.js';

// Totals of a period. Contract section 5.

export const ReportQuery = Type.Object({
  from: Type.Optional(
    Type.String({ description: `First day (UTC); 29 days before \`to\` when not given. ${COUNTED_ON}` }),
  ),
  to: Type.Optional(
    Type.String({ description: `Last day (UTC), included; today when not given. ${COUNTED_ON}` }),
  ),
});

/** Query of reports that can be of one link or one code. */
export const ReportOfQuery = Type.Object({
  ...ReportQuery.properties,
  link_id: Type.Optional(Type.Unsafe<string>({ ...IdQuery, description: 'Only what this link brought.' })),
  code_id: Type.Optional(
    Type.Unsafe<string>({
      ...IdQuery,
      description: 'Only what this code brought, which is never a click.',
    }),
  ),
});

/** Sums of a program, of a day or of a partner, in one currency. */
/** Figures among what `program:read` shows. */
export const FIGURES = { description: 'Only for callers with `report:read`.' };

export const TOTALS = {
  currency: Currency,
  clicks: Total,
  leads: Total,
  customers: Total,
  sales: Total,
  revenue_cents: Total,
  refunded_cents: Total,
  commission_cents: Total,
  reversed_cents: Total,
};

/** Answer of `…/report`. Clicks and leads are counted under the program's currency. */
export const ReportAnswer = Type.Object({
  from: Day,
  to: Day,
  totals: Type.Array(Type.Object(TOTALS)),
  previous: Type.Object(
    {
      from: Day,
      to: Day,
      totals: Type.Array(Type.Object(TOTALS)),
      days: Type.Array(Type.Object({ day: Day, ...TOTALS })),
    },
    { description: 'The period of the same length before.' },
  ),
  days: Type.Array(Type.Object({ day: Day, ...TOTALS })),
  partners: Type.Array(
    Type.Object({
      partner_id: nullable(Type.Integer({ description: 'null: brought by nobody.' })),
      name: nullable(Type.String()),
      ...TOTALS,
    }),
  ),
  links: Type.Array(
    Type.Object({
      link_id: nullable(Type.Integer({ description: 'null: no link.' })),
      short_link: nullable(Type.String()),
      ...TOTALS,
    }),
  ),
});

/** Query of the report, which can be downloaded, too. */
export const ReportTableQuery = Type.Object({
  ...ReportOfQuery.properties,
  by: Type.Optional(
    Type.Enum(['day', 'partner', 'link'], {
      description: 'With `format`: what a row of the file is, `day` when not given. JSON has all of them.',
    }),
  ),
});

export const ReportFileQuery = Type.Object({
  ...REPORT_DAYS,
  by: Type.Optional(Type.Enum(['day', 'partner', 'link'])),
});

/**
 * The first page of the dashboard: sums, the period before, every day of the period, the funnel, the best partners. Its leads are those
 * that are credited to a partner.
 */
export const OverviewAnswer = Type.Object({
  from: Day,
  to: Day,
  totals: ReportAnswer.properties.totals,
  previous: ReportAnswer.properties.previous,
  days: ReportAnswer.properties.days,
  /** Leads of the period that are credited to nobody; in no other figure of this answer. */
  unattributed_leads: Total,
  funnel: Type.Array(
    Type.Object({ step: Type.Enum(['clicks', 'leads', 'customers', 'sales']), count: Total }),
  ),
  top_partners: Type.Array(Type.Object({ partner_id: Id, name: Type.String(), ...TOTALS })),
});

export type ReportAnswer = Static<typeof ReportAnswer>;
export type OverviewAnswer = Static<typeof OverviewAnswer>;
