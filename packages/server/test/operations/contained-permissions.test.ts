import type { ManagementKeyPermission } from '@svc/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask } from '../support/management.js';
import { type SeededProgram, seedManagementKey, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { pathValueCreators, payableSale } from '../support/workspace.js';

/** A permission opens what it names and nothing that another one protects. */
describe.each(engines)('a permission on %s', (engine) => {
  const service = shared(() => startService(engine));
  let program: SeededProgram;
  let codeId: string;
  beforeAll(async () => {
    program = await seedProgram(service.pool, { holdDays: 0 });
    await payableSale(service, program);
    codeId = (await pathValueCreators(service, program).codes?.()) ?? '';
  });

  const createToken = async (permissions: readonly ManagementKeyPermission[], programId?: number) =>
    seedManagementKey(service.pool, program, { permissions, ...(programId !== undefined && { programId }) });
  const send = (token: string, path: string, method = 'GET', body?: unknown) =>
    ask(service, path, { method, body, headers: { authorization: `Bearer ${token}` } });
  const inProgram = (path: string) => `/api/programs/${program.programId}/${path}`;
  const inWorkspace = (path: string) => `/api/workspaces/${program.workspaceId}/${path}`;

  test('program:read shows partners, links and codes without what they brought', async () => {
    const { managementKey: reader } = await createToken(['program:read']);
    const { managementKey: reporter } = await createToken(['program:read', 'report:read']);
    const detail = `partners/${program.partnerId}`;
    for (const path of ['partners', 'links', 'codes', detail, 'partners?format=csv', 'links?format=ndjson']) {
      const without = await send(reader, inProgram(path));
      expect(without.status, path).toBe(200);
      expect(JSON.stringify(without.body), path).not.toMatch(/10000|_cents|"balances":\[/);
    }
    const [link] = (await send(reader, inProgram('links'))).body.data;
    expect([link.id, 'totals' in link]).toEqual([program.linkId, false]);
    const [code] = (await send(reader, inProgram('codes'))).body.data;
    expect([code.id, 'sales' in code]).toEqual([Number(codeId), false]);
    const partner = (await send(reader, inProgram(detail))).body;
    expect(partner.links).toMatchObject([{ id: program.linkId }]);
    const figures = ['totals', 'balances', 'payable_parts', 'recent_commissions'];
    expect(Object.keys(partner).filter((field) => figures.includes(field))).toEqual([]);
    expect(Object.keys((await send(reporter, inProgram(detail))).body)).toEqual(
      expect.arrayContaining(figures),
    );
    const from = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
    for (const path of ['partners', 'links']) {
      const [row] = (await send(reporter, inProgram(`${path}?from=${from}`))).body.data;
      expect(row.totals, path).toMatchObject([{ sales: 1, revenue_cents: 10_000 }]);
    }
    expect((await send(reporter, inProgram('codes'))).body.data[0].sales).toBe(0);
  });

  test('program:read sorts partners by no figure, whose order would show it', async () => {
    const { managementKey: reader } = await createToken(['program:read']);
    for (const sort of ['revenue', '-commission', '-sales', 'clicks']) {
      const refused = await send(reader, inProgram(`partners?sort=${sort}`));
      expect([refused.status, refused.body]).toEqual([403, { error: 'Missing permission report:read' }]);
    }
    expect((await send(reader, inProgram('partners?sort=-name'))).status).toBe(200);
  });

  test('program:read previews neither a rule nor a policy', async () => {
    const { managementKey: reader } = await createToken(['program:read']);
    const { managementKey: writer } = await createToken(['program:read', 'program:write']);
    const period = { from: '2026-01-01', to: '2026-01-31' };
    for (const token of [reader, writer]) {
      const rule = await send(token, inProgram('rules/preview?type=flat&amount_cents=1'));
      const policy = await send(token, inProgram('policy/preview'), 'POST', period);
      for (const refused of [rule, policy])
        expect([refused.status, refused.body]).toEqual([403, { error: 'Missing permission report:read' }]);
    }
  });

  test('key:write makes, rotates, ends and lists no API key of a program', async () => {
    const { managementKey: keyWriter } = await createToken(['key:write', 'program:write', 'report:read']);
    const { managementKey: apiKeyWriter } = await createToken(['api_key:write']);
    const made = await send(apiKeyWriter, inProgram('keys'), 'POST', { name: 'Shop' });
    expect(made.status).toBe(200);
    const one = `keys/${made.body.key.id}`;
    for (const [path, method] of [
      ['keys', 'GET'],
      ['keys', 'POST'],
      [`${one}/rotate`, 'POST'],
      [one, 'DELETE'],
    ] as const) {
      const body = method === 'GET' ? undefined : { name: 'Shop' };
      expect((await send(keyWriter, inProgram(path), method, body)).status, path).toBe(404);
      expect((await send(apiKeyWriter, inProgram(path), method, body)).status, path).toBe(200);
    }
  });

  test('api_key:write makes no management key, and key:write none with api_key:write', async () => {
    const { managementKey: apiKeyWriter } = await createToken(['api_key:write']);
    const body = { name: 'CI', permissions: ['api_key:write'] };
    expect((await send(apiKeyWriter, inWorkspace('management-keys'), 'POST', body)).status).toBe(404);
    const { managementKey: keyWriter } = await createToken(['key:write']);
    const refused = await send(keyWriter, inWorkspace('management-keys'), 'POST', body);
    expect([refused.status, refused.body]).toEqual([400, { error: 'permissions is invalid' }]);
  });

  test('webhook:write alone sends nothing of the workspace to any address', async () => {
    const makers = pathValueCreators(service, program);
    const webhook = `webhooks/${await makers.webhooks?.()}`;
    const { managementKey } = await createToken(['webhook:write']);
    for (const [path, method, body] of [
      ['webhooks', 'POST', { url: 'https://receiver.example/' }],
      [webhook, 'PATCH', { url: 'https://receiver.example/' }],
      [`${webhook}/replay`, 'POST', { after: 0 }],
      [`${webhook}/rotate-secret`, 'POST', {}],
      [`${webhook}/deliveries`, 'GET', undefined],
      [webhook, 'DELETE', {}],
    ] as const) {
      const refused = await send(managementKey, inWorkspace(path), method, body);
      expect([refused.status, refused.body], path).toEqual([
        403,
        { error: 'Missing permission report:read' },
      ]);
    }
    expect((await send(managementKey, inWorkspace(webhook))).status).toBe(200);
  });
});

describe.each(engines)('a management key rotating itself on %s', (engine) => {
  const service = shared(() => startService(engine));
  let program: SeededProgram;
  beforeAll(async () => {
    program = await seedProgram(service.pool);
  });

  const rotate = (token: string, id: number, workspace: string | number = 'current') =>
    ask(service, `/api/workspaces/${workspace}/management-keys/${id}/rotate`, {
      method: 'POST',
      body: { grace_hours: 0 },
      headers: { authorization: `Bearer ${token}` },
    });
  const read = (token: string) =>
    ask(service, `/api/programs/${program.programId}`, { headers: { authorization: `Bearer ${token}` } });

  test('needs no permission, and keeps its permissions, program and end', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const kinds = [
      { permissions: ['program:read'] },
      { permissions: ['program:read'], programId: program.programId },
      { permissions: ['program:read', 'webhook:write'], programId: program.programId, expiresAt },
    ] as const;
    for (const kind of kinds) {
      const first = await seedManagementKey(service.pool, program, kind);
      const rotated = await rotate(first.managementKey, first.managementKeyId);
      expect(rotated.status, JSON.stringify(rotated.body)).toBe(200);
      const { management_key: second, key } = rotated.body;
      expect(key).toMatchObject({
        permissions: kind.permissions,
        program_id: 'programId' in kind ? program.programId : null,
        expires_at: 'expiresAt' in kind ? expiresAt.toISOString() : null,
      });
      expect((await read(first.managementKey)).status).toBe(401);
      expect((await read(second)).status).toBe(200);
      expect((await rotate(second, key.id, program.workspaceId)).status).toBe(200);
    }
  });

  test('rotates no other key, and not itself through another workspace', async () => {
    const own = await seedManagementKey(service.pool, program, { permissions: ['program:read'] });
    const bound = { permissions: ['program:read'], programId: program.programId } as const;
    const other = await seedManagementKey(service.pool, program, bound);
    const elsewhere = await seedProgram(service.pool);
    expect((await rotate(own.managementKey, other.managementKeyId)).status).toBe(404);
    expect((await rotate(other.managementKey, own.managementKeyId)).status).toBe(404);
    for (const { managementKey, managementKeyId } of [own, other])
      expect((await rotate(managementKey, managementKeyId, elsewhere.workspaceId)).status).toBe(404);
    expect((await read(own.managementKey)).status).toBe(200);
  });

  test('opens nothing else of the keys without key:write', async () => {
    const { managementKey, managementKeyId } = await seedManagementKey(service.pool, program, {
      permissions: ['program:read'],
    });
    const headers = { authorization: `Bearer ${managementKey}` };
    const path = '/api/workspaces/current/management-keys';
    expect((await ask(service, path, { headers })).status).toBe(404);
    const ended = await ask(service, `${path}/${managementKeyId}`, { method: 'DELETE', headers });
    expect(ended.status).toBe(404);
  });
});
