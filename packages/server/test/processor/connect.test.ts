import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../../e2e/processor/objects.js';
import { type StandIn, startStandIn } from '../../../../e2e/processor/stand-in.js';
import { ask, signInAs } from '../dashboard/support.js';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { booksOf, openShop, SECRET, settled } from './support.js';

describe.each(engines)('connecting an account on %s', (engine) => {
  let service: RunningService;
  let standIn: StandIn;
  let program: SeededProgram;
  let webhookUrl = '';

  beforeAll(async () => {
    standIn = await startStandIn({
      webhook: {
        get url() {
          return webhookUrl;
        },
        secret: SECRET,
      },
    });
    service = await startService(engine, {
      processor: {
        webhookSecrets: [SECRET],
        secretKey: 'sk_test_platform',
        clientId: 'ca_platform',
        apiBase: standIn.baseUrl,
        connectBase: standIn.baseUrl,
      },
    });
    webhookUrl = `${service.baseUrl}/webhooks/processor`;
  });
  beforeEach(async () => {
    program = await seedProgram(service.pool);
    standIn.nextAccount = newId('acct');
  });
  afterAll(async () => {
    await service.close();
    await standIn.close();
  });

  async function begin(of = program) {
    const response = await fetch(`${service.baseUrl}/api/v1/cli/processor/connect`, {
      method: 'POST',
      headers: { authorization: `Bearer ${of.apiKey}`, 'content-type': 'application/json' },
      body: '{}',
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  }

  async function poll(token: string | undefined) {
    const response = await fetch(`${service.baseUrl}/api/v1/cli/processor/connect/${token}`);
    return (await response.json()) as { status: string; account_id: string | null };
  }

  /** A person follows the address to the processor, and comes back to the service. */
  async function follow(authorizeUrl: string | undefined) {
    const away = await fetch(authorizeUrl ?? '', { redirect: 'manual' });
    const back = new URL(away.headers.get('location') ?? '');
    expect(`${back.origin}${back.pathname}`).toBe('http://service.test/processor/callback');
    return comeBack(back.search);
  }

  async function comeBack(search: string) {
    const page = await fetch(`${service.baseUrl}/processor/callback${search}`);
    return { status: page.status, text: await page.text(), search };
  }

  async function connectionOf(workspaceId = program.workspaceId) {
    const { rows } = await service.pool.query('select * from processor_connections where workspace_id = $1', [
      workspaceId,
    ]);
    return rows[0];
  }

  async function connect(of = program): Promise<string> {
    const { body } = await begin(of);
    expect((await follow(body.authorize_url)).status).toBe(200);
    return (await poll(body.poll_token)).account_id ?? '';
  }

  test('takes a person to the processor and back, and tells the tool', async () => {
    const { status, body } = await begin();
    expect(status).toBe(200);
    expect(body).toEqual({
      authorize_url: expect.stringContaining(
        `${standIn.baseUrl}/oauth/authorize?response_type=code&client_id=ca_platform`,
      ),
      poll_token: expect.stringMatching(/^[\w-]{43}$/),
      interval_seconds: expect.any(Number),
      expires_at: expect.any(String),
    });
    expect(await poll(body.poll_token)).toEqual({ status: 'pending', account_id: null });
    expect((await connectionOf()).status).toBe('pending');
    const page = await follow(body.authorize_url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Your account is connected.');
    expect(await poll(body.poll_token)).toEqual({ status: 'connected', account_id: standIn.nextAccount });
    expect(await connectionOf()).toMatchObject({
      status: 'connected',
      account_id: standIn.nextAccount,
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      livemode: true,
    });
  });

  test('keeps neither state nor poll token in plain text, and no token of the processor', async () => {
    const { body } = await begin();
    const state = new URL(body.authorize_url ?? '').searchParams.get('state') ?? '';
    expect(state).toMatch(/^[\w-]{43}$/);
    await follow(body.authorize_url);
    const { rows } = await service.pool.query(
      `select coalesce(string_agg(a::text, ' '), '') || (select string_agg(c::text, ' ') from processor_connections c) as all
         from processor_connect_attempts a`,
    );
    for (const secret of [state, body.poll_token, 'rt_']) expect(rows[0].all).not.toContain(secret);
  });

  test('takes a state once, and none that it did not give out', async () => {
    const { body } = await begin();
    const { search } = await follow(body.authorize_url);
    expect((await comeBack(search)).status).toBe(400);
    for (const odd of ['', '?state=', '?state=1&code=ac_1', `?state=${program.programId}&code=ac_1`]) {
      expect((await comeBack(odd)).text).toContain('no longer valid');
    }
    expect((await connectionOf()).status).toBe('connected');
  });

  test('a state that is too old connects nothing, and the tool is told', async () => {
    const { body } = await begin();
    await service.pool.query(
      `update processor_connect_attempts set expires_at = now() where workspace_id = $1`,
      [program.workspaceId],
    );
    expect((await follow(body.authorize_url)).status).toBe(400);
    expect(await poll(body.poll_token)).toEqual({ status: 'expired', account_id: null });
    expect((await connectionOf()).status).toBe('not_connected');
  });

  test('a person who says no is told so, and so is the tool', async () => {
    standIn.nextAccount = null;
    const { body } = await begin();
    expect((await follow(body.authorize_url)).text).toContain('Access was not granted');
    expect(await poll(body.poll_token)).toEqual({ status: 'denied', account_id: null });
    expect((await connectionOf()).status).toBe('not_connected');
  });

  test('a member connects from the dashboard the same way, and sees it there', async () => {
    const workspace = await seedProgram(service.pool);
    const cookie = await signInAs(service, workspace.workspaceId, 'admin');
    const path = `/api/workspaces/${workspace.workspaceId}/processor`;
    const begun = await ask(service, `${path}/connect`, { method: 'POST', cookie });
    expect((await ask(service, path, { cookie })).body).toMatchObject({
      status: 'pending',
      can_connect: true,
    });
    expect((await follow(begun.body.authorize_url)).status).toBe(200);
    expect((await ask(service, path, { cookie })).body).toMatchObject({
      status: 'connected',
      account_id: standIn.nextAccount,
      connected_at: expect.any(String),
    });
  });

  test('a code that the processor does not know connects nothing', async () => {
    const { body } = await begin();
    const state = new URL(body.authorize_url ?? '').searchParams.get('state');
    expect((await comeBack(`?state=${state}&code=ac_forged`)).status).toBe(502);
    expect(await poll(body.poll_token)).toEqual({ status: 'denied', account_id: null });
  });

  test('an account belongs to one workspace, until that one disconnects it', async () => {
    const account = await connect();
    const other = await seedProgram(service.pool);
    const second = await begin(other);
    const page = await follow(second.body.authorize_url);
    expect([page.status, page.text.includes('connected to another workspace')]).toEqual([409, true]);
    expect(await poll(second.body.poll_token)).toEqual({ status: 'denied', account_id: null });
    const cookie = await signInAs(service, program.workspaceId, 'owner');
    const path = `/api/workspaces/${program.workspaceId}/processor/disconnect`;
    expect((await ask(service, path, { method: 'POST', cookie })).body).toEqual({ disconnected: true });
    await standIn.delivery.untilDelivered();
    expect((await connectionOf()).status).toBe('disconnected');
    expect(standIn.requests).toContainEqual(expect.objectContaining({ path: '/oauth/deauthorize' }));
    expect(await connect(other)).toBe(account);
    expect(await connectionOf()).toMatchObject({ status: 'disconnected', account_id: null });
  });

  test('401 without a key, 404 for an unknown token', async () => {
    const response = await fetch(`${service.baseUrl}/api/v1/cli/processor/connect`, { method: 'POST' });
    expect(response.status).toBe(401);
    const unknown = await fetch(`${service.baseUrl}/api/v1/cli/processor/connect/nothing`);
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'Not found' }]);
  });

  test('what the account may do follows what the processor tells, oldest last or not', async () => {
    const account = await connect();
    const merchant = standIn.merchant(account);
    merchant.updateAccount({ charges_enabled: false, payouts_enabled: true, details_submitted: true });
    await standIn.delivery.untilDelivered();
    await settled(service, account);
    expect(await connectionOf()).toMatchObject({ status: 'restricted', charges_enabled: false });
    merchant.updateAccount({ charges_enabled: true, payouts_enabled: false, details_submitted: true });
    await standIn.delivery.untilDelivered();
    await settled(service, account);
    expect(await connectionOf()).toMatchObject({
      status: 'connected',
      charges_enabled: true,
      payouts_enabled: false,
    });
  });

  test('an account that takes its permission back is disconnected; its sales stay, later events are ignored', async () => {
    const account = await connect();
    const shop = { ...(await openShop(service)), account };
    await service.pool.query('delete from processor_connections where workspace_id = $1', [shop.workspaceId]);
    await service.pool.query('update processor_connections set workspace_id = $1 where account_id = $2', [
      shop.workspaceId,
      account,
    ]);
    const merchant = standIn.merchant(account);
    const metadata = { program_id: String(shop.programId), svc_customer_key: shop.customerKey };
    const buy = () => merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    buy();
    await standIn.delivery.untilDelivered();
    await settled(service, account);
    merchant.deauthorize();
    await standIn.delivery.untilDelivered();
    await settled(service, account);
    buy();
    await standIn.delivery.untilDelivered();
    await settled(service, account);
    expect((await connectionOf(shop.workspaceId)).status).toBe('disconnected');
    expect(await booksOf(service.pool, shop.workspaceId)).toHaveLength(1);
  });
});

test('503 where the platform is not configured', async () => {
  const service = await startService('embedded');
  const { apiKey } = await seedProgram(service.pool);
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const url = `${service.baseUrl}/api/v1/cli/processor/connect`;
  const response = await fetch(url, { method: 'POST', headers, body: '{}' });
  expect([response.status, await response.json()]).toEqual([503, { error: 'Processor is not configured' }]);
  await service.close();
});
