import { beforeAll, describe, expect, test } from 'vitest';
import { addCommissionIncrements } from '../../src/features/commissions/add-increments.js';
import { engines } from '../support/engines.js';
import { addMember, refund, sale, seedUser, signIn } from '../support/management.js';
import { createSender, type Send } from '../support/open-program.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { payableSale } from '../support/workspace.js';

describe.each(engines)('what the pages about money show, on %s', (engine) => {
  const service = shared(() => startService(engine));
  let owner: { userId: string; email: string };
  let cookie: string;
  beforeAll(async () => {
    owner = await seedUser(service.pool);
    cookie = await signIn(service, owner.email);
  });

  async function openProgramAsOwner(): Promise<{ program: SeededProgram; send: Send }> {
    const program = await seedProgram(service.pool, { holdDays: 0 });
    await addMember(service.pool, program.workspaceId, owner.userId, 'owner');
    return { program, send: createSender(service, cookie, `/api/programs/${program.programId}`) };
  }

  test('the sums of commissions follow the same filters as their list', async () => {
    const { program, send } = await openProgramAsOwner();
    const first = await payableSale(service, program);
    await payableSale(service, program, 5_000);
    const third = await sale(service, program, { amountCents: 700, currency: 'EUR' });
    await send('POST', `/commissions/${third.commissionId}/hold`, { reason: 'Odd.' });
    const both = async (query: string) => {
      const { body: totals } = await send('GET', `/commissions/totals${query}`);
      const { body: list } = await send('GET', `/commissions${query}`);
      return { totals: totals.data, ids: list.data.map(({ id }: { id: number }) => id) };
    };
    const held = { currency: 'EUR', status: 'held', commissions: 1, amount_cents: 140 };
    const payable = { currency: 'USD', status: 'payable', commissions: 2, amount_cents: 3_000 };
    expect((await both('')).totals).toEqual([held, payable]);
    await addCommissionIncrements(service.pool);
    expect((await both('')).totals).toEqual([held, payable]);
    expect((await both(`?partner_id=${program.partnerId}`)).totals).toEqual([held, payable]);
    expect(await both(`?partner_id=${program.partnerId + 1_000_000}`)).toEqual({ totals: [], ids: [] });
    expect(await both('?currency=EUR')).toEqual({ totals: [held], ids: [third.commissionId] });
    expect(await both('?status=held')).toEqual({ totals: [held], ids: [third.commissionId] });
    expect(await both(`?customer_key=${first.customerKey}`)).toEqual({
      totals: [{ ...payable, commissions: 1, amount_cents: 2_000 }],
      ids: [first.commissionId],
    });
    expect(await both('?customer_key=nobody')).toEqual({ totals: [], ids: [] });
    expect(await both('?to=2020-01-01')).toEqual({ totals: [], ids: [] });
    expect((await send('GET', '/commissions/totals?from=2020-02-31')).status).toBe(400);
  });

  test('the story of a commission says who held it and why, however often that happened', async () => {
    const { program, send } = await openProgramAsOwner();
    const { commissionId } = await payableSale(service, program);
    const change = `/commissions/${commissionId}`;
    await send('POST', `${change}/hold`, { reason: 'Looks odd.' });
    await send('POST', `${change}/release`);
    await send('POST', '/commissions/bulk', { action: 'hold', ids: [commissionId], reason: 'Again.' });
    const { body } = await send('GET', `${change}/explain`);
    const holds = body.movements
      .filter(({ by }: { by: string | null }) => by !== null)
      .map(({ kind, by, reason }: Record<string, string>) => [kind, by, reason]);
    expect(holds).toEqual([
      ['hold', owner.email, 'Looks odd.'],
      ['release', owner.email, null],
      ['hold', owner.email, 'Again.'],
    ]);
    expect(body.story.join(' ')).toContain(`was put on hold by ${owner.email}.`);
  });

  test('a story names the refunds, and the run and the reference of a payout', async () => {
    const { program, send } = await openProgramAsOwner();
    const { transactionId, commissionId } = await payableSale(service, program);
    const { body: run } = await send('POST', '/payout-runs', {});
    await send('POST', `/payout-runs/${run.id}/pay`, { reference: 'Transfer 7' });
    await refund(service, program, { transactionId, amountCents: 2_500 });
    const { body } = await send('GET', `/commissions/${commissionId}/explain`);
    expect(body.refunds).toMatchObject([{ amount_cents: 2_500 }]);
    expect(body.movements.find(({ kind }: { kind: string }) => kind === 'pay')).toMatchObject({
      payout_run_id: run.id,
      payout_reference: 'Transfer 7',
    });
  });

  test('what is carried names the refunds behind it, until a payout has settled them', async () => {
    const { program, send } = await openProgramAsOwner();
    const due = async () => (await send('GET', '/payouts/due')).body.data;
    const first = await payableSale(service, program);
    await refund(service, program, { transactionId: first.transactionId, amountCents: 1_000 });
    expect(await due()).toMatchObject([{ carried_cents: 0, carried_for: [] }]);
    await send('POST', '/payout-runs', {});
    await refund(service, program, { transactionId: first.transactionId, amountCents: 2_500 });
    expect(await due()).toMatchObject([
      { carried_cents: 500, carried_for: [{ commission_id: first.commissionId, amount_cents: 500 }] },
    ]);
    await payableSale(service, program, 5_000);
    const { body: run } = await send('POST', '/payout-runs', {});
    expect(run.payouts).toMatchObject([{ amount_cents: 500, method: null }]);
    expect(await due()).toEqual([]);
    const later = await payableSale(service, program, 20_000);
    await send('POST', '/payout-runs', {});
    await refund(service, program, { transactionId: later.transactionId, amountCents: 100 });
    expect(await due()).toMatchObject([
      { carried_cents: 20, carried_for: [{ commission_id: later.commissionId, amount_cents: 20 }] },
    ]);
  });
});
