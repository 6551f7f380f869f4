import { MANAGEMENT_KEY_PERMISSIONS, type ManagementKeyPermission } from '@svc/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask } from '../support/management.js';
import { fillPath, QUERIES, type Route, readManagementRoutes } from '../support/routes.js';
import { type SeededProgram, seedManagementKey, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { pathValueCreators, payableSale } from '../support/workspace.js';

/** An id that no key has, because every key may rotate itself. */
const NOT_OWN = '999999';
const ALL = { permissions: MANAGEMENT_KEY_PERMISSIONS } as const;

/** What management keys open, generated from the description of every registered route. Contract 2 section 8. */
describe.each(engines)('which management keys open which routes on %s', (engine) => {
  const service = shared(() => startService(engine));
  let program: SeededProgram;
  let sibling: SeededProgram;
  let other: SeededProgram;
  let routes: Route[];
  let makers: Record<string, () => Promise<string>>;

  beforeAll(async () => {
    program = await seedProgram(service.pool, { holdDays: 0 });
    sibling = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    other = await seedProgram(service.pool);
    await payableSale(service, program);
    makers = pathValueCreators(service, program);
    routes = await readManagementRoutes(service);
  });

  const opened = () => routes.filter(({ takesKeys }) => takesKeys);
  const nameOf = (route: Route, body: unknown) => `${route.method} ${route.path}: ${JSON.stringify(body)}`;

  async function send(route: Route, token: string, path: string) {
    return ask(service, path + (QUERIES[route.path] ?? ''), {
      method: route.method.toUpperCase(),
      headers: { authorization: `Bearer ${token}` },
      ...(route.isWrite && { body: {} }),
    });
  }

  /** Notes are deleted by whoever wrote them, so the key writes its own. */
  const makersOf = (token: string): typeof makers => ({
    ...makers,
    partners: async () => String(program.partnerId),
    notes: async () => {
      const path = `/api/programs/${program.programId}/partners/${program.partnerId}/notes`;
      const headers = { authorization: `Bearer ${token}` };
      return String((await ask(service, path, { method: 'POST', headers, body: { body: 'Made' } })).body.id);
    },
  });

  /** Sends a key to routes and expects each to be opened, with things in its path that exist. */
  async function expectOpened(token: string, which: readonly Route[]): Promise<void> {
    expect(which.length).toBeGreaterThan(0);
    for (const route of which) {
      const isOfNote = route.path.endsWith('/{noteId}');
      const path = await fillPath(route.path, program, isOfNote ? makersOf(token) : makers);
      const { status, body } = await send(route, token, path);
      expect(route.isWrite ? [200, 400, 409] : [200], nameOf(route, body)).toContain(status);
    }
  }

  /** Sends a key to routes and expects each to answer as for a stranger. */
  async function expectClosed(
    token: string,
    which: readonly Route[],
    place: SeededProgram,
    expected: readonly [number, string] = [404, 'Not found'],
  ): Promise<void> {
    for (const route of which) {
      const path = (
        await fillPath(route.path.replace(/\{(id|userId|deliveryId|noteId|host)\}/g, NOT_OWN), place, {})
      ).replace(/\{\w+\}/, '1');
      const { status, body } = await send(route, token, path);
      expect([status, body.error], nameOf(route, body)).toEqual(expected);
    }
  }

  test('they open every route of workspaces, programs and jobs but the one that takes a browser session', () => {
    const isManaged = ({ path }: Route) => /^\/api\/(workspaces|programs|jobs)\//.test(path);
    expect(opened().filter((route) => !isManaged(route))).toEqual([]);
    const closed = routes.filter((route) => isManaged(route) && !route.takesKeys);
    expect(closed.map(({ path }) => path)).toEqual(['/api/workspaces/{workspaceId}/processor/connect']);
    expect(opened().length).toBeGreaterThan(50);
  });

  test.each(MANAGEMENT_KEY_PERMISSIONS)(
    'a key with %s opens the routes that ask for it, and no others',
    async (permission: ManagementKeyPermission) => {
      const { managementKey } = await seedManagementKey(service.pool, program, { permissions: [permission] });
      const own = opened().filter((route) => route.permission === permission);
      const alone = own.filter(({ alsoNeeds }) => alsoNeeds.length === 0);
      if (alone.length > 0) await expectOpened(managementKey, alone);
      for (const route of own.filter(({ alsoNeeds }) => alsoNeeds.length > 0)) {
        const missing = `Missing permission ${route.alsoNeeds[0]}`;
        await expectClosed(managementKey, [route], program, [403, missing]);
      }
      await expectClosed(
        managementKey,
        opened().filter((route) => route.permission !== permission),
        program,
      );
    },
  );

  test('a key with all that a route needs opens it', async () => {
    const combined = opened().filter(({ alsoNeeds }) => alsoNeeds.length > 0);
    expect(combined.length).toBeGreaterThan(8);
    for (const route of combined) {
      const permissions = [route.permission, ...route.alsoNeeds] as ManagementKeyPermission[];
      const { managementKey } = await seedManagementKey(service.pool, program, { permissions });
      await expectOpened(managementKey, [route]);
    }
  });

  test('no key opens what members and the workspace itself are managed with', async () => {
    const { managementKey } = await seedManagementKey(service.pool, program, ALL);
    const reserved = opened().filter(({ permission }) =>
      ['member:write', 'workspace:write'].includes(permission),
    );
    expect(reserved.length).toBeGreaterThan(5);
    await expectClosed(managementKey, reserved, program);
  });

  test('a key of another workspace opens nothing here', async () => {
    const { managementKey } = await seedManagementKey(service.pool, other, ALL);
    await expectClosed(managementKey, opened(), program);
  });

  test('a key of a program opens all of that program, nothing of another, and no route of the workspace', async () => {
    const { managementKey } = await seedManagementKey(service.pool, program, {
      ...ALL,
      programId: program.programId,
    });
    const isOfProgram = ({ path }: Route) => path.startsWith('/api/programs/');
    const isGrantable = ({ permission }: Route) =>
      (MANAGEMENT_KEY_PERMISSIONS as readonly string[]).includes(permission);
    await expectOpened(
      managementKey,
      opened().filter((route) => isOfProgram(route) && isGrantable(route)),
    );
    await expectClosed(managementKey, opened().filter(isOfProgram), sibling);
    await expectClosed(
      managementKey,
      opened().filter((route) => !isOfProgram(route)),
      program,
    );
  });

  test('on routes of people a key counts as nobody', async () => {
    const { managementKey } = await seedManagementKey(service.pool, program, ALL);
    const personal = routes.filter(({ takesKeys, permission }) => !takesKeys && permission !== 'anyone');
    expect(personal.length).toBeGreaterThan(10);
    await expectClosed(managementKey, personal, program, [401, 'Authentication required']);
  });

  test.each(['unknown', 'expired', 'revoked'] as const)('401 for a key that is %s', async (kind) => {
    const { managementKey, managementKeyId } = await seedManagementKey(service.pool, program, {
      ...ALL,
      ...(kind === 'expired' && { expiresAt: new Date(Date.now() - 1000) }),
    });
    if (kind === 'revoked')
      await service.pool.query('update management_keys set revoked_at = now() where id = $1', [
        managementKeyId,
      ]);
    const token = kind === 'unknown' ? `${managementKey}x` : managementKey;
    await expectClosed(token, opened(), program, [401, 'Invalid API key']);
  });

  test('401 for an API key of a program, which is no management key', async () => {
    await expectClosed(program.apiKey, opened(), program, [401, 'Authentication required']);
  });

  test('401 for a management key on every tracking route that takes an API key', async () => {
    const { managementKey } = await seedManagementKey(service.pool, program, ALL);
    const { body } = await ask(service, '/openapi.json');
    const paths = Object.entries<Record<string, { security?: Record<string, unknown>[] }>>(
      body.paths,
    ).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { security = [] }]) => security.some((one) => 'apiKey' in one))
        .map(([method]) => ({ method, path })),
    );
    expect(paths.length).toBeGreaterThan(4);
    for (const { method, path } of paths) {
      const answer = await ask(service, path, {
        method: method.toUpperCase(),
        headers: { authorization: `Bearer ${managementKey}` },
        ...(method !== 'get' && { body: {} }),
      });
      expect([answer.status, answer.body.error], path).toEqual([401, 'Invalid API key']);
    }
  });
});
