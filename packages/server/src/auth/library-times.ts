import type { Pool, PoolClient } from 'pg';
import { type Now, systemNow } from '../clock.js';

type Row = Record<string, unknown>;

function moved(value: unknown, byMs: number): unknown {
  return value instanceof Date ? new Date(value.getTime() + byMs) : value;
}

function movedRow(row: Row, byMs: number): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, moved(value, byMs)]));
}

/**
 * A pool for the sign-in library, which asks the machine for the time: what it writes is moved to the service's time, and what it
 * reads back to the machine's. Where the service's time is the machine's, it is the pool itself.
 */
export function poolInLibraryTime(pool: Pool, now: Now): Pool {
  if (now === systemNow) return pool;
  const connect = async (): Promise<Pick<PoolClient, 'query' | 'release'>> => {
    const client = await pool.connect();
    const query = async (text: string, values: readonly unknown[] = []) => {
      const aheadMs = now() - systemNow();
      const result = await client.query<Row>(
        text,
        values.map((value) => moved(value, aheadMs)),
      );
      return { ...result, rows: result.rows.map((row) => movedRow(row, -aheadMs)) };
    };
    return { query: query as PoolClient['query'], release: (error) => client.release(error) };
  };
  return { connect } as unknown as Pool;
}
