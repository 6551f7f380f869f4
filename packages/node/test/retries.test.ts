import { describe, expect, test, vi } from 'vitest';
import { isRetryable, Svc, type SvcOptions } from '../src/index.js';
import { answeringServer } from './support.js';

const SALE = { customerExternalId: 'user-1', invoiceId: 'invoice-1', amount: 4900 };
const DATA = { success: true, transaction_id: 'invoice-1' };
const OK = { status: 200, body: DATA };
const BUSY = { status: 503, body: { error: 'Service unavailable' }, headers: { 'retry-after': '0' } };
const LIMITED = { status: 429, body: { error: 'Too many requests' }, headers: { 'retry-after': '1' } };

function sellWithRetries(baseUrl: string, options: Partial<SvcOptions> = {}) {
  return new Svc('svc_test_key', { baseUrl, ...options }).trackSale(SALE);
}

describe('a request', () => {
  test('is one POST with the key and only the given fields', async () => {
    const { baseUrl, received } = await answeringServer(OK);
    expect(await sellWithRetries(`${baseUrl}/prefix/`)).toEqual({ ok: true, data: DATA });
    expect(received).toMatchObject([
      {
        method: 'POST',
        path: '/prefix/api/v1/track/sale',
        headers: { authorization: 'Bearer svc_test_key', 'content-type': 'application/json' },
      },
    ]);
    expect(received[0]?.body).toEqual({
      transaction_id: 'invoice-1',
      amount_cents: 4900,
      customer_key: 'user-1',
    });
  });

  test('uses the given fetch, or the current global one', async () => {
    const { baseUrl } = await answeringServer(OK);
    const addresses: string[] = [];
    const fetchOnce: typeof fetch = function (this: unknown, url, init) {
      // Some runtimes refuse a fetch that is called as a method.
      if (this !== undefined) throw new TypeError('Illegal invocation');
      addresses.push(String(url));
      return fetch(url, init);
    };
    expect(await sellWithRetries(baseUrl, { fetch: fetchOnce })).toMatchObject({ ok: true });
    expect(addresses).toEqual([`${baseUrl}/api/v1/track/sale`]);
    const svc = new Svc('key', { baseUrl });
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ...DATA, replaced: true })));
    try {
      expect(await svc.trackSale(SALE)).toMatchObject({ data: { replaced: true } });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('that cannot be serialized is a failure with status 0, not an exception', async () => {
    const { baseUrl, received } = await answeringServer(OK);
    const svc = new Svc('key', { baseUrl });
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(await svc.trackSale({ ...SALE, additionalData: circle })).toMatchObject({ ok: false, status: 0 });
    expect(await svc.trackSale({ ...SALE, amount: 1n as unknown as number })).toMatchObject({ status: 0 });
    expect(received).toEqual([]);
  });
});

describe('is retried', () => {
  test.each([
    ['a cut connection', 'reset' as const],
    ['503', BUSY],
    ['an attempt that takes too long', 'hang' as const],
  ])('after %s', async (_, first) => {
    const { baseUrl, received } = await answeringServer(first, first, OK);
    expect(await sellWithRetries(baseUrl, { timeoutMs: 500 })).toEqual({ ok: true, data: DATA });
    expect(received).toHaveLength(3);
    expect(received[2]?.body).toEqual(received[0]?.body);
  });

  test('after 429, not before the time in Retry-After', async () => {
    const { baseUrl, received } = await answeringServer(LIMITED, OK);
    const startedMs = performance.now();
    expect(await sellWithRetries(baseUrl)).toMatchObject({ ok: true });
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1000);
    expect(received).toHaveLength(2);
  });

  test('after a Retry-After that is a date or invalid', async () => {
    const headers = (value: string) => ({ ...BUSY, headers: { 'retry-after': value } });
    const { baseUrl } = await answeringServer(
      headers(new Date().toUTCString()),
      headers('Tue, 99 Nonsense'),
      OK,
    );
    expect(await sellWithRetries(baseUrl)).toMatchObject({ ok: true });
  });
});

