import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { clickBody, ERRORS, errorText, leadBody, refundBody, saleBody } from '../src/index.js';

const NOW_MS = Date.UTC(2026, 10, 25);

const BODIES = { click: clickBody, lead: leadBody, sale: saleBody, refund: refundBody };
const KINDS = Object.keys(BODIES) as (keyof typeof BODIES)[];

const FIELDS = [...new Set(KINDS.flatMap((kind) => Object.keys(BODIES[kind].schema.properties)))];

/** Values that real callers send, and values that nobody should. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    'https://shop.test/?aff=jane',
    'cust_1_2',
    'order-1',
    'usd',
    '2026-01-01T00:00:00Z',
    '2026-01-01',
    1,
    500,
    0,
    -1,
    1.5,
    2 ** 53,
    '7',
    '',
    null,
    true,
    [],
    {},
    { test_mode: true },
    { test_mode: 'true' },
    'a\u0000b',
    '\ud800',
    'x'.repeat(255),
    'x'.repeat(256),
    '😀'.repeat(255),
  ),
  fc.string(),
  fc.jsonValue(),
);
/** A body that is accepted, in parts replaced by other values. */
const GOOD = {
  affiliate_url: 'https://shop.test/?aff=jane',
  transaction_id: 'order-1',
  amount_cents: 500,
  customer_key: 'user-1',
};
const body = fc
  .dictionary(fc.constantFrom(...FIELDS), value, { noNullPrototype: true, maxKeys: 3 })
  .map((changes): Record<string, unknown> => ({ ...GOOD, ...changes }));

