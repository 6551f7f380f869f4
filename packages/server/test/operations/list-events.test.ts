import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, click, lead, refund, sale } from '../support/management.js';
import { sharedViewer } from '../support/open-program.js';
import type { SeededProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

describe.each(engines)('the list of events on %s', (engine) => {
  const service = shared(() => startService(engine));
  const viewer = sharedViewer(service);
  function list(program: SeededProgram, path: string) {
    return ask(service, `/api/programs/${program.programId}/${path}`, { cookie: viewer.cookie });
  }

  test('has clicks, leads, sales and refunds together, newest first, with test events marked', async () => {
    const program = await viewer.open();
    const start = Date.now() - 60_000;
    const clickId = await click(service, program, { atMs: start, bot: true });
    const testClick = await click(service, program, { atMs: start + 1, testMode: true });
    const customerKey = await lead(service, program, { clickId: testClick, testMode: true, atMs: start + 2 });
    const sold = await sale(service, program, { customerKey, testMode: true, atMs: start + 3 });
    await refund(service, program, { transactionId: sold.transactionId, amountCents: 1, atMs: start + 3 });
    const { body } = await list(program, 'events');
    const common = { partner_id: program.partnerId, link_id: program.linkId, test_mode: true, bot: false };
    const bought = {
      ...common,
      click_id: testClick,
      customer_key: customerKey,
      sale_id: sold.saleId,
      currency: 'USD',
    };
    expect(body.data).toMatchObject([
      { ...bought, type: 'refund', amount_cents: 1, transaction_id: sold.transactionId },
      { ...bought, type: 'sale', amount_cents: 10_000, id: sold.saleId },
      {
        ...common,
        type: 'lead',
        click_id: testClick,
        customer_key: customerKey,
        amount_cents: null,
        sale_id: null,
      },
      {
        ...common,
        type: 'click',
        click_id: testClick,
        customer_key: null,
        occurred_at: new Date(start + 1).toISOString(),
      },
      { ...common, type: 'click', click_id: clickId, test_mode: false, bot: true },
    ]);
  });

  test('has those of one kind as the list of all does, page by page', async () => {
    const program = await viewer.open();
    for (let index = 0; index < 2; index += 1) {
      const { transactionId } = await sale(service, program);
      await refund(service, program, { transactionId, amountCents: 1 });
    }
    for (const type of ['click', 'lead', 'sale', 'refund']) {
      const all = (await list(program, 'events')).body.data;
      const first = (await list(program, `events?type=${type}&limit=1`)).body;
      const second = (await list(program, `events?type=${type}&cursor=${first.next_cursor}`)).body;
      expect([...first.data, ...second.data]).toEqual(
        all.filter((event: { type: string }) => event.type === type),
      );
      expect([...first.data, ...second.data]).toHaveLength(2);
      expect(second.next_cursor).toBeNull();
    }
    expect((await list(program, 'events?type=payout')).status).toBe(400);
  });
});
