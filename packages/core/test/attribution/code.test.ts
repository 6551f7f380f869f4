import { describe, expect, test } from 'vitest';
import {
  type Code,
  type CodeResult,
  type Customer,
  decide,
  type Facts,
  formatClickId,
  inProgram,
  type LeadCommand,
  type SaleCommand,
} from '../../src/index.js';
import {
  BROWSER,
  clickOf,
  codeOf,
  customerOf,
  effectOf,
  effectsOf,
  enrollmentOf,
  factsOf,
  leadCommand,
  newIds,
  programOf,
  refused,
  saleCommand,
} from '../facts-of.js';

const CLICK = clickOf();
const CLICK_CREDIT = { enrollmentId: 5, partnerId: 3, linkId: 4 };
const CODE_CREDIT = { enrollmentId: 6, partnerId: 8, linkId: null, click: null, codeId: 50 };
const NOBODY = { enrollmentId: null, partnerId: null, linkId: null, click: null, codeId: null };

interface World {
  readonly codes?: readonly Code[];
  readonly customers?: readonly Customer[];
  readonly precedence?: 'link' | 'code';
}

/** A program with Jane, who has links, and Pod, who has a code. */
function world({ codes = [codeOf()], customers = [], precedence = 'link' }: World = {}): Facts {
  return factsOf({
    codes,
    customers,
    clicks: [CLICK],
    programs: [programOf({ attributionPrecedence: precedence })],
    enrollments: [enrollmentOf(), enrollmentOf({ id: 6, partnerId: 8 })],
  });
}

const lead = (facts: Facts, changes: Partial<LeadCommand>) =>
  decide(leadCommand({ customerKey: 'ann', ...changes }), facts, newIds());
const sale = (facts: Facts, changes: Partial<SaleCommand> = {}) =>
  decide(saleCommand({ customerKey: 'ann', code: 'pod-20', ...changes }), facts, newIds());

describe('a lead with a code', () => {
  test.each([
    ['in any case of its letters', 'pOd-20', {}, 'created', 8],
    ['that nobody has', 'nope', {}, 'unknown', null],
    ['that is turned off', 'POD-20', { isActive: false }, 'inactive', null],
    ['of a suspended partner', 'POD-20', { enrollmentStatus: 'suspended' }, 'partner_not_approved', null],
  ] as const)('%s', (_name, code, changes, codeResult, partnerId) => {
    const decision = lead(world({ codes: [codeOf(changes)] }), { code });
    expect(effectOf(decision, 'lead')?.lead).toMatchObject({ code, codeResult, partnerId });
    expect(effectOf(decision, 'customer')?.customer).toMatchObject(partnerId === null ? NOBODY : CODE_CREDIT);
    expect(decision.outcome).toMatchObject({ kind: 'lead', attributed: partnerId !== null, clickId: null });
  });

  test('needs a click or a key beside the code, from a page as from a server', () => {
    for (const caller of [leadCommand().caller, BROWSER]) {
      for (const code of ['POD-20', 'nope']) {
        const alone = lead(world(), { caller, customerKey: null, code });
        expect(alone.outcome).toEqual({ kind: 'refused', refusal: 'lead_ids_missing' });
        const gone = lead(world(), { caller, customerKey: null, code, clickId: 'cust_1_1' });
        expect(gone.outcome).toEqual({ kind: 'refused', refusal: 'lead_customer_not_found' });
      }
      const named = lead(world(), { caller, code: 'POD-20', clickId: 'cust_1_1' });
      expect(effectOf(named, 'customer')?.customer).toMatchObject({ ...CODE_CREDIT, customerKey: 'ann' });
    }
  });

  test('is credited to its click, which comes first, whatever the program prefers for sales', () => {
    const decision = lead(world({ precedence: 'code' }), { code: 'POD-20', clickId: formatClickId(CLICK) });
    expect(effectOf(decision, 'lead')?.lead).toMatchObject({
      partnerId: 3,
      codeResult: 'kept',
      creditCodeId: null,
    });
  });

  test('that a server repeats credits a customer whom nobody has, and no page can', () => {
    const ann = customerOf({ ...NOBODY, namedBy: 'server' });
    const decision = lead(world({ customers: [ann] }), { code: 'POD-20' });
    expect(decision.outcome).toMatchObject({ refusal: 'status_not_visitor', status: 'lead' });
    expect(effectOf(decision, 'customer')?.customer).toMatchObject(CODE_CREDIT);
    expect(effectOf(decision, 'credit_change')?.change).toMatchObject({
      reason: 'server_lead',
      to: CODE_CREDIT,
    });
    const changesOf = (customer: Customer, changes: Partial<LeadCommand>) =>
      lead(world({ customers: [customer] }), { code: 'POD-20', ...changes }).effects.filter(
        ({ kind }) => kind !== 'refused_lead',
      );
    expect(changesOf(ann, { caller: BROWSER })).toEqual([]);
    const credited = customerOf({ namedBy: 'server' });
    expect(changesOf(credited, {})).toEqual([]);
  });
});

