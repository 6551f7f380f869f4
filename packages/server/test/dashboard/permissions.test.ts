import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS, ROLES } from '../../src/auth/permissions.js';
import { demandPermissions } from '../../src/http/dashboard/access.js';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedProgram, seedWorkspace } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { ask, sale, seedUser, signIn, signInAs } from './support.js';

/** Every management route that reads, with the permission it asks for. Contract section 5. */
const ROUTES = [
  ['/api/workspaces/:workspaceId/programs', 'program:read'],
  ['/api/workspaces/:workspaceId/processor-events', 'report:read'],
  ['/api/workspaces/:workspaceId/processor-coverage', 'report:read'],
  ['/api/programs/:programId/partners', 'program:read'],
  ['/api/programs/:programId/links', 'program:read'],
  ['/api/programs/:programId/customers', 'report:read'],
  ['/api/programs/:programId/sales', 'report:read'],
  ['/api/programs/:programId/commissions', 'report:read'],
  ['/api/programs/:programId/events', 'report:read'],
  ['/api/programs/:programId/report', 'report:read'],
  ['/api/programs/:programId/sales/:saleId/explain', 'report:read'],
  ['/api/programs/:programId/commissions/:commissionId/explain', 'report:read'],
] as const;

describe.each(engines)('who may read what on %s', (engine) => {
  let service: RunningService;
  let program: SeededProgram;
  let ids: { saleId: number; commissionId: number | null };
  const cookies: Record<string, string> = {};

  beforeAll(async () => {
    service = await startService(engine);
    program = await seedProgram(service.pool);
    ids = await sale(service, program);
    for (const role of ROLES) cookies[role] = await signInAs(service, program.workspaceId, role);
    cookies['owner of another workspace'] = await signInAs(
      service,
      await seedWorkspace(service.pool),
      'owner',
    );
    cookies['nobody in particular'] = await signIn(service, (await seedUser(service.pool)).email);
  });
  afterAll(() => service.close());

  function pathOf(route: string, of: { readonly programId: number; readonly workspaceId: number } = program) {
    return route
      .replace(':workspaceId', String(of.workspaceId))
      .replace(':programId', String(of.programId))
      .replace(':saleId', String(ids.saleId))
      .replace(':commissionId', String(ids.commissionId));
  }

  describe.each(ROUTES)('GET %s', (route, permission) => {
    test.each(ROLES.filter((role) => PERMISSIONS[role].includes(permission)))('200 for %s', async (role) => {
      expect((await ask(service, pathOf(route), { cookie: cookies[role] ?? '' })).status).toBe(200);
    });

    test.each(['none', 'owner of another workspace', 'nobody in particular'])('404 for %s', async (who) => {
      const answer = await ask(service, pathOf(route), { cookie: cookies[who] ?? '' });
      expect([answer.status, answer.body]).toEqual([404, { error: 'Not found' }]);
    });

    test('404 for what does not exist', async () => {
      const cookie = cookies.owner ?? '';
      const path = pathOf(route, { programId: 999_999_999, workspaceId: 999_999_999 });
      for (const odd of [
        path,
        path.replaceAll('999999999', 'x'),
        path.replaceAll('999999999', '9'.repeat(30)),
      ]) {
        const answer = await ask(service, odd, { cookie });
        expect([answer.status, answer.body]).toEqual([404, { error: 'Not found' }]);
      }
    });

    test('401 for somebody signed out, whatever they ask for', async () => {
      for (const path of [pathOf(route), pathOf(route, { programId: 0, workspaceId: 0 })]) {
        const answer = await ask(service, path);
        expect([answer.status, answer.body]).toEqual([401, { error: 'Authentication required' }]);
      }
    });
  });

  test('every management route that reads is in the table above, and described', async () => {
    const { body } = await ask(service, '/openapi.json');
    const described = Object.entries<{ get?: { responses: object } }>(body.paths)
      .filter(([path, { get }]) => get !== undefined && /^\/api\/(programs|workspaces)\//.test(path))
      .map(([path, { get }]) => {
        expect(Object.keys(get?.responses ?? {})).toEqual(expect.arrayContaining(['200', '401', '404']));
        return path
          .replace('/sales/{id}', '/sales/{saleId}')
          .replace('/commissions/{id}', '/commissions/{commissionId}');
      });
    expect(described.toSorted()).toEqual(ROUTES.map(([path]) => path.replace(/:(\w+)/g, '{$1}')).toSorted());
  });

  test('a sale of another program of the same workspace is not explained under this one', async () => {
    const sibling = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    const cookie = cookies.owner ?? '';
    for (const path of [`sales/${ids.saleId}`, `commissions/${ids.commissionId}`]) {
      const answer = await ask(service, `/api/programs/${sibling.programId}/${path}/explain`, { cookie });
      expect([answer.status, answer.body]).toEqual([404, { error: 'Not found' }]);
    }
  });

  test('lists of a program show nothing of any other program', async () => {
    const sibling = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    const cookie = cookies.owner ?? '';
    for (const list of ['customers', 'sales', 'commissions', 'events']) {
      const answer = await ask(service, `/api/programs/${sibling.programId}/${list}`, { cookie });
      expect(answer.body).toEqual({ data: [], next_cursor: null });
    }
    const partners = await ask(service, `/api/programs/${sibling.programId}/partners`, { cookie });
    expect(partners.body.data.map((partner: { id: number }) => partner.id)).toEqual([sibling.partnerId]);
    const links = await ask(service, `/api/programs/${sibling.programId}/links`, { cookie });
    expect(links.body.data.map((link: { id: number }) => link.id)).toEqual([sibling.linkId]);
  });

  test('GET /api/me tells each workspace with role and permissions, and no other workspace', async () => {
    for (const role of ROLES) {
      const { body } = await ask(service, '/api/me', { cookie: cookies[role] ?? '' });
      expect(body.workspaces).toEqual([
        { id: program.workspaceId, name: expect.any(String), role, permissions: PERMISSIONS[role] },
      ]);
    }
    const { body } = await ask(service, '/api/me', { cookie: cookies['nobody in particular'] ?? '' });
    expect(body.workspaces).toEqual([]);
    const signedOut = await ask(service, '/api/me');
    expect([signedOut.status, signedOut.body]).toEqual([401, { error: 'Authentication required' }]);
  });

  test('a role taken away counts from the next request on', async () => {
    const { userId, email } = await seedUser(service.pool);
    const { workspaceId } = program;
    await service.pool.query(
      `insert into workspace_members (workspace_id, user_id, role) values ($1, $2, 'viewer')`,
      [workspaceId, userId],
    );
    const cookie = await signIn(service, email);
    expect((await ask(service, pathOf('/api/programs/:programId/sales'), { cookie })).status).toBe(200);
    await service.pool.query('delete from workspace_members where user_id = $1', [userId]);
    expect((await ask(service, pathOf('/api/programs/:programId/sales'), { cookie })).status).toBe(404);
  });
});

describe('permissions', () => {
  test('are those of the contract, role by role', () => {
    const read = ['tracking:read', 'program:read', 'report:read'];
    const partners = ['partner:write', 'link:write'];
    const programs = ['program:write', 'key:write', 'commission:write', 'payout:write'];
    const workspace = ['workspace:write', 'member:write'];
    expect(PERMISSIONS).toEqual({
      owner: [...read, ...partners, ...programs, ...workspace],
      admin: [...read, ...partners, ...programs],
      member: [...read, ...partners],
      viewer: read,
      none: [],
    });
  });

  test('a management route that declares none cannot be registered', async () => {
    const app = fastify();
    demandPermissions(app);
    expect(() => app.get('/api/programs/:programId/secrets', async () => 'all of them')).toThrow(
      'declares no permission',
    );
    await app.close();
  });
});
