import { describe, expect, test } from 'vitest';
import { completeCommissions } from '../../src/features/commissions/complete-commissions.js';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { addMissedTotals } from '../../src/features/reports/add-missed-totals.js';
import { balancesOf, commissionOf, DAY_MS, openBooks } from '../support/books.js';
import { holdCommission, releaseCommission } from '../support/commissions.js';
import { engines } from '../support/engines.js';
import { changeCommissionRule } from '../support/rules.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { sharedAndVerified } from '../support/shared.js';

const PERCENT = { type: 'percent', basisPoints: 1000, durationMonths: null } as const;

describe.each(engines)('operations on %s', (engine) => {
  const books = sharedAndVerified(() => openBooks(engine));

  const storedStatus = async (id: number) => {
    const { rows } = await books.pool.query(
      'select status, amount_cents, hold_kind, hold_reason from commissions where id = $1',
      [id],
    );
    return rows[0];
  };
  const storedState = async (saleId: number) => {
    const { rows } = await books.pool.query(
      `select s.commission_state as state, s.no_commission_code as why, c.original_cents as original,
              c.amount_cents as left from sales s left join commissions c on c.sale_id = s.id where s.id = $1`,
      [saleId],
    );
    return rows[0];
  };
  const storedTotals = async (program: SeededProgram) => {
    const { rows } = await books.pool.query(
      `select sum(clicks)::int as clicks, sum(commission_cents)::int as earned, sum(reversed_cents)::int as reversed
         from daily_totals where program_id = $1`,
      [program.programId],
    );
    return rows[0];
  };
  const movementsOf = async (commissionId: number) => {
    const { rows } = await books.pool.query<{ kind: string; cents: number }>(
      'select kind, amount_cents as cents from ledger_movements where commission_id = $1 order by occurred_at, kind',
      [commissionId],
    );
    return rows.map(({ kind, cents }) => `${kind} ${cents}`);
  };
  /** Sales whose commission could not be written when they were recorded. */
  const saleWithoutCommission = async (program: SeededProgram, options = {}) => {
    const customerKey = await books.lead(program, { clickId: await books.click(program) });
    books.failAt = 'money';
    const sale = await books.sale(program, { customerKey, ...options });
    books.failAt = null;
    expect(sale.commission).toBe('failed');
    return { ...sale, customerKey };
  };

  describe('maturing', () => {
    test('makes payable what is due, and nothing a millisecond early', async () => {
      const program = await seedProgram(books.pool, { holdDays: 30 });
      const { id, payableAtMs } = commissionOf(await books.soldOnce(program));
      await matureCommissions(books.pool, books.tracking.ids, { nowMs: payableAtMs - 1 });
      expect(await storedStatus(id)).toMatchObject({ status: 'pending' });
      await matureCommissions(books.pool, books.tracking.ids, { nowMs: payableAtMs });
      expect(await storedStatus(id)).toMatchObject({ status: 'payable', amount_cents: 2000 });
      expect(await balancesOf(books.pool, program.programId)).toEqual({ expense: -2000, payable: 2000 });
    });

    test('moves what is left after a refund', async () => {
      const program = await seedProgram(books.pool, { holdDays: 0 });
      const sale = await books.soldOnce(program);
      await books.refund(program, sale.transactionId, 2500);
      await matureCommissions(books.pool, books.tracking.ids, { nowMs: Date.now() });
      expect(await movementsOf(commissionOf(sale).id)).toEqual(['earn 2000', 'reverse 500', 'mature 1500']);
    });

    test('happens once however many processes do it, in bounded batches', async () => {
      const program = await seedProgram(books.pool, { holdDays: 0 });
      const sales = await Promise.all(Array.from({ length: 20 }, () => books.soldOnce(program)));
      const matureThree = () =>
        matureCommissions(books.pool, books.tracking.ids, { nowMs: Date.now(), limit: 3 });
      let matured = 0;
      while (matured < sales.length) {
        const counts = await Promise.all([matureThree(), matureThree(), matureThree(), matureThree()]);
        expect(Math.max(...counts)).toBeLessThanOrEqual(3);
        matured += counts.reduce((sum, count) => sum + count, 0);
      }
      expect(matured).toBe(20);
      expect(await matureThree()).toBe(0);
      expect(await balancesOf(books.pool, program.programId)).toEqual({ expense: -40_000, payable: 40_000 });
    });
  });

  describe('completing', () => {
    const complete = (except: readonly number[] = []) =>
      completeCommissions(books.pool, books.tracking.ids, { nowMs: Date.now(), except });

    test('earns the commission by the rule of the time of the sale, less what was refunded meanwhile, once', async () => {
      const program = await seedProgram(books.pool);
      const sale = await saleWithoutCommission(program, { amountCents: 10_000 });
      await changeCommissionRule(books.pool, {
        programId: program.programId,
        enrollmentId: null,
        terms: PERCENT,
      });
      const refund = await books.refund(program, sale.transactionId, 4000);
      expect(refund.commission).toBeNull();
      const runs = await Promise.all([complete(), complete(), complete()]);
      expect(runs.reduce((sum, { completed }) => sum + completed, 0)).toBe(1);
      expect(await storedState(sale.saleId)).toEqual({
        state: 'earned',
        why: null,
        original: 2000,
        left: 1200,
      });
      expect(await storedTotals(program)).toEqual({ clicks: 1, earned: 2000, reversed: 800 });
      expect(await balancesOf(books.pool, program.programId)).toEqual({ expense: -1200, pending: 1200 });
      expect((await books.refund(program, sale.transactionId)).commission).toMatchObject({
        status: 'reversed',
      });
    });

    test('leaves nothing of a sale that was refunded in full meanwhile', async () => {
      const program = await seedProgram(books.pool);
      const sale = await saleWithoutCommission(program);
      await books.refund(program, sale.transactionId);
      await complete();
      expect(await storedState(sale.saleId)).toMatchObject({ state: 'earned', original: 2000, left: 0 });
      expect(await balancesOf(books.pool, program.programId)).toEqual({});
    });

    test("knows the customer's first sale", async () => {
      const rule = { type: 'percent', basisPoints: 2000, amountCents: null, durationMonths: 0 } as const;
      const program = await seedProgram(books.pool, { rule });
      const first = await saleWithoutCommission(program);
      const second = await books.sale(program, { customerKey: first.customerKey });
      expect(second.commission).toBeNull();
      await complete();
      expect(await storedState(first.saleId)).toMatchObject({ state: 'earned', original: 2000 });
    });

    test('says why where nothing is due', async () => {
      const program = await seedProgram(books.pool);
      const sale = await saleWithoutCommission(program);
      // Nothing can be missing where nothing is due; such a row is only possible by hand.
      await books.pool.query('update sales set test_mode = true where id = $1', [sale.saleId]);
      await complete();
      expect(await storedState(sale.saleId)).toMatchObject({
        state: 'none',
        why: 'test_sale',
      });
      await books.pool.query(
        `update sales set test_mode = false, commission_state = 'missing', no_commission_code = null where id = $1`,
        [sale.saleId],
      );
      await complete();
    });

    test('is not kept up by a sale that cannot be completed', async () => {
      const program = await seedProgram(books.pool);
      const broken = await saleWithoutCommission(program);
      const whole = await saleWithoutCommission(program);
      const { rows } = await books.pool.query('select rule_id from sales where id = $1', [broken.saleId]);
      await books.pool.query('update sales set rule_id = 0 where id = $1', [broken.saleId]);
      const result = await complete();
      expect(result).toMatchObject({ completed: 1, found: 2, failed: [{ saleId: broken.saleId }] });
      expect(await storedState(whole.saleId)).toMatchObject({ state: 'earned' });
      expect(await complete([broken.saleId])).toEqual({ completed: 0, found: 0, failed: [] });
      await books.pool.query('update sales set rule_id = $2 where id = $1', [broken.saleId, rows[0].rule_id]);
      expect(await complete()).toMatchObject({ completed: 1, failed: [] });
    });
  });

  test('missed totals are added once however many processes do it', async () => {
    const program = await seedProgram(books.pool);
    books.failAt = 'totals';
    for (let click = 0; click < 12; click++) await books.click(program);
    books.failAt = null;
    expect(await storedTotals(program)).toMatchObject({ clicks: null });
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => addMissedTotals(books.pool, { limit: 5 })),
    );
    let moved = runs.reduce((sum, count) => sum + count, 0);
    while (moved < 12) moved += await addMissedTotals(books.pool, { limit: 5 });
    expect(moved).toBe(12);
    expect(await addMissedTotals(books.pool)).toBe(0);
    expect(await storedTotals(program)).toMatchObject({ clicks: 12 });
  });

  describe('holding', () => {
    const target = (program: SeededProgram, commissionId: number, nowMs = Date.now()) => ({
      programId: program.programId,
      commissionId,
      nowMs,
    });
    const holdManually = (program: SeededProgram, id: number) =>
      holdCommission(books.pool, books.tracking.ids, { ...target(program, id), reason: 'Looks odd.' });

    test('keeps a commission from maturing until it is released', async () => {
      const program = await seedProgram(books.pool, { holdDays: 0 });
      const { id } = commissionOf(await books.soldOnce(program));
      expect(await holdManually(program, id)).toMatchObject({ ok: true, commission: { status: 'held' } });
      await matureCommissions(books.pool, books.tracking.ids, { nowMs: Date.now() + DAY_MS });
      expect(await storedStatus(id)).toMatchObject({
        status: 'held',
        hold_kind: 'manual',
        hold_reason: 'Looks odd.',
      });
      expect(await balancesOf(books.pool, program.programId)).toEqual({ expense: -2000, held: 2000 });
      const released = await releaseCommission(books.pool, books.tracking.ids, target(program, id));
      expect(released).toMatchObject({ ok: true, commission: { status: 'payable', hold_kind: null } });
      expect(await balancesOf(books.pool, program.programId)).toEqual({ expense: -2000, payable: 2000 });
    });

    test('gives a commission back as pending when its time has not come', async () => {
      const program = await seedProgram(books.pool);
      const { id } = commissionOf(await books.soldOnce(program));
      await holdManually(program, id);
      await releaseCommission(books.pool, books.tracking.ids, target(program, id));
      expect(await storedStatus(id)).toMatchObject({ status: 'pending', hold_kind: null, hold_reason: null });
    });

    test('does not keep a refund from reversing', async () => {
      const program = await seedProgram(books.pool);
      const sale = await books.soldOnce(program);
      const { id } = commissionOf(sale);
      await holdManually(program, id);
      await books.refund(program, sale.transactionId, 5000);
      expect(await storedStatus(id)).toMatchObject({ status: 'held', amount_cents: 1000 });
      await books.refund(program, sale.transactionId);
      expect(await storedStatus(id)).toMatchObject({ status: 'reversed', amount_cents: 0 });
      expect(await holdManually(program, id)).toEqual({
        ok: false,
        why: 'commission_status',
        status: 'reversed',
      });
    });

    test('is refused twice, in another program, and for an unknown commission; so is a release', async () => {
      const program = await seedProgram(books.pool);
      const other = await seedProgram(books.pool, { workspaceId: program.workspaceId });
      const { id } = commissionOf(await books.soldOnce(program));
      const releaseFirst = (at: SeededProgram) =>
        releaseCommission(books.pool, books.tracking.ids, target(at, id));
      expect(await releaseFirst(program)).toEqual({ ok: false, why: 'commission_status', status: 'pending' });
      expect(await holdManually(other, id)).toEqual({ ok: false, why: 'not_found' });
      expect(await holdManually(program, 0)).toEqual({ ok: false, why: 'not_found' });
      const twice = await Promise.all([holdManually(program, id), holdManually(program, id)]);
      expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
      expect(twice).toContainEqual({ ok: false, why: 'commission_status', status: 'held' });
      expect(await releaseFirst(other)).toEqual({ ok: false, why: 'not_found' });
      expect(await releaseFirst(program)).toMatchObject({ ok: true });
    });

    test('a partner who is not approved any more earns held', async () => {
      const program = await seedProgram(books.pool);
      const customerKey = await books.lead(program, { clickId: await books.click(program) });
      await books.pool.query(`update enrollments set status = 'suspended' where id = $1`, [
        program.enrollmentId,
      ]);
      const { id } = commissionOf(await books.sale(program, { customerKey }));
      expect(await storedStatus(id)).toMatchObject({
        status: 'held',
        hold_kind: 'partner_suspended',
        hold_reason: null,
      });
    });
  });

  describe('changing a rule', () => {
    test('adds a version; commissions keep the one they were computed with', async () => {
      const program = await seedProgram(books.pool);
      const { customerKey, ...first } = await books.soldOnce(program);
      const { programId, enrollmentId } = program;
      const change = { programId, enrollmentId: null, terms: PERCENT };
      expect(await changeCommissionRule(books.pool, change)).toMatchObject({ version: 2, partner_id: null });
      const second = await books.sale(program, { customerKey });
      const flat = { type: 'flat', amountCents: 7, durationMonths: 3 } as const;
      const own = await changeCommissionRule(books.pool, { programId, enrollmentId, terms: flat });
      expect(own).toMatchObject({
        version: 1,
        partner_id: program.partnerId,
        amount_cents: 7,
        basis_points: null,
      });
      const third = await books.sale(program, { customerKey });
      expect([first, second, third].map((sale) => commissionOf(sale).amountCents)).toEqual([2000, 1000, 7]);
    });

    test('gives changes made at once different versions', async () => {
      const { programId } = await seedProgram(books.pool);
      const changeToPercent = () =>
        changeCommissionRule(books.pool, { programId, enrollmentId: null, terms: PERCENT });
      const rules = await Promise.all(Array.from({ length: 8 }, changeToPercent));
      expect(rules.map((rule) => rule?.version).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    });

    test('is null for a program or a relationship that is not there', async () => {
      const program = await seedProgram(books.pool);
      const other = await seedProgram(books.pool);
      const { programId } = program;
      const { enrollmentId } = other;
      expect(
        await changeCommissionRule(books.pool, { programId: 0, enrollmentId: null, terms: PERCENT }),
      ).toBeNull();
      expect(await changeCommissionRule(books.pool, { programId, enrollmentId, terms: PERCENT })).toBeNull();
    });
  });
});
