import { describe, expect, test } from 'vitest';
import {
  type Code,
  type Customer,
  type Decision,
  decide,
  type Enrollment,
  formatClickId,
  type SaleCommand,
} from '../../src/index.js';
import {
  BROWSER,
  clickOf,
  codeOf,
  customerOf,
  DAY_MS,
  effectOf,
  effectsOf,
  enrollmentOf,
  factsOf,
  leadCommand,
  NOW_MS,
  newIds,
  programOf,
  saleCommand,
} from '../facts-of.js';

/** The click of the page's claim, one of another partner's link, and one of another link of the first partner. */
const CLAIMED = clickOf();
const OTHER = clickOf({ number: 78, enrollmentId: 6, partnerId: 8, linkId: 9 });
const SAME_PARTNER = clickOf({ number: 79, linkId: 14 });
const SAME_LINK = clickOf({ number: 80 });
const OLD = { ...OTHER, number: 81, clickedMs: NOW_MS - 60 * DAY_MS - 1 };
const CODE = codeOf();
const OWN_CODE = codeOf({ id: 51, code: 'MALLORY', enrollmentId: 5, partnerId: 3 });
const NOBODY = { enrollmentId: null, partnerId: null, linkId: null, click: null, codeId: null };
const BY_CLICK = { enrollmentId: 6, partnerId: 8, linkId: 9, codeId: null };
const BY_CODE = { enrollmentId: 6, partnerId: 8, linkId: null, click: null, codeId: 50 };

const claimed = (changes: Partial<Customer> = {}) =>
  customerOf({
    click: { number: CLAIMED.number, clickedMs: CLAIMED.clickedMs },
    namedBy: 'browser',
    ...changes,
  });

interface World {
  readonly customer?: Customer;
  readonly others?: readonly Customer[];
  readonly precedence?: 'link' | 'code';
  readonly codes?: readonly Code[];
  readonly other?: Partial<Enrollment>;
  readonly own?: Partial<Enrollment>;
}

function factsWith({ customer = claimed(), others = [], precedence = 'link', codes, other, own }: World) {
  return factsOf({
    customers: [customer, ...others],
    clicks: [CLAIMED, OTHER, SAME_PARTNER, SAME_LINK, OLD],
    codes: codes ?? [CODE, OWN_CODE],
    programs: [programOf({ attributionPrecedence: precedence })],
    enrollments: [enrollmentOf(own), enrollmentOf({ id: 6, partnerId: 8, ...other })],
  });
}

type Report = Pick<Partial<SaleCommand>, 'clickId' | 'code' | 'customerKey'>;
const WAYS = {
  lead: (report: Report, world: World) =>
    decide(leadCommand({ customerKey: 'ann', ...report }), factsWith(world), newIds()),
  sale: (report: Report, world: World) =>
    decide(saleCommand({ customerKey: 'ann', ...report }), factsWith(world), newIds()),
  'payment event': (report: Report, world: World) =>
    decide(saleCommand({ customerKey: 'ann', source: 'processor', ...report }), factsWith(world), newIds()),
};

/** The customer after the decision, and whether their credit moved. */
function after(decision: Decision, before: Customer = claimed()) {
  const customer = effectsOf(decision, 'customer').at(-1)?.customer ?? before;
  return { customer, isMoved: effectsOf(decision, 'credit_change').length > 0 };
}

