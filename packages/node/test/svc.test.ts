import { inspect } from 'node:util';
import { ERRORS, type ErrorCode, errorText } from '@svc/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { trackingClient } from '../../server/test/http/tracking-client.js';
import { type SeededProgram, seedProgram, uniqueName } from '../../server/test/support/seed.js';
import { type RunningService, startService } from '../../server/test/support/service.js';
import { isRetryable, isSettled, Svc } from '../src/index.js';
import { answeringServer } from './support.js';

const KEY = 'svc_test_key';
/** How the library reports an error of the service. */
const errorAnswer = (code: ErrorCode, word?: string) => ({
  ok: false,
  status: ERRORS[code].status,
  error: errorText(code, word),
  code,
});
const OPTIONS = { baseUrl: 'http://service.test' };

test.each([
  [409, 'sale_duplicate', true],
  [409, 'sale_duplicate_different', true],
  [400, 'status_not_visitor', true],
  [400, 'sale_no_relationship', true],
  [409, 'sale_duplicate_elsewhere', false],
  [409, 'program_archived', false],
  [400, 'sale_customer_not_found', false],
  // A service from before there were codes.
  [409, undefined, true],
  [400, undefined, false],
] as const)(
  'a refusal with status %s and the code %s is settled: %s, whatever its text',
  (status, code, isDone) => {
    expect(isSettled({ ok: false, status, error: '?', ...(code !== undefined && { code }) })).toBe(isDone);
  },
);

test.each([
  [0, undefined, true],
  [429, 'rate_limited', true],
  [500, 'sale_failed', true],
  [503, 'unavailable', true],
  [0, 'json_invalid', false],
  [400, 'sale_amount', false],
  [401, 'api_key_unknown', false],
  [409, 'sale_duplicate', false],
] as const)('a failure with status %s and the code %s may succeed later: %s', (status, code, isLater) => {
  expect(isRetryable({ ok: false, status, error: '?', ...(code !== undefined && { code }) })).toBe(isLater);
});

