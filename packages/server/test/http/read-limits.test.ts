import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ask, signIn, signInAs } from '../support/management.js';
import { seedProgram } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

/** Sends the same request so many times from an address, without a connection for each; returns the statuses of the answers. */
async function repeat(
  service: RunningService,
  times: number,
  {
    url,
    address,
    headers = {},
  }: { readonly url: string; readonly address: string; readonly headers?: Record<string, string> },
): Promise<readonly number[]> {
  const statuses: number[] = [];
  while (statuses.length < times) {
    const some = Math.min(50, times - statuses.length);
    const answers = await Promise.all(
      Array.from({ length: some }, () =>
        service.app.inject({
          method: 'GET',
          url,
          headers: { host: 'service.test', ...headers },
          remoteAddress: address,
        }),
      ),
    );
    statuses.push(...answers.map(({ statusCode }) => statusCode));
  }
  return statuses;
}

const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length;

describe('a read without an account', () => {
  const service = shared(() =>
    startService('embedded', { rateLimit: true, http: { metricsToken: 'monitoring' } }),
  );
  let addresses = 0;
  const newAddress = () => `203.0.113.${++addresses}`;

  test.each([
    ['/openapi.json', 200],
    ['/docs', 200],
    ['/docs/json', 200],
    ['/docs.md', 200],
    ['/llms.txt', 200],
    ['/js/svc-tracker.js', 200],
    ['/api/setup', 200],
    ['/metrics', 401],
    ['/assets/none.js', 404],
    ['/api/me', 401],
    ['/api/auth/get-session', 200],
    ['/api/v1/cli/processor/connect/none', 404],
  ])('accepts 600 of %s a minute from an address', async (url, status) => {
    const address = newAddress();
    const statuses = await repeat(service, 610, { url, address });
    expect([countOf(statuses, status), countOf(statuses, 429)]).toEqual([600, 10]);
    expect(await repeat(service, 1, { url, address: newAddress() })).toEqual([status]);
  });

  test('counts together with reads of other paths, and returns the time to wait', async () => {
    const address = newAddress();
    for (const url of ['/openapi.json', '/llms.txt', '/docs.md'])
      expect(countOf(await repeat(service, 200, { url, address }), 200)).toBe(200);
    const answer = await service.app.inject({
      url: '/docs',
      headers: { host: 'service.test' },
      remoteAddress: address,
    });
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  test.each(['/healthz', '/readyz'])('has no limit at %s', async (url) => {
    expect(countOf(await repeat(service, 650, { url, address: newAddress() }), 200)).toBe(650);
  });

  test.each([
    ['cookie', 'svc.session_token=forged.c2lnbmF0dXJl'],
    ['cookie', 'other=1'],
    ['authorization', 'Bearer svc_mk_000000000000000000000000'],
  ])('counts with an invalid %s', async (name, value) => {
    const program = await seedProgram(service.pool);
    const url = `/api/programs/${program.programId}`;
    const statuses = await repeat(service, 605, { url, address: newAddress(), headers: { [name]: value } });
    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([600, 5]);
  });
});

describe('a request with a session', () => {
  const service = shared(() => startService('embedded', { rateLimit: true }));

  test('counts to 1,200 a minute for its account, over all sessions and addresses', async () => {
    const program = await seedProgram(service.pool);
    const { email } = await seedPartnerUser(service.pool, program);
    const first = await signIn(service, email);
    const second = await signIn(service, email);
    const other = await signInAs(service, program.workspaceId, 'owner');
    const ask600 = (cookie: string, address: string) =>
      repeat(service, 601, { url: '/api/me', address, headers: { cookie } });
    // The first request of each counts towards its address, until the session is known.
    expect(countOf(await ask600(first, '203.0.113.1'), 200)).toBe(601);
    await ask600(second, '203.0.113.2');
    const refused = await repeat(service, 120, {
      url: '/api/me',
      address: '203.0.113.3',
      headers: { cookie: second },
    });
    expect(countOf(refused, 429)).toBeGreaterThan(0);
    expect(
      await repeat(service, 1, { url: '/api/me', address: '203.0.113.1', headers: { cookie: other } }),
    ).toEqual([200]);
  });
});

describe('a public text', () => {
  const service = shared(() => startService('embedded'));

  test.each(['/openapi.json', '/docs.md', '/llms.txt', '/docs/json', '/docs/static/swagger-ui.css'])(
    'sends %s compressed, and 304 to clients that have it',
    async (path) => {
      const plain = await ask(service, path, { headers: { 'accept-encoding': 'identity' } });
      expect([plain.status, plain.headers.get('vary')]).toEqual([
        200,
        expect.stringMatching(/accept-encoding/i),
      ]);
      const etag = plain.headers.get('etag') ?? '';
      const again = await fetch(`${service.baseUrl}${path}`, { headers: { 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const answer = await service.app.inject({
          url: path,
          headers: { host: 'service.test', 'accept-encoding': encoding },
        });
        expect(answer.headers['content-encoding']).toBe(encoding);
        const text = unpack(answer.rawPayload).toString();
        const whole = await service.app.inject({ url: path, headers: { host: 'service.test' } });
        expect(text).toBe(whole.payload);
        expect(answer.rawPayload.length).toBeLessThan(text.length);
      }
    },
  );
});
