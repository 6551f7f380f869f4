import type { Pool } from 'pg';

/** What is over for so long is removed. */
const KEEP_DELIVERED = '30 days';
const KEEP_FAILED = '90 days';

/**
 * Removes deliveries that succeeded 30 days ago or failed 90 days ago, those of webhooks that were removed, and then these. At most
 * `limit` of each; gives how many of the most frequent kind were removed, so that a full batch says there may be more.
 */
export async function removeOldDeliveries(pool: Pool, limit: number): Promise<number> {
  const remove = async (which: string) => {
    const { rowCount } = await pool.query(
      `delete from webhook_deliveries where id in (select d.id from webhook_deliveries d ${which} limit $1)`,
      [limit],
    );
    return rowCount ?? 0;
  };
  const removed = [
    await remove(`where d.delivered_at < now() - interval '${KEEP_DELIVERED}' order by d.delivered_at`),
    await remove(`where d.failed_at < now() - interval '${KEEP_FAILED}' order by d.failed_at`),
    await remove('join webhooks w on w.id = d.webhook_id where w.removed_at is not null'),
  ];
  await pool.query(
    `delete from webhooks w where w.removed_at is not null
        and not exists (select 1 from webhook_deliveries d where d.webhook_id = w.id)`,
  );
  return Math.max(...removed);
}
