import { EVENT_DATA, SvcEvent } from '@svc/contract';
import { Compile } from 'typebox/compile';
import { afterAll, describe, expect, test } from 'vitest';
import { openMerchant, startProcessorService } from '../payments/support.js';
import { engines } from '../support/engines.js';
import { numberAllEvents } from '../support/event-rows.js';
import { compareEvents } from '../support/events.js';
import { readFeed } from '../support/feed.js';
import { ask, refund, sale, signInAs } from '../support/management.js';
import type { Send } from '../support/open-program.js';
import { endHold, IBAN, openProgramWithPayee } from '../support/paying.js';
import { uniqueName } from '../support/seed.js';
import { shared } from '../support/shared.js';

const schema = Compile(SvcEvent);

/** Every type that something writes, with what its data has to be equal to. */
describe.each(engines)('the data of events on %s', (engine) => {
  const service = shared(() => startProcessorService(engine));
  afterAll(async () => expect(await compareEvents(service.pool)).toEqual([]));

  /** Reads the events of a workspace that came since the last call. */
  function newsOf(workspaceId: number, cookie: string) {
    let after = 0;
    return async (): Promise<readonly SvcEvent[]> => {
      await numberAllEvents(service.pool);
      const { data, last_sequence } = await readFeed(service, { workspaceId, cookie }, { after });
      after = last_sequence;
      for (const event of data) {
        expect([...schema.Errors(event)], event.type).toEqual([]);
        if (event.type === 'webhook.test') throw new Error('it is in no feed');
        expect(Object.keys(event.data).sort(), event.type).toEqual([...EVENT_DATA[event.type]].sort());
      }
      return data;
    };
  }

  async function open() {
    const opened = await openProgramWithPayee(service);
    const cookie = await signInAs(service, opened.program.workspaceId, 'viewer');
    return { ...opened, news: newsOf(opened.program.workspaceId, cookie) };
  }

  const dataOf = (events: readonly SvcEvent[], type: SvcEvent['type']) =>
    events.filter((event) => event.type === type).map(({ data }) => data);
  /** The row of a list with an id. */
  async function itemOf(send: Send, list: string, id: number | undefined) {
    const { body } = await send('GET', list);
    const found = body.data.find((item: { id: number }) => item.id === id);
    if (found === undefined) throw new Error(`${list} has no ${id}`);
    return found;
  }

  test('is the customer, sale, refund and commission as the lists show them', async () => {
    const { program, team, news } = await open();
    const { transactionId, saleId, commissionId, customerKey } = await sale(service, program);
    await refund(service, program, { transactionId, amountCents: 2_500, refundKey: 'r-1' });
    const events = await news();
    const [lead] = dataOf(events, 'lead.created');
    const sold = await itemOf(team, '/sales', saleId);
    const commission = await itemOf(team, '/commissions', commissionId ?? 0);
    expect(lead?.customer).toEqual(await itemOf(team, '/customers', lead?.customer?.id));
    expect(lead?.lead).toMatchObject({
      customer_id: lead?.customer?.id,
      customer_key: customerKey,
      source: 'server',
    });
    expect(dataOf(events, 'sale.created')).toEqual([{ sale: sold }]);
    expect(dataOf(events, 'sale.refunded')).toEqual([
      {
        sale: sold,
        refund: {
          id: expect.any(Number),
          sale_id: saleId,
          refund_id: 'r-1',
          amount_cents: 2_500,
          currency: 'USD',
          source: 'api',
          occurred_at: expect.any(String),
        },
      },
    ]);
    const movement = { id: expect.any(Number), currency: 'USD', occurred_at: expect.any(String) };
    expect(dataOf(events, 'commission.created')).toEqual([
      { commission, movement: { ...movement, amount_cents: 2_000 } },
    ]);
    expect(dataOf(events, 'commission.changed')).toEqual([
      { commission, change: 'reversal', movement: { ...movement, amount_cents: 500 } },
    ]);
  });

  test('says what changed about a commission', async () => {
    const { jane, team, news, run } = await open();
    await jane.sell();
    await jane.setDetails('bank', IBAN);
    await endHold(service, jane.partnerId);
    const [commission] = (await team('GET', '/commissions')).body.data;
    await team('POST', `/commissions/${commission.id}/hold`, { reason: 'To be checked' });
    await team('POST', `/commissions/${commission.id}/release`, {});
    const { body: made } = await run();
    await team('POST', `/payouts/${made.payouts[0].id}/cancel`, {});
    const events = await news();
    const now = await itemOf(team, '/commissions', commission.id);
    expect(dataOf(events, 'commission.changed').map(({ change }) => change)).toEqual([
      'maturity',
      'hold',
      'release',
      'payout_cancellation',
    ]);
    for (const type of ['commission.created', 'commission.changed', 'commission.paid'] as const)
      for (const data of dataOf(events, type)) expect(data.commission).toEqual(now);
    expect(dataOf(events, 'commission.paid')).toHaveLength(1);
  });

  test('is the payout as the list shows it, without the account and its name', async () => {
    const { jane, team, news, run } = await open();
    await jane.sell();
    await jane.setDetails('bank', IBAN, 'Jane Q. Secret');
    await endHold(service, jane.partnerId);
    const { body: made } = await run();
    const [{ id }] = made.payouts;
    const shown = async () => {
      const { payee_name, account, ...payout } = await itemOf(team, '/payouts', id);
      expect([payee_name, account]).toEqual(['Jane Q. Secret', '…2051']);
      return payout;
    };
    expect(dataOf(await news(), 'payout.created')).toEqual([{ payout: await shown() }]);
    await team('POST', `/payouts/${id}/pay`, { reference: 'transfer 1' });
    const paid = await news();
    expect(dataOf(paid, 'payout.paid')).toEqual([{ payout: await shown() }]);
    expect(JSON.stringify(paid)).not.toContain('Secret');
    await jane.sell();
    const second = (await run()).body.payouts[0].id;
    await team('POST', `/payouts/${second}/cancel`, {});
    const [cancelled] = dataOf(await news(), 'payout.cancelled');
    expect(cancelled?.payout).toMatchObject({ id: second, status: 'cancelled' });
    // A whole run marked as paid reports each of its payouts.
    const third = (await run()).body;
    await team('POST', `/payout-runs/${third.id}/pay`, { reference: 'transfer 3' });
    expect(dataOf(await news(), 'payout.paid').map(({ payout }) => payout?.id)).toEqual([
      third.payouts[0].id,
    ]);
  });

  test('is the partner and the claim as the lists show them', async () => {
    const { program, team, jane, news } = await open();
    const partner = async (id: number | undefined) => {
      const { totals: _totals, ...shown } = await itemOf(team, '/partners', id);
      return shown;
    };
    await team('PATCH', '', { accepts_applications: true });
    const application = { email: `${uniqueName('petra')}@blog.test`, name: 'Petra' };
    await ask(service, `/api/public/programs/${program.programId}/application`, {
      method: 'POST',
      body: application,
    });
    const [applied] = dataOf(await news(), 'partner.applied');
    expect(applied).toEqual({ partner: await partner(applied?.partner?.id) });
    await team('PATCH', `/partners/${applied?.partner?.id}`, { status: 'approved' });
    expect(dataOf(await news(), 'partner.updated')).toEqual([
      { partner: await partner(applied?.partner?.id) },
    ]);
    const { body: claim } = await jane.send('POST', '/claims', { reference: 'order-unknown' });
    expect(dataOf(await news(), 'claim.created')).toEqual([
      { claim: await itemOf(team, '/claims', claim.id) },
    ]);
    await team('POST', `/claims/${claim.id}/answer`, { status: 'rejected', answer: 'Never paid.' });
    expect(dataOf(await news(), 'claim.answered')).toEqual([
      { claim: await itemOf(team, '/claims', claim.id) },
    ]);
  });

  test('is the dispute and its sale, as the payment provider last reported them', async () => {
    const { shop, merchant, metadata, arrive } = await openMerchant(service);
    const cookie = await signInAs(service, shop.workspaceId, 'viewer');
    const news = newsOf(shop.workspaceId, cookie);
    const team: Send = (method, path) =>
      ask(service, `/api/programs/${shop.programId}${path}`, { method, cookie });
    const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    await arrive();
    await news();
    const id = merchant.dispute(bought);
    await arrive();
    const opened = await news();
    const [sold] = (await team('GET', '/sales')).body.data;
    const dispute = { id, payment_id: expect.any(Number), currency: 'USD', reported_at: expect.any(String) };
    expect(dataOf(opened, 'dispute.opened')).toEqual([
      { dispute: { ...dispute, status: 'open', amount_cents: 5_000 }, sale: sold },
    ]);
    merchant.closeDispute(bought, id, 'lost', 5_000);
    await arrive();
    const [refunded] = (await team('GET', '/sales')).body.data;
    expect(dataOf(await news(), 'dispute.closed')).toEqual([
      { dispute: { ...dispute, status: 'lost', amount_cents: 5_000 }, sale: refunded },
    ]);
  });

  test('takes one statement for each kind of object, however many events a page has', async () => {
    const { program, news } = await open();
    for (let times = 0; times < 3; times += 1) {
      const { transactionId } = await sale(service, program);
      await refund(service, program, { transactionId });
    }
    await numberAllEvents(service.pool);
    const { loadEvents } = await import('../../src/features/events/load-events.js');
    let statements = 0;
    const counted = new Proxy(service.pool, {
      get(pool, name) {
        if (name !== 'query') return Reflect.get(pool, name);
        return (...args: Parameters<typeof pool.query>) => {
          statements += 1;
          return pool.query(...args);
        };
      },
    });
    const { workspaceId } = program;
    expect(await loadEvents(counted, { workspaceId, after: 0, limit: 100 })).toHaveLength(15);
    // The events; leads, refunds and movements; customers, sales and commissions.
    expect(statements).toBe(7);
    await news();
  });
});
