import type { Pool } from 'pg';
import { expect, vi } from 'vitest';

/** Resolves when exactly so many sessions of this database wait for a lock. */
export async function untilWaiting(pool: Pool, count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*) as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows[0]?.count).toBe(count);
    },
    { timeout: 60_000, interval: 20 },
  );
}

/** Something that one side waits for until the other opens it. */
export function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
