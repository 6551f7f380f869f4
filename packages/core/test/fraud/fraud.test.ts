import { describe, expect, test } from 'vitest';
import {
  adParameterOf,
  decide,
  type Enrollment,
  type Facts,
  type FraudAction,
  type FraudFlag,
  findSelfReferral,
  formatClickId,
  NO_FRAUD_CHECKS,
} from '../../src/index.js';
import {
  clickOf,
  codeOf,
  customerOf,
  effectOf,
  enrollmentOf,
  factsOf,
  NOW_MS,
  newIds,
  programOf,
  saleCommand,
  TWENTY_PERCENT,
} from '../facts-of.js';

describe('a self-referral', () => {
  const jane = { email: 'Jane@Acme.test', ownDomain: 'acme.test' };
  const ann = { email: 'ann.lee@gmail.com', ownDomain: null };

  test.each([
    ['jane@acme.test', jane, { domain: null }],
    ['JANE+trial@acme.TEST', jane, { domain: null }],
    ['joe@acme.test', jane, { domain: 'acme.test' }],
    ['joe@mail.acme.test', jane, null],
    ['jane@other.test', jane, null],
    ['a.nnlee+x@gmail.com', ann, { domain: null }],
    ['annlea@gmail.com', ann, null],
    ['AnnLee@googlemail.com', ann, { domain: null }],
    ['ann.lee@gmail.com.', ann, { domain: null }],
    ['ann.lee+a@Gmail.com. ', ann, { domain: null }],
    ['ann.lee@mail.com', ann, null],
    ['ann@me.com', { email: 'ann@icloud.com', ownDomain: null }, { domain: null }],
    ['ann+x@mac.com', { email: 'ann@me.com', ownDomain: null }, { domain: null }],
    ['a.nn@me.com', { email: 'ann@icloud.com', ownDomain: null }, null],
    ['an_n@pm.me', { email: 'a.nn@protonmail.com', ownDomain: null }, { domain: null }],
    ['a-nn@ya.ru', { email: 'a.nn@yandex.com', ownDomain: null }, { domain: null }],
    ['joe@acme.test.', { email: 'ann@acme.test', ownDomain: 'acme.test' }, { domain: 'acme.test' }],
    [null, jane, null],
    ['no address', jane, null],
    ['@acme.test', jane, null],
  ])('of %s', (email, partner, found) => {
    expect(findSelfReferral(email, partner)).toEqual(found);
  });
});

test.each([
  ['https://acme.test/?aff=jane&gclid=Cj0', 'gclid'],
  ['https://acme.test/?MSCLKID=1', 'msclkid'],
  ['https://acme.test/?gclid=', null],
  ['https://acme.test/?gclid', null],
  ['https://acme.test/gclid=1', null],
  ['https://acme.test/#?gclid=1', null],
  ['https://acme.test/?x=gclid=1&fbclid=2', 'fbclid'],
  ['https://acme.test', null],
])('the advertising parameter of %s is %s', (address, name) => {
  expect(adParameterOf(address)).toBe(name);
});

