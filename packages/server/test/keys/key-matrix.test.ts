import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { type Answer, ask, signInAs } from '../support/management.js';
import { type SeededProgram, seedApiKey, seedProgram } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { shared } from '../support/shared.js';

/** What a caller sends as `Authorization`, by the kind of its API key. */
const KINDS = [
  'no key',
  'another scheme',
  'empty key',
  'unknown key',
  'expired key',
  'revoked key',
  'rotated key, in its grace period',
  'live key',
  'key of an archived program',
  'rotated key of an archived program, in its grace period',
] as const;
type Kind = (typeof KINDS)[number];

interface Route {
  readonly method: string;
  readonly path: string;
  readonly permission: string | undefined;
  /** Whether the description says that a key is required, accepted, or of no use. */
  readonly apiKey: 'required' | 'accepted' | 'of no use';
}

const REFUND = '/api/v1/track/refund';

const UNAUTHORIZED: Readonly<Partial<Record<Kind, string>>> = {
  'no key': 'Missing or malformed Authorization header',
  'another scheme': 'Missing or malformed Authorization header',
  'empty key': 'Empty API key',
  'unknown key': 'Invalid API key',
  'expired key': 'Invalid API key',
  'revoked key': 'Invalid API key',
  'key of an archived program': 'Invalid API key',
  'rotated key of an archived program, in its grace period': 'Invalid API key',
};

/** The texts of a 401 that is about the key; other reasons to refuse a request come after it. */
const KEY_TEXTS = new Set(Object.values(UNAUTHORIZED));

/** Which kinds of API key open which routes, for every route that /openapi.json describes. Contract-2, 7.1 and 8. */
describe.each(engines)('which API keys open which routes on %s', (engine) => {
  const service = shared(() => startService(engine));
  let program: SeededProgram;
  let routes: Route[];
  const authorization = new Map<Kind, string>();

  beforeAll(async () => {
    program = await seedProgram(service.pool);
    const archived = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    const owner = await signInAs(service, program.workspaceId, 'owner');
    const changeKey = async (method: string, path: string, body?: unknown) => {
      const answer = await ask(service, `/api/programs/${path}`, { method, cookie: owner, body });
      expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(200);
    };
    const expired = await seedApiKey(service.pool, program.programId, { expiresAt: new Date(0) });
    const revoked = await seedApiKey(service.pool, program.programId);
    const rotated = await seedApiKey(service.pool, program.programId);
    const rotatedArchived = await seedApiKey(service.pool, archived.programId);
    await changeKey('DELETE', `${program.programId}/keys/${revoked.apiKeyId}`);
    await changeKey('POST', `${program.programId}/keys/${rotated.apiKeyId}/rotate`, { grace_hours: 24 });
    await changeKey('POST', `${archived.programId}/keys/${rotatedArchived.apiKeyId}/rotate`, {
      grace_hours: 24,
    });
    const { rows } = await service.pool.query('select name from programs where id = $1', [
      archived.programId,
    ]);
    await changeKey('POST', `${archived.programId}/archive`, { name: rows[0].name });
    authorization.set('another scheme', `Basic ${program.apiKey}`);
    authorization.set('empty key', 'Bearer  ');
    authorization.set('unknown key', 'Bearer svc_live_nobody-has-this-key');
    authorization.set('expired key', `Bearer ${expired.apiKey}`);
    authorization.set('revoked key', `Bearer ${revoked.apiKey}`);
    authorization.set('rotated key, in its grace period', `Bearer ${rotated.apiKey}`);
    authorization.set('live key', `Bearer ${program.apiKey}`);
    authorization.set('key of an archived program', `Bearer ${archived.apiKey}`);
    authorization.set(
      'rotated key of an archived program, in its grace period',
      `Bearer ${rotatedArchived.apiKey}`,
    );
    routes = await readKeyRoutes(service);
  });

  function sendWithKey({ method, path }: Route, kind: Kind): Promise<Answer> {
    const value = authorization.get(kind);
    const address = path
      .replace('{programId}', String(program.programId))
      .replace('{workspaceId}', String(program.workspaceId))
      .replace(/\{\w+\}/g, '1');
    return ask(service, address, {
      method: method.toUpperCase(),
      ...(value !== undefined && { headers: { authorization: value } }),
      ...(method !== 'get' && { body: {} }),
    });
  }

  test('the description names routes of each kind', () => {
    const paths = (apiKey: Route['apiKey']) =>
      routes.filter((route) => route.apiKey === apiKey).map(({ path }) => path);
    expect(paths('required')).toEqual(
      expect.arrayContaining(['/api/v1/track/sale', REFUND, '/api/v1/cli/status']),
    );
    expect(paths('accepted')).toEqual(expect.arrayContaining(['/track/click', '/api/v1/track/lead']));
    expect(paths('of no use').length).toBeGreaterThan(50);
  });

  test.each(KINDS)('%s on routes of servers', async (kind) => {
    for (const route of routes.filter(({ apiKey }) => apiKey === 'required')) {
      const answer = await sendWithKey(route, kind);
      const isRefund = route.path === REFUND && kind.includes('archived');
      const text = isRefund ? undefined : UNAUTHORIZED[kind];
      const name = `${route.method} ${route.path}: ${JSON.stringify(answer.body)}`;
      if (text === undefined) expect(answer.status, name).not.toBe(401);
      else expect([answer.status, answer.body], name).toEqual([401, { error: text }]);
    }
  });

  test.each(KINDS)('%s on routes of browsers, which accept a key', async (kind) => {
    const isBrowserMode = kind === 'no key' || kind === 'another scheme';
    for (const route of routes.filter(({ apiKey }) => apiKey === 'accepted')) {
      const answer = await sendWithKey(route, kind);
      const text = isBrowserMode ? undefined : UNAUTHORIZED[kind];
      const name = `${route.method} ${route.path}: ${JSON.stringify(answer.body)}`;
      if (text === undefined) expect(answer.status, name).not.toBe(401);
      else expect([answer.status, answer.body], name).toEqual([401, { error: text }]);
    }
  });

  test.each(KINDS)('%s on routes of people', async (kind) => {
    for (const route of routes.filter(({ apiKey }) => apiKey === 'of no use')) {
      const answer = await sendWithKey(route, kind);
      const name = `${route.method} ${route.path}: ${JSON.stringify(answer.body)}`;
      if (route.permission === undefined || route.permission === 'anyone') {
        expect(KEY_TEXTS.has(answer.body?.error), name).toBe(false);
      } else {
        expect([answer.status, answer.body], name).toEqual([401, { error: 'Authentication required' }]);
      }
    }
  });
});

async function readKeyRoutes(service: RunningService): Promise<Route[]> {
  const { body } = await ask(service, '/openapi.json');
  type Operation = { 'x-permission'?: string; security?: Record<string, unknown>[] };
  return Object.entries<Record<string, Operation>>(body.paths)
    .filter(([path]) => /^\/(api\/(?!auth\/)|track\/)/.test(path))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => {
        const security = operation.security ?? [];
        const takesKey = security.some((one) => 'apiKey' in one);
        const isOpen = security.some((one) => Object.keys(one).length === 0);
        return {
          method,
          path,
          permission: operation['x-permission'],
          apiKey: takesKey ? (isOpen ? 'accepted' : 'required') : 'of no use',
        };
      }),
    );
}
