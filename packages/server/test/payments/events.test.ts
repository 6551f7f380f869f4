import { LAYOUTS } from '@svc/stand-in';
import { describe, expect, test } from 'vitest';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { refundOf, saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { payOut } from '../support/payouts.js';
import { uniqueName } from '../support/seed.js';
import {
  booksOf,
  deliverInOrder,
  fatesOf,
  openMerchant,
  openShop,
  processorService,
  type Shop,
} from './support.js';

describe.each(engines)('events of the card processor on %s', (engine) => {
  const service = processorService(engine);

  async function nothingIsWritten(shop: Pick<Shop, 'workspaceId'>): Promise<void> {
    for (const table of ['sales', 'payments', 'payment_references', 'payment_adjustments']) {
      const { rows } = await service.pool.query(
        `select count(*)::int as n from ${table} where workspace_id = $1`,
        [shop.workspaceId],
      );
      expect([table, rows[0].n]).toEqual([table, 0]);
    }
  }

  describe('across workspaces nothing is ever written', () => {
    test('under a program, a customer or a click of another workspace', async () => {
      const victim = await openShop(service);
      const { merchant, metadata, arrive, shop, fate } = await openMerchant(service);
      const buy = (keys: Record<string, string>) =>
        merchant.buy({ mode: 'payment', amountCents: 5_000, metadata: keys });
      const program_id = String(shop.programId);
      buy({ ...metadata, program_id: String(victim.programId) });
      buy({
        program_id: String(victim.programId),
        svc_customer_key: victim.customerKey,
        svc_click_id: victim.clickId,
      });
      buy({ program_id, svc_customer_key: victim.customerKey });
      buy({ program_id, svc_click_id: victim.clickId });
      expect(await arrive()).toEqual([]);
      expect(await fate()).toMatch(/^ignored: No customer of this workspace is known/);
      await nothingIsWritten(victim);
    });

    test('under an account that is nobody, disconnected, or only being connected', async () => {
      for (const status of ['disconnected', 'pending', 'not_connected']) {
        const { shop, merchant, metadata, arrive } = await openMerchant(service);
        await service.pool.query('update payment_connections set status = $2 where workspace_id = $1', [
          shop.workspaceId,
          status,
        ]);
        merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
        expect(await arrive()).toEqual([]);
        await nothingIsWritten(shop);
      }
    });

    test('when another workspace has used a reference first, whose sale is neither touched nor in the way', async () => {
      const squatter = await openShop(service);
      const { merchant, metadata, arrive } = await openMerchant(service);
      const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
      const caller = { customerKey: squatter.customerKey, transactionId: bought.payment.paymentIntent };
      await service.tracking.submit(saleOf(squatter, { ...caller, amountCents: 1 }));
      merchant.refund(bought, 5_000);
      expect(await arrive()).toMatchObject([{ amount: 5_000, refunded: 5_000, commission: '0 reversed' }]);
      expect(await booksOf(service.pool, squatter.workspaceId)).toMatchObject([
        { amount: 1, refunded: 0, names: [bought.payment.paymentIntent] },
      ]);
    });
  });

  describe('the keys in the metadata', () => {
    test.each([
      ['none', {}],
      ['no program', { svc_customer_key: 'x' }],
      ['a program that is no number', { program_id: '101abc', svc_customer_key: 'x' }],
      ['a program that does not exist', { program_id: '999999999', svc_customer_key: 'x' }],
      ['a program and nobody', { program_id: '$' }],
    ])('with %s there is no sale, and nothing is consumed', async (_what, given: Record<string, string>) => {
      const { shop, merchant, metadata, arrive, events } = await openMerchant(service);
      const keys = Object.fromEntries(
        Object.entries(given).map(([key, text]) => [key, text.replace('$', metadata.program_id)]),
      );
      const { payment } = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata: keys });
      expect(await arrive()).toEqual([]);
      events.length = 0;
      const caller = { transactionId: payment.paymentIntent, customerKey: shop.customerKey };
      expect(await service.tracking.submit(saleOf(shop, caller))).toMatchObject({ kind: 'sale' });
    });

    test.each(['', 'undefined', 'null', 'nobody-knows-this'])(
      'a customer key %j falls back to the click',
      async (key) => {
        const { shop, merchant, metadata, arrive } = await openMerchant(service);
        const keys = { ...metadata, svc_customer_key: key === 'nobody-knows-this' ? uniqueName('new') : key };
        merchant.buy({
          mode: 'payment',
          amountCents: 5_000,
          metadata: { ...keys, svc_click_id: shop.clickId },
        });
        expect(await arrive()).toMatchObject([{ amount: 5_000, commission: '1000 pending' }]);
      },
    );

    test.each(['', 'undefined', 'cust_1_1'])('a click id %j is as if absent', async (clickId) => {
      const { merchant, metadata, arrive } = await openMerchant(service);
      merchant.buy({ mode: 'payment', amountCents: 5_000, metadata: { ...metadata, svc_click_id: clickId } });
      expect(await arrive()).toHaveLength(1);
    });

    test.each(LAYOUTS)('of a subscription credit its renewals in the layout of %s', async (layout) => {
      const { merchant, metadata, arrive } = await openMerchant(service, layout);
      const bought = {
        mode: 'subscription',
        amountCents: 2_900,
        taxCents: 400,
        metadata,
        invoiceMetadata: metadata,
      } as const;
      const first = merchant.buy(bought);
      merchant.renew(first.payment, 3_900);
      expect(
        (await arrive()).map(({ amount, tax, commission }) => [amount, tax, commission]).toSorted(),
      ).toEqual([
        [2_900, 400, '500 pending'],
        [3_900, 0, '780 pending'],
      ]);
    });

    test('missing from subscription_data.metadata: the start counts, renewals do not, and coverage says so', async () => {
      const { shop, merchant, metadata, arrive, fate } = await openMerchant(service);
      const first = merchant.buy({ mode: 'subscription', amountCents: 2_900, metadata });
      const renewal = merchant.renew(first.payment, 2_900);
      expect(await arrive()).toHaveLength(1);
      expect(Object.values(await fatesOf(service.pool, shop.account)).join()).toMatch(
        /subscription_data\.metadata/,
      );
      expect(await fate()).toMatch(/^waiting/);
      const cookie = await signInAs(service, shop.workspaceId, 'viewer');
      const { body } = await ask(service, `/api/workspaces/${shop.workspaceId}/processor-coverage`, {
        cookie,
      });
      expect(body.totals).toEqual([
        { currency: 'USD', paid_cents: 5_800, paid_cents_with_keys: 2_900, share: 5_000 },
      ]);
      expect(body.kinds).toMatchObject([
        {
          kind: 'renewal',
          share: 0,
          first_without_keys: { transaction_id: renewal.payment.invoice },
          advice: expect.stringContaining('subscription_data'),
        },
        { kind: 'subscription_start', share: 10_000, first_without_keys: null, advice: null },
      ]);
    });
  });

  test('an event in test mode is a test sale, and a real one where test events count as real', async () => {
    const { merchant, metadata, arrive, shop } = await openMerchant(service, undefined, false);
    merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    expect(await arrive()).toMatchObject([{ test: true, commission: null }]);
    const { rows } = await service.pool.query('select 1 from processor_coverage where workspace_id = $1', [
      shop.workspaceId,
    ]);
    expect(rows).toEqual([]);
  });

  test('a sale call with any name of a sale is a duplicate, before and after the event', async () => {
    const { shop, merchant, metadata, arrive, events } = await openMerchant(service, '2025-07-30.basil');
    const { payment } = merchant.buy({ mode: 'subscription', amountCents: 2_900, metadata });
    const names = [payment.invoice, payment.session, payment.paymentIntent];
    await arrive();
    for (const name of names) {
      const caller = { transactionId: name ?? '', customerKey: shop.customerKey };
      expect(await service.tracking.submit(saleOf(shop, { ...caller, amountCents: 2_900 }))).toMatchObject({
        refusal: 'sale_duplicate',
      });
      expect(await service.tracking.submit(saleOf(shop, { ...caller, amountCents: 2_901 }))).toMatchObject({
        refusal: 'sale_duplicate_different',
      });
    }
    const called = merchant.buy({ mode: 'payment', amountCents: 700, metadata, withInvoice: true }).payment;
    const caller = { transactionId: called.paymentIntent, customerKey: shop.customerKey, amountCents: 700 };
    await service.tracking.submit(saleOf(shop, caller));
    await arrive();
    expect(events).toEqual([]);
    const books = await booksOf(service.pool, shop.workspaceId);
    expect(books.map(({ amount }) => amount).toSorted()).toEqual([2_900, 700].toSorted());
    expect(books.find(({ id }) => id === called.paymentIntent)?.names).toEqual(
      [called.paymentIntent, called.session, called.invoice].toSorted(),
    );
  });

  test('a sale call after its refund was reported is refunded at once', async () => {
    const { shop, merchant, metadata, events } = await openMerchant(service);
    const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    events.length = 0;
    merchant.refund(bought, 2_000);
    await deliverInOrder(service, shop.account, events);
    const caller = {
      transactionId: bought.payment.paymentIntent,
      customerKey: shop.customerKey,
      amountCents: 5_000,
    };
    await service.tracking.submit(saleOf(shop, caller));
    expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([
      { refunded: 2_000, commission: '600 pending' },
    ]);
    const cookie = await signInAs(service, shop.workspaceId, 'viewer');
    const { body } = await ask(service, `/api/workspaces/${shop.workspaceId}/processor-events`, { cookie });
    expect(body.data.map((one: { status: string }) => one.status)).toEqual([
      'processed',
      'processed',
      'processed',
    ]);
  });

  test('events are listed by the status they are shown with, and one that waited counts as processed', async () => {
    const { shop, merchant, metadata, events } = await openMerchant(service);
    const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    events.length = 0;
    merchant.refund(bought, 2_000);
    merchant.buy({ mode: 'payment', amountCents: 5_000, metadata: {} });
    await deliverInOrder(service, shop.account, events);
    const cookie = await signInAs(service, shop.workspaceId, 'viewer');
    const countOf = async (status: string) => {
      const path = `/api/workspaces/${shop.workspaceId}/processor-events?status=${status}`;
      const { body } = await ask(service, path, { cookie });
      for (const event of body.data) expect(event.status).toBe(status);
      return body.data.length;
    };
    const waiting = await countOf('waiting');
    const processed = await countOf('processed');
    expect(waiting).toBeGreaterThan(0);
    expect(await countOf('ignored')).toBeGreaterThan(0);
    const caller = {
      transactionId: bought.payment.paymentIntent,
      customerKey: shop.customerKey,
      amountCents: 5_000,
    };
    await service.tracking.submit(saleOf(shop, caller));
    expect(await countOf('waiting')).toBe(0);
    expect(await countOf('processed')).toBe(processed + waiting);
    const wrong = await ask(service, `/api/workspaces/${shop.workspaceId}/processor-events?status=gone`, {
      cookie,
    });
    expect([wrong.status, wrong.body]).toEqual([400, { error: 'status is invalid' }]);
  });

  test('a refund that a caller also reports counts once', async () => {
    const { shop, merchant, metadata, arrive } = await openMerchant(service);
    const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    await arrive();
    await service.tracking.submit(refundOf(shop, bought.payment.paymentIntent, { amountCents: 2_000 }));
    merchant.refund(bought, 2_000);
    expect(await arrive()).toMatchObject([{ refunded: 2_000, commission: '600 pending' }]);
  });

  test('a refund after the payout is carried to the next, and one that fails is owed no longer', async () => {
    const { shop, merchant, metadata, arrive } = await openMerchant(service);
    await service.pool.query('update programs set hold_days = 0 where id = $1', [shop.programId]);
    const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    await arrive();
    const { ids } = service.tracking;
    await matureCommissions(service.pool, ids, { nowMs: Date.now() + 1000 });
    const payee = { programId: shop.programId, partnerId: shop.partnerId, currency: 'USD' };
    await payOut({ pool: service.pool, ids }, payee);
    const refund = merchant.refund(bought, 5_000);
    expect(await arrive()).toMatchObject([{ refunded: 5_000, commission: '0 reversed' }]);
    merchant.failRefund(bought, refund);
    expect(await arrive()).toMatchObject([{ refunded: 0, commission: '1000 paid' }]);
    const dispute = merchant.dispute(bought);
    expect(await arrive()).toMatchObject([{ commission: '1000 paid' }]);
    merchant.closeDispute(bought, dispute, 'lost', 2_500);
    expect(await arrive()).toMatchObject([{ refunded: 2_500, commission: '500 paid' }]);
  });

  test('a dispute that ends because the money was paid back lets go of the rest', async () => {
    const { merchant, metadata, arrive } = await openMerchant(service, '2022-11-15');
    const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    const dispute = merchant.dispute(bought, 2_000);
    expect(await arrive()).toMatchObject([{ commission: '1000 held' }]);
    merchant.refund(bought, 2_000);
    expect(await arrive()).toMatchObject([{ refunded: 2_000, commission: '600 held' }]);
    merchant.closeDispute(bought, dispute, 'charge_refunded', 2_000);
    expect(await arrive()).toMatchObject([{ refunded: 2_000, commission: '600 pending' }]);
  });
});
