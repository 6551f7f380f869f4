import type { ClientBase } from 'pg';
import { readClickPartitions } from '../features/clicks/read-click-partitions.js';

/** Expressions over months of clicks, for the statements of one run of verify. */
export interface ClickMonths {
  /** Whether the whole month of a time in milliseconds has been removed. */
  isRemovedAt(milliseconds: string): string;
  /** Whether clicks of a date and a program have been removed: the whole month, or what the program does not keep. */
  isRemovedOn(day: string, programId: string): string;
}

/** A month as a number that counts up by one, from a timestamp without time zone or a date. */
const monthNumber = (date: string) =>
  `(extract(year from ${date}) * 12 + extract(month from ${date}) - 1)::integer`;

const utcOf = (milliseconds: string) => `(to_timestamp(${milliseconds}::float8 / 1000) at time zone 'UTC')`;

/**
 * Clicks are removed by whole months, as partitions that are dropped or detached. A month was removed when it is over,
 * no partition covers any of it, and the default partition has no click of it either: while only some clicks of a month
 * are missing, they were deleted, and verify says so.
 */
export async function readClickMonths(client: ClientBase): Promise<ClickMonths> {
  const kept = await readKeptMonths(client);
  const isRemoved = (month: string) =>
    `(${month} < ${monthNumber(`(now() at time zone 'UTC')`)} and ${month} <> all('{${kept.join(',')}}'::integer[]))`;
  return {
    isRemovedAt: (milliseconds) => isRemoved(monthNumber(utcOf(milliseconds))),
    isRemovedOn: (day, programId) =>
      `(${isRemoved(monthNumber(day))} or exists (
         select 1 from programs g where g.id = ${programId} and g.clicks_removing_before_ms > extract(epoch from ${day}) * 1000))`,
  };
}

async function readKeptMonths(client: ClientBase): Promise<readonly number[]> {
  const kept = new Set<number>();
  for (const { table, range } of await readClickPartitions(client)) {
    const months =
      range === null ? await readMonthsIn(client, table) : monthsBetween(range.startMs, range.endMs);
    for (const month of months) kept.add(month);
  }
  return [...kept];
}

/** The default partition has no bounds: what it keeps is what is in it. */
async function readMonthsIn(client: ClientBase, table: string): Promise<readonly number[]> {
  const { rows } = await client.query<{ month: number }>(
    `select distinct ${monthNumber(utcOf('clicked_ms'))} as month from ${table}`,
  );
  return rows.map(({ month }) => month);
}

function monthsBetween(fromMs: number, toMs: number): readonly number[] {
  const monthOf = (ms: number) => new Date(ms).getUTCFullYear() * 12 + new Date(ms).getUTCMonth();
  const first = monthOf(fromMs);
  return Array.from({ length: monthOf(toMs - 1) - first + 1 }, (_, index) => first + index);
}