describe('a sale with a code', () => {
  const sold = (facts: Facts, changes: Partial<SaleCommand> = {}) => {
    const decision = sale(facts, changes);
    expect(decision.outcome.kind).toBe('sale');
    return {
      sale: effectOf(decision, 'sale')?.sale,
      commission: effectOf(decision, 'commission')?.commission,
      customer: effectOf(decision, 'customer')?.customer,
      changes: effectsOf(decision, 'credit_change').map(({ change }) => change),
    };
  };

  test('creates its customer, who needs a key', () => {
    const { sale: made, customer, commission, changes } = sold(world());
    expect(customer).toMatchObject({ ...CODE_CREDIT, customerKey: 'ann', status: 'customer' });
    expect(made).toMatchObject({ partnerId: 8, creditCodeId: 50, code: 'pod-20', codeResult: 'created' });
    expect(commission).toMatchObject({ partnerId: 8, amountCents: 2000, reason: { clickId: null } });
    expect(changes).toEqual([]);
    expect(sale(world(), { customerKey: null })).toEqual(refused('sale_customer_not_found', 'no_click'));
    expect(sale(world(), { code: 'nope' })).toEqual(refused('sale_customer_not_found', 'unknown_code'));
  });

  test('credits a customer whom nobody has, from then on', () => {
    const { sale: made, customer, changes } = sold(world({ customers: [customerOf(NOBODY)] }));
    expect(customer).toMatchObject(CODE_CREDIT);
    expect(made).toMatchObject({ partnerId: 8, creditCodeId: 50, codeResult: 'credited' });
    expect(changes).toMatchObject([
      { reason: 'server_sale', from: NOBODY, to: CODE_CREDIT, saleId: made?.id },
    ]);
  });

  test.each([
    ['link', 3, 'kept', null],
    ['code', 8, 'preferred', 50],
  ] as const)(
    'of a customer of another partner is decided by %s',
    (precedence, partnerId, codeResult, creditCodeId) => {
      const ann = customerOf({ click: { number: 77, clickedMs: CLICK.clickedMs } });
      const { sale: made, commission, customer, changes } = sold(world({ customers: [ann], precedence }));
      expect(made).toMatchObject({
        partnerId,
        codeResult,
        creditCodeId,
        enrollmentId: partnerId === 3 ? 5 : 6,
      });
      expect(commission).toMatchObject({
        partnerId,
        reason: { clickId: precedence === 'link' ? formatClickId(CLICK) : null },
      });
      expect(customer).toMatchObject({ ...CLICK_CREDIT, firstSaleId: made?.id });
      expect(changes).toEqual([]);
    },
  );

  test.each<[string, Partial<Code>, CodeResult]>([
    ['of the same partner', { enrollmentId: 5, partnerId: 3 }, 'same_partner'],
    ['that is turned off', { isActive: false }, 'inactive'],
  ])('%s changes nothing, even where codes come first', (_name, changes, codeResult) => {
    const facts = world({ customers: [customerOf()], codes: [codeOf(changes)], precedence: 'code' });
    expect(sold(facts).sale).toMatchObject({ ...CLICK_CREDIT, codeResult, creditCodeId: null });
  });

  test('keeps to its program', () => {
    const elsewhere = codeOf({ programId: 2 });
    expect(sale(world({ codes: [elsewhere] }))).toEqual(refused('sale_customer_not_found', 'unknown_code'));
  });

  test('is found by a discount of the payment provider, unless its own text leads to another', () => {
    const facts = world({
      codes: [codeOf(), codeOf({ id: 51, code: 'OTHER', enrollmentId: 5, partnerId: 3 })],
    });
    const byDiscount = codeOf();
    facts.codesByDiscount.set(inProgram(1, 'promo_1'), byDiscount);
    expect(sold(facts, { code: null, discountIds: ['cpn_9', 'promo_1'] }).sale).toMatchObject({
      code: 'POD-20',
      creditCodeId: 50,
    });
    expect(sold(facts, { code: 'other', discountIds: ['promo_1'] }).sale).toMatchObject({ creditCodeId: 51 });
  });

  test('in test mode makes a test customer and leaves the real one as they are', () => {
    const facts = world({ customers: [customerOf(NOBODY)] });
    const { customer, commission } = sold(facts, { testMode: true });
    expect(customer).toMatchObject({ ...CODE_CREDIT, testMode: true });
    expect(customer?.id).not.toBe(10);
    expect(commission).toBeUndefined();
  });
});
