import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostnameOf, isLoopbackName } from '../../src/net/host-names.js';
import { createLogger } from '../../src/service/logger.js';
import { type RunningService, startService } from '../support/service.js';

interface Asked {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** Asks under a host; null: none is named. */
async function askAs(
  service: Pick<RunningService, 'baseUrl'>,
  host: string | null,
  path = '/api/setup',
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Asked> {
  const { hostname, port } = new URL(service.baseUrl);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { hostname, port, path, method, agent: false, setHost: false };
    request({ ...options, headers: { ...headers, ...(host !== null && { host }) } }, resolve)
      .on('error', reject)
      .end();
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: await (isJson ? json(answer) : text(answer)),
  };
}

/** Writes onto a connection; gives everything that comes back until it is closed. */
async function exchange({ baseUrl }: Pick<RunningService, 'baseUrl'>, written: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.end(written.replaceAll('\n', '\r\n'));
  return text(socket);
}

const UNKNOWN = { error: 'Unknown host' };

describe('the host of a request', () => {
  const lines: string[] = [];
  let service: RunningService;
  beforeAll(async () => {
    service = await startService('embedded', {
      http: {
        baseUrl: 'https://svc.acme.test',
        hosts: ['go.acme.test', '10.1.2.3', '[fd00::1]'],
        metricsToken: 'monitoring',
      },
      logger: createLogger({ write: (line) => lines.push(line) }),
      trustProxy: true,
    });
  });
  afterAll(() => service.close());

  test.each([
    'svc.acme.test',
    'SVC.Acme.Test',
    'svc.acme.test:8443',
    'svc.acme.test.',
    'go.acme.test',
    '10.1.2.3:80',
    '[fd00::1]',
    '[FD00:0::1]:4600',
    'localhost',
    'localhost:1',
    '127.0.0.1:4600',
    '127.9.8.7',
    '[::1]',
    '[::1]:4600',
  ])('%s is known', async (host) => {
    expect((await askAs(service, host)).status).toBe(200);
  });

  test.each([
    'evil.test',
    'acme.test',
    'x.svc.acme.test',
    'svc.acme.test.evil.test',
    'svc.acme.test@evil.test',
    'svc.acme.test evil.test',
    'svc.acme.test/x',
    'svc.acme.test:port',
    'localhost.evil.test',
    'xlocalhost',
    '128.0.0.1',
    '127.0.0.1.evil.test',
    '0.0.0.0',
    '[::2]',
    '[::1',
    '::1',
    '',
    ':4600',
    'svc%2eacme.test',
  ])('%s is not', async (host) => {
    const { status, body, headers } = await askAs(service, host);
    expect([status, body]).toEqual([421, UNKNOWN]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
  });

  test.each([
    ['GET', '/'],
    ['GET', '/nothing'],
    ['POST', '/nothing'],
    ['GET', '/%'],
    ['GET', '/docs'],
    ['GET', '/openapi.json'],
    ['GET', '/js/svc-tracker.js'],
    ['GET', '/assets/index.js'],
    ['POST', '/track/click'],
    ['OPTIONS', '/track/click'],
    ['POST', '/api/v1/track/lead'],
    ['POST', '/api/v1/track/sale'],
    ['GET', '/api/v1/cli/status'],
    ['POST', '/api/auth/sign-in/email'],
    ['GET', '/api/me'],
    ['GET', '/processor/callback'],
    ['POST', '/webhooks/processor'],
  ])('%s %s is answered under no other host', async (method, path) => {
    expect(await askAs(service, 'evil.test', path, { method })).toMatchObject({ status: 421, body: UNKNOWN });
  });

  test.each([
    ['/healthz', 200],
    ['/readyz', 200],
    ['/metrics', 401],
  ])('%s is, because monitoring asks by address', async (path, status) => {
    expect((await askAs(service, '10.0.0.7:4600', path)).status).toBe(status);
    expect((await askAs(service, null, path)).status).toBe(status);
  });

  test('a request without any is refused, by every version of HTTP', async () => {
    expect(await askAs(service, null)).toMatchObject({ status: 421, body: UNKNOWN });
    for (const version of ['1.0', '1.1']) {
      const answer = await exchange(service, `GET /api/setup HTTP/${version}\nConnection: close\n\n`);
      expect(answer).toMatch(/^HTTP\/1.1 421 /);
      expect(answer).toContain('{"error":"Unknown host"}');
      expect(answer).toContain('x-content-type-options: nosniff');
    }
  });

  test('what a proxy, or a page, says of another host does not count', async () => {
    const headers = { 'x-forwarded-host': 'svc.acme.test', forwarded: 'host=svc.acme.test' };
    expect((await askAs(service, 'evil.test', '/api/setup', { headers })).status).toBe(421);
  });

  test('one that is unknown is logged, once a minute', async () => {
    const own = await startService('embedded', {
      logger: createLogger({ write: (line) => lines.push(line) }),
    });
    lines.length = 0;
    // A probe that asks by address is none.
    await askAs(own, '10.0.0.7', '/healthz');
    for (const host of ['first.test', 'second.test', 'third.test']) await askAs(own, host);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', host: 'first.test', msg: expect.stringContaining('SVC_HOSTS') },
    ]);
    await own.close();
  });
});

test('names are read from hosts as browsers write them', () => {
  expect(hostnameOf('[0:0::1]:80')).toBe('[::1]');
  expect(hostnameOf('A.test:99999')).toBeNull();
  expect(['127.0.0.1', 'localhost', '[::1]'].every(isLoopbackName)).toBe(true);
  expect(['127.0.0.1.test', 'localhost.test', '[::2]', '1.127.0.0'].some(isLoopbackName)).toBe(false);
});
