import { describe, expect, test } from 'vitest';
import {
  type CommissionRule,
  type Decision,
  decide,
  fold,
  formatClickId,
  type SaleCommand,
} from '../../src/index.js';
import {
  clickOf,
  customerOf,
  DAY_MS,
  effectOf,
  effectsOf,
  enrollmentOf,
  factsOf,
  NOW_MS,
  newIds,
  programOf,
  refused,
  saleCommand,
  saleOf,
  TWENTY_PERCENT,
} from '../facts-of.js';

const CLICK = clickOf();
const CLICK_ID = formatClickId(CLICK);
const ANN = customerOf();

type Rows = Parameters<typeof factsOf>[0];
const decideIn = (rows: Rows, command: Partial<SaleCommand> = { customerKey: 'ann' }): Decision =>
  decide(saleCommand(command), factsOf({ clicks: [CLICK], customers: [ANN], ...rows }), newIds());

describe('a sale', () => {
  test('is recorded, earns its commission, and is counted', () => {
    const decision = decideIn({}, { customerKey: 'ann', amountCents: 12_000, taxCents: 2_000 });
    const sale = effectOf(decision, 'sale')?.sale;
    expect(decision.outcome).toEqual({
      kind: 'sale',
      saleId: sale?.id,
      transactionId: 'order-2',
      amountCents: 12_000,
      currency: 'USD',
      testMode: false,
      commission: {
        id: expect.any(Number),
        amountCents: 2000,
        currency: 'USD',
        status: 'pending',
        payableAtMs: NOW_MS + 30 * DAY_MS,
      },
    });
    expect(sale).toMatchObject({
      ruleId: 1,
      commissionState: 'earned',
      noCommissionCode: null,
      partnerId: 3,
      linkId: 4,
    });
    expect(effectOf(decision, 'sale')?.references).toEqual(['order-2']);
    expect(effectsOf(decision, 'movement')).toHaveLength(1);
    const key = { programId: 1, atMs: NOW_MS, partnerId: 3, linkId: 4, currency: 'USD', dimensions: null };
    expect(effectsOf(decision, 'totals').map(({ increment }) => increment)).toEqual([
      { ...key, sales: 1, customers: 1, revenueCents: 12_000 },
      { ...key, commissionCents: 2000 },
    ]);
  });

  test('earns at the time it happened, and counts on the day it was recorded', () => {
    const occurredAtMs = NOW_MS - 10 * DAY_MS;
    const decision = decideIn({}, { customerKey: 'ann', occurredAtMs });
    expect(effectOf(decision, 'commission')?.commission.payableAtMs).toBe(occurredAtMs + 30 * DAY_MS);
    expect(effectOf(decision, 'customer')?.customer.firstSaleAtMs).toBe(occurredAtMs);
    expect(effectOf(decision, 'totals')?.increment.atMs).toBe(NOW_MS);
  });

  test('in another currency than the program keeps it', () => {
    const decision = decideIn({}, { customerKey: 'ann', currency: 'JPY', amountCents: 500 });
    expect(decision.outcome).toMatchObject({
      currency: 'JPY',
      commission: { amountCents: 100, currency: 'JPY' },
    });
  });

  test('counts a flat commission in the currency of the program', () => {
    const rule: CommissionRule = { ...TWENTY_PERCENT, type: 'flat', basisPoints: null, amountCents: 500 };
    const decision = decideIn({ programs: [programOf({ rule })] }, { customerKey: 'ann', currency: 'EUR' });
    expect(effectsOf(decision, 'totals').map(({ increment }) => increment)).toMatchObject([
      { currency: 'EUR', revenueCents: 10_000 },
      { currency: 'USD', commissionCents: 500 },
    ]);
  });

  test("earns by the partner's own rule where there is one, and keeps which", () => {
    const own = { ...TWENTY_PERCENT, id: 9, scope: 'partner', basisPoints: 100 } as const;
    const decision = decideIn({ enrollments: [enrollmentOf({ rule: own })] });
    expect(effectOf(decision, 'sale')?.sale.ruleId).toBe(9);
    expect(effectOf(decision, 'commission')?.commission).toMatchObject({ ruleId: 9, originalCents: 100 });
  });

  test.each([
    ['a test sale', {}, { testMode: true }, 'test_sale'],
    ['a program without a rule', { programs: [programOf({ rule: null })] }, {}, 'no_rule'],
    [
      'a rule of zero',
      { programs: [programOf({ rule: { ...TWENTY_PERCENT, basisPoints: 0 } })] },
      {},
      'amount_zero',
    ],
  ] as const)('of %s is recorded without a commission, and says why', (_what, rows, changes, code) => {
    const decision = decideIn(rows, { customerKey: 'ann', ...changes });
    expect(decision.outcome).toMatchObject({ kind: 'sale', commission: null });
    expect(effectOf(decision, 'sale')?.sale).toMatchObject({
      commissionState: 'none',
      noCommissionCode: code,
    });
    expect(effectsOf(decision, 'commission')).toEqual([]);
    expect(effectsOf(decision, 'movement')).toEqual([]);
  });

  test('in test mode is not counted, and never the first sale of a customer', () => {
    const decision = decideIn({}, { customerKey: 'ann', testMode: true });
    expect(effectsOf(decision, 'totals')).toEqual([]);
    expect(effectsOf(decision, 'customer')).toEqual([]);
  });

  test('of a customer who has bought before leaves the first sale, the funnel and the count of customers', () => {
    const ann = customerOf({ status: 'customer', firstSaleId: 19, firstSaleAtMs: NOW_MS - DAY_MS });
    const decision = decideIn({ customers: [ann] });
    expect(effectsOf(decision, 'customer')).toEqual([]);
    expect(effectOf(decision, 'totals')?.increment).toMatchObject({ customers: 0, sales: 1 });
    expect(effectOf(decision, 'commission')?.commission.reason).toMatchObject({ firstSaleId: 19 });
  });

  test('made before the first one known moves the date of durations, is not the first sale, and says which date counted so far', () => {
    const first = { id: 19, atMs: NOW_MS - DAY_MS };
    const ann = customerOf({ status: 'customer', firstSaleId: first.id, firstSaleAtMs: first.atMs });
    const occurredAtMs = NOW_MS - 400 * DAY_MS;
    const decide = (durationMonths: number | null, changes = {}) =>
      decideIn(
        { customers: [ann], programs: [programOf({ rule: { ...TWENTY_PERCENT, durationMonths } })] },
        { customerKey: 'ann', ...changes },
      );
    const earlier = decide(12, { occurredAtMs });
    expect(effectOf(earlier, 'customer')?.customer).toMatchObject({
      firstSaleId: first.id,
      firstSaleAtMs: occurredAtMs,
    });
    expect(earlier.effects[1]).toEqual({
      kind: 'earlier_sale',
      customerId: ann.id,
      firstSaleAtMs: first.atMs,
    });
    expect(effectOf(earlier, 'totals')?.increment).toMatchObject({ customers: 0 });
    expect(effectOf(earlier, 'commission')?.commission.reason).toMatchObject({ firstSaleAtMs: occurredAtMs });
    expect(decide(0, { occurredAtMs }).outcome).toMatchObject({ commission: null });
    expect(effectsOf(decide(null, { occurredAtMs: first.atMs }), 'earlier_sale')).toEqual([]);
    expect(effectsOf(decide(null, { occurredAtMs, testMode: true }), 'earlier_sale')).toEqual([]);
  });

  test('of a partner who is suspended by now is recorded, its commission held', () => {
    const decision = decideIn({ enrollments: [enrollmentOf({ status: 'suspended' })] });
    expect(decision.outcome).toMatchObject({ kind: 'sale', commission: { status: 'held' } });
  });

  describe('the customer', () => {
    test('is found by key first, whatever the click says', () => {
      const other = clickOf({ number: 78, partnerId: 8 });
      const decision = decideIn({ clicks: [other] }, { customerKey: 'ann', clickId: formatClickId(other) });
      expect(effectOf(decision, 'sale')?.sale).toMatchObject({ customerId: 10, partnerId: 3 });
    });

    test('is found by click where the key is unknown, and then carries the key', () => {
      const named = customerOf({ customerKey: null, click: CLICK });
      const decision = decideIn({ customers: [named] }, { customerKey: 'bob', clickId: CLICK_ID });
      expect(effectOf(decision, 'customer')).toMatchObject({
        isNew: false,
        customer: { id: 10, customerKey: 'bob' },
      });
    });

    test('keeps the key it has', () => {
      const named = customerOf({ click: CLICK });
      const decision = decideIn({ customers: [named] }, { customerKey: 'bob', clickId: CLICK_ID });
      expect(effectOf(decision, 'customer')?.customer.customerKey).toBe('ann');
    });

    test('may be a click that nobody has named yet', () => {
      const decision = decideIn({}, { clickId: CLICK_ID });
      expect(effectOf(decision, 'customer')).toMatchObject({
        isNew: true,
        customer: {
          status: 'customer',
          customerKey: null,
          leadAtMs: null,
          partnerId: 3,
          click: { number: 77 },
        },
      });
    });

    test('of a known click is found after the window, an unnamed click is not', () => {
      const old = clickOf({ clickedMs: NOW_MS - 61 * DAY_MS });
      const known = customerOf({ click: old });
      const command = { clickId: formatClickId(old) };
      expect(decideIn({ clicks: [old], customers: [known] }, command).outcome).toMatchObject({
        kind: 'sale',
      });
      expect(decideIn({ clicks: [old] }, command)).toEqual(
        refused('sale_customer_not_found', 'click_expired'),
      );
    });
  });

  describe('is refused, in this order:', () => {
    const stranger = customerOf({ customerKey: 'far', id: 11, workspaceId: 2, programId: 3 });
    const elsewhere = customerOf({ customerKey: 'else', id: 12, programId: 2 });
    const nobodys = customerOf({
      customerKey: 'own',
      id: 13,
      enrollmentId: null,
      partnerId: null,
      linkId: null,
    });
    const partless = customerOf({ customerKey: 'part', id: 14, partnerId: null });
    const customers = [ANN, stranger, elsewhere, nobodys, partless];

    test.each(['ann', 'far', 'else', 'own', 'part', 'nobody'])(
      '1. a reference that is taken, for customer %s',
      (customerKey) => {
        const rows = { customers, sales: [saleOf()] };
        expect(decideIn(rows, { customerKey, transactionId: 'order-1' })).toEqual(refused('sale_duplicate'));
        expect(decideIn(rows, { customerKey, references: ['ch_1', 'order-1'] })).toEqual({
          ...refused('sale_duplicate'),
          effects: [
            { kind: 'references', workspaceId: 1, saleId: saleOf().id, references: ['order-2', 'ch_1'] },
          ],
        });
      },
    );

    test('1. a sale of the API that is recorded with another amount or currency', () => {
      const sale = { customerKey: 'ann', transactionId: 'order-1' };
      const { amountCents, currency } = saleOf();
      const repeat = (change: Partial<SaleCommand>) =>
        decideIn({ sales: [saleOf()] }, { ...sale, amountCents, ...change }).outcome;
      const different = { kind: 'refused', refusal: 'sale_duplicate_different' };
      const exact = { kind: 'refused', refusal: 'sale_duplicate' };
      expect(repeat({ amountCents: amountCents + 1 })).toEqual(different);
      expect(repeat({ currency: currency === 'JPY' ? 'EUR' : 'JPY' })).toEqual(different);
      expect(repeat({ currency: null })).toEqual(exact);
      expect(repeat({ currency })).toEqual(exact);
      expect(repeat({ source: 'processor', amountCents: amountCents + 1 })).toMatchObject(exact);
    });

    test('1. a transaction id that another program gave an API sale, in whatever workspace', () => {
      const sale = { customerKey: 'ann', transactionId: 'order-1' };
      for (const workspaceId of [1, 2]) {
        const far = saleOf({ workspaceId, programId: 2 });
        expect(decideIn({ sales: [far] }, sale)).toEqual(refused('sale_duplicate_elsewhere'));
      }
    });

    test('1. accepts the id that another workspace gave a test sale, not one that it gave a real sale', () => {
      const sale = { customerKey: 'ann', transactionId: 'order-1' };
      const far = saleOf({ workspaceId: 2, programId: 2, testMode: true });
      expect(decideIn({ sales: [far] }, sale).outcome).toMatchObject({ kind: 'sale' });
      const real = saleOf({ workspaceId: 2, programId: 2 });
      expect(decideIn({ sales: [real] }, { ...sale, testMode: true })).toEqual(
        refused('sale_duplicate_elsewhere'),
      );
      expect(decideIn({ sales: [saleOf({ testMode: true })] }, sale)).toEqual(refused('sale_duplicate'));
    });

    test('1. not one that a processor event of another workspace has; of its own, it is the same sale', () => {
      const sale = { customerKey: 'ann', transactionId: 'order-1' };
      const source = 'processor';
      const far = saleOf({ workspaceId: 2, programId: 2, source });
      expect(decideIn({ sales: [far] }, sale).outcome).toMatchObject({ kind: 'sale' });
      expect(decideIn({ sales: [saleOf({ source })] }, sale)).toEqual(refused('sale_duplicate'));
      const near = saleOf({ programId: 2, source });
      expect(decideIn({ sales: [near] }, sale)).toEqual(refused('sale_duplicate_elsewhere'));
    });

    test('1. a sale of the processor only by the references of its own workspace', () => {
      const sale = {
        customerKey: 'ann',
        transactionId: 'in_1',
        references: ['order-1'],
        source: 'processor',
      } as const;
      for (const source of ['api', 'processor'] as const) {
        const far = saleOf({ workspaceId: 2, programId: 2, source });
        expect(decideIn({ sales: [far] }, sale).outcome).toMatchObject({ kind: 'sale' });
        const near = saleOf({ programId: 2, source });
        expect(decideIn({ sales: [near] }, sale).outcome).toEqual(refused('sale_duplicate').outcome);
      }
    });

    test.each([
      ['2. nobody', { customerKey: 'nobody' }, 'sale_customer_not_found', 'no_click'],
      ['2. an unknown click', { clickId: 'cust_5_5' }, 'sale_customer_not_found', 'unknown_click'],
      ['2. a key of another workspace', { customerKey: 'far' }, 'sale_customer_not_found', 'no_click'],
      ['3. a customer of another program', { customerKey: 'else' }, 'sale_no_attribution', 'other_program'],
      ['4. a customer nobody brought', { customerKey: 'own' }, 'sale_no_relationship', 'no_relationship'],
      ['5. a customer without a partner', { customerKey: 'part' }, 'sale_no_partner', 'no_relationship'],
    ] as const)('%s', (_what, command, refusal, reason) => {
      expect(decideIn({ customers }, command)).toEqual(refused(refusal, reason));
    });

    test('2. a click of another workspace, named or not', () => {
      const far = clickOf({ number: 90, workspaceId: 2, programId: 3 });
      const command = { clickId: formatClickId(far) };
      expect(decideIn({ clicks: [far] }, command)).toEqual(
        refused('sale_customer_not_found', 'unknown_click'),
      );
      const named = customerOf({ id: 15, workspaceId: 2, programId: 3, customerKey: null, click: far });
      expect(decideIn({ clicks: [far], customers: [named] }, command)).toEqual(
        refused('sale_customer_not_found', 'unknown_click'),
      );
    });

    test('3. a click of another program in the workspace', () => {
      const near = clickOf({ number: 91, programId: 2 });
      expect(decideIn({ clicks: [near] }, { clickId: formatClickId(near) })).toEqual(
        refused('sale_no_attribution', 'other_program'),
      );
    });

    test('4. a relationship that is gone', () => {
      expect(decideIn({ enrollments: [] })).toEqual(refused('sale_no_relationship', 'no_relationship'));
    });
  });

  test('of an archived program is refused, and one of the processor only when it is new', () => {
    const facts = factsOf({ customers: [ANN], programs: [programOf({ isArchived: true })] });
    fold(facts, { kind: 'sale', sale: saleOf({ transactionId: 'in_1' }), references: ['in_1'] });
    const decideSaleOf = (command: Partial<SaleCommand>) =>
      decide(saleCommand({ customerKey: 'ann', ...command }), facts, newIds());
    expect(decideSaleOf({ transactionId: 'in_1' })).toEqual(refused('program_archived'));
    expect(decideSaleOf({})).toEqual(refused('program_archived'));
    const source = 'processor';
    expect(decideSaleOf({ source, customerKey: 'unknown', references: [] })).toEqual(
      refused('program_archived'),
    );
    const again = decideSaleOf({ source, transactionId: 'in_1', references: ['in_1', 'pi_1'] });
    expect(again.outcome).toMatchObject({ refusal: 'sale_duplicate' });
    expect(again.effects).toEqual([{ kind: 'references', workspaceId: 1, saleId: 20, references: ['pi_1'] }]);
  });

  test('takes all its names at once, and each of them is the same sale afterwards', () => {
    const facts = factsOf({ customers: [ANN] });
    const newId = newIds();
    const first = decide(
      saleCommand({ customerKey: 'ann', references: ['pi_1', 'pi_1', 'order-2'] }),
      facts,
      newId,
    );
    expect(effectOf(first, 'sale')?.references).toEqual(['order-2', 'pi_1']);
    for (const effect of first.effects) fold(facts, effect);
    for (const transactionId of ['order-2', 'pi_1']) {
      const again = saleCommand({ customerKey: 'ann', transactionId });
      expect(decide(again, facts, newId)).toEqual(refused('sale_duplicate'));
    }
    const second = decide(saleCommand({ customerKey: 'ann', transactionId: 'order-3' }), facts, newId);
    expect(effectsOf(second, 'customer')).toEqual([]);
    expect(effectOf(second, 'totals')?.increment).toMatchObject({ customers: 0 });
  });
});
