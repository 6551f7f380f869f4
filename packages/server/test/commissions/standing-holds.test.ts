import type { PaymentAdjustment } from '@svc/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completeCommissions } from '../../src/features/commissions/complete-commissions.js';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { type Books, openBooks } from '../support/books.js';
import { saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { type PayoutSteps, payoutSteps } from '../support/payout-steps.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { ownerActions, type Team } from '../support/team.js';

const SUSPENDED = { hold_kind: 'manual', hold_reason: 'Held when the partner was suspended.' };

describe.each(engines)('what a partner had earned when they were suspended on %s', (engine) => {
  let books: Books;
  let program: SeededProgram;
  let steps: PayoutSteps;
  let team: Team;
  beforeEach(async () => {
    books = await openBooks(engine);
    program = await seedProgram(books.pool, { holdDays: 0 });
    steps = payoutSteps(books, program);
    team = ownerActions({ pool: books.pool, ids: books.tracking.ids }, program.workspaceId);
  });
  afterEach(() => books.close());

  const suspend = () =>
    team.updatePartner(program.programId, program.partnerId, 'suspended', { hold_earned: true });
  const approve = () => team.updatePartner(program.programId, program.partnerId, 'approved');
  const mature = () => matureCommissions(books.pool, books.tracking.ids, { nowMs: Date.now() });
  const report = (
    transactionId: string,
    kind: PaymentAdjustment['kind'],
    state: PaymentAdjustment['state'],
    amountCents = 10_000,
  ) =>
    books.reportPayment(program, [transactionId], {
      key: `${kind} of ${transactionId}`,
      kind,
      state,
      amountCents,
      currency: 'USD',
      reportedAtMs: Date.now(),
    });

  async function newest() {
    const { rows } = await books.pool.query<{ id: number; status: string }>(
      `select id, status, hold_kind, hold_reason, amount_cents from commissions
        where program_id = $1 order by created_at desc, id desc limit 1`,
      [program.programId],
    );
    return rows[0] ?? { id: 0, status: 'none' };
  }

  /** It is held, and only a person's release makes it payable, whatever else becomes of the partner. */
  async function expectHeld(): Promise<void> {
    await mature();
    const held = await newest();
    expect(held).toMatchObject({ status: 'held', ...SUSPENDED });
    expect(await steps.differences()).toEqual([]);
    expect(await steps.pay()).toBeNull();
    await approve();
    await mature();
    expect(await newest()).toMatchObject({ status: 'held', ...SUSPENDED });
    await team.changeHold(program.programId, held.id, 'release');
    await mature();
    expect(await newest()).toMatchObject({ status: 'payable', hold_kind: null });
    expect(await steps.differences()).toEqual([]);
  }

  test('stays held when a dispute is won', async () => {
    const { transactionId } = await steps.payableSale(10_000);
    await report(transactionId, 'dispute', 'open');
    await suspend();
    expect(await newest()).toMatchObject({ status: 'held', ...SUSPENDED });
    await report(transactionId, 'dispute', 'void');
    await expectHeld();
  });

  test('is held when the payout it is in is cancelled, also while its payment is disputed', async () => {
    const { transactionId } = await steps.payableSale(10_000);
    const payout = await steps.pay();
    await suspend();
    await report(transactionId, 'dispute', 'open');
    await steps.cancel(payout?.id);
    expect(await newest()).toMatchObject({ status: 'held', ...SUSPENDED });
    await report(transactionId, 'dispute', 'void');
    await expectHeld();
  });

  test('is held when the payout it is in is cancelled between two suspensions', async () => {
    await steps.payableSale(10_000);
    const payout = await steps.pay();
    await suspend();
    await steps.cancel(payout?.id);
    await suspend();
    await expectHeld();
  });

  test('is held when its refund fails', async () => {
    const { transactionId } = await steps.payableSale(10_000);
    await report(transactionId, 'refund', 'counted');
    expect(await newest()).toMatchObject({ status: 'reversed' });
    await suspend();
    await report(transactionId, 'refund', 'void');
    await expectHeld();
  });

  test('is held when its commission is completed', async () => {
    const customerKey = await books.lead(program, { clickId: await books.click(program) });
    books.failAt = 'money';
    const sale = saleOf(program, { customerKey, transactionId: uniqueName('txn') });
    expect(await books.tracking.submit(sale)).toMatchObject({ commission: 'failed' });
    books.failAt = null;
    await suspend();
    await completeCommissions(books.pool, books.tracking.ids, { nowMs: Date.now() });
    await expectHeld();
  });

  test('is held when its sale is assigned back', async () => {
    const { customerId } = await steps.payableSale(10_000).then(async ({ transactionId }) => {
      const { rows } = await books.pool.query<{ customerId: number }>(
        `select customer_id as "customerId" from sales where transaction_id = $1`,
        [transactionId],
      );
      return rows[0] ?? { customerId: 0 };
    });
    const other = await team.invite(program.programId);
    await team.assign(program.programId, customerId, other.partnerId);
    await suspend();
    await approve();
    await team.assign(program.programId, customerId, program.partnerId);
    const { rows } = await books.pool.query(
      'select status, hold_kind, hold_reason from commissions where partner_id = $1',
      [program.partnerId],
    );
    expect(rows).toEqual([{ status: 'held', ...SUSPENDED }]);
    expect(await steps.differences()).toEqual([]);
  });

  test('does not mature where it was recorded at the same moment, and is not paid where it is payable all the same', async () => {
    await steps.payableSale(10_000);
    await books.soldOnce(program);
    await books.pool.query('update enrollments set earned_held_at = now() where id = $1', [
      program.enrollmentId,
    ]);
    expect((await steps.differences()).length).toBeGreaterThan(0);
    expect(await steps.pay()).toBeNull();
    await mature();
    const { rows } = await books.pool.query(
      'select status, hold_kind from commissions where program_id = $1 order by created_at, id',
      [program.programId],
    );
    // The run that would have paid nothing but the first was refused as a whole.
    expect(rows).toEqual([
      { status: 'payable', hold_kind: null },
      { status: 'held', hold_kind: 'manual' },
    ]);
  });

  test('may be paid once a person has released it, and again after another suspension only if released again', async () => {
    await steps.payableSale(10_000);
    await suspend();
    const { id } = await newest();
    await team.changeHold(program.programId, id, 'release');
    const payout = await steps.pay();
    expect(payout).toMatchObject({ amount_cents: 2000 });
    await steps.cancel(payout?.id);
    expect(await newest()).toMatchObject({ status: 'payable' });
    await approve();
    await suspend();
    await expectHeld();
  });
});

describe.each(engines)('a repeated suspension on %s', (engine) => {
  test('has an entry in the audit log each time, and verify finds nothing', async () => {
    const books = await openBooks(engine);
    const program = await seedProgram(books.pool, { holdDays: 0 });
    const team = ownerActions({ pool: books.pool, ids: books.tracking.ids }, program.workspaceId);
    const steps = payoutSteps(books, program);
    const entries = async () => {
      const { rows } = await books.pool.query<{ after: { status: string } }>(
        `select after from audit_entries where program_id = $1 and target_type = 'partner' and action = 'partner.update' order by number`,
        [program.programId],
      );
      return rows.map(({ after }) => after.status);
    };
    await team.updatePartner(program.programId, program.partnerId, 'suspended');
    for (let times = 2; times <= 4; times++) {
      await team.updatePartner(program.programId, program.partnerId, 'suspended', { hold_earned: true });
      expect(await entries()).toEqual(Array.from({ length: times }, () => 'suspended'));
      expect(await steps.differences()).toEqual([]);
    }
    await books.close();
  });
});

describe.each(engines)('a hold beside another one on %s', (engine) => {
  test('stays when a dispute ends that began before it', async () => {
    const books = await openBooks(engine);
    const program = await seedProgram(books.pool, { holdDays: 0 });
    const steps = payoutSteps(books, program);
    const team = ownerActions({ pool: books.pool, ids: books.tracking.ids }, program.workspaceId);
    const { transactionId } = await steps.payableSale(10_000);
    const dispute = { key: 'dp_1', kind: 'dispute', amountCents: 10_000, currency: 'USD' } as const;
    await books.reportPayment(program, [transactionId], { ...dispute, state: 'open', reportedAtMs: 1 });
    const { rows } = await books.pool.query<{ id: number }>(
      'select id from commissions where program_id = $1',
      [program.programId],
    );
    const id = rows[0]?.id ?? 0;
    expect(await team.changeHold(program.programId, id, 'hold', 'Looks odd.')).toMatchObject({
      status: 'held',
      hold_kind: 'manual',
      hold_reason: 'Looks odd.',
    });
    expect(await team.changeHold(program.programId, id, 'hold', 'Again.')).toBeNull();
    await books.reportPayment(program, [transactionId], { ...dispute, state: 'void', reportedAtMs: 2 });
    expect(await steps.pay()).toBeNull();
    expect(await steps.differences()).toEqual([]);
    await team.changeHold(program.programId, id, 'release');
    expect(await steps.pay()).toMatchObject({ amount_cents: 2000 });
    expect(await steps.differences()).toEqual([]);
    await books.close();
  });
});
