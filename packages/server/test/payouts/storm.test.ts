import { describe, expect, test } from 'vitest';
import {
  addBalanceIncrements,
  addCommissionIncrements,
} from '../../src/features/commissions/add-increments.js';
import { completeCommissions } from '../../src/features/commissions/complete-commissions.js';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { addMissedTotals } from '../../src/features/reports/add-missed-totals.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { type Books, booksOver, commissionOf, openBooks } from '../support/books.js';
import { holdCommission, releaseCommission } from '../support/commissions.js';
import { engines } from '../support/engines.js';
import { payOut } from '../support/payouts.js';
import { changeCommissionRule } from '../support/rules.js';
import { seedProgram } from '../support/seed.js';

const SEED = 20260615;
const WAVES = 5;
const ACTS_PER_WAVE = 30;

/** Random numbers that are the same in every run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  const nextNumber = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(nextNumber() * limit);
  return { below, pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item };
}

/** Everything that can be done with money, by chance and with few rows, so that it meets. */
async function createActs(books: Books, peers: readonly Books[]) {
  const { pool } = books;
  const { ids } = books.tracking;
  const random = randomFrom(SEED);
  const programs = [
    await seedProgram(pool, { holdDays: 0 }),
    await seedProgram(pool, {
      holdDays: 0,
      rule: { type: 'flat', basisPoints: null, amountCents: 333, durationMonths: 0 },
    }),
  ];
  const sales: { program: (typeof programs)[number]; transactionId: string; commissionId: number | null }[] =
    [];
  const remember = async (program: (typeof programs)[number], selling: ReturnType<Books['sale']>) => {
    const sale = await selling;
    const isEarned = sale.commission !== null && sale.commission !== 'failed';
    sales.push({
      program,
      transactionId: sale.transactionId,
      commissionId: isEarned ? commissionOf(sale).id : null,
    });
  };
  const target = () => {
    const { program, commissionId } = random.pick(sales);
    return { programId: program.programId, commissionId: commissionId ?? 0, nowMs: Date.now() };
  };
  const sellRandomly = () => {
    const program = random.pick(programs);
    const currency = random.pick(['USD', 'EUR']);
    return remember(
      program,
      random.pick(peers).soldOnce(program, { amountCents: 1 + random.below(9999), currency }),
    );
  };
  const refundRandomly = async () => {
    const { program, transactionId } = random.pick(sales);
    const amountCents = random.pick([null, 1, 17, 250, 1000]);
    const refundKey = random.pick([null, 'refund-1', 'refund-2']);
    // More than is left is refused, which is as good an outcome as any.
    await random.pick(peers).refund(program, transactionId, amountCents, refundKey).catch(onlyRefusals);
  };
  const payRandomly = () => {
    const { programId, partnerId } = random.pick(programs);
    const currency = random.pick(['USD', 'EUR']);
    return payOut({ pool, ids }, { programId, partnerId, currency });
  };
  const changeRuleRandomly = () => {
    const terms = { type: 'percent', basisPoints: random.below(10_001), durationMonths: null } as const;
    return changeCommissionRule(pool, {
      programId: random.pick(programs).programId,
      enrollmentId: null,
      terms,
    });
  };
  const acts: (() => Promise<unknown>)[] = [
    ...[
      sellRandomly,
      sellRandomly,
      sellRandomly,
      refundRandomly,
      refundRandomly,
      refundRandomly,
      payRandomly,
      payRandomly,
      changeRuleRandomly,
    ],
    () => matureCommissions(pool, ids, { nowMs: Date.now(), limit: 5 }),
    () => holdCommission(pool, ids, { ...target(), reason: 'A dispute was opened.' }),
    () => releaseCommission(pool, ids, target()),
    () => completeCommissions(pool, ids, { nowMs: Date.now() }),
    () => addMissedTotals(pool, { limit: 2 }),
    () => addCommissionIncrements(pool, { limit: 3 }),
    () => addBalanceIncrements(pool, { limit: 3 }),
  ];
  for (let sale = 0; sale < 4; sale++) await sellRandomly();
  return {
    act: () => random.pick(acts)(),
    fail: () => random.pick([null, null, 'money', 'totals', 'activity'] as const),
  };
}

function onlyRefusals(error: unknown): void {
  const isExpected = error instanceof Error && /refused|the test fails/.test(error.message);
  if (!isExpected) throw error;
}

describe.each(engines)(`a storm on %s (seed ${SEED})`, (engine) => {
  test('of sales, refunds, payouts, holds, rule changes, jobs and failures, all at once, leaves right books', async () => {
    const books = await openBooks(engine);
    const { pool } = books;
    // A second process over the same database; the embedded one belongs to a single process.
    const second = engine === 'embedded' ? [] : [booksOver(pool, engine)];
    const peers = [books, ...second];
    const { act, fail } = await createActs(books, peers);
    for (let wave = 0; wave < WAVES; wave++) {
      books.failAt = fail();
      await Promise.all(Array.from({ length: ACTS_PER_WAVE }, () => act().catch(onlyRefusals)));
      books.failAt = null;
      expect((await verifyBooks(pool)).differences, `after wave ${wave}`).toEqual([]);
      await matureCommissions(pool, books.tracking.ids, { nowMs: Date.now() });
    }
    const { checked } = await verifyBooks(pool);
    for (const table of ['refunds', 'payouts', 'commissions'] as const)
      expect(checked[table], table).toBeGreaterThan(2);
    for (const peer of second) await peer.close();
    await books.close();
  }, 120_000);
});
