import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/**
 * The key of a day's visitors, made where there is none yet; keys of earlier days are removed with it, and with them any way to
 * tell whose hashes those were. `day`: YYYY-MM-DD, UTC. Contract 2 section 10.
 */
export async function findVisitorKey(pool: Pool, day: string): Promise<string> {
  await pool.query('delete from visitor_keys where day < $1', [day]);
  await pool.query('insert into visitor_keys (day, key) values ($1, $2) on conflict (day) do nothing', [
    day,
    randomBytes(32).toString('hex'),
  ]);
  const { rows } = await pool.query<{ key: string }>('select key from visitor_keys where day = $1', [day]);
  const key = rows[0]?.key;
  if (key === undefined) throw new Error(`the key of the visitors of ${day} is gone`);
  return key;
}
