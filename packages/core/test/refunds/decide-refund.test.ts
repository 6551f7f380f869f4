import { describe, expect, test } from 'vitest';
import { type Decision, decide, fold, type RefundCommand, refundKeyIndex } from '../../src/index.js';
import {
  commissionOf,
  effectOf,
  effectsOf,
  factsOf,
  NOW_MS,
  newIds,
  refundCommand,
  refused,
  saleOf,
} from '../facts-of.js';

type Rows = Parameters<typeof factsOf>[0];
const decideRefundIn = (rows: Rows, command: Partial<RefundCommand> = {}): Decision =>
  decide(
    refundCommand(command),
    factsOf({ sales: [saleOf()], commissions: [commissionOf()], ...rows }),
    newIds(),
  );

describe('a refund', () => {
  test('of a part reverses as much of the commission, and is counted', () => {
    const decision = decideRefundIn({}, { amountCents: 2500, refundKey: 'r-1' });
    expect(decision.outcome).toEqual({
      kind: 'refund',
      transactionId: 'order-1',
      refundedCents: 2500,
      alreadyRefunded: false,
      commission: { id: 30, amountCents: 1500, status: 'pending' },
    });
    const refund = effectOf(decision, 'refund');
    expect(refund).toMatchObject({
      refund: { refundKey: 'r-1', amountCents: 2500 },
      sale: { refundedCents: 2500 },
    });
    expect(effectsOf(decision, 'movement')).toMatchObject([
      { movement: { kind: 'reverse', from: 'pending', amountCents: 500, refundId: refund?.refund.id } },
    ]);
    const key = { programId: 1, atMs: NOW_MS, partnerId: 3, linkId: 4, currency: 'USD' };
    expect(effectsOf(decision, 'totals').map(({ increment }) => increment)).toEqual([
      { ...key, refundedCents: 2500 },
      { ...key, reversedCents: 500 },
    ]);
  });

  test('without an amount is all that is left', () => {
    const decision = decideRefundIn({
      sales: [saleOf({ refundedCents: 4000 })],
      commissions: [commissionOf({ amountCents: 1200 })],
    });
    expect(decision.outcome).toMatchObject({
      refundedCents: 10_000,
      alreadyRefunded: false,
      commission: { amountCents: 0, status: 'reversed' },
    });
    expect(effectsOf(decision, 'movement')).toMatchObject([{ movement: { amountCents: 1200 } }]);
  });

  test.each([{}, { amountCents: 1 }, { amountCents: 99_999 }, { refundKey: 'new' }])(
    'of a sale that is fully refunded changes nothing, whatever is asked: %j',
    (command) => {
      const rows = {
        sales: [saleOf({ refundedCents: 10_000 })],
        commissions: [commissionOf({ amountCents: 0, status: 'reversed' })],
      };
      expect(decideRefundIn(rows, command)).toEqual({
        outcome: {
          kind: 'refund',
          transactionId: 'order-1',
          refundedCents: 10_000,
          alreadyRefunded: true,
          commission: { id: 30, amountCents: 0, status: 'reversed' },
        },
        effects: [],
      });
    },
  );

  test('of more than is left is refused', () => {
    const rows = { sales: [saleOf({ refundedCents: 4000 })] };
    expect(decideRefundIn(rows, { amountCents: 6001 })).toEqual(refused('refund_too_large'));
    expect(decideRefundIn(rows, { amountCents: 6000 }).outcome).toMatchObject({ refundedCents: 10_000 });
  });

  test('with a key that was used before changes nothing, whatever amount it says', () => {
    const facts = factsOf({ sales: [saleOf()], commissions: [commissionOf()] });
    const newId = newIds();
    const first = decide(refundCommand({ amountCents: 100, refundKey: 'r-1' }), facts, newId);
    for (const effect of first.effects) fold(facts, effect);
    for (const amountCents of [100, 200, 99_999, null]) {
      const again = decide(refundCommand({ amountCents, refundKey: 'r-1' }), facts, newId);
      expect(again).toEqual({ outcome: first.outcome, effects: [] });
    }
    const another = decide(refundCommand({ amountCents: 100, refundKey: 'r-2' }), facts, newId);
    expect(another.outcome).toMatchObject({ refundedCents: 200 });
  });

  test('may use a key that another sale has used', () => {
    const facts = factsOf({ sales: [saleOf()], commissions: [commissionOf()] });
    facts.refundKeys.add(refundKeyIndex(21, 'r-1'));
    const decision = decide(refundCommand({ amountCents: 100, refundKey: 'r-1' }), facts, newIds());
    expect(decision.outcome).toMatchObject({ refundedCents: 100 });
  });

  test('of an unknown sale, and of one in another program, is refused alike', () => {
    expect(decideRefundIn({}, { transactionId: 'order-9' })).toEqual(refused('refund_sale_not_found'));
    expect(decideRefundIn({ sales: [saleOf({ programId: 2 })] })).toEqual(refused('refund_sale_not_found'));
  });

  test('finds the sale by any of its names', () => {
    const facts = factsOf({ commissions: [commissionOf()] });
    fold(facts, { kind: 'sale', sale: saleOf(), references: ['order-1', 'pi_1'] });
    expect(decide(refundCommand({ transactionId: 'pi_1' }), facts, newIds()).outcome).toMatchObject({
      transactionId: 'order-1',
      refundedCents: 10_000,
    });
  });

  test('of a sale without a commission is recorded, with nothing to reverse', () => {
    const sales = [saleOf({ commissionState: 'none', noCommissionCode: 'amount_zero' })];
    const decision = decideRefundIn({ sales, commissions: [] }, { amountCents: 10 });
    expect(decision.outcome).toMatchObject({ refundedCents: 10, commission: null });
    expect(decision.effects.map(({ kind }) => kind)).toEqual(['refund', 'totals']);
  });

  test('of a test sale is recorded and not counted', () => {
    const sales = [saleOf({ testMode: true, commissionState: 'none', noCommissionCode: 'test_sale' })];
    const decision = decideRefundIn({ sales, commissions: [] });
    expect(decision.effects.map(({ kind }) => kind)).toEqual(['refund']);
  });

  test('counts what is reversed in the currency of the commission', () => {
    const rows = { sales: [saleOf({ currency: 'EUR' })] };
    expect(effectsOf(decideRefundIn(rows), 'totals').map(({ increment }) => increment)).toMatchObject([
      { currency: 'EUR', refundedCents: 10_000 },
      { currency: 'USD', reversedCents: 2000 },
    ]);
  });

  test('after the payout takes the money back from the partner', () => {
    const commissions = [commissionOf({ status: 'paid', payoutId: 40 })];
    expect(effectsOf(decideRefundIn({ commissions }, { amountCents: 5000 }), 'movement')).toMatchObject([
      { movement: { from: 'payable', to: 'expense', amountCents: 1000 } },
    ]);
    expect(effectOf(decideRefundIn({ commissions }), 'commission')?.commission).toMatchObject({
      status: 'reversed',
      payoutId: 40,
    });
  });
});
