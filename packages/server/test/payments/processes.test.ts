import { randomInt } from 'node:crypto';
import { createMerchant, type ProcessorEvent } from '@svc/stand-in';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { openDatabase } from '../../src/database/open.js';
import { createTracking } from '../../src/ingest/index.js';
import { createProcessor } from '../../src/payments/processor.js';
import { saleOf } from '../support/commands.js';
import { newPostgresUrl } from '../support/engines.js';
import { booksOf, differences, openShop, providers, settled } from './support.js';

const SHOPS = 12;

test('two processes that get the same events, and sale calls, at once keep the same books', async () => {
  const databaseUrl = await newPostgresUrl();
  const nodes = await Promise.all(
    [1, 2].map(async () => {
      const { pool, engine } = await openDatabase({ databaseUrl, dataDir: '' });
      const logger = pino({ level: 'silent' });
      const tracking = createTracking({ pool, engine, logger });
      return {
        pool,
        tracking,
        processor: createProcessor({ pool, providers, tracking, logger, testEvents: 'test', now: systemNow }),
      };
    }),
  );
  const [node, other] = nodes;
  if (node === undefined || other === undefined) throw new Error('no nodes');
  const shops = await Promise.all(Array.from({ length: SHOPS }, () => openShop(node)));
  const work: (() => Promise<unknown>)[] = [];
  for (const shop of shops) {
    const events: ProcessorEvent[] = [];
    const merchant = createMerchant({
      account: shop.account,
      layout: '2025-07-30.basil',
      emit: (one) => void events.push(one),
    });
    const metadata = { program_id: String(shop.programId), svc_customer_key: shop.customerKey };
    const subscribed = { mode: 'subscription', metadata, invoiceMetadata: metadata } as const;
    const first = merchant.buy({ ...subscribed, amountCents: 2_900 });
    merchant.refund(first, 900, true);
    merchant.dispute(merchant.renew(first.payment, 3_000));
    const called = merchant.buy({ mode: 'payment', amountCents: 700, metadata }).payment.paymentIntent;
    merchant.failRefund(first, merchant.refund(first, 2_000));
    for (const event of events) {
      const body = JSON.stringify(event);
      const { id: eventId, type } = event;
      const arrived = {
        provider: 'stripe',
        connectionId: null,
        eventId,
        type,
        accountId: shop.account,
        createdMs: Number(event.created) * 1000,
        body,
      };
      // The second has another id: the processor reports the same in two events.
      const again = { ...arrived, eventId: `${eventId}b`, body: body.replace(eventId, `${eventId}b`) };
      work.push(() => node.processor.accept({ ...arrived, receivedAtMs: Date.now() }));
      work.push(() => other.processor.accept({ ...again, receivedAtMs: Date.now() }));
    }
    const call = { transactionId: called, customerKey: shop.customerKey, amountCents: 700 };
    work.push(() => other.tracking.submit(saleOf(shop, call)));
  }
  const order = work.map((one) => ({ one, at: randomInt(1_000_000) })).toSorted((a, b) => a.at - b.at);
  await Promise.all(order.map(({ one }) => one()));
  for (const shop of shops) await settled(node, shop.account);
  await node.processor.processDue();
  for (const shop of shops) {
    const books = await booksOf(node.pool, shop.workspaceId);
    expect(
      books.map(({ amount, refunded, commission }) => `${amount} ${refunded} ${commission}`).toSorted(),
    ).toEqual(['2900 900 400 pending', '3000 0 600 held', '700 0 140 pending'].toSorted());
  }
  expect(await differences(node.pool)).toEqual([]);
  for (const { processor, tracking, pool } of nodes) {
    await processor.close();
    await tracking.close();
    await pool.end();
  }
});
