import { describe, expect, test } from 'vitest';
import { seedProgram, uniqueName } from '../../packages/server/test/support/seed.js';
import { until } from '../../packages/server/test/support/service-process.js';
import { openShop } from '../support/shop.js';
import { sharedStage } from '../support/stage.js';

describe('a visitor signs up', () => {
  const stage = sharedStage();

  test('the lead is recorded for the click, with key and email, without a preflight', async () => {
    const shop = await openShop(stage);
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    await shop.visit('/signup');
    const key = uniqueName('customer');
    expect(await shop.run(`svc.signup('${key}', 'ann@people.test')`)).toEqual({ ok: true, status: 200 });
    const [click] = await shop.clicks();
    expect(await shop.customers()).toEqual([
      { customer_key: key, email: 'ann@people.test', status: 'lead', click_id: click?.click_id },
    ]);
    expect(stage.gateway.sent).toEqual(['POST /track/click', 'POST /api/v1/track/lead']);
    expect(shop.noise).toEqual([]);
  });

  test('twice is as good as once', async () => {
    const shop = await openShop(stage);
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    const key = uniqueName('customer');
    expect(await shop.run(`svc.signup('${key}')`)).toEqual({ ok: true, status: 200 });
    expect(await shop.run(`svc.signup('${key}')`)).toEqual({ ok: true, status: 400 });
    expect(await shop.customers()).toHaveLength(1);
  });

  test('before the click is answered: the lead waits for it', async () => {
    const shop = await openShop(stage);
    stage.gateway.hold();
    await shop.page.goto(shop.url(`/?aff=${shop.program.shortLink}`));
    const key = uniqueName('customer');
    await shop.run(`void (window.result = svc.signup('${key}'))`);
    await until(() => stage.gateway.sent.length === 1);
    stage.gateway.release();
    expect(await shop.run('result')).toMatchObject({ ok: true });
    const [click] = await shop.clicks();
    expect(await shop.customers()).toMatchObject([{ customer_key: key, click_id: click?.click_id }]);
  });

  test('without a click: the lead is recorded, unattributed, for the program of the page', async () => {
    const shop = await openShop(stage);
    // Two programs list this origin, so that the key alone does not say whose lead it is.
    await seedProgram(stage.service.pool, { origins: [new URL(shop.url()).origin] });
    await shop.visit('/signup');
    const key = uniqueName('customer');
    expect(await shop.run(`svc.signup('${key}')`)).toMatchObject({ ok: true });
    expect(await shop.customers()).toMatchObject([{ customer_key: key, status: 'lead', click_id: null }]);
  });

  test('a refusal comes back with its status and text', async () => {
    const shop = await openShop(stage);
    await shop.visit('/signup');
    expect(await shop.run(`svc.signup('x'.repeat(256))`)).toEqual({
      ok: false,
      status: 400,
      error: 'customer_key is invalid',
    });
    expect(await shop.run('svc.signup(undefined)')).toEqual({ ok: false, error: 'customerKey is required' });
    expect(shop.noise).toEqual([]);
  });

  test('nothing that a page passes, and nothing that another server answers, makes a promise reject', async () => {
    const shop = await openShop(stage);
    await shop.visit('/signup');
    expect(await shop.run('svc.signup(5n)')).toMatchObject({ ok: false, status: 0 });
    await shop.page.route('**/track/lead', (route) =>
      route.fulfill({
        status: 400,
        json: { error: { code: 7 } },
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    expect(await shop.run(`svc.signup('key')`)).toMatchObject({ ok: false, status: 400 });
    expect(await shop.run('svc.init({ programId: 1, baseUrl: 5 })')).toBeUndefined();
    await shop.run(`history.pushState(null, '', '/?aff=${shop.program.shortLink}')`);
    await shop.settled();
    expect(shop.noise).toEqual([]);
  });

  test('on an origin that the program does not allow nothing is stored, and the page hears of no error', async () => {
    const shop = await openShop(stage, { isAllowed: false });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(await shop.cookies()).toEqual({});
    expect(await shop.run(`svc.signup('${uniqueName('customer')}')`)).toEqual({
      ok: false,
      status: 0,
      error: expect.any(String),
    });
    expect([await shop.clicks(), await shop.customers(), shop.noise]).toEqual([[], [], []]);
  });

  test('while the service is down nothing is stored, and the page hears of no error', async () => {
    const shop = await openShop(stage);
    stage.gateway.isDown = true;
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(await shop.run(`svc.signup('${uniqueName('customer')}')`)).toEqual({
      ok: false,
      status: 0,
      error: expect.any(String),
    });
    expect(await shop.run(`svc.init({ programId: 1 }).then(() => 'resolved')`)).toBe('resolved');
    expect([await shop.cookies(), shop.noise]).toEqual([{}, []]);
  });

  test('after an outage when the visitor arrived: the click is reported with the signups, once', async () => {
    const shop = await openShop(stage);
    stage.gateway.isDown = true;
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    stage.gateway.isDown = false;
    await shop.run(`history.pushState(null, '', '/signup')`);
    const [first, second] = [uniqueName('customer'), uniqueName('customer')];
    const results = await shop.run(`Promise.all([svc.signup('${first}'), svc.signup('${second}')])`);
    expect(results).toMatchObject([{ ok: true }, { ok: expect.any(Boolean) }]);
    const [click, ...others] = await shop.clicks();
    expect([click?.affiliate_url, others]).toEqual([shop.url(`/?aff=${shop.program.shortLink}`), []]);
    expect((await shop.customers())[0]?.click_id).toBe(click?.click_id);
  });

  test('in a frame that may store nothing, the page hears of no error', async () => {
    const shop = await openShop(stage, {
      html: (
        tag,
      ) => `<iframe sandbox="allow-scripts" srcdoc='${tag}<script>svc.signup("x").then(({ ok }) => top.postMessage(ok, "*"))</script>'></iframe>
        <script>window.answer = new Promise((done) => addEventListener('message', ({ data }) => done(data)))</script>`,
    });
    await shop.page.goto(shop.url(`/?aff=${shop.program.shortLink}`));
    expect(await shop.run('answer')).toBe(false);
    expect(shop.noise).toEqual([]);
  });

  test('with debug, the console shows each step', async () => {
    const shop = await openShop(stage, { attributes: 'data-svc-debug' });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    await until(() => shop.noise.length > 0);
    expect(shop.noise[0]).toMatch(/^log: \[svc\] /);
  });
});
