import { BREAKDOWN_SUMS as SUMS } from '../features/breakdown/breakdown-columns.js';
import { countedEvents } from '../features/breakdown/counted-events.js';
import { type Check, reportRows, sentences } from './check.js';

const TABLES = ['daily_breakdown', 'missed_breakdown'];
const KEY = 'program_id, dimension, day, partner_id, currency, value';

const CLICK_DAY = `date '1970-01-01' + (k.clicked_ms / 86400000)::integer`;

/**
 * What the events say: the values of a click count it, and what customers credited to it did, as they were stored with each. Who was
 * unique is compared by link alone, which may have been given to another partner that day, because which click of a visitor was the first to be
 * written is not stored; `verifyUniques` looks at the other rows. Clicks and leads are of no currency here.
 */
const EVENTS = `${countedEvents({ clicks: 'true', leads: 'true', sales: 'true' })}
  union all
  select 0, 'link', ${CLICK_DAY}, 0, '', k.link_id::text, 0, count(distinct k.visitor), 0, 0, 0, 0, 0
    from clicks k where not k.test_mode and not k.bot and k.visitor is not null group by 3, 6`;

/** Unique clicks are compared by link alone, in rows without a program. */
const PROGRAM_OF_ROW = `case when program_id <> 0 then program_id
  else (select l.program_id from links l where l.id::text = value) end`;

const keptIn = (table: string) => `
  select program_id, dimension, day, partner_id, '' as currency, value, clicks, 0 as unique_clicks, leads, 0 as customers,
         0 as sales, 0 as revenue_cents, 0 as commission_cents
    from ${table}
  union all
  select 0, dimension, day, 0, '', value, 0, unique_clicks, 0, 0, 0, 0, 0 from ${table} where dimension = 'link'
  union all
  select program_id, dimension, day, partner_id, currency, value, 0, 0, 0, customers, sales, revenue_cents, commission_cents from ${table}`;

const sums = SUMS.map((name) => `sum(${name}) as ${name}`).join(', ');
const text = (side: string) => SUMS.map((name) => `'${name}', coalesce(${side}.${name}, 0)::text`).join(', ');

type Sums = Record<(typeof SUMS)[number], string>;

/**
 * The totals by dimension, with those still to be added, are what a recount of all events gives. On a day on which a dimension had more
 * values than are kept, the rest is counted as `(other)`: then its values are compared together. Of a month whose clicks have been
 * removed, the clicks are not counted again. Contract 2 section 10.
 */
export async function verifyBreakdown(check: Check): Promise<void> {
  await verifyUniques(check);
  await verifySums(check);
}

/**
 * No value has more unique clicks than clicks, and the values of a dimension have no more of them on a day than the partner's links,
 * where every unique click counts.
 */
async function verifyUniques(check: Check): Promise<void> {
  await reportRows(
    check,
    'daily_breakdown',
    `select format('program %s, %s, partner %s, %s %s', program_id, day, partner_id, dimension, value) as id, found.what
       from (select *, sum(uniques) over (partition by program_id, day, partner_id, dimension) as all_uniques,
                    sum(case when dimension = 'link' then uniques end) over (partition by program_id, day, partner_id) as link_uniques
               from (select program_id, day, partner_id, dimension, value, sum(unique_clicks) as uniques, sum(clicks) as clicks
                       from (${TABLES.map((table) => `select ${KEY}, unique_clicks, clicks from ${table}`).join(' union all ')}) rows
                      group by program_id, day, partner_id, dimension, value) summed) d
       ${sentences(
         [
           `dimension <> 'link' and (uniques < 0 or uniques > clicks)`,
           `format('%s of its %s clicks are unique', uniques, clicks)`,
         ],
         [
           `dimension <> 'link' and all_uniques > coalesce(link_uniques, 0)`,
           `format('its values have %s unique clicks, the links of the partner %s', all_uniques, coalesce(link_uniques, 0))`,
         ],
       )} order by id`,
  );
}

async function verifySums(check: Check): Promise<void> {
  const isRemoved = check.clickMonths.isRemovedOn('day', PROGRAM_OF_ROW);
  const differs = SUMS.map((name) => {
    const isDifferent = `coalesce(kept.${name}, 0) <> coalesce(events.${name}, 0)`;
    return name === 'clicks' || name === 'unique_clicks'
      ? `${isDifferent} and not ${isRemoved}`
      : isDifferent;
  });
  const summed = (rows: string) => `
    select program_id, dimension, day, partner_id, currency,
           case when cut.program_id is null then value else '(all)' end as value, ${sums}
      from (${rows}) rows left join cut using (program_id, dimension, day) group by 1, 2, 3, 4, 5, 6`;
  const { rows } = await check.client.query<{ id: string; removed: boolean; kept: Sums; events: Sums }>(
    `with cut as materialized (
       select program_id, dimension, day from daily_breakdown where value = '(other)'
       union select program_id, dimension, day from missed_breakdown where value = '(other)')
     select case when program_id = 0 then format('%s, link %s', day, value)
                 else format('program %s, %s, partner %s, %s %s%s', program_id, day, partner_id, dimension, value,
                             coalesce(', ' || nullif(currency, ''), '')) end as id,
            ${isRemoved} as removed, jsonb_build_object(${text('kept')}) as kept, jsonb_build_object(${text('events')}) as events
       from (${summed(TABLES.map(keptIn).join(' union all '))}) kept
       full join (${summed(EVENTS)}) events using (${KEY})
      where ${differs.join(' or ')}
      order by ${KEY} limit ${check.maxDifferences + 1}`,
  );
  for (const { id, removed, kept, events } of rows) {
    const isOfClicks = (name: string) => name === 'clicks' || name === 'unique_clicks';
    const parts = SUMS.filter((name) => kept[name] !== events[name] && !(removed && isOfClicks(name))).map(
      (name) => `${name} is ${kept[name]}, the events give ${events[name]}`,
    );
    check.report({ table: 'daily_breakdown', id, what: parts.join('; ') });
  }
}
