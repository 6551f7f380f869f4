import { type Check, reportRows, sentences } from './check.js';

/** The numbers of events, and the rows that name them. */
const NAMED = `
  select s.workspace_id, s.first_sequence + one.position - 1 as sequence, one.id
    from event_sequences s cross join unnest(s.event_ids) with ordinality as one (id, position)`;

/**
 * Numbers of events of a workspace count 1, 2, 3 … up to the number that is kept beside them, and each names one event of it: readers of
 * the feed rely on it, and an event that is missing was deleted. Events without a number yet wait in `unnumbered_events`, and are
 * numbered while the service runs. Contract 2, section 9.
 */
export async function verifyEvents(check: Check): Promise<void> {
  await verifyNumbers(check);
  await verifyNaming(check);
  await reportRows(
    check,
    'event_heads',
    `select e.workspace_id as id, found.what
       from (select workspace_id, max(first_sequence + cardinality(event_ids) - 1) as newest
               from event_sequences group by workspace_id) e
       left join event_heads h on h.workspace_id = e.workspace_id
       ${sentences([
         'coalesce(h.last_sequence, 0) < e.newest',
         `format('the last number is %s, and number %s was given', coalesce(h.last_sequence, 0), e.newest)`,
       ])} order by e.workspace_id`,
  );
}

/** Gaps between the numbers whose event is there. */
async function verifyNumbers(check: Check): Promise<void> {
  await reportRows(
    check,
    'events',
    `with there as materialized (
       select named.workspace_id, named.sequence from (${NAMED}) named
         join events e on e.id = named.id and e.workspace_id = named.workspace_id)
     select format('workspace %s, event %s', gap.workspace_id, gap.first) as id, found.what
       from (select workspace_id, lag(sequence, 1, 0::bigint) over numbered + 1 as first, sequence - 1 as last, true as is_between
               from there window numbered as (partition by workspace_id order by sequence)
             union all
             select h.workspace_id, coalesce(e.newest, 0) + 1, h.last_sequence, false from event_heads h
               left join (select workspace_id, max(sequence) as newest from there group by workspace_id) e
                 on e.workspace_id = h.workspace_id) gap
       ${sentences(
         ['gap.first = gap.last', `format('event %s was deleted', gap.first)`],
         ['gap.first < gap.last', `format('events %s to %s were deleted', gap.first, gap.last)`],
         ['gap.is_between and gap.first > gap.last + 1', `format('number %s was given twice', gap.last + 1)`],
       )} order by gap.workspace_id, gap.first`,
  );
}

/** Events that have two numbers, or none and do not wait for one. */
async function verifyNaming(check: Check): Promise<void> {
  await reportRows(
    check,
    'events',
    `select e.id, found.what
       from events e
       left join (select id, count(*) as times
                    from (select id from (${NAMED}) named
                          union all
                          select unnest(event_ids) from unnumbered_events) one group by id) named on named.id = e.id
       ${sentences(
         ['named.times is null', `'it has no number, and does not wait for one'`],
         ['named.times > 1', `'it has several numbers'`],
       )} order by e.id`,
  );
}
