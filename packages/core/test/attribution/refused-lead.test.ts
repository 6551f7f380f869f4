import { describe, expect, test } from 'vitest';
import { type Customer, decide, formatClickId, type LeadCommand, NO_CREDIT } from '../../src/index.js';
import {
  BROWSER,
  clickOf,
  codeOf,
  customerOf,
  effectsOf,
  enrollmentOf,
  factsOf,
  leadCommand,
  newIds,
} from '../facts-of.js';

const OWN = clickOf();
const OTHER = clickOf({ number: 78, enrollmentId: 6, partnerId: 8, linkId: 9 });
const BY_SALE = { status: 'customer', leadAtMs: null } as const;
const NOTHING = { click: null, linkId: null, code: null, isExpired: false };

function notesOf(customer: Partial<Customer>, lead: Partial<LeadCommand>) {
  const facts = factsOf({
    customers: [
      customerOf({
        click: { number: OWN.number, clickedMs: OWN.clickedMs },
        namedBy: 'server',
        ...customer,
      }),
    ],
    clicks: [OWN, OTHER],
    codes: [codeOf()],
    enrollments: [enrollmentOf(), enrollmentOf({ id: 6, partnerId: 8 })],
  });
  const decision = decide(leadCommand({ customerKey: 'ann', ...lead }), facts, newIds());
  return effectsOf(decision, 'refused_lead').map(({ refused }) => refused);
}

describe('a lead that is refused because its customer is known', () => {
  test.each<[string, Partial<Customer>, Partial<LeadCommand>, object]>([
    ['by a sale', BY_SALE, {}, { ...NOTHING, source: 'server', namesKey: true }],
    ['by a sale, of a page', BY_SALE, { caller: BROWSER }, { ...NOTHING, source: 'browser' }],
    ['by a sale, with its click', BY_SALE, { clickId: formatClickId(OWN) }, { linkId: OWN.linkId }],
    [
      'by a sale with the same click, without a key',
      BY_SALE,
      { customerKey: null, clickId: formatClickId(OWN) },
      { namesKey: false },
    ],
    ['by a lead, with another click', {}, { clickId: formatClickId(OTHER) }, { linkId: 9 }],
    ['by a lead, with a code', {}, { code: 'POD-20' }, { code: 'POD-20' }],
    [
      'by a click, with a key',
      { customerKey: null },
      { clickId: formatClickId(OWN) },
      { namesKey: true, linkId: OWN.linkId },
    ],
  ])('leaves a note where they are known %s', (_what, customer, lead, noted) => {
    expect(notesOf(customer, lead)).toMatchObject([noted]);
  });

  test.each<[string, Partial<Customer>, Partial<LeadCommand>]>([
    ['it says nothing new', {}, {}],
    ['it names the same click', {}, { clickId: formatClickId(OWN) }],
    ['it names an unknown click', {}, { clickId: 'cust_5_5' }],
    ['it names an unknown code', {}, { code: 'NOPE' }],
    ['a page sends another click', {}, { caller: BROWSER, clickId: formatClickId(OTHER) }],
  ])('leaves no note where a lead has made them known and %s', (_what, customer, lead) => {
    expect(notesOf(customer, lead)).toEqual([]);
  });

  test('leaves no note of a test', () => {
    const tested = { ...BY_SALE, ...NO_CREDIT, testMode: true } as const;
    expect(notesOf(tested, { testMode: true })).toEqual([]);
  });
});
