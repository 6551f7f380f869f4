import { newId, type StandIn, startStandIn } from '@svc/stand-in';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { addMember, ask, seedUser, signIn } from '../support/management.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import {
  approveConnection,
  auditOf,
  connectionOf,
  pollStatus,
  returnTo,
  startInDashboard,
  startWithKey,
} from './connect-support.js';
import { deliverInOrder, SECRET } from './support.js';

describe.each(engines)('who may connect an account on %s', (engine) => {
  let service: RunningService;
  let standIn: StandIn;
  let program: SeededProgram;
  let owner: { readonly userId: string; readonly email: string };
  let cookie: string;

  beforeAll(async () => {
    standIn = await startStandIn({ webhook: { url: '', secret: SECRET } });
    service = await startService(engine, {
      processor: {
        webhookSecrets: [SECRET],
        secretKey: 'sk_test_platform',
        clientId: 'ca_platform',
        apiBase: standIn.baseUrl,
        connectBase: standIn.baseUrl,
      },
    });
  });
  beforeEach(async () => {
    program = await seedProgram(service.pool);
    owner = await seedUser(service.pool);
    await addMember(service.pool, program.workspaceId, owner.userId, 'owner');
    cookie = await signIn(service, owner.email);
    standIn.nextAccount = newId('acct');
  });
  afterAll(async () => {
    await service.close();
    await standIn.close();
  });

  const connection = () => connectionOf(service.pool, program);
  const audit = async () => (await auditOf(service.pool, program)).map(({ action }) => action);
  const mailsTo = (email: string) => service.mails.filter(({ to }) => to === email);

  async function connectWithKey(): Promise<string> {
    const account = String(standIn.nextAccount);
    const search = await approveConnection(await startWithKey(service, program));
    expect((await returnTo(service, search)).status).toBe(200);
    standIn.nextAccount = newId('acct');
    return account;
  }

  test('the scope of the settings is asked for', async () => {
    const { body } = await startWithKey(service, program);
    expect(new URL(body.authorize_url ?? '').searchParams.get('scope')).toBe('read_write');
  });

  test('a key cannot start while an account is connected, or restricted', async () => {
    const account = await connectWithKey();
    const refused = {
      status: 409,
      body: { error: 'A processor account is already connected. Replace it in the dashboard.' },
    };
    expect(await startWithKey(service, program)).toEqual(refused);
    await service.pool.query(`update payment_connections set status = 'restricted' where workspace_id = $1`, [
      program.workspaceId,
    ]);
    expect(await startWithKey(service, program)).toEqual(refused);
    expect(await connection()).toBe(`restricted ${account}`);
    expect(await audit()).toEqual(['processor.connect', 'processor.connected']);
  });

  test('what a key started connects nothing once another account is connected', async () => {
    const late = await startWithKey(service, program);
    const search = await approveConnection(late);
    standIn.nextAccount = newId('acct');
    const account = await connectWithKey();
    const page = await returnTo(service, search);
    expect([page.status, page.text.includes('connected to an account already')]).toEqual([409, true]);
    expect(await connection()).toBe(`connected ${account}`);
    expect(await pollStatus(service, late)).toBe('denied');
    expect((await auditOf(service.pool, program)).at(-1)).toMatchObject({
      action: 'processor.denied',
      user_id: null,
      user_email: expect.stringMatching(/^API key seeded \(….{4}\)$/),
      after: { reason: 'already_connected' },
    });
  });

  test('what a key started connects nothing once the key is revoked or its program archived', async () => {
    for (const sql of [
      'update api_keys set expires_at = now() where program_id = $1',
      'update programs set archived_at = now() where id = $1',
    ]) {
      program = await seedProgram(service.pool);
      const search = await approveConnection(await startWithKey(service, program));
      await service.pool.query(sql, [program.programId]);
      expect((await returnTo(service, search)).status).toBe(403);
      expect(await connection()).toBe('not_connected null');
    }
  });

  test('a person replaces the account, which is given back to the processor, and everything is on record', async () => {
    const first = await connectWithKey();
    const second = String(standIn.nextAccount);
    const started = await startInDashboard(service, program, cookie);
    expect(started.status).toBe(200);
    expect(await connection()).toBe(`connected ${first}`);
    const page = await returnTo(service, await approveConnection(started), cookie);
    expect(page.status).toBe(200);
    expect(await connection()).toBe(`connected ${second}`);
    const entries = await auditOf(service.pool, program);
    expect(entries.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['processor.connect', null],
      ['processor.connected', null],
      ['processor.connect', owner.userId],
      ['processor.replaced', owner.userId],
    ]);
    expect(entries.at(-1)).toMatchObject({
      user_email: owner.email,
      before: { status: 'connected', account_id: first },
      after: { status: 'connected', account_id: second },
    });
    expect(standIn.requests).toContainEqual({ method: 'POST', path: '/oauth/deauthorize', account: null });
    expect(mailsTo(owner.email).at(-1)?.text).toContain(`${second} to`);
    expect(mailsTo(owner.email).at(-1)?.text).toContain(`in place of ${first}`);
  });

  test('the same account connected again keeps its permission', async () => {
    const account = await connectWithKey();
    standIn.nextAccount = account;
    const before = standIn.requests.length;
    const search = await approveConnection(await startInDashboard(service, program, cookie));
    expect((await returnTo(service, search, cookie)).status).toBe(200);
    expect(standIn.requests.slice(before).map(({ path }) => path)).not.toContain('/oauth/deauthorize');
    expect((await audit()).at(-1)).toBe('processor.connected');
  });

  test('what a person started is completed by nobody else, and by them afterwards', async () => {
    const account = String(standIn.nextAccount);
    const search = await approveConnection(await startInDashboard(service, program, cookie));
    const stranger = await seedUser(service.pool);
    const others = [
      '',
      await signIn(service, stranger.email),
      await signIn(service, owner.email),
      'svc.session_token=x',
    ];
    const asked = standIn.requests.length;
    for (const other of others) {
      const page = await returnTo(service, search, other);
      expect([page.status, page.text.includes('another browser session')]).toEqual([403, true]);
    }
    // Nobody has traded the code for an account meanwhile.
    expect(standIn.requests).toHaveLength(asked);
    expect(await connection()).toBe('pending null');
    expect(await audit()).toEqual(['processor.connect']);
    expect((await returnTo(service, search, cookie)).status).toBe(200);
    expect(await connection()).toBe(`connected ${account}`);
    expect((await returnTo(service, search, cookie)).status).toBe(400);
  });

  test('a person who has signed out since, or lost the permission, connects nothing', async () => {
    const signedOut = await approveConnection(await startInDashboard(service, program, cookie));
    await ask(service, '/api/auth/sign-out', { method: 'POST', cookie, body: {} });
    expect((await returnTo(service, signedOut, cookie)).status).toBe(403);
    cookie = await signIn(service, owner.email);
    const demoted = await approveConnection(await startInDashboard(service, program, cookie));
    await service.pool.query(`update workspace_members set role = 'member' where user_id = $1`, [
      owner.userId,
    ]);
    const page = await returnTo(service, demoted, cookie);
    expect([page.status, page.text.includes('may no longer connect')]).toEqual([403, true]);
    expect((await auditOf(service.pool, program)).at(-1)).toMatchObject({
      action: 'processor.denied',
      user_id: owner.userId,
      after: { reason: 'permission_missing' },
    });
  });

  test('a person without two-factor authentication connects nothing once the workspace requires it', async () => {
    const search = await approveConnection(await startInDashboard(service, program, cookie));
    await service.pool.query('update workspaces set require_two_factor = true where id = $1', [
      program.workspaceId,
    ]);
    expect((await returnTo(service, search, cookie)).status).toBe(403);
  });

  test('that somebody declines, or the processor does not confirm, is on record', async () => {
    const declined = await startInDashboard(service, program, cookie);
    standIn.nextAccount = null;
    expect((await returnTo(service, await approveConnection(declined), cookie)).text).toContain(
      'Access was not granted',
    );
    const { body } = await startInDashboard(service, program, cookie);
    const state = new URL(body.authorize_url ?? '').searchParams.get('state');
    expect((await returnTo(service, `?state=${state}&code=ac_forged`, cookie)).status).toBe(502);
    const entries = await auditOf(service.pool, program);
    expect(entries.flatMap(({ after }) => after?.reason ?? [])).toEqual(['declined', 'not_confirmed']);
    expect(await connection()).toBe('not_connected null');
  });

  test('logs a disconnection once, from either side', async () => {
    const account = await connectWithKey();
    const path = `/api/workspaces/${program.workspaceId}/processor/disconnect`;
    for (const disconnected of [true, false]) {
      const answer = await ask(service, path, { method: 'POST', cookie });
      expect(answer.body).toEqual({ disconnected });
    }
    standIn.nextAccount = account;
    await connectWithKey();
    const gone = {
      id: newId('evt'),
      object: 'event',
      account,
      created: Math.floor(Date.now() / 1000) + 1,
      livemode: true,
      type: 'account.application.deauthorized',
      data: { object: { id: 'ca_platform', object: 'application' } },
    };
    await deliverInOrder(service, account, [gone, { ...gone, id: newId('evt') }]);
    const entries = (await auditOf(service.pool, program)).filter(
      ({ action }) => action === 'processor.disconnect',
    );
    expect(entries).toMatchObject([
      { user_email: owner.email, before: { account_id: account }, after: { status: 'disconnected' } },
      { user_id: null, user_email: 'card processor', before: { account_id: account } },
    ]);
  });

  test('the page at the end names the workspace as text, and the owners get an email', async () => {
    await service.pool.query('update workspaces set name = $2 where id = $1', [
      program.workspaceId,
      `<img src=x onerror=alert(1)> & ${program.workspaceId}`,
    ]);
    const account = String(standIn.nextAccount);
    const page = await returnTo(service, await approveConnection(await startWithKey(service, program)));
    expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt; &amp;');
    expect(page.text).not.toContain('<img');
    expect(mailsTo(owner.email).at(-1)?.text).toContain(account);
  });

  test('a connect session started by an earlier version has ended', async () => {
    const search = await approveConnection(await startWithKey(service, program));
    await service.pool.query(
      `update processor_connect_attempts set key_id = null, program_id = null, started_by = null where workspace_id = $1`,
      [program.workspaceId],
    );
    expect((await returnTo(service, search)).status).toBe(400);
    expect(await connection()).toBe('pending null');
  });
});
