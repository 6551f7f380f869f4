import type { Pool, PoolClient } from 'pg';
import { allowLongStatements } from '../../database/silence.js';
import { isCheckViolation, withTransaction } from '../../database/transaction.js';

const MONTHS_AHEAD = 3;

/** A calendar month in UTC: its partition and the half-open range of its times in milliseconds. */
interface Month {
  readonly table: string;
  readonly startMs: number;
  readonly endMs: number;
}

function monthOf(year: number, monthIndex: number): Month {
  const startMs = Date.UTC(year, monthIndex, 1);
  const [digits] = new Date(startMs).toISOString().split('-01T');
  return {
    table: `clicks_${digits?.replace('-', '_')}`,
    startMs,
    endMs: Date.UTC(year, monthIndex + 1, 1),
  };
}

/** The months from the one of `fromMs` to the one of `toMs`, both included. */
function monthsBetween(fromMs: number, toMs: number): Month[] {
  const from = new Date(fromMs);
  const months: Month[] = [];
  for (let index = from.getUTCMonth(); Date.UTC(from.getUTCFullYear(), index, 1) <= toMs; index += 1) {
    months.push(monthOf(from.getUTCFullYear(), index));
  }
  return months;
}

async function findMissing(source: Pool | PoolClient, months: readonly Month[]): Promise<Month[]> {
  const { rows } = await source.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'clicks'::regclass`,
  );
  const names = new Set(rows.map((row) => row.name));
  return months.filter((month) => !names.has(month.table));
}

/**
 * Creates one month's partition, and returns whether it did. `create table … partition of` would lock all of `clicks`
 * completely. Attaching a separate table lets clicks of other months through, unless the default partition already has
 * clicks of this one: they must move, and a statement planned before the move commits and executed afterwards would look
 * for them where they no longer are. Only in that case all access waits while they move.
 */
async function makePartition(pool: Pool, month: Month): Promise<boolean> {
  try {
    return await attachPartition(pool, month, { moving: false });
  } catch (error) {
    if (!isCheckViolation(error)) throw error;
    return attachPartition(pool, month, { moving: true });
  }
}

/** Throws a check violation when there are clicks to move and it may not. */
async function attachPartition(pool: Pool, month: Month, { moving }: { moving: boolean }): Promise<boolean> {
  const { table, startMs, endMs } = month;
  return withTransaction(pool, async (client) => {
    // While this waits for its lock, everything queued behind it waits too. Better to give up and retry later.
    await client.query(`set local lock_timeout = '5s'`);
    // Makes several processes take turns.
    const mode = moving ? 'access exclusive' : 'share update exclusive';
    await client.query(`lock table only clicks in ${mode} mode`);
    // Keeps new clicks from slipping in between.
    await client.query('lock table clicks_outside in access exclusive mode');
    if ((await findMissing(client, [month])).length === 0) return false;
    await allowLongStatements(client);
    await client.query(`create table ${table} (like clicks including defaults including constraints)`);
    if (moving) {
      await client.query(
        `with moved as (delete from clicks_outside where clicked_ms >= $1 and clicked_ms < $2 returning *)
         insert into ${table} select * from moved`,
        [startMs, endMs],
      );
    }
    await client.query(
      `alter table clicks attach partition ${table} for values from (${startMs}) to (${endMs})`,
    );
    return true;
  });
}

/**
 * Makes the monthly partitions of `clicks` from the month of `fromMs` to that of `toMs` (the third one after it unless said
 * otherwise) that are not there yet, and gives back how many it made. Any number of processes may call it at once.
 * Without them nothing is lost: the default partition takes every click.
 */
export async function ensureClickPartitions(
  pool: Pool,
  range: { readonly fromMs: number; readonly toMs?: number },
): Promise<number> {
  const { fromMs } = range;
  const from = new Date(fromMs);
  const toMs = range.toMs ?? Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + MONTHS_AHEAD, 1);
  let made = 0;
  for (const month of await findMissing(pool, monthsBetween(fromMs, toMs))) {
    if (await makePartition(pool, month)) made += 1;
  }
  return made;
}
