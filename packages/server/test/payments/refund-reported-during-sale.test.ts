import type { PaymentAdjustment } from '@svc/core';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { type Database, openDatabase } from '../../src/database/open.js';
import { createTracking, type Tracking } from '../../src/ingest/index.js';
import { forgetEvents } from '../../src/payments/forget-events.js';
import { createProcessor, type Processor } from '../../src/payments/processor.js';
import { clickOf, saleOf, serverOf } from '../support/commands.js';
import { newPostgresUrl } from '../support/engines.js';
import { createGate } from '../support/locks.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { providers } from './support.js';

const logger = pino({ level: 'silent' });
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe('a refund that is reported while its sale is recorded', () => {
  let database: Database;
  let tracking: Tracking;
  let processor: Processor;
  let program: SeededProgram;
  let clickId: string | null;
  beforeEach(async () => {
    database = await openDatabase({ databaseUrl: await newPostgresUrl(), dataDir: '' });
    const { pool } = database;
    tracking = createTracking({ pool, engine: 'postgres', logger });
    processor = createProcessor({
      pool,

      providers,
      tracking,
      logger,
      testEvents: 'live',
      now: systemNow,
    });
    // It has been up for a while: it has processed what was reported before its start.
    await processor.processDue();
    program = await seedProgram(pool);
    const click = await tracking.submit(clickOf(program));
    clickId = click.kind === 'click' ? click.clickId : null;
  });
  afterEach(async () => {
    await tracking.close();
    await processor.close();
    await database.close();
  });

  const newRefund = (): PaymentAdjustment => ({
    key: uniqueName('re'),
    kind: 'refund',
    state: 'counted',
    amountCents: 10_000,
    currency: 'USD',
    reportedAtMs: Date.now(),
  });

  const reportMeanwhile = (
    references: readonly string[],
    adjustments: readonly PaymentAdjustment[],
    ageMs = 0,
  ) =>
    tracking.submit({
      kind: 'payment',
      caller: serverOf(program),
      references,
      adjustments,
      atMs: Date.now() - ageMs,
    });

  /** Runs `meanwhile` when the sale has looked for its payment and found none. */
  async function sellWhile(overrides: Parameters<typeof saleOf>[1], meanwhile: () => Promise<unknown>) {
    const loaded = createGate();
    const reported = createGate();
    const slow = createTracking({
      pool: database.pool,
      engine: 'postgres',
      logger,
      async atStep(step) {
        if (step !== 'loaded') return;
        loaded.open();
        await reported.opened;
      },
    });
    const selling = slow.submit(saleOf(program, { clickId, source: 'processor', ...overrides }));
    await loaded.opened;
    await meanwhile();
    reported.open();
    expect(await selling).toMatchObject({ kind: 'sale' });
    await slow.close();
  }

  const refundedCents = async () => {
    await processor.processDue();
    const { rows } = await database.pool.query<{ refunded_cents: number }>(
      'select refunded_cents from sales where program_id = $1',
      [program.programId],
    );
    return rows.map((row) => row.refunded_cents);
  };

  test.each([0, 20])('takes effect when its event came %i minutes ago', async (minutes) => {
    const intent = uniqueName('pi');
    await sellWhile({ references: [intent] }, () =>
      reportMeanwhile([intent, uniqueName('ch')], [newRefund()], minutes * MINUTE_MS),
    );
    expect(await refundedCents()).toEqual([10_000]);
  });

  test('takes effect when its payment was known for long, and only what joins it to the sale is new', async () => {
    const [intent, invoice] = [uniqueName('pi'), uniqueName('in')];
    await reportMeanwhile([intent, uniqueName('ch')], [newRefund()]);
    await database.pool.query(`update payments set reported_at = reported_at - interval '20 minutes'`);
    await sellWhile({ transactionId: invoice }, () => reportMeanwhile([invoice, intent], []));
    expect(await refundedCents()).toEqual([10_000]);
  });

  test('is not forgotten with the payment it is of, however long that was known', async () => {
    const intent = uniqueName('pi');
    await reportMeanwhile([intent, uniqueName('ch')], []);
    await database.pool.query(`update payments set reported_at = reported_at - interval '91 days'`);
    await reportMeanwhile([intent], [newRefund()]);
    await forgetEvents(database.pool, Date.now() - 90 * DAY_MS, 1000);
    await tracking.submit(saleOf(program, { clickId, source: 'processor', transactionId: intent }));
    expect(await refundedCents()).toEqual([10_000]);
  });
});
