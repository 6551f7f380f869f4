import { describe, expect, test } from 'vitest';
import { matureAdjustments } from '../../src/features/adjustments/mature-adjustments.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { balancesOf } from '../support/books.js';
import { engines } from '../support/engines.js';
import { numberAllEvents } from '../support/event-rows.js';
import { openProgramWithPayee } from '../support/paying.js';
import { seedPartner, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const DAY_MS = 86_400_000;

describe.each(engines)('adjustments on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  async function open() {
    const { program, jane, team, workspace, run, addPayee } = await openProgramWithPayee(service);
    const { programId } = program;
    const bonus = { partner_id: jane.partnerId, amount_cents: 500, currency: 'USD', reason: 'Well done' };
    return {
      program,
      programId,
      jane,
      team,
      workspace,
      run,
      addPayee,
      bonus,
      async adjust(changes: Record<string, unknown> = {}) {
        const { status, body } = await team('POST', '/adjustments', { ...bonus, ...changes });
        if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
        return body;
      },
      reverse: (id: number, reason = 'By mistake') => team('POST', `/adjustments/${id}/reverse`, { reason }),
      mature: (nowMs: number) => matureAdjustments(service.pool, service.tracking.ids, { nowMs }),
      list: async () => (await team('GET', '/adjustments')).body.data,
      balances: () => balancesOf(service.pool, programId),
      due: async () => (await team('GET', '/payouts/due')).body.data,
    };
  }

  test('pay a bonus with the next payout, and show it with its reason to team and partner', async () => {
    const { jane, team, run, adjust, list, balances, bonus } = await open();
    const made = await adjust();
    expect(made).toMatchObject({ ...bonus, status: 'payable', payout_id: null, reversed_by_id: null });
    await jane.sell();
    expect(await balances()).toEqual({ expense: -2500, payable: 2500 });
    const { body: detail } = await jane.send('GET', '');
    expect(detail.balances).toMatchObject([{ currency: 'USD', payable_cents: 2500 }]);
    const { body } = await run();
    expect(body.payouts).toMatchObject([{ amount_cents: 2500 }]);
    const payoutId = body.payouts[0].id;
    expect(await list()).toMatchObject([{ id: made.id, status: 'paid', payout_id: payoutId }]);
    const { body: statement } = await jane.send('GET', `/payouts/${payoutId}`);
    expect(statement.lines).toMatchObject([
      { kind: 'commission', amount_cents: 2000, adjustment_id: null, reason: null },
      {
        kind: 'adjustment',
        amount_cents: 500,
        adjustment_id: made.id,
        reason: 'Well done',
        commission_id: null,
      },
    ]);
    const { body: file } = await jane.send('GET', `/payouts/${payoutId}/file`);
    expect(file).toMatch(/adjustment,,,5\.00,USD,.*Well done/);
    const { body: own } = await jane.send('GET', '/adjustments');
    expect(own.data).toMatchObject([{ id: made.id, amount_cents: 500, reason: 'Well done' }]);
    expect(JSON.stringify(own)).not.toContain('created_by');
    await team('POST', `/payouts/${payoutId}/cancel`);
    expect(await list()).toMatchObject([{ id: made.id, status: 'payable', payout_id: null }]);
    expect(await balances()).toEqual({ expense: -2500, payable: 2500 });
  });

  test('take a deduction off the next payout that covers it', async () => {
    const { jane, run, adjust, balances, due } = await open();
    await adjust({ amount_cents: -2500, reason: 'Paid twice in May' });
    expect(await balances()).toEqual({ expense: 2500, payable: -2500 });
    expect(await due()).toMatchObject([
      { payable_cents: -2500, adjustments_cents: -2500, carried_cents: 0, due_cents: -2500, is_due: false },
    ]);
    await jane.sell();
    expect((await run()).status).toBe(409);
    await jane.sell();
    expect((await run()).body.payouts).toMatchObject([{ amount_cents: 1500 }]);
    expect(await balances()).toEqual({ expense: -1500, paid: 1500 });
    expect(await due()).toEqual([]);
  });

  test('are pending until they are payable', async () => {
    const { jane, adjust, balances, mature, list } = await open();
    const payableAt = new Date(Date.now() + 40 * DAY_MS).toISOString();
    await adjust({ payable_at: payableAt });
    await adjust({ amount_cents: -800, payable_at: payableAt, currency: 'EUR' });
    expect(await list()).toMatchObject([{ status: 'pending', payable_at: payableAt }, { status: 'pending' }]);
    const { body } = await jane.send('GET', '');
    expect(body.maturing).toMatchObject([
      { currency: 'EUR', amount_cents: -800, commissions: 0, adjustments: 1 },
      { currency: 'USD', amount_cents: 500, commissions: 0, adjustments: 1 },
    ]);
    await mature(Date.parse(payableAt) - 1);
    expect(await list()).toMatchObject([{ status: 'pending' }, { status: 'pending' }]);
    await mature(Date.parse(payableAt));
    expect(await list()).toMatchObject([{ status: 'payable' }, { status: 'payable' }]);
    expect(await balances()).toEqual({ expense: 300, payable: -300 });
  });

  test('are reversed once, whatever became of them, and the next payout settles what was paid', async () => {
    const { jane, run, adjust, balances, reverse, mature, list, workspace } = await open();
    const payableAtMs = Date.now() + 40 * DAY_MS;
    const paid = await adjust();
    await run();
    const payable = await adjust({ amount_cents: -100 });
    const pending = await adjust({ amount_cents: 900, payable_at: new Date(payableAtMs).toISOString() });
    for (const { id } of [paid, payable, pending]) {
      const { status, body } = await reverse(id);
      expect([status, body.id]).toEqual([200, id]);
      const [reversal] = await list();
      expect(reversal).toMatchObject({ id: body.reversed_by_id, reverses_id: id, reason: 'By mistake' });
      expect((await reverse(id)).body).toEqual({ error: 'The adjustment is already reversed' });
      expect((await reverse(reversal.id)).body).toEqual({ error: 'The adjustment reverses another one' });
    }
    expect(await balances()).toEqual({ payable: -500, paid: 500 });
    await mature(payableAtMs);
    expect(await balances()).toEqual({ payable: -500, paid: 500 });
    await jane.sell();
    const { body } = await run();
    expect(body.payouts).toMatchObject([{ amount_cents: 1500 }]);
    expect(await balances()).toEqual({ expense: -2000, paid: 2000 });
    const { body: audit } = await workspace('GET', '/audit?action=adjustment.reverse');
    expect(audit.data).toHaveLength(3);
  });

  test('are events, in the feed with their reason', async () => {
    const { programId, adjust, reverse, workspace, bonus } = await open();
    const { id } = await adjust();
    const { body: reversed } = await reverse(id);
    const { rows } = await service.pool.query(
      'select type, object_id from events where program_id = $1 order by created_at, id',
      [programId],
    );
    expect(rows).toEqual([
      { type: 'adjustment.created', object_id: id },
      { type: 'adjustment.created', object_id: reversed.reversed_by_id },
    ]);
    await numberAllEvents(service.pool);
    const { body } = await workspace('GET', '/event-feed?types=adjustment.created');
    expect(body.data[0].data.adjustment).toMatchObject({ id, ...bonus });
  });

  test.each([
    ['partner_id is required', { partner_id: undefined }],
    ['partner_id is invalid', { partner_id: 0 }],
    ['amount_cents is invalid', { amount_cents: 0 }],
    ['amount_cents is invalid', { amount_cents: 1.5 }],
    ['amount_cents is invalid', { amount_cents: '5' }],
    ['amount_cents is invalid', { amount_cents: -(2 ** 53) }],
    ['currency is invalid', { currency: 'ABC' }],
    ['currency is invalid', { currency: 'usd' }],
    ['currency is required', { currency: undefined }],
    ['reason is required', { reason: undefined }],
    ['reason is invalid', { reason: '' }],
    ['reason is invalid', { reason: 'x'.repeat(501) }],
    ['reason is invalid', { reason: 'a\0b' }],
    ['payable_at is invalid', { payable_at: 'soon' }],
    ['payable_at is invalid', { payable_at: '0000-01-01' }],
    ['payable_at is invalid', { payable_at: 5 }],
  ])('400 %s: %j', async (error, changes) => {
    const { team, bonus, list } = await open();
    const { status, body } = await team('POST', '/adjustments', { ...bonus, ...changes });
    expect([status, body]).toEqual([400, { error }]);
    expect(await list()).toEqual([]);
  });

  test('404 for a partner who does not take part in the program', async () => {
    const { team, bonus, programId, program } = await open();
    const other = await seedProgram(service.pool);
    const sibling = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    const elsewhere = await seedPartner(service.pool, sibling);
    for (const partner_id of [other.partnerId, elsewhere.partnerId, 999_999_999]) {
      const { status } = await team('POST', '/adjustments', { ...bonus, partner_id });
      expect(status).toBe(404);
    }
    expect(await balancesOf(service.pool, programId)).toEqual({});
  });

  test('stay balanced when they are made, reversed, paid and cancelled at once', async () => {
    const { jane, team, run, adjust, reverse, balances } = await open();
    for (let sale = 0; sale < 3; sale++) await jane.sell();
    const first = await Promise.all([1, 2, 3, 4].map((n) => adjust({ amount_cents: n * 100 })));
    const runs = await Promise.all([
      run(),
      ...first.map(({ id }) => reverse(id)),
      run(),
      ...[-300, 250, -50].map((amount_cents) => adjust({ amount_cents })),
      run(),
      ...first.map(({ id }) => reverse(id)),
    ]);
    expect(runs.filter(({ status }) => status >= 500)).toEqual([]);
    const { body } = await team('GET', '/payouts');
    await Promise.all(body.data.map(({ id }: { id: number }) => team('POST', `/payouts/${id}/cancel`)));
    const totals = await balances();
    expect(totals).toEqual({ expense: -5900, payable: 5900 });
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
    expect((await run()).body.payouts).toMatchObject([{ amount_cents: 5900 }]);
  });
});
