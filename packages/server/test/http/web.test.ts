import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../support/service.js';

const PAGE = '<!doctype html><title>svc</title><script type="module" src="/assets/index-a1b2.js"></script>';
const SCRIPT = `console.log(${JSON.stringify('long enough to be packed '.repeat(50))})`;
/** As browsers send it when somebody opens an address. */
const OPENING = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const NOT_FOUND = { error: 'Not found' };

interface Ask {
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

/** Not fetch, which unpacks what comes and tidies up the path before it is sent. */
async function ask(service: RunningService, path: string, { headers = {}, method = 'GET' }: Ask = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const { hostname, port } = new URL(service.baseUrl);
    request({ hostname, port, path, method, headers, agent: false }, resolve).on('error', reject).end();
  });
  const body = await buffer(response);
  return { status: response.statusCode, headers: response.headers, body, text: body.toString() };
}

describe('the web application', () => {
  let folder: string;
  let service: RunningService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-web-'));
    await mkdir(join(folder, 'dist', 'assets'), { recursive: true });
    await writeFile(join(folder, 'dist', 'index.html'), PAGE);
    await writeFile(join(folder, 'dist', 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(folder, 'dist', 'assets', 'index-a1b2.js'), SCRIPT);
    await writeFile(join(folder, 'dist', 'assets', 'index-a1b2.js.map'), '{}');
    await writeFile(join(folder, 'secret.html'), 'not to be seen');
    service = await startService('embedded', { webFolder: join(folder, 'dist') });
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  test.each(['/', '/?from=mail', '/sign-in', '/w/1', '/p/7/commissions?status=held', '/apply/7', '/apix'])(
    '%s is its page',
    async (path) => {
      const { status, headers, text } = await ask(service, path, { headers: OPENING });
      expect([status, text]).toEqual([200, PAGE]);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'x-request-id': expect.any(String),
      });
    },
  );

  test('the page may load scripts from this server alone, and nobody may frame it', async () => {
    const { headers } = await ask(service, '/', { headers: OPENING });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ]),
    );
    expect(policy.join(' ')).not.toMatch(/https?:|\*|unsafe-eval/);
  });

  test('files with a hash in their names are kept for good, others are asked for again by their tags', async () => {
    const script = await ask(service, '/assets/index-a1b2.js');
    expect([script.status, script.text]).toEqual([200, SCRIPT]);
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await ask(service, '/favicon.svg')).headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'no-cache',
    });
    const first = await ask(service, '/w/1', { headers: OPENING });
    const again = { ...OPENING, 'if-none-match': String(first.headers.etag) };
    const second = await ask(service, '/w/1', { headers: again });
    expect([second.status, second.text]).toEqual([304, '']);
  });

  test('responses are compressed in the best way the browser accepts', async () => {
    const fetchScript = async (encodings: string) => {
      const headers = { ...OPENING, 'accept-encoding': encodings };
      return ask(service, '/assets/index-a1b2.js', { headers });
    };
    const brotli = await fetchScript('gzip, deflate, br, zstd');
    expect([brotli.headers['content-encoding'], brotli.headers.vary]).toEqual(['br', 'Accept-Encoding']);
    expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT);
    const gzipped = await fetchScript('gzip, br;q=0');
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.body).toString()).toBe(SCRIPT);
    expect((await fetchScript('identity')).text).toBe(SCRIPT);
  });

  test('HEAD is answered like GET, without the body', async () => {
    for (const path of ['/', '/w/1', '/assets/index-a1b2.js']) {
      const get = await ask(service, path, { headers: OPENING });
      const head = await ask(service, path, { headers: OPENING, method: 'HEAD' });
      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of ['etag', 'content-length', 'cache-control', 'content-security-policy']) {
        expect(head.headers[name]).toBe(get.headers[name]);
      }
    }
  });

  test.each([
    '/api',
    '/api/nothing',
    '/api/v1/track/sale',
    '/api/programs/1/nothing',
    '/track/click',
    '/webhooks/other',
    '/processor/other',
    '/js/other.js',
    '/docs/other',
    '/assets/gone-c3d4.js',
    '/assets',
  ])('%s is no page: 404 in JSON, even for somebody who opens it in a browser', async (path) => {
    const { status, headers, text } = await ask(service, path, { headers: OPENING });
    expect([status, JSON.parse(text)]).toEqual([404, NOT_FOUND]);
    expect(headers['x-request-id']).toBeTruthy();
  });

  test('returns 404 in JSON to requests for no page: programs, scripts, and every other method', async () => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const { status, text } = await ask(service, '/w/1', { headers });
      expect([status, JSON.parse(text)]).toEqual([404, NOT_FOUND]);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, text } = await ask(service, '/w/1', { headers: OPENING, method });
      expect([status, JSON.parse(text)]).toEqual([404, NOT_FOUND]);
    }
  });

  test.each([
    '/../secret.html',
    '/assets/../../secret.html',
    '/assets/..%2f..%2fsecret.html',
    '/assets/%2e%2e/%2e%2e/secret.html',
    '/assets/..\\..\\secret.html',
    '/..%5csecret.html',
    '//secret.html',
    '/secret.html%00.js',
    '/assets/index-a1b2.js.map',
  ])('nothing beside its files can be read: %s', async (path) => {
    for (const headers of [{}, OPENING]) {
      const { status, text } = await ask(service, path, { headers });
      expect(text).not.toContain('not to be seen');
      if (status === 200) expect(text).toBe(PAGE);
      else expect([status, JSON.parse(text)]).toEqual([404, NOT_FOUND]);
    }
  });

  test('while starting or stopping, requests for pages are asked to retry, and assets of open ones are still served', async () => {
    for (const phase of ['starting', 'stopping'] as const) {
      service.lifecycle.phase = phase;
      try {
        const page = await ask(service, '/w/1', { headers: OPENING });
        expect([page.status, JSON.parse(page.text)]).toEqual([503, { error: 'Service unavailable' }]);
        expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
        expect((await ask(service, '/assets/index-a1b2.js')).status).toBe(200);
      } finally {
        service.lifecycle.phase = 'serving';
      }
    }
  });
});

test('without a built application, the start page says how to build one', async () => {
  const service = await startService('embedded', { webFolder: join(tmpdir(), 'svc-no-such-folder') });
  try {
    for (const path of ['/', '/w/1']) {
      const { status, headers, text } = await ask(service, path, { headers: OPENING });
      expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
      expect(text).toContain('npm run build');
    }
    expect(JSON.parse((await ask(service, '/nothing')).text)).toEqual(NOT_FOUND);
  } finally {
    await service.close();
  }
});
