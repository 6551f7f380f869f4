import { beforeAll, describe, expect, test } from 'vitest';
import { isPermitted, type Permission, ROLES, type Role } from '../../src/operations/permissions.js';
import { engines } from '../support/engines.js';
import { ask, seedUser, signIn, signInAs } from '../support/management.js';
import { fillPath, QUERIES, type Route, readManagementRoutes } from '../support/routes.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { pathValueCreators, payableSale, seedPartnerUser } from '../support/workspace.js';

const OUTSIDERS = ['signed in', 'owner of another workspace', 'partner of another workspace'] as const;
const CALLERS = ['nobody', ...OUTSIDERS, ...ROLES, 'partner'] as const;
type Caller = (typeof CALLERS)[number];

/** The status query has its own rules: it distinguishes existing programs from missing ones. */
const FORBIDDEN_BY_NAME = '/api/tracking/status/{programId}';

/**
 * Who has access, generated from the description of every registered route: a route without a permission is not
 * registered, and every registered route is tested without being listed here.
 */
describe.each(engines)('permissions of every route on %s', (engine) => {
  const service = shared(() => startService(engine));
  let program: SeededProgram;
  let other: SeededProgram;
  let routes: Route[];
  let makers: Record<string, () => Promise<string>>;
  const cookies = new Map<Caller, string>();

  beforeAll(async () => {
    program = await seedProgram(service.pool, { holdDays: 0 });
    other = await seedProgram(service.pool);
    await payableSale(service, program);
    makers = pathValueCreators(service, program);
    for (const role of ROLES) cookies.set(role, await signInAs(service, program.workspaceId, role));
    cookies.set('signed in', await signIn(service, (await seedUser(service.pool)).email));
    cookies.set('owner of another workspace', await signInAs(service, other.workspaceId, 'owner'));
    const partner = await seedPartnerUser(service.pool, program, program.partnerId);
    cookies.set('partner', await signIn(service, partner.email));
    const stranger = await seedPartnerUser(service.pool, other, other.partnerId);
    cookies.set('partner of another workspace', await signIn(service, stranger.email));
    routes = await readManagementRoutes(service);
  });

  async function sendAs(route: Route, caller: Caller, path?: string) {
    const cookie = cookies.get(caller);
    const query = QUERIES[route.path] ?? '';
    return ask(service, (path ?? (await fillPath(route.path, program, makers))) + query, {
      method: route.method.toUpperCase(),
      ...(cookie !== undefined && { cookie }),
      ...(route.isWrite && { body: {} }),
    });
  }

  test('there are routes, reading and writing ones', () => {
    expect(routes.filter(({ isWrite }) => isWrite).length).toBeGreaterThan(20);
    expect(routes.filter(({ isWrite }) => !isWrite).length).toBeGreaterThan(20);
  });

  test.each(CALLERS)('%s', async (caller) => {
    for (const route of routes) {
      const answer = await sendAs(route, caller);
      const name = `${route.method} ${route.path} for ${caller}: ${JSON.stringify(answer.body)}`;
      expect([answer.status], name).toEqual([expectedOf(route, caller, answer.status)]);
    }
  });

  test('nothing of another program is found by its number under a program of one’s own', async () => {
    const sibling = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    for (const route of routes) {
      if (!/\/programs\/\{programId\}\/.*\{id\}/.test(route.path)) continue;
      if (route.permission === 'partner') continue;
      const path = (await fillPath(route.path, program, makers)).replace(
        `/programs/${program.programId}/`,
        `/programs/${sibling.programId}/`,
      );
      const body = route.isWrite ? { body: GOOD_BODY } : {};
      const cookie = cookies.get('owner') ?? '';
      const answer = await ask(service, path, { method: route.method.toUpperCase(), cookie, ...body });
      expect([answer.status, answer.body], `${route.method} ${route.path}`).toEqual([
        404,
        { error: 'Not found' },
      ]);
    }
  });

  test('a partner finds nothing of another partner of the same program, and lists none of it', async () => {
    const second = await seedPartnerUser(service.pool, program);
    const cookie = await signIn(service, second.email);
    // Reads first, so that nothing is listed that a write of this very partner created.
    const own = routes
      // Assets are of the program, for all its partners.
      .filter(({ path, permission }) => permission === 'partner' && !path.includes('/assets'))
      .toSorted((one, other) => Number(one.isWrite) - Number(other.isWrite));
    expect(own.length).toBeGreaterThan(10);
    for (const route of own) {
      const body = route.isWrite ? { body: {} } : {};
      const method = route.method.toUpperCase();
      const answer = await ask(service, await fillPath(route.path, program, makers), {
        method,
        cookie,
        ...body,
      });
      const name = `${route.method} ${route.path}: ${JSON.stringify(answer.body)}`;
      if (route.path.includes('{id}')) expect(answer.status, name).toBe(404);
      else if (!route.isWrite && answer.body.data) expect(answer.body.data, name).toEqual([]);
      expect(JSON.stringify(answer.body), name).not.toContain(program.shortLink);
    }
  });

  test('404 for a workspace or program that does not exist, and for what is no number', async () => {
    const scoped = routes.filter(({ permission }) => permission.includes(':') || permission === 'partner');
    for (const route of scoped) {
      if (route.path === FORBIDDEN_BY_NAME) continue;
      const caller = route.permission === 'partner' ? 'partner' : 'owner';
      for (const odd of ['999999999', 'x', '9'.repeat(30), '-1']) {
        const path = route.path.replace(/\{(programId|workspaceId)\}/, odd).replace(/\{\w+\}/g, '1');
        const answer = await sendAs(route, caller, path);
        expect([answer.status, answer.body], path).toEqual([404, { error: 'Not found' }]);
      }
    }
  });

  test('403 for every write that a page of another site sends, with nothing changed', async () => {
    for (const route of routes.filter(({ isWrite }) => isWrite)) {
      const path = await fillPath(route.path, program, makers);
      const cookie = cookies.get(route.permission === 'partner' ? 'partner' : 'owner') ?? '';
      for (const headers of [
        { origin: 'https://evil.test' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
      ]) {
        const answer = await ask(service, path, {
          method: route.method.toUpperCase(),
          cookie,
          headers: headers as Record<string, string>,
          body: GOOD_BODY,
        });
        expect([answer.status, answer.body], path).toEqual([403, { error: 'Origin not allowed' }]);
      }
    }
    const { rows } = await service.pool.query('select count(*) as count from programs where id = $1', [
      program.programId,
    ]);
    expect(rows[0].count).toBe(1);
  });
});

/** Fits several routes, so that what is refused is refused for no other reason. */
const GOOD_BODY = {
  body: 'Met at the fair.',
  name: 'Another',
  reason: 'Looks odd.',
  reference: 'Transfer 1',
  settled_at: '2026-01-05T10:00:00Z',
  status: 'rejected',
  answer: 'No.',
  partner_id: 1,
  from: 'now',
  commission: { type: 'percent', basis_points: 1 },
};

function expectedOf(route: Route, caller: Caller, given: number): number {
  const allowed = route.isWrite ? [200, 400, 409] : [200];
  const letIn = allowed.includes(given) ? given : (allowed[0] ?? 0);
  if (route.permission === 'anyone') return given === 401 || given === 403 || given >= 500 ? 200 : given;
  if (caller === 'nobody') return 401;
  // What is somebody's own is found by nobody else, whoever they are.
  if (route.permission === 'session') return route.path.includes('{id}') ? 404 : letIn;
  if (route.permission === 'partner') return caller === 'partner' ? letIn : 404;
  // The note is somebody else's, and only its author deletes it.
  if (route.path.endsWith('/notes/{noteId}')) return 404;
  const isMember = (ROLES as readonly string[]).includes(caller);
  if (isMember && isPermitted(caller as Role, route.permission as Permission)) return letIn;
  return route.path === FORBIDDEN_BY_NAME ? 403 : 404;
}
