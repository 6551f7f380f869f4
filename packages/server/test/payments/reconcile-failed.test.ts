import { chargeObject, disputeObject, newId, refundObject } from '@svc/stand-in';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { compare, referencesIn, reportEvents } from '../../src/payments/compare.js';
import { findKnownSales, findOpenDisputes } from '../../src/payments/find-known-sales.js';
import { fetchEvents } from '../../src/providers/stripe/fetch-events.js';
import { shared } from '../support/shared.js';
import {
  booksOf,
  deliverInOrder,
  openMerchant,
  type Shop,
  startProcessorService,
  stripe,
} from './support.js';

/** Refunds are reported by the running total of their charge only, and one by one when they failed. */
const LAYOUT = '2023-10-16';

/** What the processor answers, at the moments in which it is asked. */
interface Answers {
  readonly charges?: readonly object[];
  readonly refunds?: readonly object[];
  readonly byId?: Readonly<Record<string, object>>;
}

function clientOf({ charges = [], refunds = [], byId = {} }: Answers): Stripe {
  const stripeList = (rows: readonly object[]) => ({
    async *list() {
      yield* rows;
    },
    retrieve: async (id: string) => byId[id],
  });
  return {
    checkout: { sessions: stripeList([]) },
    invoices: stripeList([]),
    invoicePayments: stripeList([]),
    creditNotes: stripeList([]),
    charges: stripeList(charges),
    refunds: stripeList(refunds),
    disputes: stripeList([]),
  } as unknown as Stripe;
}

const nowSeconds = () => Math.floor(Date.now() / 1000);
const eventOf = (account: string, type: string, object: object, created: number) => ({
  id: newId('evt'),
  object: 'event',
  account,
  created,
  livemode: true,
  type,
  data: { object },
});

const service = shared(() => startProcessorService('embedded'));

async function reconcile(shop: Shop, answers: Answers): Promise<void> {
  const { pool } = service;
  const fetched = await fetchEvents(clientOf(answers), {
    accountId: shop.account,
    sinceMs: Date.now() - 86_400_000,
    nowMs: Date.now(),
    openDisputes: await findOpenDisputes(pool, shop.workspaceId),
  });
  const events = reportEvents(stripe, fetched);
  const known = await findKnownSales(pool, shop.workspaceId, referencesIn(events));
  const findings = compare(events, known, new Set([shop.programId]));
  const missed = findings.flatMap((finding) => finding.events.map(({ body }) => JSON.parse(body)));
  await deliverInOrder(service, shop.account, missed);
}

async function sold(amountCents: number) {
  const opened = await openMerchant(service, LAYOUT);
  const { payment } = opened.merchant.buy({ mode: 'payment', amountCents, metadata: opened.metadata });
  await opened.arrive();
  return { ...opened, payment };
}

test('a failed refund whose charge is older than what is asked for is not taken off a total that knew of it', async () => {
  const { shop, payment } = await sold(10_000);
  const at = nowSeconds() - 5_000;
  const dispute = newId('du');
  const total = (cents: number, seconds: number) =>
    eventOf(shop.account, 'charge.refunded', chargeObject(payment, cents, LAYOUT), at + seconds);
  const disputed = disputeObject(payment, dispute, 100, 'needs_response');
  await deliverInOrder(service, shop.account, [
    total(2_000, 0),
    total(5_000, 10),
    total(3_000, 30),
    eventOf(shop.account, 'charge.dispute.created', disputed, at + 40),
  ]);
  const refundAt = (cents: number, status: 'succeeded' | 'failed', seconds: number) => ({
    ...refundObject(payment, newId('re'), cents, status),
    created: at + seconds,
  });
  await reconcile(shop, {
    refunds: [refundAt(1_000, 'succeeded', 30), refundAt(3_000, 'failed', 10)],
    byId: {
      [payment.charge]: chargeObject(payment, 3_000, LAYOUT),
      [dispute]: disputeObject(payment, dispute, 100, 'won'),
    },
  });
  expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([
    { refunded: 3_000, commission: '1400 pending' },
  ]);
});
