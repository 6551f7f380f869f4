import { describe, expect, test } from 'vitest';
import {
  type Customer,
  customerAtSale,
  type Decision,
  decide,
  formatClickId,
  type LeadCommand,
  type SaleCommand,
  type UncreditedReason,
} from '../../src/index.js';
import {
  BROWSER,
  clickOf,
  customerOf,
  DAY_MS,
  effectOf,
  effectsOf,
  enrollmentOf,
  factsOf,
  leadCommand,
  NOW_MS,
  newIds,
  ORIGIN,
  programOf,
  refused,
  saleCommand,
  saleOf,
} from '../facts-of.js';

/** Ann's click, and a later one by a link of another partner. */
const FIRST = clickOf();
const OTHER = clickOf({ number: 78, enrollmentId: 6, partnerId: 8, linkId: 9 });
const OTHER_ID = formatClickId(OTHER);
const FIRST_CREDIT = { enrollmentId: 5, partnerId: 3, linkId: 4, click: clickKey(FIRST), codeId: null };
const OTHER_CREDIT = { enrollmentId: 6, partnerId: 8, linkId: 9, click: clickKey(OTHER), codeId: null };
const NOBODY = { enrollmentId: null, partnerId: null, linkId: null, click: null, codeId: null };

function clickKey({ number, clickedMs }: { readonly number: number; readonly clickedMs: number }) {
  return { number, clickedMs };
}

const ALREADY = { kind: 'refused', refusal: 'status_not_visitor', status: 'lead' };

/** Ann, whom a page has named. */
const ann = (changes: Partial<Customer> = {}) =>
  customerOf({ click: clickKey(FIRST), namedBy: 'browser', ...changes });
const uncredited = (changes: Partial<Customer> = {}) => ann({ ...NOBODY, namedBy: 'server', ...changes });
const bob = (changes: Partial<Customer>) => customerOf({ id: 11, customerKey: 'bob', ...changes });
const PAID = { status: 'customer', firstSaleId: 20, firstSaleAtMs: NOW_MS } as const;

/** Ann after a server moved her credit from the first click to the other. */
const moved = ann({ ...OTHER_CREDIT, formerClick: clickKey(FIRST), creditChanges: 1, namedBy: 'server' });
const CHANGE = {
  customerId: 10,
  number: 1,
  workspaceId: 1,
  programId: 1,
  from: FIRST_CREDIT,
  to: OTHER_CREDIT,
  reason: 'server_lead',
  saleId: null,
  note: null,
  by: null,
  movesSales: false,
  occurredAtMs: NOW_MS,
} as const;

type Rows = Parameters<typeof factsOf>[0];
const facts = (rows: Rows) =>
  factsOf({
    clicks: [FIRST, OTHER],
    enrollments: [enrollmentOf(), enrollmentOf({ id: 6, partnerId: 8 })],
    ...rows,
  });
const decideLead = (rows: Rows, command: Partial<LeadCommand>): Decision =>
  decide(leadCommand({ customerKey: 'ann', ...command }), facts(rows), newIds());
const decideSale = (rows: Rows, command: Partial<SaleCommand>): Decision =>
  decide(saleCommand({ customerKey: 'ann', ...command }), facts(rows), newIds());

