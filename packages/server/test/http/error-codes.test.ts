import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { ERRORS, type ErrorCode, errorText } from '@svc/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import { ask, seedUser, signInAs } from '../support/management.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { type TrackingClient, trackingClient } from './tracking-client.js';

describe.each(engines)('the code of an error on %s', (engine) => {
  const service = shared(() => startService(engine));
  let client: TrackingClient;
  let program: SeededProgram;
  beforeAll(async () => {
    client = trackingClient(service);
    program = await seedProgram(service.pool);
  });

  const errorCodeOf = ({ headers }: { readonly headers: Headers }) => headers.get('svc-error-code');

  test.each<[ErrorCode, string, unknown]>([
    ['affiliate_url_missing', '/track/click', {}],
    ['link_not_found', '/track/click', { affiliate_url: 'https://shop.test/?aff=nobody' }],
    ['lead_ids_missing', '/api/v1/track/lead', {}],
    ['customer_key_not_string', '/api/v1/track/lead', { customer_key: 7 }],
    ['sale_amount', '/api/v1/track/sale', { transaction_id: 'x', amount_cents: 0 }],
    [
      'sale_customer_not_found',
      '/api/v1/track/sale',
      { transaction_id: 'x', amount_cents: 1, customer_key: '?' },
    ],
    ['refund_sale_not_found', '/api/v1/track/refund', { transaction_id: 'no such sale' }],
    ['body_not_object', '/api/v1/track/refund', []],
    ['not_found', '/api/v1/track/elsewhere', {}],
  ])('is %s where it is that error', async (code, path, body) => {
    const answer = await client.post(path, body, { key: program.apiKey });
    expect([answer.status, answer.body, errorCodeOf(answer)]).toEqual([
      ERRORS[code].status,
      { error: errorText(code) },
      code,
    ]);
  });

  test('distinguishes duplicates in the same program from those in another, which have the same text', async () => {
    const [sibling, stranger] = [
      await seedProgram(service.pool, { workspaceId: program.workspaceId }),
      await seedProgram(service.pool),
    ];
    const { customerKey } = await client.customer(program);
    const sale = { transaction_id: uniqueName('order'), amount_cents: 5, customer_key: customerKey };
    expect((await client.sale(sale, { key: program.apiKey })).status).toBe(200);
    const again = await client.sale(sale, { key: program.apiKey });
    expect([again.status, errorCodeOf(again)]).toEqual([409, 'sale_duplicate']);
    for (const { apiKey } of [sibling, stranger]) {
      const elsewhere = await client.sale(sale, { key: apiKey });
      expect([elsewhere.status, errorCodeOf(elsewhere)]).toEqual([409, 'sale_duplicate_elsewhere']);
      expect(elsewhere.body).toEqual(again.body);
    }
  });

  test('tells a repeat with another amount or currency apart from an exact one, with the same status and text', async () => {
    const { customerKey } = await client.customer(program);
    const sale = { transaction_id: uniqueName('order'), amount_cents: 500, customer_key: customerKey };
    const report = (change: object) => client.sale({ ...sale, ...change }, { key: program.apiKey });
    const { body } = await report({});
    const currency = String(body?.data?.sale?.currency ?? 'USD');
    const exact = await report({ currency, additional_data: { note: 'again' } });
    expect([exact.status, errorCodeOf(exact)]).toEqual([409, 'sale_duplicate']);
    for (const change of [{ amount_cents: 900 }, { amount_cents: 100 }, { currency: 'JPY' }]) {
      const different = await report(change);
      expect([different.status, errorCodeOf(different), different.body]).toEqual([
        409,
        'sale_duplicate_different',
        exact.body,
      ]);
    }
    const atOnce = { ...sale, transaction_id: uniqueName('order') };
    const answers = await Promise.all(
      [500, 500, 700].map((amount_cents) =>
        client.sale({ ...atOnce, amount_cents }, { key: program.apiKey }),
      ),
    );
    const [first] = answers.filter(({ status }) => status === 200);
    expect(first).toBeDefined();
    expect(answers.filter(({ status }) => status === 409).map(errorCodeOf)).toContain(
      'sale_duplicate_different',
    );
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('accepts a real sale whose id another workspace gave a test sale, and refuses it as its own duplicate later', async () => {
    const stranger = await seedProgram(service.pool);
    const test_mode = { additional_data: { test_mode: true } };
    const [mine, theirs] = [await client.customer(program), await client.customer(stranger)];
    const order = uniqueName('order');
    const sell = async (whose: typeof program, key: string, extra: object) => {
      const sale = { transaction_id: order, amount_cents: 5, customer_key: key, ...extra };
      const answer = await client.sale(sale, { key: whose.apiKey });
      return answer.status === 200 ? 200 : errorCodeOf(answer);
    };
    expect(await sell(stranger, theirs.customerKey, test_mode)).toBe(200);
    expect(await sell(program, mine.customerKey, {})).toBe(200);
    expect(await sell(program, mine.customerKey, {})).toBe('sale_duplicate');
    expect(await sell(await seedProgram(service.pool), 'nobody', {})).toBe('sale_duplicate_elsewhere');
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('can be read by a page, and is on no success', async () => {
    const page = { origin: program.origin };
    const refused = await client.click({}, page);
    expect(errorCodeOf(refused)).toBe('affiliate_url_missing');
    expect(refused.headers.get('access-control-expose-headers')).toBe(
      'x-request-id, retry-after, svc-error-code',
    );
    const taken = await client.click({ affiliate_url: program.affiliateUrl }, page);
    expect([taken.status, errorCodeOf(taken)]).toEqual([200, null]);
  });

  test.each([
    ['no JSON', { raw: '{' }, 'json_invalid'],
    ['another type', { raw: '<a/>', contentType: 'application/xml' }, 'content_type_unsupported'],
    ['too large', { raw: JSON.stringify({ a: 'x'.repeat(65_536) }) }, 'body_too_large'],
  ])('is there where the framework refuses: %s', async (_what, sending, code) => {
    const answer = await client.post('/api/v1/track/sale', null, { key: program.apiKey, ...sending });
    expect([ERRORS[code as ErrorCode].status, errorCodeOf(answer)]).toEqual([answer.status, code]);
  });

  test('is there for people who are not signed in, or sign in wrong, and for what they get wrong', async () => {
    const nobody = await ask(service, '/api/me');
    expect([nobody.status, errorCodeOf(nobody)]).toEqual([401, 'authentication_required']);
    const { email } = await seedUser(service.pool);
    const wrong = { method: 'POST', body: { email, password: 'not the password' } };
    const refused = await ask(service, '/api/auth/sign-in/email', wrong);
    expect(refused.status).toBe(401);
    expect(ERRORS[errorCodeOf(refused) as ErrorCode]?.status).toBe(401);
    const offered = await ask(service, '/api/auth/sign-up/email', wrong);
    expect([offered.status, errorCodeOf(offered)]).toEqual([404, 'not_found']);
    const cookie = await signInAs(service, program.workspaceId, 'owner');
    const url = `/api/programs/${program.programId}`;
    const field = await ask(service, url, { cookie, method: 'PATCH', body: { name: '' } });
    expect([field.status, errorCodeOf(field)]).toEqual([400, 'field_invalid']);
    const page = await ask(service, '/processor/callback?state=unknown');
    expect([page.status, errorCodeOf(page)]).toEqual([400, 'request_malformed']);
  });

  test.each([
    ['no HTTP', 'nonsense\r\n\r\n', 'request_malformed'],
    [
      'headers too large',
      `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`,
      'headers_too_large',
    ],
    [
      'a path that is none',
      'GET /%zz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
      'request_malformed',
    ],
  ])('is there for what is no request: %s', async (_what, sent, code) => {
    const { port } = new URL(service.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(sent);
    expect(await text(socket)).toContain(`\r\nsvc-error-code: ${code}\r\n`);
  });

  test('is there while the service is not serving, and when it fails', async () => {
    const { lifecycle } = service;
    lifecycle.phase = 'stopping';
    const away = await client.sale({ transaction_id: uniqueName('order') }, { key: program.apiKey });
    lifecycle.phase = 'serving';
    expect([away.status, errorCodeOf(away)]).toEqual([503, 'unavailable']);
    await service.pool.query('alter table customers rename to customers_gone');
    const failed = await client.lead({ customer_key: uniqueName('x') }, { key: program.apiKey });
    await service.pool.query('alter table customers_gone rename to customers');
    expect([failed.status, errorCodeOf(failed)]).toEqual([500, 'lead_failed']);
  });
});
