import { newId, type StandIn, startStandIn } from '@svc/stand-in';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConnection } from '../../src/payments/read-connection.js';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { booksOf, deliverInOrder, openShop, SECRET, settled, startProcessorService } from './support.js';

/** What the processor reports about an account itself: that it can take no charges, or that the permission was revoked. */
function accountEvent(
  account: string,
  what: 'restricted' | 'gone',
  { livemode = true, secondsAgo = 0 }: { livemode?: boolean; secondsAgo?: number },
) {
  const isGone = what === 'gone';
  const abilities = { charges_enabled: false, payouts_enabled: false, details_submitted: true };
  return {
    id: newId('evt'),
    object: 'event',
    account,
    created: Math.floor(Date.now() / 1000) - secondsAgo,
    livemode,
    type: isGone ? 'account.application.deauthorized' : 'account.updated',
    data: {
      object: isGone
        ? { id: 'ca_platform', object: 'application' }
        : { id: account, object: 'account', ...abilities },
    },
  };
}

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

  async function begin(shop = program) {
    const response = await fetch(`${service.baseUrl}/api/v1/cli/processor/connect`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.apiKey}`, 'content-type': 'application/json' },
      body: '{}',
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  }

  async function poll(token: string | undefined) {
    const response = await fetch(`${service.baseUrl}/api/v1/cli/processor/connect/${token}`);
    return (await response.json()) as { status: string; account_id: string | null };
  }

  /** A person follows the address to the processor, and comes back to the service. */
  async function follow(authorizeUrl: string | undefined, cookie = '') {
    const away = await fetch(authorizeUrl ?? '', { redirect: 'manual' });
    const back = new URL(away.headers.get('location') ?? '');
    expect(`${back.origin}${back.pathname}`).toBe('http://service.test/processor/callback');
    return comeBack(back.search, cookie);
  }

  async function comeBack(search: string, cookie = '') {
    const page = await fetch(`${service.baseUrl}/processor/callback${search}`, { headers: { cookie } });
    return { status: page.status, text: await page.text(), search };
  }

  const connectionStatus = (workspaceId = program.workspaceId) => readConnection(service.pool, workspaceId);

  async function connect(shop = program): Promise<string> {
    const { body } = await begin(shop);
    expect((await follow(body.authorize_url)).status).toBe(200);
    return (await poll(body.poll_token)).account_id ?? '';
  }

  /** The person closes the processor's page, and no tool waits: the connect session expires. */
  async function abandon(shop = program): Promise<void> {
    await begin(shop);
    await service.pool.query(
      'update processor_connect_attempts set expires_at = now() where workspace_id = $1',
      [shop.workspaceId],
    );
  }

  async function disconnect(shop = program) {
    const cookie = await signInAs(service, shop.workspaceId, 'owner');
    const path = `/api/workspaces/${shop.workspaceId}/processor/disconnect`;
    const { body } = await ask(service, path, { method: 'POST', cookie });
    expect(body).toEqual({ disconnected: true });
    await standIn.delivery.untilDelivered();
  }

  async function shownStatus(shop = program): Promise<string> {
    const cookie = await signInAs(service, shop.workspaceId, 'viewer');
    return (await ask(service, `/api/workspaces/${shop.workspaceId}/processor`, { cookie })).body.status;
  }

  test('takes a person to the processor and back, and reports to the tool', async () => {
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
    expect((await connectionStatus()).status).toBe('pending');
    const page = await follow(body.authorize_url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Your account is connected.');
    expect(await poll(body.poll_token)).toEqual({ status: 'connected', account_id: standIn.nextAccount });
    expect(await connectionStatus()).toMatchObject({
      status: 'connected',
      account_id: standIn.nextAccount,
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
    });
    const { rows } = await service.pool.query(
      'select mode from payment_connections where workspace_id = $1',
      [program.workspaceId],
    );
    expect(rows).toEqual([{ mode: 'live' }]);
  });

  test('keeps neither state nor poll token in plain text, and no token of the processor', async () => {
    const { body } = await begin();
    const state = new URL(body.authorize_url ?? '').searchParams.get('state') ?? '';
    expect(state).toMatch(/^[\w-]{43}$/);
    await follow(body.authorize_url);
    const { rows } = await service.pool.query(
      `select coalesce(string_agg(a::text, ' '), '') || (select string_agg(c::text, ' ') from payment_connections c) as all
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
    expect((await connectionStatus()).status).toBe('connected');
  });

  test('a state that is too old connects nothing, and the tool learns so', async () => {
    const { body } = await begin();
    await service.pool.query(
      `update processor_connect_attempts set expires_at = now() where workspace_id = $1`,
      [program.workspaceId],
    );
    expect((await follow(body.authorize_url)).status).toBe(400);
    expect(await poll(body.poll_token)).toEqual({ status: 'expired', account_id: null });
    expect((await connectionStatus()).status).toBe('not_connected');
  });

  test('a person who declines sees so, and the tool learns so', async () => {
    standIn.nextAccount = null;
    const { body } = await begin();
    expect((await follow(body.authorize_url)).text).toContain('Access was not granted');
    expect(await poll(body.poll_token)).toEqual({ status: 'denied', account_id: null });
    expect((await connectionStatus()).status).toBe('not_connected');
  });

  test('a member connects from the dashboard in the same browser, and sees it there', async () => {
    const workspace = await seedProgram(service.pool);
    const cookie = await signInAs(service, workspace.workspaceId, 'admin');
    const path = `/api/workspaces/${workspace.workspaceId}/processor`;
    const started = await ask(service, `${path}/connect`, { method: 'POST', cookie });
    expect((await ask(service, path, { cookie })).body).toMatchObject({
      status: 'pending',
      can_connect: true,
    });
    expect((await follow(started.body.authorize_url, cookie)).status).toBe(200);
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
    await disconnect();
    expect((await connectionStatus()).status).toBe('disconnected');
    expect(standIn.requests).toContainEqual(expect.objectContaining({ path: '/oauth/deauthorize' }));
    expect(await connect(other)).toBe(account);
    expect(await connectionStatus()).toMatchObject({ status: 'disconnected', account_id: null });
  });

  test('a connected account is listed, and can be removed there and connected again', async () => {
    const account = await connect();
    const cookie = await signInAs(service, program.workspaceId, 'owner');
    const path = `/api/workspaces/${program.workspaceId}/payment-connections`;
    const [listed] = (await ask(service, path, { cookie })).body.data;
    expect(listed).toMatchObject({ kind: 'connect', account_id: account, status: 'connected' });
    const change = (body: object) => ask(service, `${path}/${listed.id}`, { method: 'PATCH', cookie, body });
    expect((await change({ label: 'Shop' })).body).toMatchObject({ label: 'Shop', status: 'connected' });
    expect(await change({ webhook_secret: 'whsec_x' })).toMatchObject({
      status: 400,
      body: { error: 'webhook_secret is invalid' },
    });
    const removed = await ask(service, `${path}/${listed.id}`, { method: 'DELETE', cookie });
    expect(removed).toMatchObject({ status: 200, body: { deleted: true, not_removed: [] } });
    expect((await connectionStatus()).status).toBe('disconnected');
    expect(standIn.requests.at(-1)?.path).toBe('/oauth/deauthorize');
    expect(await connect()).toBe(account);
    expect((await ask(service, path, { cookie })).body.data).toMatchObject([{ status: 'connected' }]);
  });

  test('an abandoned connect session expires', async () => {
    await abandon();
    expect(await shownStatus()).toBe('not_connected');
    // It is forgotten when somebody else sets out.
    await service.pool.query(
      `update processor_connect_attempts set expires_at = now() - interval '2 days' where workspace_id = $1`,
      [program.workspaceId],
    );
    await begin(await seedProgram(service.pool));
    expect(await shownStatus()).toBe('not_connected');
    await begin();
    expect(await shownStatus()).toBe('pending');
    const account = await connect();
    await disconnect();
    await abandon();
    expect(await shownStatus()).toBe('disconnected');
    expect(await connect()).toBe(account);
    expect(await shownStatus()).toBe('connected');
  });

  test('an abandoned connect session blocks the account in no other workspace', async () => {
    const account = await connect();
    await disconnect();
    await begin();
    const other = await seedProgram(service.pool);
    const meanwhile = await begin(other);
    expect((await follow(meanwhile.body.authorize_url)).status).toBe(409);
    await abandon();
    expect(await connect(other)).toBe(account);
    expect(await connectionStatus()).toMatchObject({ account_id: null, status: 'disconnected' });
  });

  test('401 without a key, 404 for an unknown token', async () => {
    const response = await fetch(`${service.baseUrl}/api/v1/cli/processor/connect`, { method: 'POST' });
    expect(response.status).toBe(401);
    const unknown = await fetch(`${service.baseUrl}/api/v1/cli/processor/connect/nothing`);
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'Not found' }]);
  });

  test('what the account may do follows the newest report, in any order of arrival', async () => {
    const account = await connect();
    const merchant = standIn.merchant(account);
    merchant.updateAccount({ charges_enabled: false, payouts_enabled: true, details_submitted: true });
    await standIn.delivery.untilDelivered();
    await settled(service, account);
    expect(await connectionStatus()).toMatchObject({ status: 'restricted', charges_enabled: false });
    merchant.updateAccount({ charges_enabled: true, payouts_enabled: false, details_submitted: true });
    await standIn.delivery.untilDelivered();
    await settled(service, account);
    expect(await connectionStatus()).toMatchObject({
      status: 'connected',
      charges_enabled: true,
      payouts_enabled: false,
    });
  });

  test('an account that takes its permission back is disconnected; its sales stay, later events are ignored', async () => {
    const account = await connect();
    const shop = { ...(await openShop(service)), account };
    await service.pool.query('delete from payment_connections where workspace_id = $1', [shop.workspaceId]);
    await service.pool.query('update payment_connections set workspace_id = $1 where account_id = $2', [
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
    expect((await connectionStatus(shop.workspaceId)).status).toBe('disconnected');
    expect(await booksOf(service.pool, shop.workspaceId)).toHaveLength(1);
  });

  test('a revoked permission ends no connection made since, however late the event arrives', async () => {
    const account = await connect();
    await disconnect();
    expect(await connect()).toBe(account);
    // Within the time for which an older report of what the account may do still counts.
    await deliverInOrder(service, account, [accountEvent(account, 'gone', { secondsAgo: 20 })]);
    expect((await connectionStatus()).status).toBe('connected');
    await deliverInOrder(service, account, [accountEvent(account, 'restricted', { secondsAgo: 20 })]);
    expect((await connectionStatus()).status).toBe('restricted');
    await deliverInOrder(service, account, [accountEvent(account, 'gone', {})]);
    expect((await connectionStatus()).status).toBe('disconnected');
  });

  test('an event in test mode changes nothing where the account is connected with real money', async () => {
    const account = await connect();
    await service.pool.query(`update payment_connections set mode = 'live' where account_id = $1`, [account]);
    const inTest = { livemode: false };
    await deliverInOrder(service, account, [
      accountEvent(account, 'restricted', inTest),
      accountEvent(account, 'gone', inTest),
    ]);
    expect(await connectionStatus()).toMatchObject({ status: 'connected', charges_enabled: true });
    await deliverInOrder(service, account, [accountEvent(account, 'gone', {})]);
    expect((await connectionStatus()).status).toBe('disconnected');
  });

  test('an event in test mode counts where the account is connected in test mode', async () => {
    const account = await connect();
    await service.pool.query(`update payment_connections set mode = 'test' where account_id = $1`, [account]);
    await deliverInOrder(service, account, [accountEvent(account, 'restricted', { livemode: false })]);
    expect((await connectionStatus()).status).toBe('restricted');
    await deliverInOrder(service, account, [accountEvent(account, 'gone', { livemode: false })]);
    expect((await connectionStatus()).status).toBe('disconnected');
  });
});

test.each(engines)(
  'an event in test mode counts for a provisioned account where test events are real, on %s',
  async (engine) => {
    const service = await startProcessorService(engine, { testEvents: 'live' });
    const { account, workspaceId } = await openShop(service);
    await deliverInOrder(service, account, [accountEvent(account, 'gone', { livemode: false })]);
    const { rows } = await service.pool.query(
      'select status from payment_connections where workspace_id = $1',
      [workspaceId],
    );
    expect(rows).toEqual([{ status: 'disconnected' }]);
    await service.close();
  },
);

test('503 where the platform is not configured', async () => {
  const service = await startService('embedded');
  const { apiKey } = await seedProgram(service.pool);
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const url = `${service.baseUrl}/api/v1/cli/processor/connect`;
  const response = await fetch(url, { method: 'POST', headers, body: '{}' });
  expect([response.status, await response.json()]).toEqual([503, { error: 'Processor is not configured' }]);
  await service.close();
});