describe('a program that accepts leads from servers only', () => {
  const programs = [programOf({ leadSource: 'server' }), programOf({ id: 2 })];
  const decideServerOnlyLead = (command: Partial<LeadCommand>, rows: Rows = {}) =>
    decideLead({ programs, origins: { [ORIGIN]: [1] }, ...rows }, { caller: BROWSER, ...command });

  test('refuses every lead of a page, test leads too, before it looks up the customer', () => {
    expect(decideServerOnlyLead({})).toEqual(refused('lead_server_only'));
    expect(decideServerOnlyLead({ clickId: formatClickId(FIRST) })).toEqual(refused('lead_server_only'));
    expect(decideServerOnlyLead({ testMode: true })).toEqual(refused('lead_server_only'));
    expect(decideServerOnlyLead({}, { customers: [ann({ programId: 2 })] })).toEqual(
      refused('lead_server_only'),
    );
    expect(decideServerOnlyLead({}, { customers: [ann()] })).toEqual(refused('lead_server_only'));
  });

  test('reveals that only to allowed origins, and after the checks that need no program', () => {
    expect(decideServerOnlyLead({}, { origins: {} })).toEqual(refused('origin_not_allowed'));
    expect(decideServerOnlyLead({ customerKey: null, clickId: 'cust_5_5' })).toEqual(
      refused('lead_customer_not_found'),
    );
    expect(decideServerOnlyLead({}, { origins: { [ORIGIN]: [1, 2] } })).toEqual(
      refused('lead_customer_not_found'),
    );
    expect(decideServerOnlyLead({ programId: 1 }, { origins: { [ORIGIN]: [1, 2] } })).toEqual(
      refused('lead_server_only'),
    );
  });

  test('accepts leads of its server, and those of pages for other programs', () => {
    expect(decideServerOnlyLead({ caller: leadCommand().caller }).outcome).toMatchObject({ kind: 'lead' });
    expect(decideServerOnlyLead({ programId: 2 }, { origins: { [ORIGIN]: [1, 2] } }).outcome).toMatchObject({
      kind: 'lead',
    });
  });
});

describe('a lead of a page', () => {
  test('gets the status `lead` for every known customer, even one who has paid', () => {
    for (const customer of [ann(), ann(PAID)]) {
      const customers = [customer];
      expect(decideLead({ customers }, { caller: BROWSER }).outcome).toEqual(ALREADY);
      expect(decideLead({ customers }, {}).outcome).toEqual({ ...ALREADY, status: customer.status });
    }
  });

  test('changes nothing of a known customer, whatever click it brings', () => {
    expect(decideLead({ customers: [ann()] }, { caller: BROWSER, clickId: OTHER_ID })).toEqual({
      outcome: ALREADY,
      effects: [],
    });
  });
});

describe('the first lead of a server for a customer whom pages have named', () => {
  test('is refused, and moves credit to a click of another link', () => {
    const decision = decideLead({ customers: [ann()] }, { clickId: OTHER_ID });
    expect(decision.outcome).toEqual(ALREADY);
    expect(effectOf(decision, 'customer')).toEqual({
      kind: 'customer',
      isNew: false,
      customer: moved,
    });
    expect(effectOf(decision, 'credit_change')?.change).toEqual(CHANGE);
    expect(effectsOf(decision, 'lead')).toEqual([]);
    expect(effectsOf(decision, 'totals')).toEqual([]);
  });

  test('moves it from nobody too, and of customers who have paid', () => {
    const decision = decideLead({ customers: [uncredited({ namedBy: 'browser' })] }, { clickId: OTHER_ID });
    expect(effectOf(decision, 'customer')?.customer).toMatchObject({ ...OTHER_CREDIT, formerClick: null });
    expect(effectOf(decision, 'credit_change')?.change).toMatchObject({ from: NOBODY, to: OTHER_CREDIT });
    const later = decideLead({ customers: [ann(PAID)] }, { clickId: OTHER_ID });
    expect(later.outcome).toEqual({ ...ALREADY, status: 'customer' });
    expect(effectOf(later, 'customer')?.customer).toMatchObject({ ...OTHER_CREDIT, firstSaleId: 20 });
  });

  test.each<[string, Partial<Customer>, Partial<LeadCommand>]>([
    ['a customer whom a server has named', { namedBy: 'server' }, {}],
    ['a test lead', {}, { testMode: true }],
  ])('of %s changes nothing', (_what, changes, command) => {
    const decision = decideLead({ customers: [ann(changes)] }, { clickId: OTHER_ID, ...command });
    expect(effectsOf(decision, 'credit_change')).toEqual([]);
    expect(effectsOf(decision, 'customer').filter(({ customer }) => customer.id === 10)).toEqual([]);
  });

  test('with a click of another program is refused for that', () => {
    const elsewhere = clickOf({ number: 79, programId: 2 });
    const rows = { customers: [ann()], clicks: [elsewhere] };
    expect(decideLead(rows, { clickId: formatClickId(elsewhere) })).toEqual(
      refused('customer_other_program', 'other_program'),
    );
  });
});

