import { describe, expect, test } from 'vitest';
import { balancesOf } from '../support/books.js';
import { engines } from '../support/engines.js';
import { lead, sale, signInAs } from '../support/management.js';
import { createSender } from '../support/open-program.js';
import { openProgramWithPayee } from '../support/paying.js';
import { uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

describe.each(engines)('answers to claims that correct the books on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  async function open() {
    const opened = await openProgramWithPayee(service);
    const { program, team, addPayee } = opened;
    const joe = await addPayee();
    const reference = uniqueName('order');
    const { body: claim } = await joe.send('POST', '/claims', { reference });
    return {
      ...opened,
      joe,
      reference,
      claim,
      answer: (action: unknown, send = team) =>
        send('POST', `/claims/${claim.id}/answer`, { status: 'accepted', answer: 'You are right.', action }),
      statusOf: async () =>
        (await team('GET', '/claims')).body.data.find((one: { id: number }) => one.id === claim.id).status,
      balances: () => balancesOf(service.pool, program.programId),
    };
  }

  test('are read one by one, only in their own program', async () => {
    const { claim, reference, team } = await open();
    expect((await team('GET', `/claims/${claim.id}`)).body).toMatchObject({ id: claim.id, reference });
    const other = await openProgramWithPayee(service);
    expect((await other.team('GET', `/claims/${claim.id}`)).status).toBe(404);
  });

  test('enter the sale, of the order that was claimed, for the partner', async () => {
    const { answer, claim, reference, joe, team, workspace, balances } = await open();
    const action = { type: 'sale', amount_cents: 5000, customer_key: uniqueName('customer') };
    expect((await answer(action)).body).toMatchObject({ status: 'accepted', answer: 'You are right.' });
    const { body } = await team('GET', `/sales?transaction_id=${reference}`);
    expect(body.data).toMatchObject([{ partner_id: joe.partnerId, amount_cents: 5000 }]);
    const given = { type: 'sale', amount_cents: null, currency: null };
    expect((await team('GET', `/claims/${claim.id}`)).body.correction).toEqual({
      ...given,
      id: body.data[0].id,
    });
    expect((await joe.send('GET', `/claims/${claim.id}`)).body.correction).toEqual(given);
    expect(await balances()).toEqual({ expense: -1000, pending: 1000 });
    const { body: audit } = await workspace('GET', '/audit');
    const actions = audit.data.map(({ action: name }: { action: string }) => name);
    expect(actions.slice(0, 2)).toEqual(['claim.answer', 'sale.create']);
    const { body: explained } = await team('GET', `/sales/${body.data[0].id}/explain`);
    expect(explained.story.join('\n')).toContain('Reason: You are right.');
  });

  test('assign the customer', async () => {
    const { answer, joe, program, team } = await open();
    const customerKey = await lead(service, program);
    await sale(service, program, { customerKey });
    const { body } = await team('GET', `/customers?customer_key=${customerKey}`);
    const action = { type: 'assign', customer_id: body.data[0].id, from: 'first_sale' };
    expect((await answer(action)).body.correction).toMatchObject({ type: 'assign', id: body.data[0].id });
    expect((await team('GET', `/sales?partner_id=${joe.partnerId}`)).body.data).toHaveLength(1);
  });

  test('give a bonus', async () => {
    const { answer, claim, joe, balances } = await open();
    const { body } = await answer({
      type: 'adjustment',
      amount_cents: 300,
      currency: 'USD',
      reason: 'Sorry',
    });
    const { data } = (await joe.send('GET', '/adjustments')).body;
    expect(data).toMatchObject([{ amount_cents: 300, reason: 'Sorry' }]);
    const given = { type: 'adjustment', amount_cents: 300, currency: 'USD' };
    expect(body.correction).toEqual({ ...given, id: data[0].id });
    expect((await joe.send('GET', `/claims/${claim.id}`)).body.correction).toEqual(given);
    expect(await balances()).toEqual({ expense: -300, payable: 300 });
  });

  test('do neither where one of the two is refused', async () => {
    const { answer, program, statusOf, balances } = await open();
    const { transactionId } = await sale(service, program);
    const before = await balances();
    const action = { type: 'sale', amount_cents: 5000, customer_key: 'x', transaction_id: transactionId };
    expect((await answer(action)).status).toBe(409);
    expect([await statusOf(), await balances()]).toEqual(['open', before]);
    expect((await answer(null)).body.correction).toBeNull();
    const bonus = { type: 'adjustment', amount_cents: 300, currency: 'USD' };
    expect((await answer(bonus)).body).toEqual({ error: 'This claim has been answered' });
    expect([await statusOf(), await balances()]).toEqual(['accepted', before]);
  });

  test.each([
    { type: 'refund' },
    { type: 'assign', from: 'now' },
    { type: 'adjustment', amount_cents: 0, currency: 'USD' },
    { type: 'adjustment', amount_cents: 5, currency: 'USD', partner_id: 1 },
    { type: 'sale', amount_cents: 5 },
    'sale',
    5,
  ])('400 action is invalid: %j', async (action) => {
    const { answer, statusOf, balances } = await open();
    const { status, body } = await answer(action);
    expect([status, body]).toEqual([400, { error: 'action is invalid' }]);
    expect([await statusOf(), await balances()]).toEqual(['open', {}]);
  });

  test('403 for somebody who may answer claims and not change commissions', async () => {
    const { answer, program, statusOf } = await open();
    const member = await signInAs(service, program.workspaceId, 'member');
    const send = createSender(service, member, `/api/programs/${program.programId}`);
    const bonus = { type: 'adjustment', amount_cents: 300, currency: 'USD' };
    const { status, body } = await answer(bonus, send);
    expect([status, body]).toEqual([403, { error: 'Missing permission commission:write' }]);
    expect(await statusOf()).toBe('open');
    expect((await answer(undefined, send)).status).toBe(200);
  });
});
