import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { engines, newPostgresUrl } from '../support/engines.js';
import { PASSWORD } from '../support/management.js';
import { SETUP_TOKEN, startService } from '../support/service.js';
import { spawnService, until } from '../support/service-process.js';
import { shared } from '../support/shared.js';

const MISSING = { error: 'The setup token is missing or wrong. The service printed it when it started.' };
const ACCOUNT = { name: 'Olive', email: 'olive@acme.test', password: PASSWORD, workspace: 'Acme' };

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Asks under any host, which fetch does not let one choose. */
async function askSetup(baseUrl: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const { hostname, port } = new URL(baseUrl);
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { hostname, port, path: '/api/setup', method, agent: false };
    const type = sent === undefined ? {} : { 'content-type': 'application/json' };
    request({ ...options, headers: { ...type, ...headers } }, resolve)
      .on('error', reject)
      .end(sent);
  });
  return { status: answer.statusCode, body: await json(answer) };
}

const setUp = (baseUrl: string, token: unknown, headers: Record<string, string> = {}) =>
  askSetup(baseUrl, { method: 'POST', headers, body: { ...ACCOUNT, setup_token: token } });

/** Headers that make a request one from elsewhere, though its connection is of this machine. */
const FROM_ELSEWHERE: [string, Record<string, string>][] = [
  ['the name of the service', { host: 'service.test' }],
  ['a proxy that names the caller', { 'x-forwarded-for': '203.0.113.9' }],
  ['a proxy that says the caller is this machine', { 'x-forwarded-for': '127.0.0.1' }],
  ['a proxy that names the host', { 'x-forwarded-host': 'localhost' }],
  ['a proxy by the standard', { forwarded: 'for=127.0.0.1' }],
  ['a proxy that names itself', { via: '1.1 proxy' }],
  ['a proxy of another kind', { 'x-real-ip': '127.0.0.1' }],
];

describe.each(engines)('the first setup on %s', (engine) => {
  const service = shared(() => startService(engine, { trustProxy: true }));

  test.each(FROM_ELSEWHERE)('takes the token when it comes by %s', async (_what, headers) => {
    expect(await askSetup(service.baseUrl, { headers })).toMatchObject({
      body: { needed: true, needs_token: true },
    });
    const bad = [undefined, '', ' ', SETUP_TOKEN.slice(1), `${SETUP_TOKEN} `, SETUP_TOKEN.toUpperCase()];
    for (const token of bad) {
      expect(await setUp(service.baseUrl, token, headers)).toEqual({ status: 403, body: MISSING });
    }
    for (const odd of [7, null, 'x'.repeat(256)]) {
      expect(await setUp(service.baseUrl, odd, headers)).toMatchObject({ status: 400 });
    }
    expect((await service.pool.query('select 1 from users')).rows).toEqual([]);
  });

  test('is done once with the token, and then over for everybody', async () => {
    const elsewhere = { host: 'service.test' };
    expect((await setUp(service.baseUrl, SETUP_TOKEN, elsewhere)).status).toBe(200);
    for (const headers of [{}, elsewhere]) {
      expect(await askSetup(service.baseUrl, { headers })).toMatchObject({
        status: 200,
        body: { needed: false, needs_token: false },
      });
      expect((await setUp(service.baseUrl, SETUP_TOKEN, headers)).status).toBe(409);
      expect((await setUp(service.baseUrl, 'wrong', headers)).status).toBe(409);
    }
  });
});

test('this machine needs no token', async () => {
  const service = await startService('embedded');
  onTestFinished(() => service.close());
  expect((await askSetup(service.baseUrl)).body).toMatchObject({ needed: true, needs_token: false });
  expect((await setUp(service.baseUrl, undefined)).status).toBe(200);
});

describe('serve', { timeout: 180_000 }, () => {
  const elsewhere = { host: 'service.test' };

  test('prints one token for all processes with one secret, until somebody has set up', async () => {
    const env = {
      DATABASE_URL: await newPostgresUrl(),
      SVC_SECRET: 'a-secret-of-more-than-32-characters',
      SVC_BASE_URL: 'http://service.test',
    };
    const services = await Promise.all([spawnService(env), spawnService(env)]);
    const tokens: string[] = [];
    for (const service of services) {
      await service.ready();
      await until(() => /Setup token.*: \S+\n/.test(service.stdout()));
      expect(service.stdout()).toContain('http://service.test/setup#');
      tokens.push(/Setup token.*: (\S+)\n/.exec(service.stdout())?.[1] ?? '');
    }
    const [first = '', second] = tokens;
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).toBe(first);
    expect(services.map((service) => service.stderr()).join()).not.toContain(first);
    const [one, other] = services;
    expect((await setUp(one?.baseUrl ?? '', 'another', elsewhere)).status).toBe(403);
    expect((await setUp(other?.baseUrl ?? '', first, elsewhere)).status).toBe(200);
    const later = await spawnService(env);
    await later.ready();
    later.child.kill('SIGTERM');
    const { stdout } = await later.ended;
    expect(stdout).not.toContain('etup');
  });

  test('takes the token of SVC_SETUP_TOKEN, and does not repeat it', async () => {
    const service = await spawnService({
      DATABASE_URL: await newPostgresUrl(),
      SVC_SECRET: 'a-secret-of-more-than-32-characters',
      SVC_BASE_URL: 'http://service.test',
      SVC_SETUP_TOKEN: 'chosen-by-the-operator',
    });
    await service.ready();
    await until(() => service.stdout().includes('SVC_SETUP_TOKEN'));
    expect(service.stdout() + service.stderr()).not.toContain('chosen-by-the-operator');
    expect((await setUp(service.baseUrl, 'wrong', elsewhere)).status).toBe(403);
    expect((await setUp(service.baseUrl, 'chosen-by-the-operator', elsewhere)).status).toBe(200);
  });
});
