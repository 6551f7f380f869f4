import type { Pool } from 'pg';
import { KEPT_FOR } from './write-notifications.js';

/** Deletes notifications of what happened 90 days ago, up to `limit`; gives how many. */
export async function deleteOldNotifications(pool: Pool, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from notifications where id in (
       select id from notifications where happened_at < now() - interval '${KEPT_FOR}' order by happened_at limit $1)`,
    [limit],
  );
  return rowCount ?? 0;
}
