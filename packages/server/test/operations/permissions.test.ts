import fastify from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { requireDeclaredPermissions } from '../../src/adapters/http/management/access.js';
import { PERMISSIONS, ROLES } from '../../src/operations/permissions.js';
import { engines } from '../support/engines.js';
import { ask, sale, seedUser, signIn, signInAs } from '../support/management.js';
import { type SeededProgram, seedProgram, seedWorkspace } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

describe.each(engines)('who may read what on %s', (engine) => {
  const service = shared(() => startService(engine));
  let program: SeededProgram;
  let ids: { saleId: number; commissionId: number | null };
  const cookies: Record<string, string> = {};

  beforeAll(async () => {
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

  function pathOf(
    route: string,
    place: { readonly programId: number; readonly workspaceId: number } = program,
  ) {
    return route
      .replace(':workspaceId', String(place.workspaceId))
      .replace(':programId', String(place.programId))
      .replace(':saleId', String(ids.saleId))
      .replace(':commissionId', String(ids.commissionId));
  }

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

  test('GET /api/me returns each workspace with role and permissions, and no other workspace', async () => {
    for (const role of ROLES) {
      const { body } = await ask(service, '/api/me', { cookie: cookies[role] ?? '' });
      expect(body.workspaces).toEqual([
        {
          id: program.workspaceId,
          name: expect.any(String),
          role,
          permissions: PERMISSIONS[role],
          two_factor_required: false,
        },
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
    const programs = [
      'program:write',
      'key:write',
      'api_key:write',
      'commission:write',
      'payout:write',
      'webhook:write',
    ];
    const workspace = ['workspace:write', 'member:write'];
    expect(PERMISSIONS).toEqual({
      owner: [...read, ...partners, ...programs, ...workspace],
      admin: [...read, ...partners, ...programs],
      member: [...read, ...partners],
      viewer: read,
      none: [],
    });
  });

  test('a route that declares none cannot be registered, nor a write without an audit entry', async () => {
    const app = fastify();
    requireDeclaredPermissions(app);
    const handler = async () => 'all of them';
    for (const url of ['/api/programs/:programId/secrets', '/api/new']) {
      expect(() => app.get(url, handler)).toThrow('declares no permission');
      expect(() => app.post(url, handler)).toThrow('declares no permission');
      expect(() => app.delete(url, { config: { permission: 'program:write' } }, handler)).toThrow(
        'declares no audit entry',
      );
      const hidden = { config: { permission: 'program:read' as const }, schema: { hide: true } };
      expect(() => app.get(url, hidden, handler)).toThrow('is not described');
    }
    app.get('/api/fine', { config: { permission: 'program:read' } }, handler);
    await app.close();
  });
});