describe.each(KINDS)('the body of a %s', (kind) => {
  const { read, schema } = BODIES[kind];

  test('is read, or refused with an error of the table; nothing else happens', () => {
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), (given) => {
        const reading = read(given, NOW_MS);
        if (typeof reading === 'string') expect(ERRORS).toHaveProperty(reading);
        else expect(Object.keys(reading)).toEqual(Object.keys(schema.properties));
      }),
    );
  });

  test('is what /openapi.json says: whatever is accepted fits the schema', () => {
    fc.assert(
      fc.property(body, (given) => {
        if (typeof read(given, NOW_MS) === 'string') return;
        // `""` counts as not given everywhere, and what is ignored when it is unfit may be anything.
        const meaningful = Object.fromEntries(
          Object.entries(given).filter(
            ([name, one]) => one !== '' && name !== 'referrer' && name !== 'additional_data',
          ),
        );
        expect([...Value.Errors(schema, meaningful)], JSON.stringify(meaningful)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each<[unknown, string]>([
    [undefined, 'json_invalid'],
    ...[null, [], 'text', 7, true].map((one): [unknown, string] => [one, 'body_not_object']),
  ])('is no %j', (given, error) => {
    expect(read(given, NOW_MS)).toBe(error);
  });
});

test('fields are checked in the order of the specification, and the first bad one is named', () => {
  const bad: Record<string, unknown> = {
    transaction_id: 7,
    amount_cents: 0,
    currency: 'XX',
    customer_key: 7,
    click_id: 7,
    occurred_at: 7,
    tax_cents: -1,
  };
  const good: Record<string, unknown> = { transaction_id: 't', amount_cents: 1 };
  const errors: unknown[] = [];
  const rest = { ...bad };
  for (const name of Object.keys(bad)) {
    errors.push(saleBody.read({ ...good, ...rest }, NOW_MS));
    delete rest[name];
  }
  expect(errors).toEqual([
    'sale_transaction_id',
    'sale_amount',
    'currency_unknown',
    'customer_key_not_string',
    'click_id_not_string',
    'occurred_at_invalid',
    'tax_cents_invalid',
  ]);
  expect(saleBody.read({ ...good, ...rest }, NOW_MS)).toMatchObject({ transaction_id: 't' });
});

test('lengths are counted in characters, not in halves of them', () => {
  const key = (text: string) => leadBody.read({ customer_key: text }, NOW_MS);
  expect(key('😀'.repeat(255))).toMatchObject({ customer_key: '😀'.repeat(255) });
  expect(key('😀'.repeat(256))).toBe('customer_key_invalid');
});

test('a refused link, sale or lead has its word in the text', () => {
  expect(errorText('status_not_visitor', 'customer')).toBe(
    'Customer status cannot be updated to lead. Current status: customer',
  );
  expect(errorText('permission_missing', 'tracking:read')).toBe('Missing permission tracking:read');
  // A word is text, also where it looks like a pattern of replacement.
  expect(errorText('status_not_visitor', '$&')).toContain('Current status: $&');
});

describe('additional_data', () => {
  const readBody = (data: unknown) => {
    const reading = clickBody.read(
      { affiliate_url: 'https://shop.test/?aff=jane', additional_data: data },
      NOW_MS,
    );
    if (typeof reading === 'string') throw new Error(reading);
    return reading.additional_data;
  };

  test.each([
    [{ test_mode: true }, true],
    [{ test_mode: 'true' }, false],
    [{ test_mode: 1 }, false],
    [{}, false],
    [JSON.parse('{"__proto__":{"test_mode":true}}'), false],
  ])('%j: test mode is %s', (data, testMode) => {
    expect(readBody(data)).toEqual({ testMode, json: JSON.stringify(data) });
  });

  test.each([undefined, null, '', 'text', 7, true, [], [{ test_mode: true }]])('%j is ignored', (data) => {
    expect(readBody(data)).toEqual({ testMode: false, json: null });
  });

  test('nested deeper than this version of Node can write, it makes the body unreadable instead of failing', () => {
    const depth = 10_000;
    const data = JSON.parse(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    const reading = clickBody.read(
      { affiliate_url: 'https://shop.test/?aff=jane', additional_data: data },
      NOW_MS,
    );
    // Where Node can write it, it is more than 4 KiB.
    expect(['json_invalid', 'additional_data_invalid']).toContain(reading);
  });
});

describe('affiliate_url', () => {
  const readBody = (url: string) => {
    const reading = clickBody.read({ affiliate_url: url }, NOW_MS);
    return typeof reading === 'string' ? reading : reading.affiliate_url;
  };

  test.each([
    ['https://shop.test/?aff=jane', 'jane'],
    ['https://shop.test/?aff=Jane&aff=joe', 'Jane'],
    ['https://shop.test/?x=1&aff=jane#top', 'jane'],
    ['https://shop.test/?aff=jane%20doe', 'jane doe'],
    ['https://shop.test/?aff=jane+doe', 'jane doe'],
    ['https://shop.test/?%61ff=jane', 'jane'],
    ['https://shop.test/?x=%&aff=j%C3%BCrgen', 'jürgen'],
    ['https://shop.test/?aff=jürgen', 'jürgen'],
    ['https://shop.test/?aff=a=b', 'a=b'],
    ['https://shop.test/?aff=%00', '\u0000'],
    ['http://localhost:5173/pricing?aff=jane', 'jane'],
  ])('%s names %s', (url, aff) => {
    expect(readBody(url)).toMatchObject({ aff, href: new URL(url).href });
  });

  test('reads aff exactly as the URL standard does', () => {
    fc.assert(
      fc.property(
        fc.webQueryParameters(),
        fc.constantFrom('', '?aff=jane&', '?aff=&', '?x&aff=', '?'),
        (query, start) => {
          const url = `https://shop.test/${start}${query}`;
          const aff = new URL(url).searchParams.get('aff');
          const reading = readBody(url);
          expect(typeof reading === 'string' ? reading : reading.aff).toBe(
            aff === null || aff === '' ? 'aff_missing' : aff,
          );
        },
      ),
    );
  });

  test('what is stored is plain ASCII, whatever came', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const reading = readBody(`https://shop.test/${text}?aff=jane`);
        if (typeof reading !== 'string') expect(reading.href).toMatch(/^[\x20-\x7e]+$/);
      }),
    );
  });
});
