import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMerchant, type ProcessorEvent } from '@svc/stand-in';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { createTracking } from '../../src/ingest/index.js';
import { newStore } from '../guarantees/built-service.js';
import { engines, newEmptyDataDir } from '../support/engines.js';
import { compareEvents } from '../support/events.js';
import { startProgram } from '../support/spawn.js';
import { booksOf, differences, openShop, type Shop } from './support.js';

const PROGRAM = new URL('./programs/work-and-die.ts', import.meta.url);

/** After which step the process is killed, and the how manieth time it comes by. */
const FAULTS = [
  ['stored', 1],
  ['stored', 5],
  ['leased', 1],
  ['read', 1],
  ['started', 2],
  ['loaded', 1],
  ['activity', 1],
  ['activity', 3],
  ['money', 2],
  ['totals', 1],
  ['committed', 1],
  ['committed', 4],
  ['submitted', 1],
  ['submitted', 4],
  ['recorded', 1],
  ['recorded', 5],
] as const;

/** A subscription with everything that can happen to it. */
function crashEvents(shop: Shop): ProcessorEvent[] {
  const events: ProcessorEvent[] = [];
  const layout = '2025-07-30.basil';
  const merchant = createMerchant({ account: shop.account, layout, emit: (event) => events.push(event) });
  const metadata = { program_id: String(shop.programId), svc_customer_key: shop.customerKey };
  const subscribed = { mode: 'subscription', metadata, invoiceMetadata: metadata } as const;
  const first = merchant.buy({ ...subscribed, amountCents: 2_900 });
  const second = merchant.renew(first.payment, 3_000);
  merchant.refund(first, 1_000, true);
  merchant.failRefund(first, merchant.refund(first, 500));
  merchant.dispute(second);
  // The refunds arrive before what they are about.
  return events.toReversed();
}

const EXPECTED = [
  { amount: 2_900, refunded: 1_000, commission: '380 pending' },
  { amount: 3_000, refunded: 0, commission: '600 held' },
];

async function seed(pool: Pool, engine: 'embedded' | 'postgres'): Promise<Shop[]> {
  const tracking = createTracking({ pool, engine, logger: pino({ level: 'silent' }) });
  const shops: Shop[] = [];
  for (const _fault of FAULTS) shops.push(await openShop({ pool, tracking }));
  await tracking.close();
  return shops;
}

describe.each(engines)('on %s', (engine) => {
  test('kill -9 between every two steps of working events off: the same books', {
    timeout: 300_000,
  }, async () => {
    const store = await newStore(engine);
    const shops = await store.look((pool) => seed(pool, engine));
    const events = shops.map(crashEvents);
    const file = join(newEmptyDataDir(), 'events.json');
    const runProgram = async (...args: string[]) => {
      const { DATABASE_URL = '', SVC_DATA_DIR = '' } = store.env;
      const program = startProgram(PROGRAM, DATABASE_URL, SVC_DATA_DIR, file, ...args);
      const said = await program.nextLine();
      return { said, ...(await program.ended) };
    };
    for (const [index, [step, times]] of FAULTS.entries()) {
      // Every process also meets what the one before it left behind; the processor delivers again what was not answered.
      writeFileSync(file, JSON.stringify(events.slice(0, index + 1).flat()));
      const { said, code, errors } = await runProgram(step, String(times));
      expect([step, times, said, code, errors]).toEqual([step, times, undefined, null, '']);
    }
    const last = await runProgram();
    expect(last).toEqual({ said: 'done', code: 0, errors: '' });
    await store.look(async (pool) => {
      for (const { workspaceId } of shops) {
        const books = await booksOf(pool, workspaceId);
        const sales = books.map(({ amount, refunded, commission }) => ({ amount, refunded, commission }));
        expect(sales.toSorted((a, b) => a.amount - b.amount)).toEqual(EXPECTED);
      }
      expect(await differences(pool)).toEqual([]);
      expect(await compareEvents(pool)).toEqual([]);
      const { rows: disputes } = await pool.query(`select type from events where type like 'dispute.%'`);
      expect(disputes).toEqual(shops.map(() => ({ type: 'dispute.opened' })));
    });
  });
});
