import type { Pool } from 'pg';
import { numberEvents } from '../../src/events/number-events.js';

/** Writes events of a workspace that are about nothing, with one statement. */
export async function insertEventRows(pool: Pool, workspaceId: number, count: number): Promise<void> {
  await pool.query(
    `insert into events (workspace_id, type, test_mode, object_id)
     select $1, 'lead.created', true, 0 from generate_series(1, $2)`,
    [workspaceId, count],
  );
}

/** Numbers all events there are. */
export async function numberAllEvents(pool: Pool): Promise<void> {
  for (let count = 1; count > 0; ) ({ count } = await numberEvents(pool, { limit: 1_000 }));
}

/** Events, with their numbers as `sequence`, to be read from; an event that has two is there twice. */
export const EVENTS_AND_NUMBERS = `(
  select e.*, n.sequence from events e left join (
    select s.first_sequence + one.position - 1 as sequence, one.id
      from event_sequences s cross join unnest(s.event_ids) with ordinality as one (id, position)) n on n.id = e.id)`;

/** What is wrong with the numbers of events: gaps, doubles, none at all, or a head that is not the last number. */
export async function findNumberingFaults(pool: Pool): Promise<readonly unknown[]> {
  const { rows } = await pool.query(
    `select e.workspace_id, count(distinct e.id) as events, count(e.sequence) as numbered,
            count(distinct e.sequence) as numbers, max(e.sequence) as highest, h.last_sequence as head
       from ${EVENTS_AND_NUMBERS} e left join event_heads h on h.workspace_id = e.workspace_id
      group by e.workspace_id, h.last_sequence
     having count(distinct e.id) <> count(e.sequence) or count(e.sequence) <> count(distinct e.sequence)
         or count(e.sequence) <> max(e.sequence) or count(e.sequence) is distinct from h.last_sequence`,
  );
  return rows;
}
