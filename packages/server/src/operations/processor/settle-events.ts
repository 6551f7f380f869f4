import type { Pool } from 'pg';
import { columnsOf } from '../../tracking/columns.js';
import type { Coverage, SettledEvent } from './event-row.js';

/**
 * Writes down what came of events and which payments they told of, in one statement. Doing so twice changes nothing. A
 * payment that more than one event tells of is one row, and carries the keys when any of them did.
 *
 * It does not wait for the disk (`synchronous_commit` off for this statement alone): when a crash loses it, the events
 * are worked off once more, and what they told is recorded already.
 */
export async function settleEvents(pool: Pool, events: readonly SettledEvent[]): Promise<void> {
  await pool.query({
    name: 'settle-processor-events',
    text: `with covered as (
             insert into processor_coverage as c (workspace_id, transaction_id, kind, has_keys, amount_cents, currency,
                                                  event_id, occurred_at)
             select workspace_id, transaction_id, kind, has_keys, amount_cents, currency, event_id,
                    to_timestamp(occurred_ms / 1000.0)
               from unnest($7::bigint[], $8::text[], $9::text[], $10::boolean[], $11::bigint[], $12::text[],
                           $13::text[], $14::bigint[])
                 as new (workspace_id, transaction_id, kind, has_keys, amount_cents, currency, event_id, occurred_ms)
              order by workspace_id, transaction_id
             on conflict (workspace_id, transaction_id) do update set has_keys = true
              where excluded.has_keys and not c.has_keys)
           update processor_events e
              set workspace_id = coalesce(settled.workspace_id, e.workspace_id), status = settled.status,
                  reason = settled.reason, payment_names = string_to_array(settled.names, E'\\n'),
                  next_attempt_at = to_timestamp(settled.retry_ms / 1000.0),
                  settled_at = case when settled.retry_ms is null then now() end
             from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[])
               as settled (id, workspace_id, status, reason, names, retry_ms),
                  set_config('synchronous_commit', 'off', true)
            where e.id = settled.id`,
    values: [
      ...columnsOf(
        events,
        (event) => event.id,
        (event) => event.workspaceId,
        (event) => event.status,
        (event) => event.reason,
        (event) => event.paymentNames?.join('\n') ?? null,
        (event) => event.retryAtMs,
      ),
      ...columnsOf(
        onePerPayment(events.flatMap(({ coverage }) => coverage ?? [])),
        (one) => one.workspaceId,
        (one) => one.transactionId,
        (one) => one.kind,
        (one) => one.hasKeys,
        (one) => one.amountCents,
        (one) => one.currency,
        (one) => one.eventId,
        (one) => one.occurredAtMs,
      ),
    ],
  });
}

function onePerPayment(told: readonly Coverage[]): Coverage[] {
  const byPayment = new Map<string, Coverage>();
  for (const one of told) {
    const key = `${one.workspaceId} ${one.transactionId}`;
    const before = byPayment.get(key);
    byPayment.set(key, before === undefined ? one : { ...before, hasKeys: before.hasKeys || one.hasKeys });
  }
  return [...byPayment.values()];
}
