import { countedEvents } from './counted-events.js';

/** A dimension of which nothing but unique clicks is kept, by link. */
const LINKS = `'link'`;
const DAY_OF_CLICK = `date '1970-01-01' + (k.clicked_ms / 86400000)::integer`;
const IN_PERIOD = `k.program_id = $1 and k.clicked_ms >= ($2::date - date '1970-01-01')::bigint * 86400000
       and k.clicked_ms < ($3::date + 1 - date '1970-01-01')::bigint * 86400000`;
const OWNER = (link: string) => `(select l.partner_id from links l where l.id = ${link})`;

const LEAD_IN_PERIOD = `l.occurred_at >= $2::date::timestamp at time zone 'UTC' and l.occurred_at < ($3::date + 1)::timestamp at time zone 'UTC'`;
const NOTHING = 'false';

/**
 * SQL with the rows that `daily_breakdown` would have of the sales of one link that happened in a span, if it were kept by link. They
 * count on the day they were recorded, which has no index. `span`: the parameters of its first and last second, in epoch seconds.
 */
export function salesOfLink(
  link: string,
  condition: string,
  span: { readonly from: string; readonly to: string },
): string {
  const events = countedEvents({
    clicks: NOTHING,
    leads: NOTHING,
    sales: `s.program_id = $1 and s.partner_id = ${OWNER(link)} and s.link_id = ${link}
        and s.occurred_at >= to_timestamp(${span.from}::float8) and s.occurred_at < to_timestamp(${span.to}::float8 + 1)`,
  });
  return `
  select partner_id, dimension, value, currency, clicks, unique_clicks, leads, customers, sales, revenue_cents, commission_cents
    from (${events}) counted where ${condition} and dimension = $4`;
}

/** SQL with the times between which a partner sold through a link, in epoch seconds; nothing where it sold nothing. */
export function saleTimesOfLink(link: string): string {
  const time = (direction: 'asc' | 'desc') => `
    (select floor(extract(epoch from occurred_at))::bigint from sales
      where program_id = $1 and partner_id = ${OWNER(link)} order by occurred_at ${direction} limit 1)`;
  return `select ${time('asc')} as "from", ${time('desc')} as "to"`;
}

/**
 * SQL with the rows that `daily_breakdown` would have of the clicks and leads of one link, if it were kept by link.
 * It reads the clicks of the program in the period. $1 to $3 are program and days, $4 the dimension; `link` names the parameter of the link.
 * The first click of a visitor on a day is the unique one.
 */
export function visitsOfLink(link: string, condition: string): string {
  const ofLink = `k.link_id = ${link} and not k.test_mode and not k.bot`;
  const events = countedEvents({
    clicks: `${IN_PERIOD} and k.link_id = ${link}`,
    leads: `l.program_id = $1 and l.link_id = ${link} and ${LEAD_IN_PERIOD}`,
    sales: NOTHING,
  });
  const kept = (table: string) =>
    `select partner_id, dimension, value, currency, 0, unique_clicks, 0, 0, 0, 0, 0 from ${table}
      where ${condition} and dimension = ${LINKS} and value = (${link})::text`;
  return `
  select partner_id, dimension, value, currency, clicks, unique_clicks, leads, customers, sales, revenue_cents, commission_cents
    from (${events}) counted where ${condition} and dimension = $4
  union all
  select partner_id, d.dimension, d.value, '', 0, 1, 0, 0, 0, 0, 0
    from (select distinct on (${DAY_OF_CLICK}, k.visitor) k.partner_id, k.dimensions from clicks k
           where ${IN_PERIOD} and ${ofLink} and k.visitor is not null
           order by ${DAY_OF_CLICK}, k.visitor, k.clicked_ms, k.number) first
   cross join lateral jsonb_each_text(first.dimensions::jsonb) d (dimension, value) where d.dimension = $4
  union all ${kept('daily_breakdown')}
  union all ${kept('missed_breakdown')}`;
}
