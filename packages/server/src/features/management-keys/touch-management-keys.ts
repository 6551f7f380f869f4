import type { Pool } from 'pg';

/** Notes when management keys were last used (epoch milliseconds by key id). A later time that is already there stays. */
export async function touchManagementKeys(
  pool: Pool,
  usedAtMsById: ReadonlyMap<number, number>,
): Promise<void> {
  await pool.query({
    name: 'touch-management-keys',
    text: `update management_keys k
              set last_used_at = greatest(k.last_used_at, to_timestamp(u.at_ms::float8 / 1000))
             from unnest($1::bigint[], $2::bigint[]) as u (id, at_ms)
            where k.id = u.id`,
    values: [[...usedAtMsById.keys()], [...usedAtMsById.values()]],
  });
}
