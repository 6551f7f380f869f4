import type { Pool } from 'pg';
import { columnsOf } from '../ingest/columns.js';
import { type Coverage, EVENT_WORK, type EventResult } from './event-row.js';

/**
 * Records the results of events and the payments they reported, in one statement. Doing so twice changes nothing. A
 * payment that more than one event reports is one row, and carries the keys when any of them did.
 *
 * It does not wait for the disk (`synchronous_commit` off for this statement alone): when a crash loses it, the events
 * are processed once more, and what they reported is recorded already.
 */
export async function recordResults(pool: Pool, events: readonly EventResult[]): Promise<void> {
  await pool.query({
    name: 'record-event-results',
    text: `with covered as (
             insert into processor_coverage as c (workspace_id, transaction_id, kind, has_keys, amount_cents, currency,
                                                  event_id, occurred_at, provider)
             select workspace_id, transaction_id, kind, has_keys, amount_cents, currency, event_id,
                    to_timestamp(occurred_ms::float8 / 1000), provider
               from unnest($8::bigint[], $9::text[], $10::text[], $11::boolean[], $12::bigint[], $13::text[],
                           $14::text[], $15::bigint[], $16::text[])
                 as new (workspace_id, transaction_id, kind, has_keys, amount_cents, currency, event_id, occurred_ms, provider)
              order by workspace_id, transaction_id
             on conflict (workspace_id, transaction_id) do update set has_keys = true
              where excluded.has_keys and not c.has_keys),
           results as (
             select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::integer[],
                                  $7::bigint[], $17::bigint[], $18::text[], $19::bigint[], $20::bigint[])
               as new (id, workspace_id, status, reason_code, reference_lines, attempts, retry_ms, connection_id,
                       reason_parameters, program_id, noticed_ms)),
           outcomes as (
             insert into processor_outcomes as o (id, workspace_id, connection_id, program_id, status, reason_code, reason_parameters,
                                                 noticed_at, payment_references, attempts, settled_at)
             select id, workspace_id, connection_id, program_id, status, reason_code, reason_parameters::jsonb,
                    to_timestamp(noticed_ms::float8 / 1000), string_to_array(reference_lines, E'\\n'), attempts, now() from results order by id
             on conflict (id) do update
                set workspace_id = coalesce(excluded.workspace_id, o.workspace_id),
                    connection_id = coalesce(excluded.connection_id, o.connection_id), status = excluded.status,
                    program_id = excluded.program_id, reason_code = excluded.reason_code,
                    reason_parameters = excluded.reason_parameters, noticed_at = excluded.noticed_at,
                    payment_references = excluded.payment_references, attempts = excluded.attempts, settled_at = excluded.settled_at),
           again as (
             insert into work_items (kind, key, due_at, attempts)
             select '${EVENT_WORK}', id, to_timestamp(retry_ms::float8 / 1000), attempts
               from results where retry_ms is not null order by id
             on conflict (kind, key) do update set due_at = excluded.due_at, leased_until = null)
           delete from work_items w using results, set_config('synchronous_commit', 'off', true)
            where w.kind = '${EVENT_WORK}' and w.key = results.id and results.retry_ms is null`,
    values: [
      ...columnsOf(
        events,
        (event) => event.id,
        (event) => event.workspaceId,
        (event) => event.status,
        (event) => event.reason.code,
        (event) => event.paymentReferences?.join('\n') ?? null,
        (event) => event.attempts,
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
        (one) => one.provider,
      ),
      ...columnsOf(
        events,
        (event) => event.connectionId,
        (event) => JSON.stringify(event.reason.parameters),
        (event) => event.programId,
        (event) => event.noticedAtMs,
      ),
    ],
  });
}

function onePerPayment(coverage: readonly Coverage[]): Coverage[] {
  const byPayment = new Map<string, Coverage>();
  for (const one of coverage) {
    const key = `${one.workspaceId} ${one.transactionId}`;
    const before = byPayment.get(key);
    byPayment.set(key, before === undefined ? one : { ...before, hasKeys: before.hasKeys || one.hasKeys });
  }
  return [...byPayment.values()];
}
