import { LAYOUTS, type StandIn, startStandIn } from '@svc/stand-in';
import { describe, expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { providersById } from '../../src/payments/provider.js';
import { reconcile } from '../../src/payments/reconcile.js';
import { createStripe } from '../../src/providers/stripe/stripe.js';
import { keepingLogger } from '../guarantees/pipeline-context.js';
import { refundOf, saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { booksOf, deliverInOrder, openShop, processorService, type Shop } from './support.js';

describe.each(engines)('reconciling on %s', (engine) => {
  const service = processorService(engine);

  /** A shop at a processor whose events never arrive. */
  async function openShopWithStandIn(layout: (typeof LAYOUTS)[number]) {
    const shop = await openShop(service);
    const standIn = await startStandIn({
      layout,
      webhook: { url: 'http://127.0.0.1:9/', secret: 'whsec_lost' },
    });
    const merchant = standIn.merchant(shop.account);
    const metadata = { program_id: String(shop.programId), svc_customer_key: shop.customerKey };
    return { shop, standIn, merchant, metadata };
  }

  async function reconcileShop(
    shop: Shop,
    standIn: StandIn,
    apply: boolean,
    sinceMs = Date.now() - 86_400_000,
  ) {
    const { pool, tracking } = service;
    const { rows } = await pool.query('select name from workspaces where id = $1', [shop.workspaceId]);
    const bases = { apiBase: standIn.baseUrl, connectBase: standIn.baseUrl };
    const providers = providersById(createStripe({ secretKey: 'sk_test_x', clientId: null, ...bases }));
    const { logger } = keepingLogger();
    const workspace = rows[0].name;
    return reconcile({
      pool,
      tracking,
      logger,
      providers,
      testEvents: 'test',
      now: systemNow,
      workspace,
      sinceMs,
      apply,
    });
  }

  test.each(LAYOUTS)('finds and records what never arrived, in the layout of %s', async (layout) => {
    const { shop, standIn, merchant, metadata } = await openShopWithStandIn(layout);
    const first = merchant.buy({
      mode: 'subscription',
      amountCents: 2_900,
      metadata,
      invoiceMetadata: metadata,
    });
    merchant.renew(first.payment, 3_900);
    const once = merchant.buy({ mode: 'payment', amountCents: 700, metadata });
    merchant.refund(first, 1_000);
    merchant.buy({ mode: 'payment', amountCents: 800, metadata: {} });
    const found = await reconcileShop(shop, standIn, false);
    expect(found.findings.map(({ kind }) => kind)).toEqual(['missing', 'missing', 'missing']);
    expect(found.applied).toEqual([]);
    expect(await booksOf(service.pool, shop.workspaceId)).toEqual([]);
    const applied = await reconcileShop(shop, standIn, true);
    expect(applied.findings).toHaveLength(3);
    const books = await booksOf(service.pool, shop.workspaceId);
    expect(books.map(({ amount, refunded }) => [amount, refunded]).toSorted()).toEqual(
      [
        [2_900, 1_000],
        [3_900, 0],
        [700, 0],
      ].toSorted(),
    );
    expect((await reconcileShop(shop, standIn, true)).findings).toEqual([]);
    merchant.refund(once, 700);
    expect((await reconcileShop(shop, standIn, false)).findings.map(({ what }) => what)).toEqual([
      `${once.payment.paymentIntent}: 7.00 USD was refunded, of which 0.00 USD is counted`,
    ]);
    await reconcileShop(shop, standIn, true);
    expect((await reconcileShop(shop, standIn, false)).findings).toEqual([]);
    await standIn.close();
  });

  test('finds a payment that is two sales, and one of another amount', async () => {
    const { shop, standIn, merchant, metadata } = await openShopWithStandIn('2026-10-28.endive');
    const twice = merchant.buy({ mode: 'subscription', amountCents: 2_900, metadata }).payment;
    const wrong = merchant.buy({ mode: 'payment', amountCents: 700, metadata }).payment;
    const sellByApi = (transactionId: string | null, amountCents: number) =>
      service.tracking.submit(
        saleOf(shop, { transactionId: transactionId ?? '', amountCents, customerKey: shop.customerKey }),
      );
    await sellByApi(twice.invoice, 2_900);
    await sellByApi(twice.paymentIntent, 2_900);
    await sellByApi(wrong.paymentIntent, 777);
    const { findings } = await reconcileShop(shop, standIn, true);
    expect(findings.map(({ kind, what }) => [kind, what.replace(/\(.*\)/, '()')]).toSorted()).toEqual([
      ['amount', `${wrong.paymentIntent}: 7.00 USD was paid, but 7.77 USD is recorded`],
      ['double', expect.stringMatching(/ and .*: one payment, recorded as 2 sales \(\)$/)],
    ]);
    await standIn.close();
  });

  test.each(LAYOUTS)('finds disputes that were opened, lost or won, in the layout of %s', async (layout) => {
    const { shop, standIn, merchant, metadata } = await openShopWithStandIn(layout);
    const bought = merchant.buy({ mode: 'subscription', amountCents: 5_000, metadata });
    const books = () => booksOf(service.pool, shop.workspaceId);
    const whatDiffers = async () => {
      const { findings } = await reconcileShop(shop, standIn, true);
      expect((await reconcileShop(shop, standIn, false)).findings).toEqual([]);
      return findings.map(({ kind, what }) => `${kind} ${what}`);
    };
    await reconcileShop(shop, standIn, true);
    const won = merchant.dispute(bought, 1_000);
    const { invoice } = bought.payment;
    expect(await whatDiffers()).toEqual([
      `dispute ${invoice}: dispute ${won} is open at the provider, and not in the books`,
    ]);
    expect(await books()).toMatchObject([{ refunded: 0, commission: '1000 held' }]);
    merchant.closeDispute(bought, won, 'won', 1_000);
    expect(await whatDiffers()).toEqual([
      `dispute ${invoice}: dispute ${won} is closed at the provider, and not in the books`,
    ]);
    expect(await books()).toMatchObject([{ refunded: 0, commission: '1000 pending' }]);
    const lost = merchant.dispute(bought, 2_000);
    await whatDiffers();
    merchant.closeDispute(bought, lost, 'lost', 2_000);
    expect(await whatDiffers()).toEqual([
      `refund ${invoice}: 20.00 USD was refunded, of which 0.00 USD is counted`,
    ]);
    expect(await books()).toMatchObject([{ refunded: 2_000, commission: '600 pending' }]);
    await standIn.close();
  });

  test('releases a hold whose end was never reported, however old the dispute is', async () => {
    const { shop, standIn, merchant, metadata } = await openShopWithStandIn('2026-10-28.endive');
    const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    await reconcileShop(shop, standIn, true);
    const dispute = merchant.dispute(bought);
    const disputes = standIn.events(shop.account).filter(({ type }) => type === 'charge.dispute.created');
    await deliverInOrder(service, shop.account, disputes);
    expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([{ commission: '1000 held' }]);
    merchant.closeDispute(bought, dispute, 'won');
    const sinceMs = Date.now() + 60_000;
    const { compared, findings } = await reconcileShop(shop, standIn, true, sinceMs);
    expect([compared, findings.map(({ kind }) => kind)]).toEqual([1, ['dispute']]);
    expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([{ commission: '1000 pending' }]);
    await standIn.close();
  });

  test('leaves a dispute that the processor does not know as it was reported', async () => {
    const { shop, standIn, merchant, metadata } = await openShopWithStandIn('2026-10-28.endive');
    const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    await reconcileShop(shop, standIn, true);
    merchant.dispute(bought);
    const disputes = standIn.events(shop.account).filter(({ type }) => type === 'charge.dispute.created');
    await deliverInOrder(service, shop.account, disputes);
    bought.disputes.length = 0;
    expect((await reconcileShop(shop, standIn, true)).findings).toEqual([]);
    expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([{ commission: '1000 held' }]);
    await standIn.close();
  });

  test('what was missed of the refunds of a charge counts, less what failed', async () => {
    const { shop, standIn, merchant, metadata } = await openShopWithStandIn('2023-10-16');
    const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    const failed = merchant.refund(bought, 3_000);
    await deliverInOrder(service, shop.account, standIn.events(shop.account));
    merchant.failRefund(bought, failed);
    merchant.refund(bought, 1_000);
    merchant.refund(bought, 3_500);
    expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([{ refunded: 3_000 }]);
    await reconcileShop(shop, standIn, true);
    expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([{ refunded: 4_500 }]);
    expect((await reconcileShop(shop, standIn, false)).findings).toEqual([]);
    await standIn.close();
  });

  test.each(LAYOUTS)(
    'finds what only a credit note reports, and counts a refund with a note once, in the layout of %s',
    async (layout) => {
      const { shop, standIn, merchant, metadata } = await openShopWithStandIn(layout);
      const bought = merchant.buy({ mode: 'subscription', amountCents: 5_000, metadata });
      merchant.refund(bought, 1_000, true);
      await reconcileShop(shop, standIn, true);
      expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([{ refunded: 1_000 }]);
      merchant.refundOutside(bought, 500);
      await reconcileShop(shop, standIn, true);
      expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([{ refunded: 1_500 }]);
      expect((await reconcileShop(shop, standIn, false)).findings).toEqual([]);
      await standIn.close();
    },
  );

  test('a refund that a caller reported is no difference', async () => {
    const { shop, standIn, merchant, metadata } = await openShopWithStandIn('2025-07-30.basil');
    const bought = merchant.buy({ mode: 'payment', amountCents: 700, metadata });
    await reconcileShop(shop, standIn, true);
    await service.tracking.submit(refundOf(shop, bought.payment.paymentIntent));
    merchant.refund(bought, 700);
    expect((await reconcileShop(shop, standIn, false)).findings).toEqual([]);
    await standIn.close();
  });

  test('says what is missing before it can begin', async () => {
    const { shop, standIn } = await openShopWithStandIn('2025-07-30.basil');
    await service.pool.query(
      `update payment_connections set status = 'disconnected' where workspace_id = $1`,
      [shop.workspaceId],
    );
    await expect(reconcileShop(shop, standIn, false)).rejects.toThrow('has no connected account');
    await standIn.close();
  });
});
