import type { Pool } from 'pg';
import { columnsOf } from '../ingest/columns.js';

/** What an attempt came to. */
export interface Attempt {
  readonly deliveryId: number;
  /** That of the delivery when it was taken. */
  readonly round: number;
  readonly isDelivered: boolean;
  readonly status: number | null;
  readonly error: string | null;
  /** When to try again; null: delivered, or given up. */
  readonly retryInMs: number | null;
}

/**
 * Records attempts of one webhook. One whose delivery was queued again meanwhile changes nothing: it is attempted again. Gives for
 * how many milliseconds the webhook has had nothing but failures, as far as recorded before; null: it has not.
 */
export async function recordAttempts(
  pool: Pool,
  webhookId: number,
  attempts: readonly Attempt[],
): Promise<number | null> {
  if (attempts.length === 0) return null;
  const hasDelivered = attempts.some(({ isDelivered }) => isDelivered);
  const { rows } = await pool.query<{ failing_ms: number | null }>({
    name: 'record-attempts',
    text: `with result as (
             select * from unnest($2::bigint[], $3::integer[], $4::boolean[], $5::integer[], $6::text[], $7::bigint[])
                        as r (id, round, is_delivered, last_status, last_error, retry_ms)),
           recorded as (
             update webhook_deliveries d
                set attempts = d.attempts + 1, last_status = r.last_status, last_error = r.last_error,
                    status = case when r.is_delivered then 'delivered' when r.retry_ms is null then 'failed' else 'pending' end,
                    next_attempt_at = now() + r.retry_ms * interval '1 ms',
                    delivered_at = case when r.is_delivered then now() end,
                    failed_at = case when not r.is_delivered and r.retry_ms is null then now() end
               from result r where d.id = r.id and d.round = r.round and d.status = 'pending'),
           health as (
             update webhooks set failing_since = case when $8 then null else now() end
              where id = $1 and (failing_since is null) <> $8)
           select (extract(epoch from now() - failing_since) * 1000)::float8 as failing_ms from webhooks where id = $1`,
    values: [
      webhookId,
      ...columnsOf(
        attempts,
        (attempt) => attempt.deliveryId,
        (attempt) => attempt.round,
        (attempt) => attempt.isDelivered,
        (attempt) => attempt.status,
        (attempt) => attempt.error,
        (attempt) => attempt.retryInMs,
      ),
      hasDelivered,
    ],
  });
  return hasDelivered ? null : (rows[0]?.failing_ms ?? null);
}
