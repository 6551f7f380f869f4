import { chargeObject, newId, refundObject } from '@svc/stand-in';
import { describe, expect, test } from 'vitest';
import { clickOf, refundOf, saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { booksOf, deliverInOrder, fatesOf, openMerchant, processorService } from './support.js';

const DAY_MS = 86_400_000;
const nowSeconds = () => Math.floor(Date.now() / 1000);

function eventOf(account: string, type: string, object: object, created = nowSeconds()) {
  return { id: newId('evt'), object: 'event', account, created, livemode: true, type, data: { object } };
}

describe.each(engines)('events of the card processor on %s', (engine) => {
  const service = processorService(engine);

  test('counts a refund made after a failed one, where only running totals are reported', async () => {
    const layout = '2023-10-16';
    const { shop, merchant, metadata, arrive } = await openMerchant(service, layout);
    const { payment } = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    await arrive();
    const from = nowSeconds();
    const failed = refundObject(payment, newId('re'), 5_000, 'failed');
    const charge = () => chargeObject(payment, 5_000, layout);
    const reports = [
      eventOf(shop.account, 'charge.refunded', charge(), from),
      eventOf(shop.account, 'charge.refund.updated', failed, from + 100),
      eventOf(shop.account, 'charge.refunded', charge(), from + 200),
    ];
    const counted = [];
    for (const event of reports) {
      await deliverInOrder(service, shop.account, [event]);
      counted.push((await booksOf(service.pool, shop.workspaceId))[0]);
    }
    expect(counted).toMatchObject([
      { refunded: 5_000, commission: '0 reversed' },
      { refunded: 0, commission: '1000 pending' },
      { refunded: 5_000, commission: '0 reversed' },
    ]);
  });

  test('subtracts a failed refund, even if a caller reported another one meanwhile', async () => {
    const { shop, merchant, metadata, arrive } = await openMerchant(service);
    const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    const refund = merchant.refund(bought, 2_000);
    await arrive();
    const transactionId = bought.payment.paymentIntent;
    const further = refundOf(shop, transactionId, { amountCents: 1_000, refundKey: 'cash-1' });
    await service.tracking.submit(further);
    expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([{ refunded: 3_000 }]);
    merchant.failRefund(bought, refund);
    expect(await arrive()).toMatchObject([{ refunded: 1_000, commission: '800 pending' }]);
  });

  test('an event that names two sales needs a person', async () => {
    const { shop, merchant, metadata, events } = await openMerchant(service, '2023-10-16');
    const { payment } = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata, withInvoice: true });
    const { customerKey } = shop;
    for (const transactionId of [payment.paymentIntent, payment.invoice ?? ''])
      await service.tracking.submit(saleOf(shop, { customerKey, transactionId, amountCents: 5_000 }));
    await deliverInOrder(service, shop.account, events.slice(0, 1));
    const [fate] = Object.values(await fatesOf(service.pool, shop.account));
    expect(fate).toMatch(/^failed: Its references belong to two sales/);
  });

  test('after a refund in another currency, the next in its own is counted and says so', async () => {
    const { shop, merchant, metadata, arrive, fate } = await openMerchant(service);
    const { payment } = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    await arrive();
    const succeededRefund = (cents: number) => refundObject(payment, newId('re'), cents, 'succeeded');
    const foreign = eventOf(shop.account, 'refund.created', { ...succeededRefund(100), currency: 'eur' });
    await deliverInOrder(service, shop.account, [foreign]);
    expect(await fate()).toMatch(/^failed: Sale .* was refunded in another currency/);
    await deliverInOrder(service, shop.account, [
      eventOf(shop.account, 'refund.created', succeededRefund(200)),
    ]);
    expect(await fate()).toMatch(/^processed: 2.00 USD was counted/);
    expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([
      { refunded: 200, commission: '960 pending' },
    ]);
  });

  test('counts a sale within the window of its click, however late it is reported', async () => {
    const { shop } = await openMerchant(service);
    const key = { number: 7, clickedMs: Date.now() - 60.5 * DAY_MS };
    const click = await service.tracking.submit(clickOf(shop, { key }));
    const clickId = click.kind === 'click' ? click.clickId : '';
    const session = (daysAgo: number) =>
      eventOf(
        shop.account,
        'checkout.session.completed',
        {
          id: newId('cs'),
          object: 'checkout.session',
          mode: 'payment',
          payment_status: 'paid',
          amount_total: 5_000,
          currency: 'usd',
          payment_intent: newId('pi'),
          metadata: { program_id: String(shop.programId), svc_click_id: clickId },
        },
        Math.floor((Date.now() - daysAgo * DAY_MS) / 1000),
      );
    await deliverInOrder(service, shop.account, [session(0.1)]);
    expect(await booksOf(service.pool, shop.workspaceId)).toEqual([]);
    await deliverInOrder(service, shop.account, [session(1)]);
    expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([{ amount: 5_000 }]);
  });
});
