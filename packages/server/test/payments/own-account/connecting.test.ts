import { PERMISSIONS } from '@svc/stand-in';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clickOf } from '../../support/commands.js';
import { engines } from '../../support/engines.js';
import { ask } from '../../support/management.js';
import { booksOf } from '../support.js';
import {
  BASE_URL,
  type Company,
  connect,
  endpointsOf,
  openCompany,
  type Place,
  processed,
  runWork,
  startPlace,
} from './support.js';

describe.each(engines)('connecting an own account on %s', (engine) => {
  let place: Place;
  let company: Company;

  beforeAll(async () => {
    place = await startPlace(engine);
  });
  beforeEach(async () => {
    company = await openCompany(place);
    place.standIn.faults.length = 0;
  });
  afterAll(() => place.close());

  const createKey = (more: object = {}) =>
    place.standIn.createKey({ account: company.account, mode: 'live', ...more });
  const patch = (id: number, body: object) =>
    ask(place.service, `${company.path}/${id}`, { method: 'PATCH', cookie: company.cookie, body });
  const check = (id: number) =>
    ask(place.service, `${company.path}/${id}/check`, { method: 'POST', cookie: company.cookie, body: {} });
  const list = async () => (await ask(place.service, company.path, { cookie: company.cookie })).body.data;

  test('creates one endpoint at the provider and shows the connection without the key', async () => {
    const { key } = createKey();
    const { status, body } = await connect(place, company, { key });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        provider: 'stripe',
        kind: 'key',
        mode: 'live',
        account_id: company.account,
        hint: `…${key.slice(-4)}`,
        label: 'Stripe',
        program_id: null,
        credit_renewals: 'remembered',
        status: 'connected',
        webhook: { managed: true, status: 'active' },
        problems: [],
        last_event_at: null,
      },
    });
    expect(body.webhook.url).toMatch(new RegExp(`^${BASE_URL}/webhooks/stripe/[0-9a-f]{32}$`));
    const [endpoint, ...others] = endpointsOf(place, company);
    expect(others).toEqual([]);
    expect(endpoint).toMatchObject({ url: body.webhook.url, events: body.webhook.events, isEnabled: true });
    expect(endpoint?.events).not.toContain('invoice.created');
    expect(endpoint?.events).not.toContain('*');
    expect(await list()).toEqual([body]);
    expect(JSON.stringify(await list())).not.toContain(key);
  });

  test('names the account, although the key may not read it', async () => {
    const { key } = createKey({ permissions: [...PERMISSIONS, 'rak_connected_account_read'] });
    expect((await connect(place, company, { key })).body.account_id).toBe(company.account);
  });

  test.each([
    ['pk_live_51abcdefghij', 'api_key is a public key'],
    ['sk_live_51abcdefghij', 'api_key is a secret key; create a restricted key'],
    ['sk_test_51abcdefghij', 'api_key is a secret key; create a restricted key'],
    ['rk_live_51unknownkeyofnobody', 'api_key is unknown or revoked'],
    ['whsec_abcdefghijkl', 'api_key is invalid'],
    ['rk_prod_abcdefghijkl', 'api_key is invalid'],
    ['rkcs_live_abcdefghijkl', 'api_key is invalid'],
    ['   ', 'api_key is invalid'],
  ])('refuses %s and stores nothing', async (key, error) => {
    expect(await connect(place, company, { key })).toMatchObject({ status: 400, body: { error } });
    expect(await list()).toEqual([]);
  });

  test('refuses expired keys', async () => {
    const key = createKey();
    key.state = 'expired';
    const answer = await connect(place, company, key);
    expect(answer).toMatchObject({ status: 400, body: { error: 'api_key has expired' } });
  });

  test('takes keys with blanks around them, and keys of throw-away sandboxes as test keys', async () => {
    const { key } = createKey({ mode: 'test' });
    const answer = await connect(place, company, { key: `  ${key}\n` });
    expect(answer.body).toMatchObject({ status: 'connected', mode: 'test' });
  });

  test('names each missing permission and stores nothing', async () => {
    const permissions = PERMISSIONS.filter((one) => one !== 'rak_dispute_read' && one !== 'rak_event_read');
    const answer = await connect(place, company, createKey({ permissions }));
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: 'The key lacks permissions',
        missing_permissions: [
          { permission: 'rak_dispute_read', name: 'Disputes: Read' },
          { permission: 'rak_event_read', name: 'Events: Read' },
        ],
      },
    });
    expect(await list()).toEqual([]);
  });

  test('works with an endpoint that a person made where the key may make none', async () => {
    const permissions = PERMISSIONS.filter((one) => one !== 'rak_webhook_write');
    const { body } = await connect(place, company, createKey({ permissions }));
    expect(body).toMatchObject({ status: 'restricted', webhook: { managed: false, status: 'missing' } });
    expect(body.problems.map(({ code }: { code: string }) => code)).toEqual([
      'webhook_permission_missing',
      'webhook_secret_missing',
    ]);
    const { account } = company;
    const { url, events } = body.webhook;
    const endpoint = place.standIn.endpoints.create({ account, mode: 'live', url, events });
    const patched = await patch(body.id, { webhook_secret: ` ${endpoint.secret}\n` });
    expect(patched.body).toMatchObject({
      status: 'connected',
      webhook: { managed: false, status: 'active' },
      problems: [],
    });
    place.standIn
      .merchant(account)
      .buy({ mode: 'payment', amountCents: 500, metadata: { svc_click_id: 'x' } });
    await processed(place);
    expect((await list())[0].last_event_at).not.toBeNull();
  });

  test('is manual where the account has no place for another endpoint', async () => {
    const { account } = company;
    for (let made = 0; made < 16; made++)
      place.standIn.endpoints.create({ account, mode: 'live', url: 'https://other.test/', events: ['*'] });
    const { body } = await connect(place, company, createKey());
    expect(body).toMatchObject({ status: 'restricted', webhook: { status: 'missing' } });
    expect(body.problems).toMatchObject([{ code: 'webhook_limit' }]);
    expect(endpointsOf(place, company)).toHaveLength(16);
    place.standIn.endpoints.all.splice(
      place.standIn.endpoints.all.findIndex((one) => one.account === account),
      1,
    );
    expect((await check(body.id)).body).toMatchObject({ status: 'connected', problems: [] });
    expect(endpointsOf(place, company)).toHaveLength(16);
  });

  test('stores nothing while the provider does not answer', async () => {
    place.standIn.faults.push({ kind: 'server_error', path: /^\/v1\/charges/, times: 9 });
    const answer = await connect(place, company, createKey());
    expect(answer).toMatchObject({ status: 502, body: { error: 'The payment provider did not answer' } });
    expect(await list()).toEqual([]);
  });

  test('connects an account once for each mode', async () => {
    await connect(place, company, createKey());
    const again = await connect(place, company, createKey());
    expect(again).toMatchObject({ status: 409, body: { error: 'account is already connected' } });
    const test = await connect(place, company, createKey({ mode: 'test' }));
    expect(test.body).toMatchObject({ status: 'connected', mode: 'test' });
    const stranger = { ...(await openCompany(place)), account: company.account };
    const taken = await connect(place, stranger, createKey());
    expect(taken).toMatchObject({ status: 409, body: { error: 'account is already connected' } });
    expect(await list()).toHaveLength(2);
    expect(endpointsOf(place, company)).toHaveLength(2);
  });

  test('keeps the endpoint when the key is replaced, and refuses keys of others', async () => {
    const { body } = await connect(place, company, createKey());
    const [before] = endpointsOf(place, company);
    const rolled = createKey();
    expect((await patch(body.id, { api_key: ` ${rolled.key}\n` })).body).toMatchObject({
      status: 'connected',
      hint: `…${rolled.key.slice(-4)}`,
    });
    expect(endpointsOf(place, company)).toEqual([before]);
    expect((await check(body.id)).body).toMatchObject({ status: 'connected', problems: [] });
    const test = createKey({ mode: 'test' });
    expect(await patch(body.id, { api_key: test.key })).toMatchObject({
      status: 400,
      body: { error: 'api_key is of another mode' },
    });
    const other = place.standIn.createKey({ account: `${company.account}x`, mode: 'live' });
    expect(await patch(body.id, { api_key: other.key })).toMatchObject({
      status: 409,
      body: { error: 'api_key belongs to another account' },
    });
  });

  test('says that the key was revoked, and is connected again by another key', async () => {
    const key = createKey();
    const { body } = await connect(place, company, key);
    key.state = 'revoked';
    expect((await check(body.id)).body).toMatchObject({
      status: 'disconnected',
      problems: [{ code: 'key_revoked' }],
    });
    expect((await patch(body.id, { api_key: createKey().key })).body).toMatchObject({
      status: 'connected',
      problems: [],
    });
    expect(endpointsOf(place, company)).toHaveLength(1);
  });

  test('removes its endpoint and no other when it is disconnected', async () => {
    const { account } = company;
    place.standIn.endpoints.create({ account, mode: 'live', url: 'https://other.test/', events: ['*'] });
    const { body } = await connect(place, company, createKey());
    const removed = await ask(place.service, `${company.path}/${body.id}`, {
      method: 'DELETE',
      cookie: company.cookie,
    });
    expect(removed).toMatchObject({ status: 200, body: { deleted: true, not_removed: [] } });
    expect(endpointsOf(place, company).map(({ url }) => url)).toEqual(['https://other.test/']);
    expect(await list()).toEqual([]);
    const again = await connect(place, company, createKey());
    expect(again.body).toMatchObject({ id: body.id, status: 'connected' });
    expect(again.body.webhook.url).not.toBe(body.webhook.url);
  });

  test('names the endpoint that it could not remove because the key is revoked', async () => {
    const key = createKey();
    const { body } = await connect(place, company, key);
    key.state = 'revoked';
    const removed = await ask(place.service, `${company.path}/${body.id}`, {
      method: 'DELETE',
      cookie: company.cookie,
    });
    expect(removed.body).toMatchObject({
      deleted: true,
      not_removed: [{ url: body.webhook.url, reason: 'key_unknown' }],
    });
  });

  test('switches its endpoint on again, and fetches what was missed meanwhile', async () => {
    const { body } = await connect(place, company, createKey());
    const [endpoint] = endpointsOf(place, company);
    if (endpoint === undefined) throw new Error('there is no endpoint');
    endpoint.isEnabled = false;
    const link = place.standIn.createPaymentLink({
      account: company.account,
      mode: 'live',
      amountCents: 9_900,
    });
    const click = await place.service.tracking.submit(clickOf(company));
    if (click.kind !== 'click') throw new Error('the click was refused');
    await fetch(`${link.url}?client_reference_id=${click.clickId}`, { method: 'POST', redirect: 'manual' });
    expect(await booksOf(place.service.pool, company.workspaceId)).toEqual([]);
    expect((await check(body.id)).body).toMatchObject({ status: 'connected' });
    expect(endpoint.isEnabled).toBe(true);
    await runWork(place);
    await processed(place);
    expect(await booksOf(place.service.pool, company.workspaceId)).toMatchObject([{ amount: 9_900 }]);
  });

  test('makes its endpoint again when it is gone', async () => {
    const { body } = await connect(place, company, createKey());
    const all = place.standIn.endpoints.all;
    all.splice(
      all.findIndex((one) => one.account === company.account),
      1,
    );
    expect((await check(body.id)).body).toMatchObject({ status: 'connected', problems: [] });
    expect(endpointsOf(place, company)).toHaveLength(1);
  });
});
