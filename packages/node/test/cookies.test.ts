import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import {
  type CookieSource,
  clickIdCookie,
  isClickId,
  lastingClickIdCookie,
  readClickId,
} from '../src/index.js';

const CLICK = 'cust_123456789012345_1767225600000';
const NEWER = 'cust_5_1767225600001';
const HEADER = `theme=dark; svc_click_id=${CLICK}; other=svc_click_id`;

/** What a Node web application reads from a request with the cookie. */
async function readThrough(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie: HEADER } });
    return await response.text();
  } finally {
    server.close();
  }
}

describe('readClickId reads the cookie of', () => {
  test('a standard Request and its Headers', () => {
    const request = new Request('https://shop.test/', { headers: { cookie: HEADER } });
    expect(readClickId(request)).toBe(CLICK);
    expect(readClickId(request.headers)).toBe(CLICK);
  });

  test('a request of Node', async () => {
    expect(await readThrough((request, response) => response.end(readClickId(request)))).toBe(CLICK);
  });

  test('Express', async () => {
    const app = express().get('/', (request, response) => void response.send(readClickId(request)));
    expect(await readThrough(app)).toBe(CLICK);
  });

  test('Fastify', async () => {
    const app = fastify();
    app.get('/', async (request) => readClickId(request));
    const response = await app.inject({ url: '/', headers: { cookie: HEADER } });
    expect(response.body).toBe(CLICK);
  });

  test('Hono', async () => {
    const app = new Hono().get('/', (context) => context.text(String(readClickId(context))));
    const response = await app.request('/', { headers: { cookie: HEADER } });
    expect(await response.text()).toBe(CLICK);
  });

  test('the cookies of a Next.js route handler', () => {
    // The shape of what `await cookies()` returns.
    const jar = new Map([['svc_click_id', { name: 'svc_click_id', value: CLICK }]]);
    expect(readClickId(jar)).toBe(CLICK);
    expect(readClickId(new Map())).toBeNull();
  });

  test('a Cookie header as text, quoted, or in several lines', () => {
    expect(readClickId(HEADER)).toBe(CLICK);
    expect(readClickId(`a=b;svc_click_id="${CLICK}"`)).toBe(CLICK);
    expect(readClickId({ cookie: ['a=b', HEADER] })).toBe(CLICK);
    expect(readClickId({ Cookie: HEADER })).toBe(CLICK);
  });
});

test('of several cookies the newest click counts, in any order', () => {
  expect(readClickId(`svc_click_id=${NEWER}; svc_click_id=${CLICK}`)).toBe(NEWER);
  expect(readClickId(`svc_click_id=${CLICK}; svc_click_id=x; svc_click_id=${NEWER}`)).toBe(NEWER);
});

test.each([
  ['nothing', null],
  ['nothing', undefined],
  ['an empty header', ''],
  ['another cookie', 'xsvc_click_id=cust_1_2'],
  ['no headers', {}],
  ['no cookies', new Headers()],
  ['something else', 7],
  ['a broken context', { req: undefined }],
  ['a line break', 'svc_click_id=cust_1_2\r\nset-cookie: a=b'],
  ['another shape', 'svc_click_id=cust_1_2_3'],
])('readClickId gives null for %s', (_, source) => {
  expect(readClickId(source as CookieSource)).toBeNull();
});

test.each([
  '',
  'cust_1',
  'cust_01_2',
  'cust_1_2\n',
  'cust_1_2; Domain=evil.test',
  'cust_-1_2',
  'CUST_1_2',
  null,
  5,
])('no click id: %j', (value) => {
  expect(isClickId(value)).toBe(false);
  expect(() => clickIdCookie(value as string, { cookieWindowDays: 60 })).toThrow(TypeError);
});

