import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask } from '../support/management.js';
import { type RunningService, type ServiceOptions, startService } from '../support/service.js';

async function startBehind(options: ServiceOptions = {}): Promise<RunningService> {
  const service = await startService('embedded', options);
  onTestFinished(() => service.close());
  return service;
}

const bearer = (token: string) => ({ headers: { authorization: token } });

describe('METRICS_TOKEN', () => {
  test('is what /metrics requires, and nothing else does', async () => {
    const service = await startBehind({ http: { metricsToken: 'token-of-the-monitoring' } });
    const metrics = (token?: string) => ask(service, '/metrics', token === undefined ? {} : bearer(token));
    expect(await metrics('Bearer token-of-the-monitoring')).toMatchObject({
      status: 200,
      body: expect.stringContaining('svc_http'),
    });
    for (const [token, error] of [
      [undefined, 'Missing or malformed Authorization header'],
      ['Basic dG9rZW4=', 'Missing or malformed Authorization header'],
      ['bearer token-of-the-monitoring', 'Missing or malformed Authorization header'],
      ['Bearer ', 'Empty API key'],
      ['Bearer token-of-the-monitorinG', 'Invalid API key'],
      ['Bearer token-of-the-monitoring-and-more', 'Invalid API key'],
      ['Bearer token', 'Invalid API key'],
    ] as const) {
      expect(await metrics(token), String(token)).toMatchObject({ status: 401, body: { error } });
    }
    expect((await ask(service, '/healthz')).status).toBe(200);
    expect((await ask(service, '/readyz')).status).toBe(200);
  });

  test('unset makes /metrics unknown, whatever token is sent', async () => {
    const service = await startBehind();
    for (const headers of [{}, bearer('Bearer token').headers, bearer('Basic dG9rZW4=').headers])
      expect(await ask(service, '/metrics', { headers })).toMatchObject({
        status: 404,
        body: { error: 'Not found' },
      });
  });
});

describe('SVC_PUBLIC_DOCS', () => {
  const paths = [
    '/docs',
    '/docs/',
    '/docs/static/index.html',
    '/docs/json',
    '/docs.md',
    '/llms.txt',
    '/openapi.json',
  ];

  test('off removes what describes the interface, for programs and for people', async () => {
    const service = await startBehind({ http: { publicDocs: false } });
    for (const path of paths) {
      for (const accept of ['*/*', 'text/html']) {
        const { status, body } = await ask(service, path, { headers: { accept } });
        expect([path, status, body]).toEqual([path, 404, { error: 'Not found' }]);
      }
    }
    expect((await ask(service, '/api/setup')).status).toBe(200);
  });

  test('on serves it', async () => {
    const service = await startBehind();
    for (const path of ['/docs', '/openapi.json']) expect((await ask(service, path)).status).toBe(200);
  });
});

describe('every answer', () => {
  async function onConnection({ baseUrl }: RunningService, written: string): Promise<string> {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname);
    socket.end(written.replaceAll('\n', '\r\n'));
    return text(socket);
  }

  test('has nosniff: of routes, errors, files, and what is no route', async () => {
    const service = await startBehind();
    const asked: [string, string][] = [
      ['GET', '/'],
      ['GET', '/healthz'],
      ['HEAD', '/healthz'],
      ['GET', '/readyz'],
      ['GET', '/metrics'],
      ['GET', '/docs'],
      ['GET', '/openapi.json'],
      ['GET', '/js/svc-tracker.js'],
      ['GET', '/nothing'],
      ['PUT', '/nothing'],
      ['GET', '/%'],
      ['OPTIONS', '/track/click'],
      ['POST', '/track/click'],
      ['POST', '/api/v1/track/sale'],
      ['POST', '/webhooks/processor'],
      ['GET', '/processor/callback'],
      ['GET', '/api/setup'],
      ['GET', '/api/me'],
      ['POST', '/api/auth/sign-in/email'],
    ];
    for (const [method, path] of asked) {
      const { headers, status } = await ask(service, path, { method });
      expect([method, path, status, headers.get('x-content-type-options')]).toEqual([
        method,
        path,
        expect.any(Number),
        'nosniff',
      ]);
    }
    service.lifecycle.phase = 'stopping';
    const stopping = await ask(service, '/api/setup');
    expect([stopping.status, stopping.headers.get('x-content-type-options')]).toEqual([503, 'nosniff']);
  });

  test('has it also where there is no request that could be read, and where a client expects something odd', async () => {
    const service = await startBehind();
    const host = `Host: ${new URL(service.baseUrl).host}`;
    for (const [written, status] of [
      ['nonsense\n\n', 400],
      [`GET / HTTP/1.1\n${host}\nX: ${'x'.repeat(70_000)}\n\n`, 431],
      [`GET /healthz HTTP/1.1\n${host}\nExpect: wonders\nConnection: close\n\n`, 200],
    ] as const) {
      const answer = await onConnection(service, written);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
    }
  });
});

describe('pages', () => {
  const pages = ['/', '/docs', '/processor/callback'];

  test.each(pages)('%s is shown in no frame, and says nothing of itself to other sites', async (path) => {
    const { headers } = await ask(await startBehind(), path, { headers: { accept: 'text/html' } });
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toMatch(/^(same-origin|no-referrer)$/);
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  test('send HSTS if the service is reached by https', async () => {
    const service = await startBehind({ http: { baseUrl: 'https://svc.acme.test' } });
    for (const path of ['/', '/docs']) {
      const { headers } = await ask(service, path, { headers: { accept: 'text/html' } });
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    }
  });
});
