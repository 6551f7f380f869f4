import type { Pool } from 'pg';
import { numberEvents } from '../../src/events/number-events.js';

/** Writes events of a workspace that are about nothing, in one transaction. */
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

/** What is wrong with the numbers of events: gaps, doubles, none at all, or a head that is not the last number. */
export async function findNumberingFaults(pool: Pool): Promise<readonly unknown[]> {
  const { rows } = await pool.query(
    `select e.workspace_id, count(*) as events, count(e.sequence) as numbered, count(distinct e.sequence) as numbers,
            max(e.sequence) as highest, h.last_sequence as head
       from events e left join event_heads h on h.workspace_id = e.workspace_id
      group by e.workspace_id, h.last_sequence
     having count(*) <> count(e.sequence) or count(*) <> count(distinct e.sequence) or count(*) <> max(e.sequence)
         or count(*) is distinct from h.last_sequence`,
  );
  return rows;
}