describe.each(Object.entries(WAYS))(
  'a server %s about a customer whom only pages have named',
  (way, report) => {
    test.each<[string, Report, World]>([
      ['a click of another partner', { clickId: formatClickId(OTHER) }, {}],
      [
        'such a click beside a code of the claimed partner',
        { clickId: formatClickId(OTHER), code: 'MALLORY' },
        {},
      ],
      [
        'a click of a partner who is not decided on yet',
        { clickId: formatClickId(OTHER) },
        { other: { status: 'pending' } },
      ],
    ])('moves credit to %s', (_what, sent, world) => {
      const { customer, isMoved } = after(report(sent, world));
      expect(customer).toMatchObject({ ...BY_CLICK, namedBy: 'server', creditChanges: 1 });
      expect(isMoved).toBe(true);
    });

    test.each(['link', 'code'] as const)(
      'moves credit to a code of another partner under the precedence %s',
      (precedence) => {
        for (const clickId of [null, 'cust_5_5', formatClickId(OLD)]) {
          const decision = report({ code: 'pod-20', clickId }, { precedence });
          expect(after(decision)).toMatchObject({
            customer: { ...BY_CODE, namedBy: 'server' },
            isMoved: true,
          });
          if (way === 'lead') continue;
          expect(effectOf(decision, 'sale')?.sale).toMatchObject({
            partnerId: 8,
            creditCodeId: 50,
            codeResult: 'credited',
          });
        }
      },
    );

    test.each<[string, Report, World]>([
      ['its own click', { clickId: formatClickId(CLAIMED) }, {}],
      ['another click of its link', { clickId: formatClickId(SAME_LINK) }, {}],
      ['a code of its partner', { code: 'mallory' }, {}],
      ['a code of its partner beside an expired click', { code: 'mallory', clickId: formatClickId(OLD) }, {}],
    ])('confirms the claim with %s', (_what, sent, world) => {
      const { customer, isMoved } = after(report(sent, world));
      expect(customer).toMatchObject({
        partnerId: 3,
        linkId: 4,
        codeId: null,
        namedBy: 'server',
        creditChanges: 0,
      });
      expect(isMoved).toBe(false);
    });

    test.each<[string, Report, World]>([
      ['neither click nor code', {}, {}],
      ['an unknown click', { clickId: 'cust_5_5' }, {}],
      ['an expired click', { clickId: formatClickId(OLD) }, {}],
      [
        'a click of another customer',
        { clickId: formatClickId(OTHER) },
        { others: [customerOf({ id: 11, customerKey: 'bob', click: OTHER })] },
      ],
      [
        'the former click of another customer',
        { clickId: formatClickId(OTHER) },
        { others: [customerOf({ id: 11, customerKey: 'bob', formerClick: OTHER })] },
      ],
      [
        'a click of a suspended partner',
        { clickId: formatClickId(OTHER) },
        { other: { status: 'suspended' } },
      ],
      ['a click of a rejected partner', { clickId: formatClickId(OTHER) }, { other: { status: 'rejected' } }],
      [
        'its own click, of a partner who is suspended',
        { clickId: formatClickId(CLAIMED) },
        { own: { status: 'suspended' } },
      ],
      ['an unknown code', { code: 'NOPE' }, {}],
      ['a code that is turned off', { code: 'POD-20' }, { codes: [codeOf({ isActive: false })] }],
      [
        'a code of a suspended partner',
        { code: 'POD-20' },
        { codes: [codeOf({ enrollmentStatus: 'suspended' })] },
      ],
    ])('leaves the claim open with %s', (_what, sent, world) => {
      const { customer, isMoved } = after(report(sent, world));
      expect(customer).toMatchObject({ partnerId: 3, linkId: 4, namedBy: 'browser', creditChanges: 0 });
      expect(isMoved).toBe(false);
    });

    test('moves credit to another link of the same partner', () => {
      const { customer, isMoved } = after(report({ clickId: formatClickId(SAME_PARTNER) }, {}));
      expect(customer).toMatchObject({ partnerId: 3, linkId: 14, namedBy: 'server' });
      expect(isMoved).toBe(true);
    });

    test('moves credit of a customer who has paid, and not again afterwards', () => {
      const paid = { status: 'customer', firstSaleId: 20, firstSaleAtMs: NOW_MS } as const;
      const { customer } = after(report({ clickId: formatClickId(OTHER) }, { customer: claimed(paid) }));
      expect(customer).toMatchObject({ ...BY_CLICK, firstSaleId: 20 });
      const again = report({ code: 'MALLORY', clickId: formatClickId(SAME_LINK) }, { customer });
      expect(after(again, customer)).toMatchObject({ customer: BY_CLICK, isMoved: false });
    });

    test('credits a customer without credit by a click of a suspended partner, and leaves the claim open', () => {
      const world: World = { customer: claimed(NOBODY), other: { status: 'suspended' } };
      const decision = report({ clickId: formatClickId(OTHER) }, world);
      const { customer } = after(decision);
      expect(customer).toMatchObject({ ...BY_CLICK, namedBy: 'browser', creditChanges: 1 });
      if (way !== 'lead')
        expect(effectOf(decision, 'commission')?.commission).toMatchObject({ status: 'held' });
      const later = report({ code: 'MALLORY' }, { customer, other: { status: 'suspended' } });
      expect(after(later, customer).customer).toMatchObject({
        partnerId: 3,
        codeId: 51,
        namedBy: 'server',
        creditChanges: 2,
      });
    });
  },
);

