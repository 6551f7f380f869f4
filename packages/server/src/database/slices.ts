import type { Pool } from 'pg';

/** Pools of the embedded engine: while one of their statements runs, every click waits. */
const sharedSessions = new WeakSet<Pool>();

/** How long a slice takes at about: of the session that clicks share, and of a server, which has one for each client. */
const SHARED_SLICE_MS = 10;
const OWN_SLICE_MS = 250;
/** A server reads so many times as much with one statement, at first. */
const OWN_FACTOR = 50;

/** Notes that the clients of a pool share one session. */
export function noteSharedSession(pool: Pool): void {
  sharedSessions.add(pool);
}

/** Whether the clients of a pool share one session, so that a long statement of one delays all others. */
function sharesSession(pool: Pool): boolean {
  return sharedSessions.has(pool);
}

/** How many rows one statement of long work takes: `rows` on the embedded engine, and more on a server. */
export function rowsAtOnce(pool: Pool, rows: number): number {
  return sharesSession(pool) ? rows : rows * OWN_FACTOR;
}

/** Divides ids into parts for one statement each: `rows` of them on the embedded engine, and more on a server. */
export function* partsOf(
  pool: Pool,
  ids: readonly number[],
  rows: number,
): Generator<readonly number[], void> {
  const length = rowsAtOnce(pool, rows);
  for (let at = 0; at < ids.length; at += length) yield ids.slice(at, at + length);
}

/** A part of a range of whole numbers, both ends included. */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

/**
 * Divides a range of days, ids or times into slices, in order, for long reads: one statement for each. A slice becomes longer or
 * shorter by the time that the one before took, so the rows of a range need not be spread evenly. `first`: the length of the first
 * slice on the embedded engine.
 */
export function* slicesOf(pool: Pool, { from, to }: Slice, first: number): Generator<Slice, void> {
  const targetMs = sharesSession(pool) ? SHARED_SLICE_MS : OWN_SLICE_MS;
  let length = rowsAtOnce(pool, first);
  for (let start = from; start <= to; ) {
    const end = Math.min(start + length - 1, to);
    const startedMs = performance.now();
    yield { from: start, to: end };
    const tookMs = performance.now() - startedMs;
    if (tookMs > 2 * targetMs) length = Math.max(1, Math.floor(length / 2));
    else if (tookMs < targetMs / 2) length *= 2;
    start = end + 1;
  }
}
