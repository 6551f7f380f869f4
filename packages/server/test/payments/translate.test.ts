import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/payments/read-json.js';
import { parseEvent } from '../../src/providers/stripe/parse-event.js';
import { translate } from '../../src/providers/stripe/translate/translate.js';

const KEYS = { program_id: '7', svc_customer_key: 'ann', svc_click_id: 'cust_1_2' };
const READ = { programId: 7, customerKey: 'ann', clickId: 'cust_1_2', code: null };

/** The report of an event of this type, with an object of these fields. */
function translateEvent(type: string, object: Json, changes: object = {}) {
  const event = {
    id: 'evt_1',
    object: 'event',
    type,
    created: 1_790_000_000,
    livemode: true,
    data: { object },
    ...changes,
  };
  const parsed = parseEvent(JSON.stringify(event));
  if (parsed === null) throw new Error('no event');
  return translate(parsed);
}

const session = (changes: Json) =>
  translateEvent('checkout.session.completed', {
    id: 'cs_1',
    mode: 'payment',
    payment_status: 'paid',
    amount_total: 5_000,
    currency: 'usd',
    payment_intent: 'pi_1',
    metadata: KEYS,
    ...changes,
  });

const invoice = (changes: Json) =>
  translateEvent('invoice.paid', {
    id: 'in_1',
    amount_paid: 2_900,
    total: 2_900,
    currency: 'usd',
    ...changes,
  });

describe('a checkout session', () => {
  test('is known by invoice, else payment, else itself', () => {
    expect(session({}).paid?.transactionId).toBe('pi_1');
    expect(session({ invoice: 'in_1' })).toMatchObject({
      references: ['in_1', 'pi_1', 'cs_1'],
      paid: { transactionId: 'in_1' },
    });
    expect(session({ payment_intent: null }).paid?.transactionId).toBe('cs_1');
    expect(session({ payment_intent: { id: 'pi_2', object: 'payment_intent' } }).paid?.transactionId).toBe(
      'pi_2',
    );
  });

  test('reports amount, tax and keys as they are', () => {
    expect(session({ total_details: { amount_tax: 800 }, currency: 'jpy' }).paid).toEqual({
      transactionId: 'pi_1',
      amountCents: 5_000,
      taxCents: 800,
      items: null,
      currency: 'JPY',
      occurredAtMs: 1_790_000_000_000,
      kind: 'checkout',
      isStart: false,
      startedAtMs: null,
      keys: READ,
      payer: { clientReference: null, subscription: null, customer: null, email: null },
      discountIds: [],
    });
  });

  test('reports when it began and who paid', () => {
    const changes = {
      created: 1_789_999_000,
      client_reference_id: 'cust_1_2',
      subscription: { id: 'sub_1' },
      customer: 'cus_1',
      customer_details: { email: 'Ann@Acme.test' },
    };
    expect(session(changes).paid).toMatchObject({
      startedAtMs: 1_789_999_000_000,
      payer: {
        clientReference: 'cust_1_2',
        subscription: 'sub_1',
        customer: 'cus_1',
        email: 'Ann@Acme.test',
      },
    });
  });

  test.each([
    ['not paid', { payment_status: 'unpaid' }],
    ['free', { payment_status: 'no_payment_required' }],
    ['over nothing, though paid', { amount_total: 0 }],
    ['without amount', { amount_total: null }],
  ])('that is %s takes no money and fixes the credit', (_what, changes) => {
    expect(session(changes)).toMatchObject({
      paid: { isStart: true, amountCents: 0, keys: READ },
      nothing: { code: expect.any(String) },
    });
  });

  test.each([
    ['a setup', { mode: 'setup', amount_total: null, currency: null, payment_intent: null }],
    ['without currency', { currency: null }],
    ['of an amount that is none', { amount_total: '5000' }],
    ['of more than can be counted', { amount_total: 2 ** 53 }],
    ['of a part of a unit', { amount_total: 10.5 }],
  ])('that is %s is no sale', (_what, changes) => {
    expect(session(changes)).toMatchObject({ paid: null, nothing: { code: expect.any(String) } });
  });
});