describe('clickIdCookie', () => {
  test('has the attributes of the browser library and the given lifetime', () => {
    expect(clickIdCookie(CLICK, { cookieWindowDays: 60 })).toBe(
      `svc_click_id=${CLICK}; Path=/; Max-Age=5184000; SameSite=Lax; Secure`,
    );
    expect(clickIdCookie(CLICK, { cookieWindowDays: 1, domain: 'shop.test', secure: false })).toBe(
      `svc_click_id=${CLICK}; Path=/; Max-Age=86400; SameSite=Lax; Domain=shop.test`,
    );
  });

  test('can be read from the next request', () => {
    const [pair = ''] = clickIdCookie(CLICK, { cookieWindowDays: 60 }).split('; ');
    expect(readClickId(pair)).toBe(CLICK);
  });

  test.each([
    { cookieWindowDays: 0 },
    { cookieWindowDays: 1.5 },
    { cookieWindowDays: Number.NaN },
    { cookieWindowDays: 60, domain: '' },
    { cookieWindowDays: 60, domain: 'shop.test; HttpOnly' },
    { cookieWindowDays: 60, domain: 'shop.test\r\nx: y' },
    { cookieWindowDays: 60, domain: 'a..b' },
  ])('refuses %j', (options) => {
    expect(() => clickIdCookie(CLICK, options)).toThrow(TypeError);
  });
});

describe('lastingClickIdCookie', () => {
  const cookie = `svc_click_id=${CLICK}`;
  const options = { cookieWindowDays: 60 };
  const page = { cookie, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  test.each([
    ['a page', { ...page, 'sec-fetch-dest': 'document' }],
    ['a page of a browser that says only what it would like', page],
  ])('is there for %s, from whatever holds the headers', (_what, headers) => {
    const expected = clickIdCookie(CLICK, options);
    const request = new Request('https://shop.test', { headers });
    for (const source of [
      { headers },
      headers,
      { headers: new Headers(headers) },
      new Headers(headers),
      { req: { raw: request } },
    ])
      expect(lastingClickIdCookie(source, options)).toBe(expected);
  });

  test('ignores headers named like the properties that hold headers elsewhere', () => {
    const headers = { ...page, req: 'x', headers: 'x' };
    expect(lastingClickIdCookie({ headers }, options)).toBe(clickIdCookie(CLICK, options));
    expect(readClickId({ headers })).toBe(CLICK);
  });

  describe('after a redirect link', () => {
    const NEWER = 'cust_7_1790000000000';
    const url = `/landing?x=1&aff=ann&svc_click_id=${NEWER}`;
    const arrival = { accept: 'text/html', 'sec-fetch-dest': 'document' };

    test('takes the click id from the address of the first request', () => {
      const expected = clickIdCookie(NEWER, options);
      const request = new Request(`https://shop.test${url}`, { headers: arrival });
      for (const source of [
        request,
        { headers: arrival, url },
        { headers: arrival, url: '/mounted', originalUrl: url },
        { req: { raw: request } },
      ])
        expect(lastingClickIdCookie(source, options)).toBe(expected);
    });

    test('takes the newer of the cookie and the address', () => {
      const older = `svc_click_id=cust_1_1690000000000`;
      const newest = 'cust_9_1890000000000';
      expect(lastingClickIdCookie({ headers: { ...arrival, cookie: older }, url }, options)).toBe(
        clickIdCookie(NEWER, options),
      );
      expect(
        lastingClickIdCookie({ headers: { ...arrival, cookie: `svc_click_id=${newest}` }, url }, options),
      ).toBe(clickIdCookie(newest, options));
    });

    test.each([
      ['Global Privacy Control is on', { ...arrival, 'sec-gpc': '1' }, url],
      ['the address has another value', arrival, '/?svc_click_id=cust_1_2%0d%0aX-Evil:1'],
      ['the id is behind #', arrival, `/#svc_click_id=${NEWER}`],
      ['the request is for data', { accept: '*/*', 'sec-fetch-dest': 'empty' }, url],
    ])('returns null when %s', (_when, headers, address) => {
      expect(lastingClickIdCookie({ headers, url: address }, options)).toBeNull();
    });

    test('ignores a header called url', () => {
      expect(lastingClickIdCookie({ ...arrival, url }, options)).toBeNull();
    });
  });

  test.each([
    ['what a page asks for itself', { cookie, accept: '*/*', 'sec-fetch-dest': 'empty' }],
    ['HTML that a page asks for itself', { ...page, 'sec-fetch-dest': 'empty' }],
    ['an image', { cookie, 'sec-fetch-dest': 'image' }],
    [
      'a page that is fetched in advance',
      { ...page, 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' },
    ],
    ['a request that says nothing', { cookie }],
    ['a page without a click', { accept: 'text/html', 'sec-fetch-dest': 'document' }],
  ])('is null for %s', (_what, headers) => {
    expect(lastingClickIdCookie({ headers }, options)).toBeNull();
  });
});
