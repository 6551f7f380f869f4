import { request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import {
  type SeededProgram,
  seedApiKey,
  seedManagementKey,
  seedProgram,
  uniqueName,
} from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { type TrackingClient, trackingClient } from './tracking-client.js';

const TRACKING = [
  '/track/click',
  '/api/v1/track/click',
  '/api/v1/track/lead',
  '/api/v1/track/sale',
  '/api/v1/track/refund',
];
const BROWSER = TRACKING.slice(0, 3);
const SERVER = TRACKING.slice(3);

describe.each(engines)('every route on %s', (engine) => {
  const service = shared(() => startService(engine));
  let client: TrackingClient;
  let program: SeededProgram;

  beforeAll(async () => {
    client = trackingClient(service);
    program = await seedProgram(service.pool);
  });

  const sent = async (
    path: string,
    raw: string | Uint8Array,
    contentType: string | null = 'application/json',
  ) => {
    const answer = await client.post(path, undefined, { key: program.apiKey, raw, contentType });
    return [answer.status, answer.body];
  };

  describe.each(TRACKING)('%s', (path) => {
    test.each(['', '{', 'null garbage', '{"a":1}}', "{'a':1}"])('400 Invalid JSON body: %j', async (raw) => {
      expect(await sent(path, raw)).toEqual([400, { error: 'Invalid JSON body' }]);
    });

    test.each(['null', '[]', '"text"', '7', 'true', '[{"a":1}]'])('400, no object: %s', async (raw) => {
      expect(await sent(path, raw)).toEqual([400, { error: 'Request body must be a JSON object' }]);
    });

    test('413 for one byte over 64 KiB, and not for 64 KiB', async () => {
      const body = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`;
      expect(await sent(path, body(65_537))).toEqual([413, { error: 'Request body too large' }]);
      const [status] = await sent(path, body(65_536));
      expect(status).toBe(400);
    });

    test.each([
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'nonsense',
    ])('415 for %s', async (contentType) => {
      expect(await sent(path, '{}', contentType)).toEqual([415, { error: 'Unsupported content type' }]);
    });

    test.each<[string, Buffer]>([
      ['a byte order mark', Buffer.from('\uFEFF{"x":1}')],
      ['UTF-16 with its mark', Buffer.from('\uFEFF{"x":"ä"}', 'utf16le')],
      ['UTF-16 in the other order', Buffer.from('\uFEFF{"x":"ä"}', 'utf16le').swap16()],
      ['NUL at its end', Buffer.from('{"x":1}\n\0')],
      ['line breaks around it', Buffer.from('\r\n{"x":1}\r\n')],
    ])('reads a body with %s', async (_what, raw) => {
      const [status, body] = await sent(path, raw, 'application/json; charset=utf-8');
      expect([status, body.error]).toEqual([400, expect.stringMatching(/ is required/)]);
    });

    test.each([
      'application/json;charset=UTF-8',
      'Application/JSON',
      'text/json',
      'application/vnd.api+json',
    ])('takes JSON as %s', async (contentType) => {
      const [status, body] = await sent(path, '{}', contentType);
      expect([status, body.error]).toEqual([400, expect.stringMatching(/ is required/)]);
    });

    test('says that a body is compressed', async () => {
      const answer = await client.post(path, undefined, {
        key: program.apiKey,
        raw: gzipSync('{}'),
        headers: { 'content-encoding': 'gzip' },
      });
      expect([answer.status, answer.body]).toEqual([
        415,
        { error: 'Compressed request bodies are not supported' },
      ]);
    });

    test('hostile keys and depths are just unknown fields', async () => {
      const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
      for (const raw of ['{"__proto__":{"x":1},"constructor":{"prototype":{}}}', deep, '{"a":1e999999}']) {
        const [status, body] = await sent(path, raw);
        expect([status, Object.keys(body)]).toEqual([400, ['error']]);
        expect(body.error).toMatch(/is required/);
      }
      expect(({} as { x?: number }).x).toBeUndefined();
    });

    test('an answer carries its request id: the sane one that came, else a new one', async () => {
      const id = async (given: string) =>
        (
          await client.post(path, {}, { key: program.apiKey, headers: { 'x-request-id': given } })
        ).headers.get('x-request-id');
      expect(await id('abc-1.2_3')).toBe('abc-1.2_3');
      expect(await id('<script>')).not.toContain('<');
      expect(await id('x'.repeat(65))).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
    });

    test('404 for other methods', async () => {
      const response = await fetch(service.baseUrl + path);
      expect([response.status, await response.json()]).toEqual([404, { error: 'Not found' }]);
    });
  });

  test('an operation that needs no fields takes a JSON type without a body', async () => {
    const permissions = ['program:write', 'partner:write'];
    const { managementKey } = await seedManagementKey(service.pool, program, { permissions });
    const { programId } = program;
    const paths = [
      ['DELETE', `/api/programs/${programId}/groups/0`],
      ['DELETE', `/api/programs/${programId}/partners/${program.partnerId}/rules`],
      ['POST', `/api/programs/${programId}/restore`],
    ] as const;
    for (const [method, path] of paths) {
      const answer = async (type: object, body?: string) => {
        const headers = { authorization: `Bearer ${managementKey}`, ...type };
        const { status } = await fetch(service.baseUrl + path, {
          method,
          headers,
          ...(body !== undefined && { body }),
        });
        return status;
      };
      const json = { 'content-type': 'application/json; charset=utf-8' };
      const answers = [await answer(json), await answer(json, ' \r\n'), await answer(json, '\uFEFF')];
      expect(answers).toEqual(Array(3).fill(await answer({})));
      expect(answers).not.toContain(400);
    }
  });

  test.each(SERVER)('415 for text/plain on %s, which no browser is meant to call', async (path) => {
    expect(await sent(path, '{}', 'text/plain')).toEqual([415, { error: 'Unsupported content type' }]);
  });

  test.each(['/', '/nothing', '/api/v1/track', '/api/v1/track/sale/', '/track/click/x'])(
    '404 for %s',
    async (path) => {
      const answer = await client.post(path, {});
      expect([answer.status, answer.body]).toEqual([404, { error: 'Not found' }]);
      expect(answer.headers.get('x-request-id')).toBeTruthy();
    },
  );

  test('an expired key is an unknown one', async () => {
    const { apiKey } = await seedApiKey(service.pool, program.programId, {
      expiresAt: new Date(Date.now() - 1000),
    });
    const answer = await client.sale({}, { key: apiKey });
    expect([answer.status, answer.body]).toEqual([401, { error: 'Invalid API key' }]);
  });

  test('several keys of one program are valid side by side', async () => {
    const { apiKey } = await seedApiKey(service.pool, program.programId);
    for (const key of [apiKey, program.apiKey]) {
      expect((await client.lead({ customer_key: uniqueName('user') }, { key })).status).toBe(200);
    }
  });

  describe('CORS', () => {
    const preflight = (path: string, origin: string) =>
      fetch(service.baseUrl + path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });

    test.each(BROWSER)('preflight of %s is answered for listed origins only', async (path) => {
      const allowed = await preflight(path, program.origin);
      expect(allowed.status).toBe(204);
      expect(allowed.headers.get('access-control-allow-origin')).toBe(program.origin);
      expect(allowed.headers.get('access-control-allow-methods')).toContain('POST');
      expect(allowed.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
      expect(allowed.headers.get('vary')).toContain('Origin');
      for (const origin of ['https://elsewhere.test', 'null', `${program.origin}.evil.test`]) {
        expect((await preflight(path, origin)).headers.get('access-control-allow-origin')).toBeNull();
      }
    });

    test('a page may read refusals too, but only a listed one', async () => {
      const readFrom = async (origin: string) =>
        (await client.click({}, { origin })).headers.get('access-control-allow-origin');
      expect(await readFrom(program.origin)).toBe(program.origin);
      expect(await readFrom('https://elsewhere.test')).toBeNull();
    });

    test.each(SERVER)('%s is for no page', async (path) => {
      const answer = await client.post(path, {}, { key: program.apiKey, origin: program.origin });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    });
  });

  describe('what is no HTTP', () => {
    const raw = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
        let answer = '';
        socket.on('data', (data) => {
          answer += data;
        });
        socket.on('close', () => resolve(answer));
        socket.on('error', reject);
        socket.end(text);
      });

    test('is answered with a JSON error', async () => {
      const answer = await raw('NONSENSE\r\n\r\n');
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({ error: expect.any(String) });
    });

    test('headers too large: 431', async () => {
      const answer = await raw(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 431 /);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({ error: expect.any(String) });
    });

    test('a malformed path: 400', async () => {
      const { status, text } = await new Promise<{ status?: number | undefined; text: string }>(
        (resolve, reject) => {
          request(`${service.baseUrl}`, { path: '/%zz', agent: false }, (response) => {
            let text = '';
            response.on('data', (data) => {
              text += data;
            });
            response.on('end', () => resolve({ status: response.statusCode, text }));
          })
            .on('error', reject)
            .end();
        },
      );
      expect(status).toBe(400);
      expect(JSON.parse(text)).toEqual({ error: expect.any(String) });
    });
  });

  test('503 with Retry-After while shutting down or starting, and nothing is recorded', async () => {
    const customerKey = uniqueName('user');
    for (const phase of ['starting', 'stopping'] as const) {
      service.lifecycle.phase = phase;
      try {
        const answer = await client.lead({ customer_key: customerKey }, { key: program.apiKey });
        expect([answer.status, answer.body]).toEqual([503, { error: 'Service unavailable' }]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(503);
      } finally {
        service.lifecycle.phase = 'serving';
      }
    }
    const { rows } = await service.pool.query('select 1 from customers where customer_key = $1', [
      customerKey,
    ]);
    expect(rows).toEqual([]);
  });

  test('health, readiness, the description and its readable page are served', async () => {
    const health = await fetch(`${service.baseUrl}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200);
    const description = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as {
      paths: Record<string, { post?: { summary?: string } }>;
    };
    for (const path of TRACKING) expect(description.paths[path]?.post?.summary).toBeTruthy();
    const docs = await fetch(`${service.baseUrl}/docs`);
    expect(docs.status).toBe(200);
    expect(docs.headers.get('content-type')).toContain('text/html');
  });
});

describe('rate limits', () => {
  test('429 with Retry-After past 600 a minute per address on browser routes; a key has a limit of its own', async () => {
    const service = await startService('embedded', { rateLimit: true });
    try {
      const client = trackingClient(service);
      const program = await seedProgram(service.pool);
      const statuses = new Set<number>();
      for (let sentSoFar = 0; sentSoFar < 600; sentSoFar += 50) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, () => client.click({}, { origin: program.origin })),
        );
        for (const answer of answers) statuses.add(answer.status);
      }
      expect(statuses).toEqual(new Set([400]));
      const limited = await client.click({ affiliate_url: program.affiliateUrl }, { origin: program.origin });
      expect([limited.status, limited.body]).toEqual([429, { error: 'Too many requests' }]);
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(limited.headers.get('access-control-allow-origin')).toBe(program.origin);
      const byKey = await client.click({ affiliate_url: program.affiliateUrl }, { key: program.apiKey });
      expect(byKey.status).toBe(200);
    } finally {
      await service.close();
    }
  });
});