describe('an invoice', () => {
  test.each([
    ['parent.subscription_details', { parent: { subscription_details: { metadata: KEYS } } }],
    ['subscription_details', { parent: null, subscription_details: { metadata: KEYS } }],
    [
      'a line that is not the first',
      { lines: { data: [{ metadata: {} }, { metadata: null }, { metadata: KEYS }] } },
    ],
    ['its own metadata', { subscription_details: { metadata: null }, lines: { data: [] }, metadata: KEYS }],
  ])('has its keys in %s', (_where, changes) => {
    expect(invoice(changes).paid?.keys).toEqual(READ);
  });

  test('takes each key from the first of them that has it', () => {
    const other = { program_id: '8', svc_customer_key: 'bob' };
    const report = invoice({
      metadata: KEYS,
      lines: { data: [{ metadata: other }] },
      subscription_details: { metadata: { note: 'no key of ours' } },
    });
    expect(report.paid?.keys).toEqual({
      programId: 8,
      customerKey: 'bob',
      clickId: 'cust_1_2',
      code: null,
    });
  });

  test('names payment and charge up to acacia', () => {
    expect(invoice({ payment_intent: 'pi_1', charge: 'ch_1' }).references).toEqual(['in_1', 'pi_1', 'ch_1']);
    expect(invoice({}).references).toEqual(['in_1']);
  });

  test.each([
    ['tax', { tax: 400 }, 400],
    ['total_taxes', { total_taxes: [{ amount: 300 }, { amount: 100 }] }, 400],
    ['total_tax_amounts', { tax: null, total_tax_amounts: [{ amount: 400 }] }, 400],
    ['total_taxes, less what was not used', { total_taxes: [{ amount: -190 }, { amount: 950 }] }, 760],
    ['total_taxes of which no part is a number', { total_taxes: [{ amount: '9' }, { amount: 1.5 }, {}] }, 0],
    ['total_taxes that come to less than nothing', { total_taxes: [{ amount: -950 }, { amount: 190 }] }, 0],
    ['total_taxes that come to more than was paid', { total_taxes: [{ amount: 9_000 }] }, 2_900],
    ['the part of it that was paid', { total: 5_800, tax: 800 }, 400],
    ['nothing', { tax: null }, 0],
  ])('has its tax in %s', (_where, changes, cents) => {
    expect(invoice(changes).paid?.taxCents).toBe(cents);
  });

  test('is paid when it says so, and counts what was paid', () => {
    expect(invoice({ status_transitions: { paid_at: 1_789_000_000 } }).paid?.occurredAtMs).toBe(
      1_789_000_000_000,
    );
    expect(invoice({ amount_paid: 0 })).toMatchObject({
      paid: { isStart: true, amountCents: 0 },
      nothing: { code: 'invoice_free' },
    });
    expect(invoice({ total: 9_000, amount_paid: 100 }).paid?.amountCents).toBe(100);
  });
});

describe('a credit note', () => {
  const note = (changes: Json) =>
    translateEvent('credit_note.created', {
      id: 'cn_1',
      invoice: 'in_1',
      amount: 1_000,
      currency: 'usd',
      status: 'issued',
      ...changes,
    }).adjustments.map(({ key, kind, amountCents, state }) => [key, kind, amountCents, state]);

  test('gives back by a refund, by several, or past the processor', () => {
    expect(note({ refund: 're_1' })).toEqual([
      ['re_1', 'refund', 0, 'counted'],
      ['cn_1', 'credit', 1_000, 'counted'],
    ]);
    const refunds = [
      { refund: 're_1', amount_refunded: 600, type: 'refund' },
      { refund: { id: 're_2' }, amount_refunded: 100, type: 'refund' },
    ];
    expect(note({ refunds, post_payment_amount: 1_000, out_of_band_amount: 300 })).toEqual([
      ['re_1', 'refund', 600, 'counted'],
      ['re_2', 'refund', 100, 'counted'],
      ['cn_1', 'credit', 700, 'counted'],
      ['cn_1 outside', 'outside_refund', 300, 'counted'],
    ]);
  });

  test('gives nothing back by a balance, or before the invoice is paid', () => {
    expect(note({ customer_balance_transaction: 'cbtxn_1' })).toEqual([]);
    expect(note({ type: 'pre_payment' })).toEqual([]);
    expect(note({ type: 'mixed', pre_payment_amount: 400, post_payment_amount: 600 })).toEqual([
      ['cn_1', 'credit', 600, 'counted'],
    ]);
  });

  test('that is void takes back what it said', () => {
    expect(note({ status: 'void', out_of_band_amount: 1_000 })).toEqual([
      ['cn_1 outside', 'outside_refund', 1_000, 'void'],
    ]);
  });
});

test.each([
  ['pending', 'counted'],
  ['succeeded', 'counted'],
  [null, 'counted'],
  ['requires_action', 'open'],
  ['failed', 'void'],
  ['canceled', 'void'],
])('a refund that is %s is %s', (status, state) => {
  const { adjustments, references } = translateEvent('refund.updated', {
    id: 're_1',
    amount: 5,
    currency: 'usd',
    charge: 'ch_1',
    status,
  });
  expect([references, adjustments[0]?.state]).toEqual([['ch_1'], state]);
});

test.each([
  ['warning_needs_response', 'open', 'void'],
  ['needs_response', 'open', 'void'],
  ['under_review', 'open', 'void'],
  ['something_new', 'open', 'void'],
  [null, 'open', 'void'],
  ['won', 'void'],
  ['warning_closed', 'void'],
  ['prevented', 'void'],
  ['charge_refunded', 'void'],
  ['lost', 'counted'],
  ['appeal_under_review', 'counted'],
])('a dispute that is %s is %s, and never open once it is closed', (status, state, closed = state) => {
  const dispute = { id: 'du_1', amount: 5, currency: 'usd', charge: 'ch_1', status };
  expect(translateEvent('charge.dispute.updated', dispute).adjustments[0]?.state).toBe(state);
  expect(translateEvent('charge.dispute.closed', dispute).adjustments[0]?.state).toBe(closed);
});

