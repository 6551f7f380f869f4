import type { SaleCommand } from '@svc/core';
import { describe, expect, test } from 'vitest';
import { refundOf, saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { booksOf, openMerchant, openShop, processorService, type Shop } from './support.js';

describe.each(engines)('references of sales on %s', (engine) => {
  const service = processorService(engine);

  const sellInShop = (shop: Shop, sale: Partial<SaleCommand>) =>
    service.tracking.submit(saleOf(shop, { customerKey: shop.customerKey, ...sale }));

  test.each([
    ['an API sale', { source: 'api', testMode: false }],
    ['an API test sale', { source: 'api', testMode: true }],
    ['a processor sale', { source: 'processor', testMode: false }],
    ['a processor test sale', { source: 'processor', testMode: true }],
  ] as const)('%s of another workspace stands in the way of no processor event', async (_what, sale) => {
    const stranger = await openShop(service);
    const { shop, merchant, metadata, arrive, fate } = await openMerchant(service);
    const bought = merchant.buy({ mode: 'subscription', amountCents: 5_000, metadata });
    const { session, invoice, paymentIntent, charge } = bought.payment;
    for (const name of [session, invoice, paymentIntent, charge])
      await sellInShop(stranger, { ...sale, transactionId: name ?? '', amountCents: 1 });
    merchant.refund(bought, 1_000);
    expect(await arrive()).toMatchObject([{ amount: 5_000, refunded: 1_000, commission: '800 pending' }]);
    expect(await fate()).toMatch(/^processed: /);
    const strange = await booksOf(service.pool, stranger.workspaceId);
    expect(strange.map(({ amount, refunded }) => [amount, refunded])).toEqual(Array(4).fill([1, 0]));
    const names = (await booksOf(service.pool, shop.workspaceId))[0]?.names;
    expect(names).toEqual([session, invoice, paymentIntent, charge].toSorted());
  });

  test('an API sale may have the id of another workspace’s processor sale, and each is refunded as its own', async () => {
    const { shop, merchant, metadata, arrive } = await openMerchant(service);
    const { paymentIntent: id } = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata }).payment;
    await arrive();
    const other = await openShop(service);
    expect(await sellInShop(other, { transactionId: id, amountCents: 300 })).toMatchObject({ kind: 'sale' });
    expect(await service.tracking.submit(refundOf(other, id, { amountCents: 100 }))).toMatchObject({
      refundedCents: 100,
    });
    expect(await service.tracking.submit(refundOf(shop, id))).toMatchObject({ refundedCents: 5_000 });
    expect(await booksOf(service.pool, other.workspaceId)).toMatchObject([{ amount: 300, refunded: 100 }]);
    for (const { programId, workspaceId } of [shop, other]) {
      const cookie = await signInAs(service, workspaceId, 'owner');
      const url = `/api/programs/${programId}/sales?transaction_id=${id}`;
      expect((await ask(service, url, { cookie })).body.data).toMatchObject([{ transaction_id: id }]);
    }
    const stranger = await openShop(service);
    expect(await service.tracking.submit(refundOf(stranger, id))).toMatchObject({
      refusal: 'refund_sale_not_found',
    });
  });

  test('transaction ids of API callers are unique over all programs, those of test sales within a workspace', async () => {
    const [first, second] = [await openShop(service), await openShop(service)];
    for (const testMode of [false, true]) {
      const transactionId = uniqueName('order');
      expect(await sellInShop(first, { transactionId, testMode })).toMatchObject({ kind: 'sale' });
      expect(await sellInShop(first, { transactionId })).toMatchObject({ refusal: 'sale_duplicate' });
      expect(await sellInShop(second, { transactionId })).toMatchObject(
        testMode ? { kind: 'sale' } : { refusal: 'sale_duplicate_elsewhere' },
      );
    }
  });

  test('in one workspace an event and a call mean the same sale; a call for another program is refused', async () => {
    const { shop, merchant, metadata, arrive } = await openMerchant(service);
    const { paymentIntent: id } = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata }).payment;
    await arrive();
    const sibling = await seedProgram(service.pool, { workspaceId: shop.workspaceId });
    const sameSale = { refusal: 'sale_duplicate_different' };
    expect(await sellInShop(shop, { transactionId: id })).toMatchObject(sameSale);
    const there = { ...sibling, account: shop.account, customerKey: shop.customerKey, clickId: shop.clickId };
    expect(await sellInShop(there, { transactionId: id })).toMatchObject({
      refusal: 'sale_duplicate_elsewhere',
    });
    expect(await service.tracking.submit(refundOf(sibling, id))).toMatchObject({
      refusal: 'refund_sale_not_found',
    });
    const called = merchant.buy({ mode: 'payment', amountCents: 700, metadata }).payment.paymentIntent;
    expect(await sellInShop(shop, { transactionId: called, amountCents: 700 })).toMatchObject({
      kind: 'sale',
    });
    expect((await arrive()).map(({ amount }) => amount).toSorted()).toEqual([5_000, 700]);
  });

  test('events about a payment wait for the sale of their own workspace', async () => {
    const { shop, merchant, metadata, events, arrive } = await openMerchant(service);
    const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    merchant.refund(bought, 2_000);
    const [sold, ...later] = events.splice(0);
    const other = await openShop(service);
    for (const name of [bought.payment.paymentIntent, bought.payment.charge])
      await sellInShop(other, { transactionId: name, amountCents: 9_000 });
    events.push(...later);
    expect(await arrive()).toEqual([]);
    await service.processor.processDue();
    const { rows } = await service.pool.query(
      `select distinct o.status from processor_outcomes o where o.workspace_id = $1`,
      [shop.workspaceId],
    );
    expect(rows).toEqual([{ status: 'waiting' }]);
    if (sold !== undefined) events.push(sold);
    expect(await arrive()).toMatchObject([{ amount: 5_000, refunded: 2_000 }]);
    for (const { refunded } of await booksOf(service.pool, other.workspaceId)) expect(refunded).toBe(0);
  });
});