describe('against the service', () => {
  let service: RunningService;
  let program: SeededProgram;
  let svc: Svc;
  beforeAll(async () => {
    service = await startService('postgres');
    program = await seedProgram(service.pool);
    svc = new Svc(program.apiKey, { baseUrl: service.baseUrl });
  });
  afterAll(() => service.close());

  const clickId = () => trackingClient(service).clickId(program);
  const newLead = async () => {
    const lead = { customerExternalId: uniqueName('user'), clickId: await clickId() };
    expect(await svc.trackLead(lead)).toMatchObject({ ok: true });
    return lead;
  };

  test('credits a lead with a click id, and records one without it for no partner', async () => {
    const customerExternalId = uniqueName('user');
    const click = await clickId();
    const lead = { customerExternalId, clickId: click, email: 'ann@customer.test' };
    expect(await svc.trackLead(lead)).toEqual({
      ok: true,
      data: {
        success: true,
        status: 'lead',
        click_id: click,
        customer_key: customerExternalId,
        attributed: true,
        test_mode: false,
      },
    });
    const { rows } = await service.pool.query('select email from customers where customer_key = $1', [
      customerExternalId,
    ]);
    expect(rows).toEqual([{ email: 'ann@customer.test' }]);
    expect(await svc.trackLead({ customerExternalId: uniqueName('user'), clickId: null })).toMatchObject({
      ok: true,
      data: { attributed: false },
    });
  });

  test('a call that is repeated later counts from the time it is about', async () => {
    const customerExternalId = uniqueName('user');
    const [lead, sale, refund] = [
      '2026-01-02T03:04:05.678Z',
      '2026-01-03T00:00:00.000Z',
      '2026-01-04T00:00:00.000Z',
    ];
    expect(
      await svc.trackLead({ customerExternalId, clickId: await clickId(), occurredAt: new Date(lead) }),
    ).toMatchObject({ ok: true, data: { attributed: true } });
    const invoiceId = uniqueName('invoice');
    expect(
      await svc.trackSale({ customerExternalId, invoiceId, amount: 1_000, occurredAt: sale }),
    ).toMatchObject({ ok: true });
    expect(await svc.trackRefund({ invoiceId, occurredAt: refund })).toMatchObject({ ok: true });
    const { rows } = await service.pool.query(
      `select l.occurred_at as lead, c.lead_at, s.occurred_at as sale, r.occurred_at as refund
         from customers c join leads l on l.customer_id = c.id join sales s on s.customer_id = c.id
         join refunds r on r.sale_id = s.id where c.customer_key = $1`,
      [customerExternalId],
    );
    expect(JSON.parse(JSON.stringify(rows))).toEqual([{ lead, lead_at: lead, sale, refund }]);
    for (const occurredAt of ['tomorrow', new Date(Date.now() + 3_600_000), new Date('never')]) {
      for (const call of [
        svc.trackLead({ customerExternalId: uniqueName('user'), occurredAt }),
        svc.trackRefund({ invoiceId, occurredAt }),
      ]) {
        expect(await call).toEqual(errorAnswer('occurred_at_invalid'));
      }
    }
  });

  test('isSettled distinguishes a repeated lead from a real failure', async () => {
    const again = await svc.trackLead(await newLead());
    expect(again).toEqual(errorAnswer('status_not_visitor', 'lead'));
    expect(isSettled(again)).toBe(true);
  });

  test('a sale earns a commission on its amount without tax, and a duplicate gets 409', async () => {
    const { customerExternalId } = await newLead();
    const sale = {
      customerExternalId,
      invoiceId: uniqueName('invoice'),
      amount: 11_900,
      taxCents: 1_900,
      currency: 'eur',
      occurredAt: new Date('2026-01-02T03:04:05Z'),
      additionalData: { plan: 'pro' },
    };
    expect(await svc.trackSale(sale)).toMatchObject({
      ok: true,
      data: {
        transaction_id: sale.invoiceId,
        amount_cents: 11_900,
        currency: 'EUR',
        test_mode: false,
        commission: { amount_cents: 2_000, payable_at: '2026-02-01T03:04:05.000Z' },
      },
    });
    const again = await svc.trackSale(sale);
    expect(again).toEqual(errorAnswer('sale_duplicate'));
    expect(isSettled(again)).toBe(true);
  });

  test('isSettled is false for a sale whose invoice id another program has used', async () => {
    const { customerExternalId } = await newLead();
    const invoiceId = uniqueName('invoice');
    expect(await svc.trackSale({ customerExternalId, invoiceId, amount: 100 })).toMatchObject({ ok: true });
    const other = await seedProgram(service.pool);
    const theirs = new Svc(other.apiKey, { baseUrl: service.baseUrl });
    const click = await trackingClient(service).clickId(other);
    const result = await theirs.trackSale({ clickId: click, invoiceId, amount: 100 });
    expect(result).toEqual(errorAnswer('sale_duplicate_elsewhere'));
    expect(isSettled(result)).toBe(false);
    const prefixed = { clickId: click, invoiceId: `acme-${invoiceId}`, amount: 100 };
    expect(await theirs.trackSale(prefixed)).toMatchObject({ ok: true });
  });

  test('a sale needs only a click id', async () => {
    const sale = { clickId: await clickId(), invoiceId: uniqueName('invoice'), amount: 100 };
    expect(await svc.trackSale(sale)).toMatchObject({ ok: true, data: { commission: { amount_cents: 20 } } });
  });

  test('test mode earns nothing, keeps the rest of additionalData, and needs no invoice id', async () => {
    const { customerExternalId } = await newLead();
    const sale = {
      customerExternalId,
      amount: 500,
      testMode: true,
      additionalData: { plan: 'pro' },
    } as const;
    expect(await svc.trackSale(sale)).toMatchObject({
      ok: true,
      data: {
        test_mode: true,
        commission: null,
        transaction_id: expect.stringMatching(/^test_txn_/),
      },
    });
    const { rows } = await service.pool.query(
      `select s.additional_data::jsonb from sales s join customers c on c.id = s.customer_id where c.customer_key = $1`,
      [customerExternalId],
    );
    expect(rows).toEqual([{ additional_data: { plan: 'pro', test_mode: true } }]);
    const lead = { customerExternalId: uniqueName('user'), testMode: true };
    expect(await svc.trackLead(lead)).toMatchObject({ ok: true, data: { test_mode: true } });
  });

  test('a partial refund counts once per refund id, and a full one refunds the rest', async () => {
    const { customerExternalId } = await newLead();
    const invoiceId = uniqueName('invoice');
    await svc.trackSale({ customerExternalId, invoiceId, amount: 1_000 });
    const part = { invoiceId, amount: 400, refundId: 'refund-1' };
    const refunded = (cents: number, commissionCents: number) => ({
      ok: true,
      data: { refunded_amount_cents: cents, commission: { amount_cents: commissionCents } },
    });
    expect(await svc.trackRefund(part)).toMatchObject(refunded(400, 120));
    expect(await svc.trackRefund(part)).toMatchObject(refunded(400, 120));
    expect(await svc.trackRefund({ invoiceId })).toMatchObject(refunded(1_000, 0));
    expect(await svc.trackRefund({ invoiceId })).toMatchObject({
      ok: true,
      data: { already_refunded: true },
    });
    expect(await svc.trackRefund({ invoiceId: 'unknown' })).toEqual(errorAnswer('refund_sale_not_found'));
  });

  test('invalid input returns the error text of the service', async () => {
    const { customerExternalId } = await newLead();
    const invoiceId = uniqueName('invoice');
    expect(await svc.trackSale({ customerExternalId, invoiceId, amount: 49.9 })).toEqual(
      errorAnswer('sale_amount'),
    );
    expect(await svc.trackSale({ customerExternalId: 'nobody', invoiceId, amount: 1 })).toEqual(
      errorAnswer('sale_customer_not_found'),
    );
    const stranger = new Svc('wrong', { baseUrl: service.baseUrl });
    expect(await stranger.trackLead({ customerExternalId: 'x' })).toEqual(errorAnswer('api_key_unknown'));
  });

  test('refuses values that JSON cannot represent instead of omitting them', async () => {
    const { customerExternalId } = await newLead();
    const sale = { customerExternalId, invoiceId: uniqueName('invoice'), amount: 1000 };
    expect(await svc.trackSale({ ...sale, taxCents: Number.NaN })).toEqual(errorAnswer('tax_cents_invalid'));
    expect(await svc.trackSale({ ...sale, occurredAt: new Date('yesterday') })).toEqual(
      errorAnswer('occurred_at_invalid'),
    );
    expect(await svc.trackSale(sale)).toMatchObject({ ok: true });
    for (const amount of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(await svc.trackRefund({ invoiceId: sale.invoiceId, amount })).toEqual(
        errorAnswer('refund_amount_invalid'),
      );
    }
  });

  test('a call without its argument returns a failure', async () => {
    for (const call of [svc.trackLead, svc.trackSale, svc.trackRefund]) {
      expect(await (call as (event?: unknown) => unknown).call(svc)).toMatchObject({ ok: false, status: 0 });
    }
  });

  /** Passes every request on to the service, and loses the first response. */
  async function losingFirstAnswer(): Promise<Svc> {
    let isFirst = true;
    const { baseUrl } = await answeringServer(async ({ path, headers, body }) => {
      const response = await fetch(service.baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: String(headers.authorization) },
        body: JSON.stringify(body),
      });
      const code = response.headers.get('svc-error-code');
      const answer = {
        status: response.status,
        body: await response.text(),
        ...(code !== null && { headers: { 'svc-error-code': code } }),
      };
      const isLost = isFirst;
      isFirst = false;
      return isLost ? 'reset' : answer;
    });
    return new Svc(program.apiKey, { baseUrl });
  }

  test('a sale or lead whose response was lost counts once, and the retry says that it is recorded', async () => {
    const lead = { customerExternalId: uniqueName('user'), clickId: await clickId() };
    const leadResult = await (await losingFirstAnswer()).trackLead(lead);
    expect(leadResult).toMatchObject({ ok: false, status: 400 });
    expect(isSettled(leadResult)).toBe(true);
    const invoiceId = uniqueName('invoice');
    const sale = { customerExternalId: lead.customerExternalId, invoiceId, amount: 100 };
    const saleResult = await (await losingFirstAnswer()).trackSale(sale);
    expect(saleResult).toMatchObject({ ok: false, status: 409 });
    expect(isSettled(saleResult)).toBe(true);
  });

  test('a partial refund whose response was lost counts once', async () => {
    const { customerExternalId } = await newLead();
    const invoiceId = uniqueName('invoice');
    await svc.trackSale({ customerExternalId, invoiceId, amount: 1_000 });
    const refund = { invoiceId, amount: 300 };
    expect(await (await losingFirstAnswer()).trackRefund(refund)).toMatchObject({
      ok: true,
      data: { refunded_amount_cents: 300 },
    });
    expect(await svc.trackRefund(refund)).toMatchObject({ ok: true, data: { refunded_amount_cents: 600 } });
  });
});

