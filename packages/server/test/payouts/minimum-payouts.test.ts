import { describe, expect, test } from 'vitest';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { engines } from '../support/engines.js';
import { ask, sale, signIn } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { type ProgramOverrides, type SeededProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

const JPY_1600 = { currency: 'JPY', amount_cents: 1600 };
const KWD_5 = { currency: 'KWD', amount_cents: 5000 };

describe.each(engines)('minimum payouts on %s', (engine) => {
  const service = shared(() => startService(engine));

  const openWithMinimum = (options: ProgramOverrides = {}) =>
    openProgram(service, { holdDays: 0, ...options });

  /** The partner earns 20 % of this, payable by now. */
  async function earn(program: SeededProgram, currency: string, amountCents: number): Promise<void> {
    await sale(service, program, { currency, amountCents, atMs: Date.now() - 86_400_000 });
    await matureCommissions(service.pool, service.tracking.ids, { nowMs: Date.now() });
  }

  test('compares each currency with its own minimum, in the due list and in runs', async () => {
    const { program, send } = await openWithMinimum();
    await send('PATCH', '', { minimum_payout_cents: 1500, minimum_payouts: [JPY_1600, KWD_5] });
    await earn(program, 'USD', 5 * 1499);
    await earn(program, 'JPY', 5 * 1599);
    await earn(program, 'KWD', 5 * 5000);
    await earn(program, 'EUR', 5);
    const { body: due } = await send('GET', '/payouts/due');
    expect(due.minimum_cents).toBe(1500);
    const byCurrency = Object.fromEntries(
      due.data.map(
        (item: { currency: string; due_cents: number; minimum_cents: number; is_due: boolean }) => [
          item.currency,
          [item.due_cents, item.minimum_cents, item.is_due],
        ],
      ),
    );
    expect(byCurrency).toEqual({
      USD: [1499, 1500, false],
      JPY: [1599, 1600, false],
      KWD: [5000, 5000, true],
      EUR: [1, 0, true],
    });
    const { body: run } = await send('POST', '/payout-runs', {});
    const paid = run.payouts.map((payout: { currency: string; amount_cents: number }) => [
      payout.currency,
      payout.amount_cents,
    ]);
    expect(Object.fromEntries(paid)).toEqual({ KWD: 5000, EUR: 1 });
    await earn(program, 'JPY', 5);
    await earn(program, 'USD', 5);
    const { body: second } = await send('POST', '/payout-runs', {});
    expect(second.payouts).toHaveLength(2);
  });

  test('are read in the order of currencies, replaced as a list, and left alone where they are left out', async () => {
    const { send } = await openWithMinimum();
    expect((await send('GET', '')).body).toMatchObject({ minimum_payout_cents: 0, minimum_payouts: [] });
    await send('PATCH', '', { minimum_payout_cents: 700, minimum_payouts: [KWD_5, JPY_1600] });
    expect((await send('GET', '')).body).toMatchObject({
      minimum_payout_cents: 700,
      minimum_payouts: [JPY_1600, KWD_5],
    });
    await send('PATCH', '', { hold_days: 3 });
    expect((await send('GET', '')).body.minimum_payouts).toEqual([JPY_1600, KWD_5]);
    await send('PATCH', '', { minimum_payouts: [{ currency: 'JPY', amount_cents: 9007199254740991 }] });
    expect((await send('GET', '')).body).toMatchObject({
      minimum_payout_cents: 700,
      minimum_payouts: [{ currency: 'JPY', amount_cents: 9007199254740991 }],
    });
    await send('PATCH', '', { minimum_payouts: [] });
    expect((await send('GET', '')).body).toMatchObject({ minimum_payout_cents: 700, minimum_payouts: [] });
  });

  test('in the currency of the program are minimum_payout_cents, which they may not contradict', async () => {
    const { program, send } = await openWithMinimum();
    const list = [{ currency: 'USD', amount_cents: 2000 }, JPY_1600];
    expect((await send('PATCH', '', { minimum_payouts: list })).body).toMatchObject({
      minimum_payout_cents: 2000,
      minimum_payouts: [JPY_1600],
    });
    const same = await send('PATCH', '', { minimum_payout_cents: 2000, minimum_payouts: list });
    expect(same.status).toBe(200);
    const other = await send('PATCH', '', { minimum_payout_cents: 2001, minimum_payouts: list });
    expect([other.status, other.body]).toEqual([400, { error: 'minimum_payouts is invalid' }]);
    await earn(program, 'USD', 5 * 1999);
    expect((await send('GET', '/payouts/due')).body.data).toMatchObject([
      { minimum_cents: 2000, is_due: false },
    ]);
  });

  test('count only as minimum_payout_cents once their currency is that of the program', async () => {
    const { program, send } = await openWithMinimum();
    await send('PATCH', '', { minimum_payout_cents: 100, minimum_payouts: [JPY_1600] });
    await service.pool.query(`update programs set currency = 'JPY' where id = $1`, [program.programId]);
    expect((await send('GET', '')).body).toMatchObject({ minimum_payout_cents: 100, minimum_payouts: [] });
    await earn(program, 'JPY', 5 * 100);
    expect((await send('GET', '/payouts/due')).body.data).toMatchObject([
      { minimum_cents: 100, is_due: true },
    ]);
  });

  test.each([
    ['no list', { JPY: 1600 }],
    ['null', null],
    ['a currency twice', [JPY_1600, { currency: 'JPY', amount_cents: 1600 }]],
    ['an unknown currency', [{ currency: 'XXX', amount_cents: 1 }]],
    ['a currency in lower case', [{ currency: 'jpy', amount_cents: 1 }]],
    ['no currency', [{ amount_cents: 1 }]],
    ['no amount', [{ currency: 'JPY' }]],
    ['a negative amount', [{ currency: 'JPY', amount_cents: -1 }]],
    ['a fraction', [{ currency: 'JPY', amount_cents: 1.5 }]],
    ['text for an amount', [{ currency: 'JPY', amount_cents: '1600' }]],
    ['more than can be counted', [{ currency: 'JPY', amount_cents: 2 ** 53 }]],
    ['more entries than there are currencies', Array.from({ length: 201 }, () => JPY_1600)],
  ])('with %s are refused, and change nothing', async (_what, list) => {
    const { send, inWorkspace } = await openWithMinimum();
    await send('PATCH', '', { minimum_payouts: [KWD_5] });
    const before = (await send('GET', '')).body;
    const answer = await send('PATCH', '', { minimum_payouts: list, hold_days: 9 });
    expect([answer.status, answer.body]).toEqual([400, { error: 'minimum_payouts is invalid' }]);
    expect((await send('GET', '')).body).toEqual(before);
    const made = await inWorkspace('POST', '/programs', {
      name: uniqueName('program'),
      domain: 'acme.test',
      commission: { type: 'flat', amount_cents: 1 },
      minimum_payouts: list,
    });
    expect([made.status, made.body]).toEqual([400, { error: 'minimum_payouts is invalid' }]);
  });

  test('are set with a new program, and audited like its other settings', async () => {
    const { send, inWorkspace } = await openWithMinimum();
    const made = await inWorkspace('POST', '/programs', {
      name: uniqueName('program'),
      domain: 'acme.test',
      currency: 'EUR',
      commission: { type: 'flat', amount_cents: 1 },
      minimum_payouts: [KWD_5, { currency: 'EUR', amount_cents: 300 }, JPY_1600],
    });
    expect(made.body).toMatchObject({ minimum_payout_cents: 300, minimum_payouts: [JPY_1600, KWD_5] });
    await send('PATCH', '', { minimum_payouts: [JPY_1600] });
    const unchanged = await send('PATCH', '', { minimum_payouts: [JPY_1600] });
    expect(unchanged.status).toBe(200);
    const { body: audit } = await inWorkspace('GET', '/audit');
    expect(audit.data).toMatchObject([
      {
        action: 'program.update',
        before: { minimum_payouts: [] },
        after: { minimum_payouts: [JPY_1600] },
      },
      { action: 'program.create', after: { minimum_payouts: [JPY_1600, KWD_5] } },
    ]);
  });

  test('are visible to partners, for the requested program only', async () => {
    const { program, send } = await openWithMinimum();
    const other = await openWithMinimum({ workspaceId: program.workspaceId });
    await send('PATCH', '', { minimum_payouts: [JPY_1600] });
    await other.send('PATCH', '', { minimum_payouts: [KWD_5] });
    const { email } = await seedPartnerUser(service.pool, program, program.partnerId);
    const cookie = await signIn(service, email);
    const { body } = await ask(service, `/api/partner/programs/${program.programId}`, { cookie });
    expect(body).toMatchObject({ minimum_payout_cents: 0, minimum_payouts: [JPY_1600] });
    expect((await other.send('GET', '')).body.minimum_payouts).toEqual([KWD_5]);
  });
});