describe('ends', () => {
  test('after maxRetries, with the error of the last attempt', async () => {
    const { baseUrl, received } = await answeringServer(BUSY);
    const failed = { ok: false, status: 503, error: 'Service unavailable' };
    expect(await sellWithRetries(baseUrl, { maxRetries: 2 })).toEqual(failed);
    expect(received).toHaveLength(3);
    expect(await sellWithRetries(baseUrl, { maxRetries: 0 })).toEqual(failed);
    expect(received).toHaveLength(4);
  });

  test('at once if Retry-After is longer than the time left', async () => {
    const busyForAnHour = { ...BUSY, headers: { 'retry-after': '3600' } };
    const { baseUrl, received } = await answeringServer(busyForAnHour);
    expect(await sellWithRetries(baseUrl)).toMatchObject({ ok: false, status: 503 });
    expect(received).toHaveLength(1);
  });

  test('with the last error if a pause ends too late for another attempt', async () => {
    const endMs = performance.now() + 300;
    let attempts = 0;
    const fetchOnce = async () => {
      attempts += 1;
      // The caller blocks the thread, so the pause ends late.
      setTimeout(() => {
        while (performance.now() < endMs - 10);
      }, 0);
      return attempts === 1 ? Response.json(BUSY.body, { status: 503 }) : new Promise<never>(() => {});
    };
    const failed = await sellWithRetries('http://127.0.0.1:9', { fetch: fetchOnce, totalTimeoutMs: 300 });
    expect(failed).toEqual({ ok: false, status: 503, error: 'Service unavailable' });
    expect(attempts).toBe(1);
  });

  test('with status 0 if there is no response in time, even if fetch ignores its signal', async () => {
    const { baseUrl, received } = await answeringServer('hang');
    const failed = await sellWithRetries(baseUrl, { timeoutMs: 10_000, totalTimeoutMs: 300, maxRetries: 9 });
    expect(failed).toMatchObject({ ok: false, status: 0, error: expect.stringContaining('nothing within') });
    expect(received).toHaveLength(1);
    const neverAnswer = () => new Promise<never>(() => {});
    expect(
      await sellWithRetries(baseUrl, { fetch: neverAnswer, timeoutMs: 50, maxRetries: 0 }),
    ).toMatchObject({
      status: 0,
    });
  });

  test.each([
    ['never answers', 'hang' as const],
    ['answers and never ends its answer', 'stall' as const],
  ])('within three seconds, with a second attempt, if the server %s', async (_, answer) => {
    const { baseUrl, received } = await answeringServer(answer);
    const failed = await sellWithRetries(baseUrl);
    expect(failed).toMatchObject({ ok: false, status: 0 });
    expect(received).toHaveLength(2);
    const lastMs = Number(/nothing within (\d+) ms/.exec(failed.ok ? '' : failed.error)?.[1]);
    expect(lastMs).toBeGreaterThan(0);
    expect(lastMs).toBeLessThanOrEqual(1_500);
    expect(isRetryable(failed)).toBe(true);
  });

  test('with status 0 and the reason if nothing listens at the address', async () => {
    const refused = await sellWithRetries('http://127.0.0.1:1', { maxRetries: 1 });
    expect(refused).toMatchObject({ ok: false, status: 0 });
    expect(refused).toMatchObject({
      error: expect.stringMatching(/^No answer from http:\/\/127\.0\.0\.1:1: .+/),
    });
  });
});

describe('is not retried', () => {
  test.each([400, 401, 403, 404, 409, 413, 500, 502, 504])('after %d', async (status) => {
    const { baseUrl, received } = await answeringServer({ status, body: { error: 'no' } });
    expect(await sellWithRetries(baseUrl)).toEqual({ ok: false, status, error: 'no' });
    expect(received).toHaveLength(1);
  });

  test.each([
    ['an error page', { status: 502, body: '<h1>Bad gateway</h1>' }],
    ['half a JSON text', { status: 200, body: '{"success":true,' }],
    ['the page of another site', { status: 200, body: '<!doctype html>' }],
    ['JSON that is no answer', { status: 200, body: [1] }],
    ['an answer that says no success', { status: 200, body: { success: false } }],
  ])('when what answers is not the service: %s', async (_, answer) => {
    const { baseUrl, received } = await answeringServer(answer);
    const error = expect.stringContaining(`Not an answer of the service: HTTP ${answer.status}`);
    expect(await sellWithRetries(baseUrl)).toEqual({ ok: false, status: answer.status, error });
    expect(received).toHaveLength(1);
  });

  test('after a redirect, which would send the key elsewhere', async () => {
    const elsewhere = await answeringServer(OK);
    const moved = { status: 307, body: '', headers: { location: `${elsewhere.baseUrl}/there` } };
    const { baseUrl } = await answeringServer(moved);
    expect(await sellWithRetries(baseUrl)).toMatchObject({
      ok: false,
      status: 307,
      error: expect.stringContaining(`a redirect to ${elsewhere.baseUrl}/there`),
    });
    expect(elsewhere.received).toEqual([]);
  });
});
