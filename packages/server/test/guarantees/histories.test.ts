import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { ensureClickPartitions } from '../../src/features/clicks/ensure-click-partitions.js';
import { completeCommissions } from '../../src/features/commissions/complete-commissions.js';
import { findReplayDifferences } from '../../src/features/policy/find-replay-differences.js';
import { addMissedTotals } from '../../src/features/reports/add-missed-totals.js';
import { createTracking } from '../../src/ingest/index.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines, openTestDatabase } from '../support/engines.js';
import { createRandom, seedFrom } from '../support/random.js';
import { repetitions } from '../support/repetitions.js';
import { CLICK_DAYS, DAY_MS, playHistories, REFUSE_COMMISSIONS, type Stage } from './histories/history.js';

const HISTORIES = Number(process.env.HISTORIES || repetitions({ usual: 200, thorough: 1000 }));
/** So many histories happen to one program, one after the other: to make it takes as long as to play one. */
const OF_ONE_PROGRAM = 4;
const STEPS = 12;
const AT_ONCE = 25;
/** Months of clicks that are removed at the end. */
const REMOVED_MONTHS = 2;

/** Plays all histories, those of some programs at once, each program's from a seed of its own. */
async function playAll(stage: Stage, seed: number): Promise<void> {
  let next = 0;
  const playPrograms = async () => {
    for (let index = next++; index * OF_ONE_PROGRAM < HISTORIES; index = next++)
      await playHistories(stage, createRandom(seed + index), { count: OF_ONE_PROGRAM, steps: STEPS });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, playPrograms));
}

async function completeBooks({ pool, tracking }: Stage): Promise<void> {
  for (let found = 1; found > 0; ) {
    const result = await completeCommissions(pool, tracking.ids, { nowMs: Date.now() });
    expect(result.failed).toEqual([]);
    found = result.found;
  }
  await addMissedTotals(pool);
}

/** Whatever was recorded is decided the same once more. */
async function replayPrograms({ pool }: Stage): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ id: number }>('select id from programs order by id');
    const differences: string[] = [];
    for (const { id } of rows) {
      const report = await findReplayDifferences(client, { programId: id });
      differences.push(...(report?.differences ?? []));
    }
    expect(differences).toEqual([]);
  } finally {
    client.release();
  }
}

/** Drops the oldest months of clicks that histories have clicks of. */
async function removeMonths({ pool }: Stage): Promise<number> {
  const { rows } = await pool.query<{ month: string; clicks: number }>(
    `select tableoid::regclass::text as month, count(*)::integer as clicks from clicks group by 1 order by 1 limit $1`,
    [REMOVED_MONTHS],
  );
  for (const { month } of rows) await pool.query(`drop table ${month}`);
  return rows.reduce((sum, { clicks }) => sum + clicks, 0);
}

describe.each(engines)('on %s', (engine) => {
  test(`verify finds nothing in ${HISTORIES} random histories, nor after months of clicks are removed`, {
    timeout: 300_000,
  }, async () => {
    const seed = seedFrom(process.env.HISTORIES_SEED);
    console.info(`HISTORIES_SEED=${seed} HISTORIES=${HISTORIES} repeats these histories on ${engine}`);
    const { pool, close } = await openTestDatabase(engine);
    await ensureClickPartitions(pool, { fromMs: Date.now() - (CLICK_DAYS + 1) * DAY_MS });
    await pool.query(REFUSE_COMMISSIONS);
    const tracking = createTracking({ pool, engine, logger: pino({ level: 'silent' }) });
    const stage = { pool, tracking };
    await playAll(stage, seed);
    await completeBooks(stage);
    const { differences, checked } = await verifyBooks(pool);
    expect(differences).toEqual([]);
    await replayPrograms(stage);
    const busy = ['sales', 'refunds', 'payment_adjustments', 'payouts', 'leads', 'commissions'];
    for (const table of busy) expect(checked[table], table).toBeGreaterThan(HISTORIES / 10);
    expect(await removeMonths(stage)).toBeGreaterThan(HISTORIES / 20);
    expect((await verifyBooks(pool)).differences).toEqual([]);
    await tracking.close();
    await close();
  });
});
