import type { Pool } from 'pg';
import type { WorkItem } from '../database/work-items.js';
import { columnsOf } from '../ingest/columns.js';

/** Extends leases from now on. One that has run out and was leased again stays as it is. */
export async function renewLeases(pool: Pool, items: readonly WorkItem[], leaseMs: number): Promise<void> {
  await pool.query({
    name: 'renew-leases',
    text: `update work_items w set leased_until = now() + $4::bigint * interval '1 ms'
             from unnest($1::text[], $2::bigint[], $3::integer[]) as own (kind, key, attempts)
            where w.kind = own.kind and w.key = own.key and w.attempts = own.attempts and w.leased_until is not null`,
    values: [
      ...columnsOf(
        items,
        ({ kind }) => kind,
        ({ key }) => key,
        ({ attempts }) => attempts,
      ),
      leaseMs,
    ],
  });
}