describe('a test lead', () => {
  test('names a test customer beside the real one with the same key and click', () => {
    for (const clickId of [null, formatClickId(FIRST)]) {
      const decision = decideLead({ customers: [ann()] }, { testMode: true, clickId });
      expect(decision.outcome).toMatchObject({ kind: 'lead', clickId, customerKey: 'ann', testMode: true });
      expect(effectOf(decision, 'customer')).toMatchObject({
        isNew: true,
        customer: { id: 1000, testMode: true, customerKey: 'ann' },
      });
    }
  });

  test('is refused where the test customer is a lead already', () => {
    const customers = [ann({ testMode: true })];
    expect(decideLead({ customers }, { testMode: true })).toEqual({ outcome: ALREADY, effects: [] });
    const byClick = { testMode: true, customerKey: null, clickId: formatClickId(FIRST) };
    expect(decideLead({ customers }, byClick)).toEqual({ outcome: ALREADY, effects: [] });
  });

  test('leaves key and click to the real lead and the real sale', () => {
    const customers = [ann({ testMode: true })];
    const clickId = formatClickId(FIRST);
    const lead = decideLead({ customers }, { clickId });
    expect(lead.outcome).toMatchObject({ kind: 'lead', clickId, attributed: true });
    expect(effectOf(lead, 'customer')).toMatchObject({ isNew: true, customer: { testMode: false } });
    expect(effectOf(decideSale({ customers }, { clickId }), 'customer')).toMatchObject({
      isNew: true,
      customer: { testMode: false, customerKey: 'ann', partnerId: 3 },
    });
    expect(decideSale({ customers }, {})).toEqual(refused('sale_customer_not_found', 'no_click'));
  });
});

describe('a test sale', () => {
  const decideTestSale = (rows: Rows, command: Partial<SaleCommand> = {}) =>
    decideSale(rows, { testMode: true, ...command });

  test('is of the test customer, before the real one', () => {
    const customers = [ann(), ann({ id: 11, testMode: true, ...OTHER_CREDIT })];
    expect(effectOf(decideTestSale({ customers }), 'sale')?.sale).toMatchObject({
      customerId: 11,
      partnerId: 8,
    });
    expect(effectOf(decideSale({ customers }, {}), 'sale')?.sale).toMatchObject({ customerId: 10 });
  });

  test('is of the real customer where there is no other, whom it leaves as they are', () => {
    const customers = [ann({ customerKey: null })];
    const decision = decideTestSale({ customers }, { clickId: formatClickId(FIRST) });
    expect(effectOf(decision, 'sale')?.sale).toMatchObject({ customerId: 10, partnerId: 3 });
    expect(effectsOf(decision, 'customer')).toEqual([]);
  });

  test('names and credits test customers only', () => {
    const clickId = OTHER_ID;
    const fromClick = decideTestSale({}, { clickId });
    expect(effectOf(fromClick, 'customer')).toMatchObject({
      isNew: true,
      customer: { testMode: true, customerKey: 'ann', partnerId: 8 },
    });
    const ofUncredited = decideTestSale({ customers: [uncredited()] }, { clickId });
    expect(effectsOf(ofUncredited, 'customer')).toMatchObject([
      { isNew: true, customer: { testMode: true, customerKey: 'ann', partnerId: 8 } },
    ]);
    expect(effectOf(ofUncredited, 'sale')?.sale).toMatchObject({ customerId: 1000, partnerId: 8 });
    const ofTest = decideTestSale({ customers: [uncredited({ testMode: true })] }, { clickId });
    expect(effectOf(ofTest, 'customer')?.customer).toMatchObject({ id: 10, testMode: true, partnerId: 8 });
    expect(decideTestSale({ customers: [uncredited()] })).toEqual(refused('sale_no_relationship'));
  });
});

