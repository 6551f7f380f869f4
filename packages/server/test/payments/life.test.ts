import {
  createMerchant,
  LAYOUTS,
  type Layout,
  type Merchant,
  type Paid,
  type ProcessorEvent,
} from '@svc/stand-in';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { shared } from '../support/shared.js';
import {
  booksOf,
  deliver,
  differences,
  openShop,
  type Shop,
  settled,
  startProcessorService,
} from './support.js';

const RUNS = 30;

/** A customer's life, as steps that a merchant can play. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('renew' as const), cents: fc.integer({ min: 100, max: 9_000 }) }),
  fc.record({ kind: fc.constant('upgrade' as const), cents: fc.integer({ min: 100, max: 9_000 }) }),
  fc.record({
    kind: fc.constant('once' as const),
    cents: fc.integer({ min: 100, max: 9_000 }),
    withInvoice: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('delayed' as const), cents: fc.integer({ min: 100, max: 9_000 }) }),
  fc.record({
    kind: fc.constant('refund' as const),
    which: fc.nat(20),
    share: fc.integer({ min: 1, max: 100 }),
    note: fc.boolean(),
    fails: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('dispute' as const),
    which: fc.nat(20),
    end: fc.constantFrom('won' as const, 'lost' as const, null),
  }),
);

const life = fc.record({
  layout: fc.constantFrom(...LAYOUTS),
  hasTrial: fc.boolean(),
  steps: fc.array(step, { maxLength: 8 }),
  /** How the events are delivered: in which order, which twice, which only after a while. */
  chaos: fc.array(fc.record({ at: fc.nat(1_000_000), again: fc.boolean(), isLost: fc.boolean() }), {
    minLength: 80,
    maxLength: 80,
  }),
});

interface Expected {
  readonly paid: Paid;
  lostCents: number;
  isOpen: boolean;
}

/** Plays a life; gives the events in the order in which they happened, and what the books must say afterwards. */
function play(shop: Shop, layout: Layout, hasTrial: boolean, steps: readonly Step[]) {
  const events: ProcessorEvent[] = [];
  let seconds = Math.floor(Date.now() / 1000) - 100_000;
  const nextSecond = () => ++seconds;
  const merchant = createMerchant({
    account: shop.account,
    layout,
    emit: (event) => events.push(event),
    nowSeconds: nextSecond,
  });
  const metadata = {
    program_id: String(shop.programId),
    svc_customer_key: shop.customerKey,
    svc_click_id: shop.clickId,
  };
  const subscribed = { mode: 'subscription', metadata, invoiceMetadata: metadata } as const;
  const first = hasTrial
    ? merchant.startTrial({ ...subscribed, amountCents: 0 })
    : merchant.buy({ ...subscribed, amountCents: 2_900, taxCents: 400 }).payment;
  const disputes = new Map<Paid, { lostCents: number; isOpen: boolean }>();
  for (const one of steps) playStep(merchant, first, metadata, one, disputes);
  const expected: Expected[] = merchant.paid.map((paid) => ({
    paid,
    lostCents: disputes.get(paid)?.lostCents ?? 0,
    isOpen: disputes.get(paid)?.isOpen ?? false,
  }));
  return { events, expected };
}

// biome-ignore lint/suspicious/noExplicitAny: the steps are what the arbitrary above makes.
type Step = any;

function playStep(
  merchant: Merchant,
  first: Paid['payment'],
  metadata: Record<string, string>,
  one: Step,
  disputes: Map<Paid, { lostCents: number; isOpen: boolean }>,
): void {
  const target = merchant.paid[one.which % Math.max(1, merchant.paid.length)];
  const keys = { metadata, invoiceMetadata: {} };
  switch (one.kind) {
    case 'renew':
      merchant.renew(first, one.cents);
      return;
    case 'upgrade':
      merchant.renew(first, one.cents, 'subscription_update');
      return;
    case 'once':
      merchant.buy({ mode: 'payment', amountCents: one.cents, withInvoice: one.withInvoice, ...keys });
      return;
    case 'delayed':
      merchant.buy({ mode: 'payment', amountCents: one.cents, isDelayed: true, ...keys });
      return;
    case 'refund': {
      if (target === undefined) return;
      const left = target.payment.amountCents - target.refundedCents;
      const cents = Math.floor((left * one.share) / 100);
      if (cents === 0) return;
      const id = merchant.refund(target, cents, one.note);
      if (one.fails) merchant.failRefund(target, id);
      return;
    }
    case 'dispute': {
      if (target === undefined || disputes.has(target)) return;
      const id = merchant.dispute(target);
      if (one.end !== null) merchant.closeDispute(target, id, one.end);
      const lostCents = one.end === 'lost' ? target.payment.amountCents : 0;
      disputes.set(target, { lostCents, isOpen: one.end === null });
    }
  }
}

function booksExpected(expected: readonly Expected[]) {
  return expected
    .map(({ paid: { payment, refundedCents }, lostCents, isOpen }) => {
      const id = payment.invoice ?? payment.paymentIntent;
      const refunded = Math.min(payment.amountCents, refundedCents + lostCents);
      const earned = Math.round((payment.amountCents - payment.taxCents) / 5);
      // Halves are rounded away from zero, of the share as of the reversal.
      const left =
        earned - Math.floor((2 * earned * refunded + payment.amountCents) / (2 * payment.amountCents));
      const status = left === 0 ? 'reversed' : isOpen ? 'held' : 'pending';
      return {
        id,
        amount: payment.amountCents,
        tax: payment.taxCents,
        refunded,
        commission: `${left} ${status}`,
      };
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

describe.each(engines)('the life of a customer on %s', (engine) => {
  const service = shared(() => startProcessorService(engine));

  test('ends at the same books, shuffled, delivered twice, at once, and some only later', async () => {
    await fc.assert(
      fc.asyncProperty(life, async ({ layout, hasTrial, steps, chaos }) => {
        const shop = await openShop(service);
        const { events, expected } = play(shop, layout, hasTrial, steps);
        const fated = events.map((event, index) => ({ event, ...(chaos[index % chaos.length] ?? chaos[0]) }));
        const arriving = fated
          .filter(({ isLost }) => !isLost)
          .flatMap((one) => (one.again ? [one, one] : [one]));
        arriving.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
        await Promise.all(arriving.map(({ event }) => deliver(service, event)));
        await settled(service, shop.account);
        // What was lost on the way is delivered again, with some of what was not.
        await Promise.all(
          fated.filter(({ isLost, again }) => isLost || again).map(({ event }) => deliver(service, event)),
        );
        await settled(service, shop.account);
        await service.processor.processDue();
        const books = await booksOf(service.pool, shop.workspaceId);
        const sales = books.map(({ id, amount, tax, refunded, commission }) => ({
          id,
          amount,
          tax,
          refunded,
          commission,
        }));
        expect(sales).toEqual(booksExpected(expected));
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: 100_000 },
    );
    expect(await differences(service.pool)).toEqual([]);
  }, 200_000);
});
