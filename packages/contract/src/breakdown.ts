import Type, { type Static } from 'typebox';
import { Currency, Day, Id, IdQuery, nullable, REPORT_DAYS, Total } from './shapes.js';

// What a program got from each value of a parameter, referrer, page, link, partner or code. Contract 2 section 10.

/** What a breakdown can be by. */
export const BreakdownBy = Type.Enum([
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'referrer_host',
  'landing_path',
  'link',
  'partner',
  'code',
]);

const SORTED = [
  'clicks',
  'unique_clicks',
  'leads',
  'customers',
  'sales',
  'revenue_cents',
  'commission_cents',
  'conversion',
  'epc_cents',
] as const;

/** Which values come first: those with the most (`-clicks`) or the least of something; money in the currency of the program, rates of no click 0. */
export const BreakdownSort = Type.Enum([...SORTED.map((name) => `-${name}` as const), ...SORTED]);
export type BreakdownSort = Static<typeof BreakdownSort>;

/** Query of a partner's own breakdown. */
export const PartnerBreakdownQuery = Type.Object({
  by: BreakdownBy,
  ...REPORT_DAYS,
  link_id: Type.Optional(Type.Unsafe<string>({ ...IdQuery, description: 'Only what this link brought.' })),
  sort: Type.Optional(BreakdownSort),
  limit: Type.Optional(
    Type.String({
      pattern: '^[1-9][0-9]{0,8}$',
      description: 'How many values are listed, up to 1,000, which is also the default.',
    }),
  ),
});

export const BreakdownQuery = Type.Object({
  ...PartnerBreakdownQuery.properties,
  partner_id: Type.Optional(IdQuery),
});

const FIGURES = {
  clicks: Total,
  unique_clicks: Type.Unsafe<bigint>(
    Type.Integer({ description: 'One for each visitor, link and day (UTC).' }),
  ),
  leads: Total,
  customers: Total,
  sales: Total,
  revenue_cents: Total,
  commission_cents: Total,
  currency: Currency,
  conversion: Type.Number({ description: 'Customers per click; 0 without clicks.' }),
  epc_cents: Type.Number({ description: 'Commission per click; 0 without clicks.' }),
  other_currencies: Type.Array(
    Type.Object({ currency: Currency, revenue_cents: Total, commission_cents: Total }),
    { description: 'Revenue and commission in currencies other than that of the program.' },
  ),
};

/** Answer of `…/breakdown`. Leads, sales and what they came to count under the values of the click that they are credited to. */
export const BreakdownAnswer = Type.Object({
  from: Day,
  to: Day,
  data: Type.Array(
    Type.Object({
      value: nullable(
        Type.String({
          description:
            'Of a link its `short_link`, of a partner the id; null: there was none; `(other)`: all that are not listed.',
        }),
      ),
      link_id: Type.Optional(Id),
      partner_id: Type.Optional(Id),
      name: Type.Optional(Type.String({ description: 'Of the partner.' })),
      ...FIGURES,
    }),
    { description: 'As `sort` says, else those with the most clicks first. The rows add up to `totals`.' },
  ),
  totals: Type.Object(FIGURES),
  used: Type.Optional(
    Type.Array(BreakdownBy, {
      description:
        'The parameters that had values in the period, from any partner of the program. Not in the answer to a partner.',
    }),
  ),
});

export type BreakdownBy = Static<typeof BreakdownBy>;
export type BreakdownAnswer = Static<typeof BreakdownAnswer>;
