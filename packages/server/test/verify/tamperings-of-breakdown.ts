import type { TAMPERINGS } from './tamperings.js';

const OTHER_VALUES = `'{"sub1":"other"}'`;

/** Like `TAMPERINGS`, of the totals by dimension and of the values they are recounted from. */
export const TAMPERINGS_OF_BREAKDOWN: typeof TAMPERINGS = [
  [
    'daily_breakdown',
    `update daily_breakdown set clicks = clicks + 1 where dimension = 'sub1' and clicks > 0`,
    'daily_breakdown',
    /clicks is \d+, the events give \d+/,
  ],
  [
    'daily_breakdown',
    'update daily_breakdown set revenue_cents = revenue_cents + 1 where sales > 0',
    'daily_breakdown',
    /revenue_cents is \d+, the events give \d+/,
  ],
  [
    'daily_breakdown',
    'update daily_breakdown set commission_cents = commission_cents - 1 where commission_cents > 0',
    'daily_breakdown',
    /commission_cents is \d+, the events give \d+/,
  ],
  [
    'daily_breakdown',
    'update daily_breakdown set partner_id = partner_id + 1000',
    'daily_breakdown',
    /clicks is 0, the events give \d+/,
  ],
  [
    'daily_breakdown',
    `delete from daily_breakdown where dimension = 'link'`,
    'daily_breakdown',
    /unique_clicks is \d+, the events give \d+/,
  ],
  [
    'daily_breakdown',
    `update daily_breakdown set unique_clicks = clicks + 1 where dimension = 'sub1'`,
    'daily_breakdown',
    /\d+ of its \d+ clicks are unique/,
  ],
  [
    'daily_breakdown',
    `update daily_breakdown set unique_clicks = 0 where dimension = 'link'`,
    'daily_breakdown',
    /its values have \d+ unique clicks, the links of the partner \d+/,
  ],
  ['missed_breakdown', 'delete from missed_breakdown', 'daily_breakdown', /the events give \d+/],
  [
    'clicks',
    `update clicks set dimensions = ${OTHER_VALUES} where dimensions is not null`,
    'daily_breakdown',
    /clicks is 0, the events give \d+/,
  ],
  [
    'clicks',
    'update clicks set dimensions = null where dimensions is not null',
    'customers',
    /what it does counts under .*, its click has nothing/,
  ],
  [
    'clicks',
    'update clicks set visitor = 1 where visitor is not null',
    'daily_breakdown',
    /unique_clicks is \d+, the events give 1/,
  ],
  [
    'customers',
    `update customers set dimensions = ${OTHER_VALUES} where dimensions is not null`,
    'customers',
    /what it does counts under .*other.*, its click has/,
  ],
  [
    'leads',
    `update leads set dimensions = ${OTHER_VALUES} where dimensions is not null`,
    'daily_breakdown',
    /leads is \d+, the events give 0/,
  ],
  [
    'sales',
    `update sales set dimensions = ${OTHER_VALUES} where dimensions is not null`,
    'daily_breakdown',
    /sales is \d+, the events give 0/,
  ],
];
