import type { Pool } from 'pg';
import { EVENT_WORK, type LeasedEvent } from './event-row.js';

/** Loads events that this process has leased. Ignored ones are waiting again, because their customer may be known by now. */
export async function loadEvents(pool: Pool, ids: readonly number[]): Promise<LeasedEvent[]> {
  return selectLeased(
    pool,
    `leased as (
       select key, attempts from work_items where kind = '${EVENT_WORK}' and key = any($1::bigint[])),
     marked as (
       update processor_outcomes set status = 'waiting' where id = any($1::bigint[]) and status = 'ignored')`,
    [ids],
  );
}

/**
 * Leases an event of a workspace to process it again, if it failed or was ignored. More than one only where the workspace has
 * changed its provider and both gave an event this id.
 */
export async function leaseForReplay(
  pool: Pool,
  workspaceId: number,
  eventId: string,
  leaseMs: number,
): Promise<LeasedEvent[]> {
  return selectLeased(
    pool,
    `replayed as (
       update processor_outcomes o set status = 'waiting', payment_references = null from processor_events e
        where e.event_id = $2 and o.id = e.id and o.workspace_id = $3 and o.status in ('failed', 'ignored')
       returning o.id),
     leased as (
       insert into work_items (kind, key, due_at, leased_until, attempts)
       select '${EVENT_WORK}', id, now(), now() + $1::bigint * interval '1 ms', 1 from replayed
       on conflict (kind, key) do update set leased_until = excluded.leased_until, attempts = 1
       returning key, attempts)`,
    [leaseMs, eventId, workspaceId],
  );
}

/** Reads the events that `parts` of the same statement, one of which is called `leased`, have leased. */
async function selectLeased(pool: Pool, parts: string, values: readonly unknown[]): Promise<LeasedEvent[]> {
  const { rows } = await pool.query<{
    id: number;
    provider: string;
    connection_id: number | null;
    body: string;
    received_at: Date;
    attempts: number;
  }>(
    `with ${parts}
     select e.id, e.provider, e.connection_id, e.body, e.received_at, leased.attempts
       from leased join processor_events e on e.id = leased.key order by e.id`,
    [...values],
  );
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    connectionId: row.connection_id,
    body: row.body,
    receivedAtMs: row.received_at.getTime(),
    attempts: row.attempts,
  }));
}
