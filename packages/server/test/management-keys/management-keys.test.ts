import { MANAGEMENT_KEY_PERMISSIONS } from '@svc/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { generateKey } from '../../src/crypto/generate-key.js';
import { PERMISSIONS } from '../../src/operations/permissions.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { type SeededProgram, seedManagementKey, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const READ = ['program:read', 'report:read'];

describe.each(engines)('management keys on %s', (engine) => {
  const service = shared(() => startService(engine, { writeKeyUsesEveryMs: 100 }));
  let program: SeededProgram;
  let owner: string;
  let path: string;
  beforeAll(async () => {
    program = await seedProgram(service.pool);
    owner = await signInAs(service, program.workspaceId, 'owner');
    path = `/api/workspaces/${program.workspaceId}/management-keys`;
  });

  type As = { readonly cookie: string } | { readonly token: string };
  const send = (as: As, method: string, where: string, body?: unknown) =>
    ask(service, where, {
      method,
      body,
      ...('cookie' in as ? as : { headers: { authorization: `Bearer ${as.token}` } }),
    });
  const create = (body: object, as: As = { cookie: owner }) =>
    send(as, 'POST', path, { name: 'CI', permissions: READ, ...body });
  const made = async (body: object, as?: As) => {
    const answer = await create(body, as);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body as { management_key: string; key: { id: number; expires_at: string | null } };
  };
  const statusWith = async (token: string) =>
    (await send({ token }, 'GET', `/api/workspaces/${program.workspaceId}`)).status;

  test('a created key is shown once, listed without it, stored as a hash, and works', async () => {
    const { body } = await create({ program_id: null });
    expect(body).toEqual({
      management_key: expect.stringMatching(/^svc_mk_[\w-]{31}[A-Za-z0-9]$/),
      key: {
        id: expect.any(Number),
        name: 'CI',
        hint: body.management_key.slice(-4),
        permissions: READ,
        program_id: null,
        created_by: expect.stringContaining('@'),
        creator_left: false,
        created_at: expect.any(String),
        expires_at: null,
        revoked_at: null,
        last_used_at: null,
      },
    });
    expect(await statusWith(body.management_key)).toBe(200);
    const list = await send({ cookie: owner }, 'GET', path);
    expect(list.body.data[0]).toMatchObject({ id: body.key.id, name: 'CI' });
    expect(JSON.stringify(list.body)).not.toContain(body.management_key);
    const { rows } = await service.pool.query('select * from management_keys where id = $1', [body.key.id]);
    expect(JSON.stringify(rows)).not.toContain(body.management_key);
  });

  test.each([
    [{ name: undefined }, 'name is required'],
    [{ name: ' ' }, 'name is invalid'],
    [{ permissions: undefined }, 'permissions is required'],
    [{ permissions: [] }, 'permissions is invalid'],
    [{ permissions: 'program:read' }, 'permissions is invalid'],
    [{ permissions: ['program:write', 'member:write'] }, 'permissions is invalid'],
    [{ permissions: ['workspace:write'] }, 'permissions is invalid'],
    [{ permissions: ['everything'] }, 'permissions is invalid'],
    [{ program_id: 'one' }, 'program_id is invalid'],
    [{ program_id: 999_999_999 }, 'program_id is invalid'],
    [{ expires_at: 'soon' }, 'expires_at is invalid'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at is invalid'],
  ])('400 for %j', async (body, error) => {
    const answer = await create(body);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });

  test('400 for a program of another workspace', async () => {
    const other = await seedProgram(service.pool);
    expect((await create({ program_id: other.programId })).body).toEqual({ error: 'program_id is invalid' });
  });

  test('an admin can give away every permission that a key can have, a member none', async () => {
    const admin = await signInAs(service, program.workspaceId, 'admin');
    const { key } = await made({ permissions: MANAGEMENT_KEY_PERMISSIONS }, { cookie: admin });
    expect(key).toMatchObject({ permissions: MANAGEMENT_KEY_PERMISSIONS });
    const member = await signInAs(service, program.workspaceId, 'member');
    expect((await create({}, { cookie: member })).status).toBe(404);
  });

  test('a key gives away no permission that it lacks, neither by creating nor by rotating', async () => {
    const weak = await made({ permissions: ['key:write', 'program:read'] });
    const strong = await made({ permissions: ['key:write', 'payout:write'] });
    const as = { token: weak.management_key };
    const refused = await create({ permissions: ['program:read', 'payout:write'] }, as);
    expect([refused.status, refused.body]).toEqual([400, { error: 'permissions is invalid' }]);
    await made({ permissions: ['program:read'] }, as);
    const rotated = await send(as, 'POST', `${path}/${strong.key.id}/rotate`, {});
    expect([rotated.status, rotated.body]).toEqual([403, { error: 'Missing permission payout:write' }]);
    expect(await statusWith(strong.management_key)).toBe(404);
    expect((await send({ token: strong.management_key }, 'GET', path)).status).toBe(200);
  });

  test('a key that expires creates none that outlives it, and does not prolong itself', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { management_key: token, key } = await made({
      permissions: ['key:write'],
      expires_at: expiresAt,
    });
    const body = { permissions: ['key:write'] };
    expect((await made(body, { token })).key.expires_at).toBe(expiresAt);
    const later = new Date(Date.now() + 7_200_000).toISOString();
    expect((await create({ ...body, expires_at: later }, { token })).body).toEqual({
      error: 'expires_at is invalid',
    });
    const rotated = await send({ token }, 'POST', `${path}/${key.id}/rotate`, { grace_hours: 0 });
    expect(rotated.body.key.expires_at).toBe(expiresAt);
    const forever = await made({ permissions: ['key:write'] });
    const taken = await send(
      { token: rotated.body.management_key },
      'POST',
      `${path}/${forever.key.id}/rotate`,
      {},
    );
    expect(taken.body.key.expires_at).toBe(expiresAt);
  });

  test('a rotated key works for its hours of grace beside the new one, which may do the same', async () => {
    const first = await made({ program_id: program.programId });
    const kept = await send({ cookie: owner }, 'POST', `${path}/${first.key.id}/rotate`, { grace_hours: 1 });
    expect(kept.body.key).toMatchObject({ name: 'CI', permissions: READ, program_id: program.programId });
    const read = (token: string) => send({ token }, 'GET', `/api/programs/${program.programId}`);
    expect((await read(first.management_key)).status).toBe(200);
    expect((await read(kept.body.management_key)).status).toBe(200);
    const second = await send({ cookie: owner }, 'POST', `${path}/${kept.body.key.id}/rotate`, {
      grace_hours: 0,
    });
    expect((await read(kept.body.management_key)).body).toEqual({ error: 'Invalid API key' });
    expect((await read(second.body.management_key)).status).toBe(200);
    const again = await send({ cookie: owner }, 'POST', `${path}/${kept.body.key.id}/rotate`, {});
    expect([again.status, again.body]).toEqual([409, { error: 'This key is no longer valid' }]);
  });

  test('a revoked key is refused from the next request on, also one that was just used', async () => {
    const { management_key: token, key } = await made({});
    expect(await statusWith(token)).toBe(200);
    const revoked = await send({ cookie: owner }, 'DELETE', `${path}/${key.id}`);
    expect([revoked.status, revoked.body.revoked_at]).toEqual([200, expect.any(String)]);
    expect(await statusWith(token)).toBe(401);
    expect((await send({ cookie: owner }, 'DELETE', `${path}/${key.id}`)).status).toBe(409);
  });

  test('a key lives on when its creator leaves, and is not asked for two-factor authentication', async () => {
    const { workspaceId, programId } = await seedProgram(service.pool);
    const leaver = await signInAs(service, workspaceId, 'owner');
    const answer = await ask(service, `/api/workspaces/${workspaceId}/management-keys`, {
      method: 'POST',
      cookie: leaver,
      body: { name: 'Backup', permissions: ['program:read'] },
    });
    await service.pool.query('delete from workspace_members where workspace_id = $1', [workspaceId]);
    await service.pool.query('update workspaces set require_two_factor = true where id = $1', [workspaceId]);
    const token = answer.body.management_key;
    expect((await send({ token }, 'GET', `/api/programs/${programId}`)).status).toBe(200);
  });

  test('the audit log and what a key creates name the key', async () => {
    const { management_key: token, key } = await made({ permissions: ['link:write', 'partner:write'] });
    const link = await send({ token }, 'POST', `/api/programs/${program.programId}/links`, {
      partner_id: program.partnerId,
    });
    expect(link.status).toBe(200);
    const audit = await send({ cookie: owner }, 'GET', `/api/workspaces/${program.workspaceId}/audit`);
    expect(audit.body.data.slice(0, 2)).toMatchObject([
      { action: 'link.create', user_id: null, by: `management key "CI" (…${token.slice(-4)})` },
      { action: 'management_key.create', target_id: String(key.id), before: null, after: { name: 'CI' } },
    ]);
    expect(JSON.stringify(audit.body)).not.toContain(token);
  });

  test('a write with a key needs no origin, and one of another site is still refused to a session', async () => {
    const { management_key: token } = await made({ permissions: ['link:write'] });
    const headers = { origin: 'https://evil.test' };
    const body = { partner_id: program.partnerId };
    const where = `/api/programs/${program.programId}/links`;
    const withKey = await ask(service, where, {
      method: 'POST',
      body,
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    expect(withKey.status).toBe(200);
    const other = await ask(service, where, {
      method: 'POST',
      body,
      cookie: owner,
      headers: { ...headers, authorization: 'Bearer svc_live_something' },
    });
    expect([other.status, other.body]).toEqual([403, { error: 'Origin not allowed' }]);
  });

  test('exports and new addresses are in the security log with the key', async () => {
    const { management_key: token, key } = await made({ permissions: ['report:read'] });
    const file = await send({ token }, 'GET', `/api/programs/${program.programId}/report.csv`);
    expect(file.status).toBe(200);
    const read = async (type: string) => {
      const { body } = await send(
        { cookie: owner },
        'GET',
        `/api/workspaces/${program.workspaceId}/security-log?type=${type}`,
      );
      return body.data.filter((event: { management_key_id: number }) => event.management_key_id === key.id);
    };
    expect(await read('export.downloaded')).toMatchObject([
      { user_id: null, email: null, data: { name: 'CI', hint: token.slice(-4) } },
    ]);
    await vi.waitFor(
      async () =>
        expect(await read('management_key.new_address')).toMatchObject([
          { api_key_id: null, address: '127.0.0.1', data: { name: 'CI', program_id: null } },
        ]),
      { timeout: 60_000, interval: 50 },
    );
  });

  test('verify names a key that nobody created, and one that may do more than was granted', async () => {
    const differencesOf = async (id: number) =>
      (await verifyBooks(service.pool)).differences.filter(
        (one) => one.table === 'management_keys' && one.id === id,
      );
    const { key } = await made({ expires_at: new Date(Date.now() + 60_000).toISOString() });
    expect(await differencesOf(key.id)).toEqual([]);
    await service.pool.query(
      `update management_keys set permissions = '{payout:write}', expires_at = null where id = $1`,
      [key.id],
    );
    const planted = await seedManagementKey(service.pool, program, { permissions: ['payout:write'] });
    expect(await differencesOf(key.id)).toMatchObject([
      { what: expect.stringContaining('it ends at (never)') },
      { what: expect.stringContaining('permissions') },
    ]);
    expect(await differencesOf(planted.managementKeyId)).toMatchObject([
      { what: 'the audit log does not say that anybody created it' },
    ]);
  });
});

test('the last use of a key is written when the service stops', async () => {
  const service = await startService('embedded');
  const program = await seedProgram(service.pool);
  const { managementKey } = await seedManagementKey(service.pool, program, { permissions: ['program:read'] });
  const headers = { authorization: `Bearer ${managementKey}` };
  expect((await ask(service, `/api/programs/${program.programId}`, { headers })).status).toBe(200);
  const used = () => service.pool.query('select last_used_at from management_keys');
  expect((await used()).rows).toEqual([{ last_used_at: null }]);
  await service.app.close();
  expect((await used()).rows).toEqual([{ last_used_at: expect.any(Date) }]);
  await service.close();
});

test('keys are counted each on its own', async () => {
  const service = await startService('embedded', { rateLimit: true });
  const program = await seedProgram(service.pool);
  const permissions = ['program:read'];
  const busy = await seedManagementKey(service.pool, program, { permissions });
  const idle = await seedManagementKey(service.pool, program, { permissions });
  // Handed in without a connection, and to a program that is none: the limit is high, and what is counted is the key.
  const sendWith = ({ managementKey }: typeof busy) =>
    service.app.inject({ url: '/api/programs/none', headers: { authorization: `Bearer ${managementKey}` } });
  const statuses = new Set<number>();
  for (let sent = 0; sent < 12_000; sent += 250) {
    const answers = await Promise.all(Array.from({ length: 250 }, () => sendWith(busy)));
    for (const { statusCode } of answers) statuses.add(statusCode);
  }
  expect([...statuses]).toEqual([404]);
  const limited = await sendWith(busy);
  expect([limited.statusCode, limited.json()]).toEqual([429, { error: 'Too many requests' }]);
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
  expect((await sendWith(idle)).statusCode).toBe(404);
  await service.close();
});

test('what a key can be allowed is what an owner has, without members and workspace', () => {
  const grantable = PERMISSIONS.owner.filter((one) => one !== 'member:write' && one !== 'workspace:write');
  expect(MANAGEMENT_KEY_PERMISSIONS).toEqual(grantable);
});

test('no generated key ends in a character that a double click leaves out', () => {
  const keys = Array.from({ length: 2_000 }, () => generateKey('svc_live_'));
  expect(keys.filter((key) => !/^svc_live_[\w-]{31}[A-Za-z0-9]$/.test(key))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
});
