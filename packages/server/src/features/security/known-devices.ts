import type { Pool } from 'pg';

/**
 * Whether an account has not signed in from this device before, by any of its hashes; stores them.
 */
export async function rememberDevice(
  pool: Pool,
  userId: string,
  deviceHashes: readonly string[],
): Promise<{ readonly isNew: boolean }> {
  const { rows } = await pool.query<{ is_new: boolean }>(
    `with stored as (
       insert into known_devices (user_id, device_hash) select $1, h from unnest($2::text[]) h
       on conflict (user_id, device_hash) do update set last_seen_at = now()
     )
     select not exists (
       select 1 from known_devices where user_id = $1 and device_hash = any($2)
     ) as is_new`,
    [userId, deviceHashes],
  );
  return { isNew: rows[0]?.is_new ?? true };
}

/** Returns the first of these hashes that an account has signed in from before; null: none of them. */
export async function findKnownDevice(
  pool: Pool,
  email: string,
  deviceHashes: readonly string[],
): Promise<string | null> {
  const { rows } = await pool.query<{ device_hash: string }>(
    `select d.device_hash from known_devices d join users u on u.id = d.user_id
      where u.email = lower($1 collate folding) and d.device_hash = any($2::text[])
      order by array_position($2::text[], d.device_hash) limit 1`,
    [email, deviceHashes],
  );
  return rows[0]?.device_hash ?? null;
}