test.each([
  ['an unknown type', 'customer.created', {}],
  ['a thin event', 'invoice.paid', { object: 'v2.core.event', data: undefined }],
  ['an object that is a list', 'charge.refunded', { data: { object: [] } }],
  ['no data', 'refund.created', { data: null }],
  ['an empty object', 'charge.dispute.created', { data: { object: {} } }],
])('%s reports nothing, and says why', (_what, type, changes) => {
  const report = translateEvent(type, {}, changes);
  expect(report).toEqual({
    references: [],
    paid: null,
    adjustments: [],
    nothing: { code: expect.any(String), parameters: expect.any(Object) },
  });
});

test.each(['toString', 'constructor', '__proto__'])(
  'an event of type %s reports nothing, and says why',
  (type) => {
    expect(translateEvent(type, { id: 'in_1' }).nothing).toEqual({
      code: 'other_type',
      parameters: { type },
    });
  },
);

describe('the list of events to subscribe to', () => {
  const guide = readFileSync(new URL('../../../../docs/processor.md', import.meta.url), 'utf8');
  const [, table = ''] = /^## Events to subscribe to$(.*?)^## /ms.exec(guide) ?? [];
  const listed = [...table.matchAll(/`([a-z_]+(?:\.[a-z_]+)+)`/g)].map(([, type = '']) => type);

  test.each(
    [
      'checkout.session.completed checkout.session.async_payment_succeeded',
      'invoice.payment_succeeded invoice.paid invoice_payment.paid',
      'charge.refunded refund.created refund.updated refund.failed charge.refund.updated',
      'credit_note.created charge.dispute.created charge.dispute.closed',
      'account.updated account.application.deauthorized',
    ].flatMap((types) => types.split(' ')),
  )('has %s', (type) => {
    expect(listed).toContain(type);
  });

  test.each(listed.filter((type) => !type.startsWith('account.')))('has %s, which is read', (type) => {
    expect(translateEvent(type, {}).nothing?.code).not.toBe('other_type');
  });
});

describe('the items of an invoice', () => {
  const itemsOf = (lines: readonly Json[], changes: Json = {}) =>
    invoice({ lines: { object: 'list', has_more: false, data: lines }, ...changes }).paid?.items;
  const line = (product: string, amount: number, changes: Json = {}) => ({
    amount,
    pricing: { type: 'price_details', price_details: { product, price: 'price_1' } },
    ...changes,
  });

  test('are the products of its lines in every layout, those of one product added up', () => {
    expect(
      itemsOf([
        line('prod_a', 1_000),
        { amount: 900, price: { id: 'price_2', product: 'prod_b' } },
        { amount: 600, plan: { product: { id: 'prod_c', object: 'product' } } },
        line('prod_a', 400),
      ]),
    ).toEqual([
      { product: 'prod_a', amountCents: 1_400 },
      { product: 'prod_b', amountCents: 900 },
      { product: 'prod_c', amountCents: 600 },
    ]);
  });

  test('have their discounts taken off and their tax added, unless the amount includes it', () => {
    expect(
      itemsOf([
        line('prod_a', 2_000, {
          discount_amounts: [{ amount: 500 }],
          taxes: [{ amount: 300, tax_behavior: 'exclusive' }],
        }),
        line('prod_b', 1_000, { tax_amounts: [{ amount: 100, inclusive: false }] }),
        line('prod_c', 0, { taxes: [{ amount: 7, tax_behavior: 'inclusive' }] }),
      ]),
    ).toEqual([
      { product: 'prod_a', amountCents: 1_800 },
      { product: 'prod_b', amountCents: 1_100 },
    ]);
  });

  test('share what was paid where that is less than the lines come to, to the cent', () => {
    const lines = [line('prod_old', -700), line('prod_a', 2_000), line('prod_b', 1_000), { amount: 1_000 }];
    expect(itemsOf(lines, { amount_paid: 2_999 })).toEqual([
      { product: 'prod_a', amountCents: 1_500 },
      { product: 'prod_b', amountCents: 749 },
    ]);
  });

  test('are none where the event does not say all, or names no product', () => {
    expect(invoice({}).paid?.items).toBeNull();
    expect(itemsOf([{ amount: 2_900 }])).toBeNull();
    expect(
      itemsOf([line('prod_a', 2_900)], { lines: { has_more: true, data: [line('prod_a', 2_900)] } }),
    ).toBeNull();
    expect(itemsOf([line('prod_\ud800', 2_900)])).toBeNull();
  });

  test('of a checkout are those of its lines, if it has them', () => {
    const data = [{ amount_total: 5_000, price: { product: 'prod_a' } }];
    expect(session({ line_items: { data } }).paid?.items).toEqual([
      { product: 'prod_a', amountCents: 5_000 },
    ]);
  });
});
