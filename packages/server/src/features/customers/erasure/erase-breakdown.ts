import type { ClientBase } from 'pg';
import {
  ADD_TO_BREAKDOWN as ADD,
  BREAKDOWN_KEY as KEY,
  BREAKDOWN_SUMS as SUMS,
} from '../../breakdown/breakdown-columns.js';
import { countedEvents } from '../../breakdown/counted-events.js';
import { CORRECTIONS_SLOT } from '../../reports/corrections-slot.js';
import type { Found } from './find-rows.js';

const each = (sql: (name: string) => string) => SUMS.map(sql).join(', ');

/** What the rows counted, by values that go with them: a code is no trace of its customers. */
const COUNTED = `
  select * from (${countedEvents({
    clicks: '(k.clicked_ms, k.number) in (select * from unnest($1::bigint[], $2::bigint[]))',
    leads: 'l.customer_id = any ($3::bigint[])',
    sales: 's.customer_id = any ($3::bigint[])',
  })}) counted
   where not (dimension = 'code' or dimension = 'landing_path' and value = '')`;

/** Clicks and leads were counted in the currency that the program had: where most of them are. */
const IN_CURRENCIES = `
  select program_id, dimension, day::text as day, value, partner_id, kept_currency as currency,
         ${each((name) => `sum(${name})::numeric as ${name}`)}
    from (select c.*, coalesce(nullif(c.currency, ''), (
            select t.currency from daily_breakdown t
             where t.program_id = c.program_id and t.dimension = c.dimension and t.day = c.day and t.value = c.value
               and t.partner_id = c.partner_id
             group by t.currency order by sum(t.clicks + t.leads) desc limit 1), '') as kept_currency
            from (${COUNTED}) c) found
   group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`;

/** The keys of $1 to $6, one per place. */
const KEYS = `unnest($1::bigint[], $2::text[], $3::date[], $4::text[], $5::bigint[], $6::text[]) as k (${KEY})`;

/**
 * Takes what the rows counted out of the totals by dimension, and with it values that nobody else had. Comes before the values are
 * removed from the rows. Contract 2 sections 10 and 15.
 */
export async function eraseBreakdown(client: ClientBase, { clicks, customerIds }: Found): Promise<void> {
  const owners = [clicks.map(({ clickedMs }) => clickedMs), clicks.map(({ number }) => number), customerIds];
  await client.query(ADD_MISSED, [...owners, CORRECTIONS_SLOT]);
  const { rows } = await client.query<Record<string, unknown>>(IN_CURRENCIES, owners);
  if (rows.length === 0) return;
  const keys = KEY.split(', ').map((name) => rows.map((row) => row[name]));
  const counts = SUMS.map((name) => rows.map((row) => row[name]));
  await client.query(SUBTRACT, [...keys, ...counts, CORRECTIONS_SLOT]);
  await client.query(CUT_UNIQUES, [...keys, CORRECTIONS_SLOT]);
  await client.query(
    `select 1 from daily_breakdown t join ${KEYS} using (${KEY}) order by ${KEY} for update of t`,
    keys,
  );
  await client.query(REMOVE_EMPTY, keys);
}

/** What waits to be added under these values is added now. */
const ADD_MISSED = `
  with moved as (
    delete from missed_breakdown m using (select distinct program_id, dimension, day, value from (${COUNTED}) c) v
     where m.program_id = v.program_id and m.dimension = v.dimension and m.day = v.day and m.value = v.value returning m.*)
  insert into daily_breakdown as t (${KEY}, slot, ${SUMS.join(', ')})
  select ${KEY}, $4::smallint, ${each((name) => `sum(${name})`)} from moved group by ${KEY} order by ${KEY} ${ADD}`;

function sameKey(a: string, b: string): string {
  return KEY.split(', ')
    .map((name) => `${a}.${name} = ${b}.${name}`)
    .join(' and ');
}

/** Of a day with more values than are kept, what its own row does not have is in that of the other values. */
const SUBTRACT = `
  with counted as (
    select * from unnest($1::bigint[], $2::text[], $3::date[], $4::text[], $5::bigint[], $6::text[], ${SUMS.map(
      (_name, index) => `$${index + 7}::numeric[]`,
    ).join(', ')}) as c (${KEY}, ${SUMS.join(', ')})
  ), kept as (
    select ${KEY}, ${each((name) => `sum(t.${name}) as ${name}`)}
      from daily_breakdown t join (select ${KEY} from counted) c using (${KEY}) group by ${KEY}
  ), parts as (
    select c.*, exists (select 1 from daily_breakdown o where o.program_id = c.program_id and o.dimension = c.dimension
                          and o.day = c.day and o.value = '(other)') as has_other,
           ${each((name) => `least(c.${name}, coalesce(k.${name}, 0)) as own_${name}`)}
      from counted c left join kept k using (${KEY})
  ), taken as (
    select ${KEY}, ${each((name) => `-case when has_other then own_${name} else ${name} end as ${name}`)} from parts
    union all
    select program_id, dimension, day, '(other)', partner_id, currency, ${each((name) => `own_${name} - ${name}`)}
      from parts where has_other
  )
  insert into daily_breakdown as t (${KEY}, slot, ${SUMS.join(', ')})
  select ${KEY}, $${SUMS.length + 7}::smallint, ${each((name) => `sum(${name})`)} from taken
   group by ${KEY} having (${each((name) => `sum(${name})`)}) <> (${each(() => '0')}) order by ${KEY} ${ADD}`;

/** Which click of a visitor was the one that counted is not known, so there are at most as many unique clicks as clicks. */
const CUT_UNIQUES = `
  insert into daily_breakdown as t (${KEY}, slot, unique_clicks)
  select ${KEY}, $7::smallint, sum(t.clicks) - sum(t.unique_clicks) from daily_breakdown t join ${KEYS} using (${KEY})
   group by ${KEY} having sum(t.unique_clicks) > sum(t.clicks) order by ${KEY}
  on conflict (${KEY}, slot) do update set unique_clicks = t.unique_clicks + excluded.unique_clicks`;

/** The rows are locked, so none of them can get more meanwhile. */
const REMOVE_EMPTY = `
  delete from daily_breakdown t using (
    select ${KEY} from daily_breakdown x join ${KEYS} using (${KEY})
     group by ${KEY} having ${SUMS.map((name) => `sum(x.${name}) = 0`).join(' and ')}) empty
   where ${sameKey('t', 'empty')}`;