describe('a sale', () => {
  const CLICK = clickOf({ clickedMs: NOW_MS - 60_000 });

  function sell({
    flag,
    action = 'flag',
    click = {},
    customer = {},
    enrollment = {},
    command = {},
    change,
  }: {
    readonly flag: FraudFlag;
    readonly action?: FraudAction;
    readonly click?: Parameters<typeof clickOf>[0];
    readonly customer?: Parameters<typeof customerOf>[0];
    readonly enrollment?: Partial<Enrollment>;
    readonly command?: Parameters<typeof saleCommand>[0];
    readonly change?: (facts: Facts) => void;
  }) {
    const clicked = { ...CLICK, ...click };
    const facts = factsOf({
      programs: [programOf({ rule: TWENTY_PERCENT, fraud: { ...NO_FRAUD_CHECKS, [flag]: action } })],
      enrollments: [enrollmentOf(enrollment)],
      clicks: [clicked],
      codes: [codeOf()],
      customers: [customerOf({ click: clicked, clickEvidence: clicked.evidence, ...customer })],
    });
    change?.(facts);
    const decision = decide(saleCommand({ customerKey: 'ann', ...command }), facts, newIds());
    return effectOf(decision, 'commission')?.commission;
  }

  test.each([
    [0, 0],
    [10_000, 10],
    [-3_000, 0],
  ])('%i ms after the click is fast', (ms, seconds) => {
    const commission = sell({ flag: 'fast_sale', click: { clickedMs: NOW_MS - ms } });
    expect(commission).toMatchObject({ status: 'pending', flags: [{ flag: 'fast_sale', seconds }] });
  });

  test('10,001 ms after the click is not fast, nor is one of the processor that was made later', () => {
    expect(sell({ flag: 'fast_sale', click: { clickedMs: NOW_MS - 10_001 } })?.flags).toBeNull();
    const command = { source: 'processor', occurredAtMs: NOW_MS + 20_000 } as const;
    expect(sell({ flag: 'fast_sale', click: { clickedMs: NOW_MS }, command })?.flags).toBeNull();
  });

  test('is flagged for more than 50 clicks, and for a parameter of an advertisement', () => {
    const evidence = { adParameter: 'gclid', visitorClicks: 51 };
    expect(sell({ flag: 'click_burst', click: { evidence } })?.flags).toEqual([
      { flag: 'click_burst', action: 'flag', clicks: 51 },
    ]);
    expect(sell({ flag: 'paid_search', click: { evidence } })?.flags).toEqual([
      { flag: 'paid_search', action: 'flag', parameter: 'gclid' },
    ]);
    const few = { adParameter: null, visitorClicks: 50 };
    expect(sell({ flag: 'click_burst', click: { evidence: few } })?.flags).toBeNull();
  });

  test('by a customer with the address of the partner is held from the start, or only flagged, or neither', () => {
    const customer = { email: 'jane@partner.test' };
    const held = sell({ flag: 'self_referral', action: 'hold', customer });
    expect(held).toMatchObject({
      status: 'held',
      holdKind: 'flagged',
      holdNote: null,
      flags: [{ flag: 'self_referral', action: 'hold', domain: null }],
    });
    expect(sell({ flag: 'self_referral', customer })).toMatchObject({ status: 'pending', holdKind: null });
    expect(sell({ flag: 'self_referral', action: 'off', customer })?.flags).toBeNull();
    const suspended = { status: 'suspended' } as const;
    expect(sell({ flag: 'self_referral', action: 'hold', customer, enrollment: suspended })).toMatchObject({
      holdKind: 'partner_suspended',
      flags: [{ flag: 'self_referral' }],
    });
  });

  test('of a customer without a click of the partner says nothing of clicks', () => {
    const evidence = { adParameter: 'gclid', visitorClicks: 51 };
    for (const flag of ['fast_sale', 'click_burst', 'paid_search'] as const) {
      const click = { clickedMs: NOW_MS, evidence };
      expect(sell({ flag, click, customer: { linkId: null } })?.flags).toBeNull();
      expect(sell({ flag, click })?.flags).not.toBeNull();
    }
  });

  test.each([
    [19, 0, null],
    [20, 0, { customers: 21, average: 0 }],
    [20, 126, null],
    [20, 125, { customers: 21, average: 4.2 }],
  ])('by a code after %i customers today and %i in 30 days', (today, before, found) => {
    const code = codeOf();
    const commission = sell({
      flag: 'code_leak',
      customer: { click: null, linkId: null, codeId: code.id },
      change: (facts) => facts.codeUse.set(code.id, { today, before }),
    });
    expect(commission?.flags ?? null).toEqual(found && [{ flag: 'code_leak', action: 'flag', ...found }]);
  });

  test('by a code counts only customers who are new', () => {
    const code = codeOf();
    const change = (facts: Facts) => facts.codeUse.set(code.id, { today: 100, before: 0 });
    const known = { click: null, linkId: null, codeId: code.id, firstSaleId: 5, firstSaleAtMs: NOW_MS - 1 };
    expect(sell({ flag: 'code_leak', customer: { ...known, status: 'customer' }, change })?.flags).toBeNull();
  });

  test('names the click of a lead that came with it', () => {
    const fresh = {
      flag: 'paid_search',
      click: { evidence: { adParameter: 'fbclid', visitorClicks: null } },
    } as const;
    const command = { customerKey: 'bob', clickId: formatClickId(CLICK) };
    const commission = sell({ ...fresh, customer: { id: 99, click: null, customerKey: 'zoe' }, command });
    expect(commission?.flags).toMatchObject([{ flag: 'paid_search', parameter: 'fbclid' }]);
  });
});