describe('construction', () => {
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ['no key', undefined, OPTIONS, /API key is missing/],
    ['an empty key', '  ', OPTIONS, /API key is missing/],
    ['a key that is no header value', 'svc\nx: y', OPTIONS, /characters/],
    ['no options', KEY, undefined, /baseUrl is missing/],
    ['no base address', KEY, {}, /baseUrl is missing/],
    ['a relative base address', KEY, { baseUrl: '/api' }, /http or https address/],
    ['another scheme', KEY, { baseUrl: 'ftp://service.test' }, /http or https address/],
    ['a query in the base address', KEY, { baseUrl: 'http://service.test/?a=b' }, /http or https address/],
    ['a negative number of retries', KEY, { ...OPTIONS, maxRetries: -1 }, /maxRetries/],
    ['a time limit of 0', KEY, { ...OPTIONS, timeoutMs: 0 }, /timeoutMs/],
    [
      'an endless time limit',
      KEY,
      { ...OPTIONS, totalTimeoutMs: Number.POSITIVE_INFINITY },
      /totalTimeoutMs/,
    ],
    ['a fetch that is none', KEY, { ...OPTIONS, fetch: 'fetch' }, /fetch/],
  ])('fails with %s', (_, key, options, message) => {
    const construct = () => new Svc(key as string, options as typeof OPTIONS);
    expect(construct).toThrow(TypeError);
    expect(construct).toThrow(message);
  });

  test('fails in a browser, but not in Deno or a worker, which have only some of its globals', () => {
    vi.stubGlobal('window', globalThis);
    expect(() => new Svc(KEY, OPTIONS)).not.toThrow();
    vi.stubGlobal('document', {});
    expect(() => new Svc(KEY, OPTIONS)).toThrow(/only on a server/);
  });

  test('the key is not shown when the object is printed', () => {
    const svc = new Svc(KEY, OPTIONS);
    expect(inspect(svc, { depth: 9, showHidden: true }) + JSON.stringify(svc)).not.toContain(KEY);
  });
});
