import type { Pool } from 'pg';

const MAX_DEVICES_PER_ACCOUNT = 50;

/**
 * Removes what is no longer needed: attempts that no longer count, expired sessions, devices not seen
 * for 400 days (as long as a browser keeps a cookie) or beyond the 50 latest of an account, networks of keys not seen for
 * 90 days, and events older than a year. At most `limit` of the latter; gives how many of them were removed.
 */
export async function deleteOldSecurityData(pool: Pool, limit: number): Promise<number> {
  await pool.query('delete from sign_in_attempts where forget_at <= now()');
  await pool.query('delete from invitation_email_counts where forget_at <= now()');
  await pool.query('delete from sessions where expires_at <= now()');
  await pool.query(
    `delete from known_devices d
      where d.last_seen_at < now() - interval '400 days'
         or (d.user_id, d.device_hash) in (
              select r.user_id, r.device_hash
                from (select user_id, device_hash,
                             row_number() over (partition by user_id order by last_seen_at desc, device_hash) as place
                        from known_devices) r
               where r.place > $1)`,
    [MAX_DEVICES_PER_ACCOUNT],
  );
  for (const networks of ['api_key_networks', 'management_key_networks'])
    await pool.query(`delete from ${networks} where last_seen_at < now() - interval '90 days'`);
  // The guard of the table (migration 0020) knows the same year.
  const { rowCount } = await pool.query(
    `delete from security_events where id in (
       select id from security_events where occurred_at < now() - interval '365 days'
        order by occurred_at limit $1)`,
    [limit],
  );
  return rowCount ?? 0;
}