describe('a claim that only pages have made', () => {
  test.each<[string, () => Decision]>([
    [
      'a lead of a page',
      () =>
        decide(
          leadCommand({ customerKey: 'ann', caller: BROWSER, clickId: formatClickId(OTHER), code: 'POD-20' }),
          factsWith({}),
          newIds(),
        ),
    ],
    [
      'a test lead',
      () =>
        decide(
          leadCommand({ customerKey: 'ann', testMode: true, clickId: formatClickId(OTHER) }),
          factsWith({}),
          newIds(),
        ),
    ],
    [
      'a test sale',
      () =>
        decide(
          saleCommand({ customerKey: 'ann', testMode: true, clickId: formatClickId(OTHER) }),
          factsWith({}),
          newIds(),
        ),
    ],
  ])('stays open after %s', (_what, report) => {
    const decision = report();
    expect(effectsOf(decision, 'credit_change')).toEqual([]);
    expect(effectsOf(decision, 'customer').filter(({ customer }) => customer.id === 10)).toEqual([]);
  });
});

describe('a sale that moves credit away from a claim', () => {
  test('is credited with what it moved, and names the partner before', () => {
    const decision = WAYS.sale({ clickId: formatClickId(OTHER) }, {});
    const sale = effectOf(decision, 'sale')?.sale;
    expect(sale).toMatchObject({ enrollmentId: 6, partnerId: 8, linkId: 9, creditCodeId: null });
    expect(effectOf(decision, 'commission')?.commission).toMatchObject({ partnerId: 8, amountCents: 2000 });
    expect(effectOf(decision, 'credit_change')?.change).toMatchObject({
      from: { partnerId: 3, linkId: 4 },
      to: BY_CLICK,
      reason: 'server_sale',
      saleId: sale?.id,
    });
  });

  test('follows `attribution_precedence` where click and code are of two other partners', () => {
    const third = codeOf({ id: 52, code: 'THIRD', enrollmentId: 7, partnerId: 9 });
    const facts = factsWith({ precedence: 'code', codes: [third] });
    facts.enrollments.set(7, enrollmentOf({ id: 7, partnerId: 9 }));
    const command = saleCommand({ customerKey: 'ann', clickId: formatClickId(OTHER), code: 'THIRD' });
    const decision = decide(command, facts, newIds());
    expect(effectOf(decision, 'sale')?.sale).toMatchObject({ partnerId: 9, codeResult: 'preferred' });
    expect(after(decision).customer).toMatchObject({ ...BY_CLICK, namedBy: 'server' });
  });

  test('gives a customer without a key the key, and confirms by a live click only', () => {
    const customer = claimed({ customerKey: null });
    const named = WAYS.sale({ clickId: formatClickId(CLAIMED) }, { customer });
    expect(after(named).customer).toMatchObject({ customerKey: 'ann', namedBy: 'server' });
    const suspended = WAYS.sale(
      { clickId: formatClickId(CLAIMED) },
      { customer, own: { status: 'suspended' } },
    );
    expect(after(suspended).customer).toMatchObject({ customerKey: 'ann', namedBy: 'browser' });
  });
});
