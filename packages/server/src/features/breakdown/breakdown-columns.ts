/** What a row of daily_breakdown counts. */
export const BREAKDOWN_SUMS = [
  'clicks',
  'unique_clicks',
  'leads',
  'customers',
  'sales',
  'revenue_cents',
  'commission_cents',
] as const;

/** What tells its rows apart, beside the slot. */
export const BREAKDOWN_KEY = 'program_id, dimension, day, value, partner_id, currency';

/** The end of an insert into `daily_breakdown as t`: what is there already is added to. */
export const ADD_TO_BREAKDOWN = `on conflict (${BREAKDOWN_KEY}, slot) do update
     set ${BREAKDOWN_SUMS.map((name) => `${name} = t.${name} + excluded.${name}`).join(', ')}`;
