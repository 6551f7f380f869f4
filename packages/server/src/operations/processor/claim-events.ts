import type { Pool } from 'pg';
import type { EventWork } from './event-row.js';

/**
 * Takes up to `limit` events that are due, ignored ones whose customer may be known by now among them, leased for
 * `leaseMs`: nobody else gets them meanwhile, and if this process ends before it has settled them, somebody gets them afterwards.
 */
export async function claimEvents(pool: Pool, limit: number, leaseMs: number): Promise<EventWork[]> {
  return claim(
    pool,
    `leased as (
       update processor_due set due_at = now() + $1::bigint * interval '1 ms', attempts = attempts + 1
        where id = any (array(select id from processor_due where due_at <= now()
                               order by due_at limit $2 for update skip locked))
       returning id, attempts),
     marked as (
       update processor_outcomes o set status = 'waiting' from leased where o.id = leased.id and o.status = 'ignored')`,
    [leaseMs, limit],
  );
}

/** Takes one event of a workspace to work it off again, if it failed or was ignored; null when it is none of those. */
export async function claimForReplay(
  pool: Pool,
  workspaceId: number,
  eventId: string,
  leaseMs: number,
): Promise<EventWork | null> {
  const works = await claim(
    pool,
    `replayed as (
       update processor_outcomes o set status = 'waiting', payment_names = null from processor_events e
        where e.event_id = $2 and o.id = e.id and o.workspace_id = $3 and o.status in ('failed', 'ignored')
       returning o.id),
     leased as (
       insert into processor_due (id, due_at, attempts)
       select id, now() + $1::bigint * interval '1 ms', 1 from replayed
       on conflict (id) do update set due_at = excluded.due_at, attempts = 1
       returning id, attempts)`,
    [leaseMs, eventId, workspaceId],
  );
  return works[0] ?? null;
}

/** Makes events due at once whose lease is of no use any more, because whoever held it has ended. */
export async function releaseEvents(pool: Pool, ids: readonly number[] | 'all'): Promise<void> {
  if (ids === 'all') {
    await pool.query(
      `update processor_due d set due_at = now() where due_at > now() and not exists (
         select 1 from processor_outcomes o where o.id = d.id and o.status = 'ignored')`,
    );
  } else if (ids.length > 0) {
    await pool.query(
      'update processor_due set due_at = now() where id = any($1::bigint[]) and due_at > now()',
      [ids],
    );
  }
}

/** Reads the events that `parts` of the same statement, one of which is called `leased`, have leased. */
async function claim(pool: Pool, parts: string, values: readonly unknown[]): Promise<EventWork[]> {
  const { rows } = await pool.query<{ id: number; body: string; received_at: Date; attempts: number }>(
    `with ${parts}
     select e.id, e.body, e.received_at, leased.attempts from leased join processor_events e on e.id = leased.id
      order by e.id`,
    [...values],
  );
  return rows.map((row) => ({
    id: row.id,
    body: row.body,
    receivedAtMs: row.received_at.getTime(),
    attempts: row.attempts,
  }));
}
