import { type Check, reportRows, sentences } from './check.js';

/**
 * Numbered events of a workspace count 1, 2, 3 … up to the number that is kept beside them: readers of the feed rely on it, and an
 * event that is missing was deleted. Events without a number yet are numbered while the service runs. Contract 2, section 9.
 */
export async function verifyEvents(check: Check): Promise<void> {
  await reportRows(
    check,
    'events',
    `select format('workspace %s, event %s', gap.workspace_id, gap.first) as id, found.what
       from (select workspace_id, lag(sequence, 1, 0::bigint) over numbered + 1 as first, sequence - 1 as last
               from events where sequence is not null window numbered as (partition by workspace_id order by sequence)
             union all
             select h.workspace_id, coalesce(e.newest, 0) + 1, h.last_sequence from event_heads h
               left join (select workspace_id, max(sequence) as newest from events group by workspace_id) e
                 on e.workspace_id = h.workspace_id) gap
       ${sentences(
         ['gap.first = gap.last', `format('event %s was deleted', gap.first)`],
         ['gap.first < gap.last', `format('events %s to %s were deleted', gap.first, gap.last)`],
       )} order by gap.workspace_id, gap.first`,
  );
  await reportRows(
    check,
    'event_heads',
    `select e.workspace_id as id, found.what
       from (select workspace_id, max(sequence) as newest from events group by workspace_id) e
       left join event_heads h on h.workspace_id = e.workspace_id
       ${sentences([
         'coalesce(h.last_sequence, 0) < e.newest',
         `format('its newest event is number %s, and there is event %s', coalesce(h.last_sequence, 0), e.newest)`,
       ])} order by e.workspace_id`,
  );
}
