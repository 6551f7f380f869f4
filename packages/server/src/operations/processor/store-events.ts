import type { Pool } from 'pg';
import { columnsOf } from '../../tracking/columns.js';
import type { ArrivedEvent, EventWork } from './event-row.js';

/**
 * Stores events and answers with those that were not there before, leased for `leaseMs` to whoever stores them; without
 * a lease they are left to whoever looks next. Durable when it resolves. An event is known by its id, so one that is
 * delivered again is not stored again.
 */
export async function storeEvents(
  pool: Pool,
  events: readonly ArrivedEvent[],
  leaseMs: number | null,
): Promise<EventWork[]> {
  const attempts = leaseMs === null ? 0 : 1;
  const { rows } = await pool.query<{ id: number; event_id: string }>({
    name: 'store-processor-events',
    text: `with stored as (
             insert into processor_events (event_id, type, account_id, created_ms, body, received_at)
             select event_id, type, account_id, created_ms, body, to_timestamp(received_ms::float8 / 1000)
               from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[])
                 as new (event_id, type, account_id, created_ms, body, received_ms)
             on conflict (event_id) do nothing
             returning id, event_id),
           due as (
             insert into processor_due (id, due_at, attempts)
             select id, now() + $7::bigint * interval '1 ms', $8 from stored)
           select id, event_id from stored`,
    values: [
      ...columnsOf(
        events,
        (event) => event.eventId,
        (event) => event.type,
        (event) => event.accountId,
        (event) => event.createdMs,
        (event) => event.body,
        (event) => event.receivedAtMs,
      ),
      leaseMs ?? 0,
      attempts,
    ],
  });
  const arrived = new Map(events.map((event) => [event.eventId, event]));
  return rows.flatMap(({ id, event_id: eventId }) => {
    const event = arrived.get(eventId);
    return event === undefined ? [] : [{ id, body: event.body, receivedAtMs: event.receivedAtMs, attempts }];
  });
}