describe('a sale that names a click, of a customer credited to nobody', () => {
  test.each(['api', 'processor'] as const)('credits the partner of the click (%s)', (source) => {
    const decision = decideSale({ customers: [uncredited()] }, { clickId: OTHER_ID, source });
    const sale = effectOf(decision, 'sale')?.sale;
    expect(decision.outcome).toMatchObject({ kind: 'sale', commission: { amountCents: 2000 } });
    expect(sale).toMatchObject({ customerId: 10, enrollmentId: 6, partnerId: 8, linkId: 9 });
    expect(effectOf(decision, 'customer')).toMatchObject({
      isNew: false,
      customer: { ...OTHER_CREDIT, creditChanges: 1, status: 'customer', firstSaleId: sale?.id },
    });
    expect(effectOf(decision, 'credit_change')?.change).toMatchObject({
      from: NOBODY,
      to: OTHER_CREDIT,
      reason: 'server_sale',
      saleId: sale?.id,
    });
    expect(effectOf(decision, 'commission')?.commission.reason).toMatchObject({ clickId: OTHER_ID });
    expect(effectOf(decision, 'totals')?.increment).toMatchObject({ partnerId: 8, linkId: 9, customers: 1 });
  });

  test('settles credit: no lead moves it afterwards', () => {
    const decision = decideSale({ customers: [uncredited({ namedBy: 'browser' })] }, { clickId: OTHER_ID });
    expect(effectOf(decision, 'customer')?.customer).toMatchObject({ namedBy: 'server' });
  });

  test('of the processor counts the window up to when the sale was made', () => {
    const old = { ...OTHER, clickedMs: NOW_MS - 70 * DAY_MS };
    const rows = { customers: [uncredited()], clicks: [old] };
    const late = { clickId: formatClickId(old), occurredAtMs: NOW_MS - 20 * DAY_MS };
    expect(decideSale(rows, { ...late, source: 'processor' }).outcome).toMatchObject({ kind: 'sale' });
    expect(decideSale(rows, late)).toEqual(refused('sale_no_relationship', 'click_expired'));
  });

  test.each<[string, Rows, string, UncreditedReason]>([
    ['of another program', { clicks: [{ ...OTHER, programId: 2 }] }, OTHER_ID, 'other_program'],
    [
      'of another customer',
      { customers: [uncredited(), bob({ click: clickKey(OTHER) })] },
      OTHER_ID,
      'no_relationship',
    ],
    ['nobody knows', {}, 'cust_5_5', 'unknown_click'],
  ])('is refused as before with a click %s', (_what, rows, clickId, reason) => {
    expect(decideSale({ customers: [uncredited()], ...rows }, { clickId })).toEqual(
      refused('sale_no_relationship', reason),
    );
  });

  test('changes nothing when its transaction id is taken', () => {
    const decision = decideSale(
      { customers: [uncredited()], sales: [saleOf()] },
      { clickId: OTHER_ID, transactionId: 'order-1' },
    );
    expect(decision).toEqual(refused('sale_duplicate'));
  });

  test('leaves a customer whom a server has named for another partner', () => {
    const decision = decideSale({ customers: [ann({ namedBy: 'server' })] }, { clickId: OTHER_ID });
    expect(effectsOf(decision, 'credit_change')).toEqual([]);
    expect(effectOf(decision, 'sale')?.sale).toMatchObject({ partnerId: 3, linkId: 4 });
  });
});

test('a sale by the click that credit moved away from is of the same customer, credited as they are now', () => {
  for (const command of [{ clickId: formatClickId(FIRST) }, { clickId: OTHER_ID }]) {
    const decision = decideSale({ customers: [moved] }, { customerKey: null, ...command });
    expect(effectOf(decision, 'sale')?.sale).toMatchObject({ customerId: 10, partnerId: 8, linkId: 9 });
  }
  const lead = decideLead({ customers: [moved] }, { customerKey: 'new', clickId: formatClickId(FIRST) });
  expect(lead.outcome).toEqual(ALREADY);
});

test('shows a sale with the click that credited it, even after credit moved', () => {
  expect(customerAtSale(moved, [CHANGE], saleOf()).click).toEqual(clickKey(FIRST));
  expect(customerAtSale(moved, [CHANGE], saleOf(OTHER_CREDIT)).click).toEqual(clickKey(OTHER));
  expect(customerAtSale(ann(), [], saleOf()).click).toEqual(clickKey(FIRST));
});
