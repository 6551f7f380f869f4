import type { Pool } from 'pg';
import { columnsOf } from '../ingest/columns.js';
import { type ArrivedEvent, EVENT_WORK, type LeasedEvent } from './event-row.js';

/**
 * Stores events and returns those that were not there before, leased for `leaseMs` to the caller; without a lease the next
 * process that leases events takes them. Durable when it resolves. An event is known by its provider and its id, so
 * one that is delivered again is not stored again.
 */
export async function storeEvents(
  pool: Pool,
  events: readonly ArrivedEvent[],
  leaseMs: number | null,
): Promise<LeasedEvent[]> {
  const attempts = leaseMs === null ? 0 : 1;
  const { rows } = await pool.query<{
    id: number;
    provider: string;
    event_id: string;
    connection_id: number | null;
  }>({
    name: 'store-processor-events',
    text: `with stored as (
             insert into processor_events (provider, event_id, type, account_id, created_ms, body, received_at, connection_id)
             select provider, event_id, type, account_id, created_ms, body, to_timestamp(received_ms::float8 / 1000), connection_id
               from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[])
                 as new (provider, event_id, type, account_id, created_ms, body, received_ms, connection_id)
             on conflict (event_id, provider, coalesce(connection_id, 0)) do nothing
             returning id, provider, event_id, connection_id),
           work as (
             insert into work_items (kind, key, due_at, leased_until, attempts)
             select '${EVENT_WORK}', id, now(), now() + $9::bigint * interval '1 ms', $10 from stored)
           select id, provider, event_id, connection_id from stored`,
    values: [
      ...columnsOf(
        events,
        (event) => event.provider,
        (event) => event.eventId,
        (event) => event.type,
        (event) => event.accountId,
        (event) => event.createdMs,
        (event) => event.body,
        (event) => event.receivedAtMs,
        (event) => event.connectionId,
      ),
      leaseMs,
      attempts,
    ],
  });
  const arrived = new Map(
    events.map((event) => [`${event.provider} ${event.connectionId} ${event.eventId}`, event]),
  );
  return rows.flatMap(({ id, provider, event_id: eventId, connection_id: connectionId }) => {
    const event = arrived.get(`${provider} ${connectionId} ${eventId}`);
    return event === undefined
      ? []
      : [{ id, provider, connectionId, body: event.body, receivedAtMs: event.receivedAtMs, attempts }];
  });
}
