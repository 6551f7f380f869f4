import type { Pool, PoolClient } from 'pg';
import { isLockTimeout, withTransaction } from '../../database/transaction.js';
import { findLimit } from './oldest-month-kept.js';
import { readClickPartitions } from './read-click-partitions.js';

const ROWS_AT_ONCE = 10_000;

export interface RemovalOptions {
  /** Clicks are kept for so many months after the end of theirs, 1 or more. */
  readonly keepMonths: number;
  readonly signal: AbortSignal;
  /** Hears of each month that is gone, such as `2026-01`. */
  readonly onRemoved: (month: string) => void;
}

/**
 * Removes the clicks of whole UTC months that ended more than `keepMonths` months ago, but none that could still be given
 * credit, and returns how many months it removed. Any number of processes may call it at once. Gives up until its next
 * call when it does not get a lock soon, because clicks wait behind it meanwhile: `isPostponed`.
 */
export async function removeOldClicks(
  pool: Pool,
  { keepMonths, signal, onRemoved }: RemovalOptions,
): Promise<{ readonly removed: number; readonly isPostponed: boolean }> {
  const limitMs = await findLimit(pool, { keepMonths, programId: null });
  let removed = 0;
  const note = (startMs: number) => {
    removed += 1;
    onRemoved(new Date(startMs).toISOString().slice(0, 7));
  };
  try {
    for (const startMs of await findOldPartitions(pool, limitMs)) {
      if (signal.aborted) break;
      if (await dropPartition(pool, startMs)) note(startMs);
    }
    while (!signal.aborted) {
      const startMs = await removeOldestOutside(pool, limitMs, signal);
      if (startMs === null) break;
      note(startMs);
    }
    return { removed, isPostponed: false };
  } catch (error) {
    if (!isLockTimeout(error) && error !== signal.reason) throw error;
    return { removed, isPostponed: true };
  }
}

/** When the partitions that end by `limitMs` begin, the oldest first. */
async function findOldPartitions(pool: Pool, limitMs: number): Promise<readonly number[]> {
  const partitions = await readClickPartitions(pool);
  return partitions
    .flatMap(({ range }) => (range !== null && range.endMs <= limitMs ? [range.startMs] : []))
    .toSorted((a, b) => a - b);
}

/**
 * Drops the partition that begins at a time, and returns whether it was still there. That needs `clicks` for itself, but only
 * for the moment: files are deleted when the commit has released the locks. (`detach … concurrently`, which would need less, is
 * refused beside a default partition.)
 */
async function dropPartition(pool: Pool, startMs: number): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    await lockClicks(client, 'access exclusive');
    // Another process may have dropped it while this one waited.
    const partition = (await readClickPartitions(client)).find(({ range }) => range?.startMs === startMs);
    if (partition === undefined) return false;
    await client.query(`alter table clicks detach partition ${partition.table}`);
    await client.query(`drop table ${partition.table}`);
    return true;
  });
}

/** While this waits for its lock, clicks queue up behind it. Better to give up soon and to try again later. */
async function lockClicks(
  client: PoolClient,
  mode: 'access exclusive' | 'share update exclusive',
): Promise<void> {
  await client.query(`set local lock_timeout = '1s'`);
  await client.query(`lock table only clicks in ${mode} mode`);
}

/**
 * Deletes the clicks of the oldest month that the default partition has from before `limitMs`; gives the month's beginning,
 * or null when there is none. One transaction, so that a month is there as a whole or gone as a whole, which is what `verify`
 * accepts; and many statements, so that none takes long. Clicks are recorded meanwhile, only partitions cannot be made.
 */
async function removeOldestOutside(pool: Pool, limitMs: number, signal: AbortSignal): Promise<number | null> {
  // Nearly always there is none, and then nothing needs to be locked.
  if ((await findOldestOutside(pool, limitMs)) === null) return null;
  return withTransaction(pool, async (client) => {
    // Makes several processes take turns, with the making of partitions as well.
    await lockClicks(client, 'share update exclusive');
    const oldestMs = await findOldestOutside(client, limitMs);
    if (oldestMs === null) return null;
    const oldest = new Date(oldestMs);
    const startMs = Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth(), 1);
    const endMs = Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth() + 1, 1);
    for (let fromMs: number | null = startMs; fromMs !== null; ) {
      signal.throwIfAborted();
      fromMs = await deleteOutside(client, fromMs, endMs);
    }
    return startMs;
  });
}

async function findOldestOutside(source: Pool | PoolClient, limitMs: number): Promise<number | null> {
  const { rows } = await source.query<{ oldest_ms: number | null }>(
    'select min(clicked_ms) as oldest_ms from clicks_outside where clicked_ms < $1',
    [limitMs],
  );
  return rows[0]?.oldest_ms ?? null;
}

/** Deletes the first rows of a range of times, and gives the time that the next ones are not older than; null: none is left. */
async function deleteOutside(client: PoolClient, fromMs: number, endMs: number): Promise<number | null> {
  const { rows } = await client.query<{ deleted: number; last_ms: number | null }>(
    `with gone as (
       delete from clicks_outside where ctid = any (array(
         select ctid from clicks_outside where clicked_ms >= $1 and clicked_ms < $2
          order by clicked_ms, number limit $3))
       returning clicked_ms)
     select count(*) as deleted, max(clicked_ms) as last_ms from gone`,
    [fromMs, endMs, ROWS_AT_ONCE],
  );
  const [row] = rows;
  return row === undefined || row.deleted < ROWS_AT_ONCE ? null : row.last_ms;
}
