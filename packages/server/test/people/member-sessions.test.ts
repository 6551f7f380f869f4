import { beforeAll, describe, expect, test } from 'vitest';
import { turnOnTwoFactor } from '../security/two-factor-support.js';
import { engines } from '../support/engines.js';
import { addMember, ask, seedUser, signIn, signInAs } from '../support/management.js';
import { seedWorkspace } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

describe.each(engines)('sessions of members on %s', (engine) => {
  const service = shared(() => startService(engine));
  let workspaceId: number;
  let owner: string;
  beforeAll(async () => {
    workspaceId = await seedWorkspace(service.pool);
    owner = await signInAs(service, workspaceId, 'owner');
  });

  const isSignedIn = async (cookie: string) => (await ask(service, '/api/me', { cookie })).status === 200;
  const path = (userId: string, place = workspaceId) => `/api/workspaces/${place}/members/${userId}/sessions`;
  const end = (cookie: string, userId: string, place?: number) =>
    ask(service, path(userId, place), { method: 'DELETE', cookie });

  test('end when two-factor authentication is turned on, but for the one that turned it on', async () => {
    const { email } = await seedUser(service.pool);
    const other = await seedUser(service.pool);
    const [stolen, second, own] = [
      await signIn(service, email),
      await signIn(service, email),
      await signIn(service, email),
    ];
    const unrelated = await signIn(service, other.email);
    const { cookie } = await turnOnTwoFactor(service, own);
    expect(await isSignedIn(cookie)).toBe(true);
    for (const ended of [stolen, second, own]) expect(await isSignedIn(ended)).toBe(false);
    expect(await isSignedIn(unrelated)).toBe(true);
  });

  test('are ended by an owner, all at once, and audited', async () => {
    const { userId, email } = await seedUser(service.pool);
    await addMember(service.pool, workspaceId, userId, 'admin');
    const cookies = [await signIn(service, email), await signIn(service, email)];
    const ended = await end(owner, userId);
    expect([ended.status, ended.body]).toEqual([200, { ended: 2 }]);
    for (const cookie of cookies) expect(await isSignedIn(cookie)).toBe(false);
    expect((await end(owner, userId)).body).toEqual({ ended: 0 });
    const { body } = await ask(service, `/api/workspaces/${workspaceId}/audit?limit=1`, { cookie: owner });
    expect(body.data).toMatchObject([
      { action: 'member.end_sessions', target_id: userId, after: { ended_sessions: 2 } },
    ]);
    expect(await isSignedIn(await signIn(service, email))).toBe(true);
  });

  test('are not ended without member:write, of no stranger, and through no other workspace', async () => {
    const { userId, email } = await seedUser(service.pool);
    await addMember(service.pool, workspaceId, userId, 'viewer');
    const cookie = await signIn(service, email);
    const elsewhere = await seedWorkspace(service.pool);
    const otherOwner = await signInAs(service, elsewhere, 'owner');
    expect((await end(await signInAs(service, workspaceId, 'admin'), userId)).status).toBe(404);
    expect((await end(otherOwner, userId)).status).toBe(404);
    expect((await end(otherOwner, userId, elsewhere)).status).toBe(404);
    expect(await isSignedIn(cookie)).toBe(true);
  });
});

describe.each(engines)('management keys of a member who leaves on %s', (engine) => {
  const service = shared(() => startService(engine));
  let workspaceId: number;
  let owner: string;
  beforeAll(async () => {
    workspaceId = await seedWorkspace(service.pool);
    owner = await signInAs(service, workspaceId, 'owner');
  });

  const keys = () => `/api/workspaces/${workspaceId}/management-keys`;
  const create = async (name: string, as: { cookie: string } | { headers: Record<string, string> }) => {
    const body = { name, permissions: ['key:write', 'program:read'] };
    const made = await ask(service, keys(), { method: 'POST', body, ...as });
    expect(made.status).toBe(200);
    return {
      id: made.body.key.id as number,
      headers: { authorization: `Bearer ${made.body.management_key}` },
    };
  };

  test('are named when the member is removed and marked in the list, with those their keys created', async () => {
    const { userId, email } = await seedUser(service.pool);
    await addMember(service.pool, workspaceId, userId, 'admin');
    const cookie = await signIn(service, email);
    const own = await create('Own', { cookie });
    const byKey = await create('By their key', { headers: own.headers });
    const revoked = await create('Revoked', { cookie });
    await ask(service, `${keys()}/${revoked.id}`, { method: 'DELETE', cookie });
    const rotated = await ask(service, `${keys()}/${byKey.id}/rotate`, {
      method: 'POST',
      body: { grace_hours: 0 },
      headers: byKey.headers,
    });
    const ofOwner = await create('Of the owner', { cookie: owner });
    const before = await ask(service, keys(), { cookie: owner });
    expect(before.body.data.some((key: { creator_left: boolean }) => key.creator_left)).toBe(false);

    const removed = await ask(service, `/api/workspaces/${workspaceId}/members/${userId}`, {
      method: 'DELETE',
      cookie: owner,
    });
    const left = [rotated.body.key.id, own.id];
    expect([removed.status, removed.body.user_id]).toEqual([200, userId]);
    expect(removed.body.management_keys.map(({ id }: { id: number }) => id)).toEqual(left);

    const { body } = await ask(service, keys(), { cookie: owner });
    const marked = (id: number) => body.data.find((key: { id: number }) => key.id === id).creator_left;
    expect(left.map(marked)).toEqual([true, true]);
    expect([marked(ofOwner.id), marked(revoked.id)]).toEqual([false, true]);
    expect((await ask(service, keys(), { headers: own.headers })).status).toBe(200);
  });

  test('are named as none where the member created none, and belong to whoever rotates them', async () => {
    const { userId, email } = await seedUser(service.pool);
    await addMember(service.pool, workspaceId, userId, 'admin');
    const key = await create('Handed over', { cookie: await signIn(service, email) });
    const body = { grace_hours: 0 };
    await ask(service, `${keys()}/${key.id}/rotate`, { method: 'POST', body, cookie: owner });
    const path = `/api/workspaces/${workspaceId}/members/${userId}`;
    const removed = await ask(service, path, { method: 'DELETE', cookie: owner });
    expect(removed.body.management_keys).toEqual([]);
  });
});
