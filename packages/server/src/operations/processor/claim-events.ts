import type { Pool } from 'pg';
import type { EventWork } from './event-row.js';

/**
 * Takes up to `limit` events that are due, ignored ones whose customer may be known by now among them, leased for `leaseMs`: nobody else gets them meanwhile, and if this process
 * ends before it has settled them, somebody gets them afterwards.
 */
export async function claimEvents(pool: Pool, limit: number, leaseMs: number): Promise<EventWork[]> {
  return update(
    pool,
    `id = any (array(select id from processor_events where next_attempt_at <= now()
                      order by next_attempt_at limit $2 for update skip locked))`,
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
  const where = `event_id = $2 and workspace_id = $3 and status in ('failed', 'ignored')`;
  return (await update(pool, where, [leaseMs, eventId, workspaceId], '0'))[0] ?? null;
}

/** Makes events due at once whose lease is of no use any more, because whoever held it has ended. */
export async function releaseEvents(pool: Pool, ids: readonly number[] | 'all'): Promise<void> {
  if (ids === 'all') {
    await pool.query(
      `update processor_events set next_attempt_at = now() where next_attempt_at > now() and status = 'waiting'`,
    );
  } else if (ids.length > 0) {
    await pool.query(
      'update processor_events set next_attempt_at = now() where id = any($1::bigint[]) and next_attempt_at > now()',
      [ids],
    );
  }
}

async function update(
  pool: Pool,
  where: string,
  values: readonly unknown[],
  attempts = 'attempts',
): Promise<EventWork[]> {
  const { rows } = await pool.query<{ id: number; body: string; received_at: Date; attempts: number }>(
    `update processor_events
        set status = 'waiting', attempts = ${attempts} + 1, next_attempt_at = now() + $1::bigint * interval '1 ms'
      where ${where}
      returning id, body, received_at, attempts`,
    [...values],
  );
  return rows.map((row) => ({
    id: row.id,
    body: row.body,
    receivedAtMs: row.received_at.getTime(),
    attempts: row.attempts,
  }));
}
