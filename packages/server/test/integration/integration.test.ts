import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { openProgram } from '../support/open-program.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

describe.each(engines)('setting up an integration on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function openIntegration() {
    const opened = await openProgram(service);
    return { ...opened, audit: async () => (await opened.inWorkspace('GET', '/audit')).body.data };
  }

  test('test events go the way of real ones, complete the steps, and earn nothing', async () => {
    const { program, send, audit } = await openIntegration();
    const sent = await send('POST', '/test-events', { type: 'sale' });
    expect(sent.body).toEqual({
      affiliate_url: expect.stringContaining(program.shortLink),
      click_id: expect.stringMatching(/^cust_\d+_\d+$/),
      customer_key: expect.stringMatching(/^svc-test-/),
      transaction_id: expect.stringMatching(/^test_txn_/),
    });
    const sales = await send('GET', '/sales');
    expect(sales.body.data).toMatchObject([
      { transaction_id: sent.body.transaction_id, test_mode: true, amount_cents: 4900 },
    ]);
    expect((await send('GET', '/commissions')).body.data).toEqual([]);
    expect((await audit())[0]).toMatchObject({
      action: 'test_event.send',
      after: { type: 'sale' },
    });
    const links = await send('GET', '/links');
    for (const { id } of links.body.data) await send('PATCH', `/links/${id}`, { is_active: false });
    expect(await send('POST', '/test-events', { type: 'click' })).toMatchObject({
      status: 409,
      body: { error: 'No link of an approved partner can be clicked on' },
    });
  });

  test('the connection with the card processor can be read, and not started without credentials', async () => {
    const { inWorkspace, audit } = await openIntegration();
    expect((await inWorkspace('GET', '/processor')).body).toMatchObject({
      status: 'not_connected',
      account_id: null,
      can_connect: false,
    });
    expect(await inWorkspace('POST', '/processor/connect')).toMatchObject({
      status: 409,
      body: { error: 'The service has no platform credentials of the card processor' },
    });
    expect(await audit()).toEqual([]);
  });
});
