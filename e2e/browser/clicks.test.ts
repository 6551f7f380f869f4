import { describe, expect, test } from 'vitest';
import { seedLink, uniqueName } from '../../packages/server/test/support/seed.js';
import { until } from '../../packages/server/test/support/service-process.js';
import { openShop } from '../support/shop.js';
import { sharedStage } from '../support/stage.js';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

describe('a visitor comes through a link', () => {
  const stage = sharedStage();

  test('the click is recorded and its id stored, by one request without a preflight', async () => {
    const shop = await openShop(stage, { cookieWindowDays: 7 });
    const { shortLink, programId } = shop.program;
    await shop.visit(`/pricing?plan=pro&aff=${shortLink}#top`);
    const clicks = await shop.clicks();
    expect(clicks).toMatchObject([{ affiliate_url: shop.url(`/pricing?plan=pro&aff=${shortLink}`) }]);
    expect(stage.gateway.sent).toEqual(['POST /track/click']);
    const { svc_click_id: clickId, svc_aff: aff } = await shop.cookies();
    expect([clickId?.value, aff?.value]).toEqual([clicks[0]?.click_id, shortLink]);
    for (const cookie of [clickId, aff]) {
      expect(cookie).toMatchObject({
        domain: '.example.test',
        path: '/',
        sameSite: 'Lax',
        secure: false,
        httpOnly: false,
      });
      expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 7 * DAY_SECONDS)).toBeLessThan(
        MINUTE_SECONDS,
      );
    }
    expect(await shop.run('svc.getClickId()')).toBe(clickId?.value);
    expect(await shop.run('svc.getData()')).toEqual({
      clickId: clickId?.value,
      programId,
      hasAttribution: true,
      affiliateUrl: shop.url(`/pricing?plan=pro&aff=${shortLink}`),
    });
    expect(shop.noise).toEqual([]);
  });

  test('over https the cookies are only for https', async () => {
    const shop = await openShop(stage, { scheme: 'https' });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(await shop.clicks()).toHaveLength(1);
    const { svc_click_id: clickId, svc_aff: aff } = await shop.cookies();
    for (const cookie of [clickId, aff]) {
      expect(cookie).toMatchObject({ domain: '.example.test', path: '/', sameSite: 'Lax', secure: true });
    }
  });

  test.each([
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['shop.co.uk', '.shop.co.uk'],
    ['www.eu.shop.co.uk', '.shop.co.uk'],
    ['jane.github.io', '.jane.github.io'],
    ['intranet', 'intranet'],
  ])('on %s the cookies belong to %s', async (host, domain) => {
    const shop = await openShop(stage, { hosts: [host] });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    const { svc_click_id: clickId, svc_aff: aff } = await shop.cookies();
    expect([clickId?.domain, aff?.domain]).toEqual([domain, domain]);
  });

  test('a cookieDomain is used as it is given; one that is not of this site leaves the host alone', async () => {
    for (const [host, given, domain] of [
      ['app.eu.example.test', 'eu.example.test', '.eu.example.test'],
      ['app.us.example.test', 'elsewhere.test', 'app.us.example.test'],
    ] as const) {
      const hosts = [host];
      const shop = await openShop(stage, { hosts, attributes: `data-svc-cookie-domain="${given}"` });
      await shop.visit(`/?aff=${shop.program.shortLink}`);
      const { svc_click_id: clickId, svc_aff: aff } = await shop.cookies();
      expect([clickId?.domain, aff?.domain]).toEqual([domain, domain]);
    }
  });

  test('subdomains share the click', async () => {
    const site = `${uniqueName('shop')}.test`;
    const shop = await openShop(stage, { hosts: [`www.${site}`, `app.${site}`] });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    const clickId = await shop.run('svc.getClickId()');
    await shop.visit('/signup', `app.${site}`);
    expect(await shop.run('svc.getData()')).toEqual({
      clickId,
      programId: shop.program.programId,
      hasAttribution: true,
      affiliateUrl: null,
    });
    await shop.visit(`/?aff=${shop.program.shortLink}`, `app.${site}`);
    expect(await shop.clicks()).toHaveLength(1);
  });

  test('an older cookie on another domain does not hide the new click', async () => {
    const shop = await openShop(stage);
    await shop.page.goto(shop.url());
    await shop.run(`document.cookie = 'svc_click_id=cust_1_1; Path=/'`);
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(await shop.run('svc.getClickId()')).toBe((await shop.clicks())[0]?.click_id);
  });

  test('without aff, nothing is sent or stored', async () => {
    const shop = await openShop(stage);
    await shop.visit('/?affiliate=jane&aff=');
    expect(stage.gateway.sent).toEqual([]);
    expect(await shop.cookies()).toEqual({});
    expect(await shop.run('svc.getData()')).toMatchObject({
      clickId: null,
      hasAttribution: false,
      affiliateUrl: null,
    });
  });

  test('a reload, and coming back by the same link, is the same click', async () => {
    const shop = await openShop(stage);
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    const before = await shop.cookies();
    await shop.page.reload();
    await shop.settled();
    await shop.visit('/pricing');
    await shop.visit(`/pricing?aff=${shop.program.shortLink}`);
    expect(stage.gateway.sent).toEqual(['POST /track/click']);
    expect(await shop.cookies()).toEqual(before);
  });

  test('last touch: another link makes a new click, which takes the place of the first', async () => {
    const shop = await openShop(stage);
    const other = await shop.newLink();
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    await shop.visit(`/?aff=${other}`);
    const clicks = await shop.clicks();
    expect(clicks).toHaveLength(2);
    const { svc_click_id: clickId, svc_aff: aff } = await shop.cookies();
    expect([clickId?.value, aff?.value]).toEqual([clicks[1]?.click_id, other]);
  });

  test('a click that is refused leaves the one before in place', async () => {
    const shop = await openShop(stage);
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    const before = await shop.cookies();
    await shop.visit('/?aff=nobody-has-this-link');
    await shop.visit('/pricing');
    expect(await shop.cookies()).toEqual(before);
    expect(stage.gateway.sent).toHaveLength(2);
    expect(shop.noise).toEqual([]);
  });

  test('of two clicks under way the later counts, whichever is answered first', async () => {
    const shop = await openShop(stage);
    const other = await shop.newLink();
    stage.gateway.hold();
    await shop.page.goto(shop.url(`/?aff=${shop.program.shortLink}`));
    await shop.run(`history.pushState(null, '', '/?aff=${other}')`);
    await until(() => stage.gateway.sent.length === 2);
    stage.gateway.release();
    await until(async () => (await shop.clicks()).length === 2);
    await shop.settled();
    expect((await shop.cookies()).svc_aff?.value).toBe(other);
  });

  test('any value of aff survives its way through address and cookie', async () => {
    const shop = await openShop(stage);
    const odd = `${uniqueName('ö;=, &%:')}`;
    await seedLink(stage.service.pool, { ...shop.program, shortLink: odd });
    for (let visits = 0; visits < 2; visits += 1) await shop.visit(`/?aff=${encodeURIComponent(odd)}`);
    expect(await shop.clicks()).toHaveLength(1);
    expect(decodeURIComponent((await shop.cookies()).svc_aff?.value ?? '')).toBe(odd);
  });

  test('an address too long for the service is reported without its rest', async () => {
    const shop = await openShop(stage);
    await shop.visit(`/?x=${'x'.repeat(3_000)}&aff=${shop.program.shortLink}`);
    expect(await shop.clicks()).toMatchObject([
      { affiliate_url: shop.url(`/?aff=${shop.program.shortLink}`) },
    ]);
  });

  test('client-side navigation counts: pushState, replaceState and going back', async () => {
    const shop = await openShop(stage);
    const [second, third] = [await shop.newLink(), await shop.newLink()];
    const affNow = async () => {
      await shop.settled();
      return (await shop.cookies()).svc_aff?.value;
    };
    await shop.visit('/');
    await shop.run(`history.pushState({ page: 1 }, '', '/a?aff=${shop.program.shortLink}')`);
    expect(await affNow()).toBe(shop.program.shortLink);
    await shop.run(`history.replaceState({ page: 2 }, '', '/b?aff=${second}')`);
    expect(await affNow()).toBe(second);
    await shop.run(`history.pushState(null, '', '/c?aff=${third}')`);
    expect(await affNow()).toBe(third);
    await shop.run(
      `new Promise((done) => { addEventListener('popstate', done, { once: true }); history.back() }).then(() => 0)`,
    );
    expect(await affNow()).toBe(second);
    expect(await shop.run('[location.pathname, history.state.page]')).toEqual(['/b', 2]);
    await shop.run(`history.pushState(null, '', '/d')`);
    await shop.run(`history.pushState(null, '', '/e?aff=${second}')`);
    await shop.settled();
    expect(stage.gateway.sent).toHaveLength(4);
  });

  test('client-side navigation counts when it goes past history', async () => {
    const shop = await openShop(stage);
    await shop.visit('/');
    await shop.run(`navigation.addEventListener('navigate', (event) => event.intercept({}))`);
    await shop.run(`navigation.navigate('/a?aff=${shop.program.shortLink}').finished.then(() => 0)`);
    await shop.settled();
    expect(await shop.clicks()).toMatchObject([
      { affiliate_url: shop.url(`/a?aff=${shop.program.shortLink}`) },
    ]);
  });

  test('an address that is replaced before the script runs is the one that counts', async () => {
    const shop = await openShop(stage, {
      html: (tag) => `<script>history.replaceState(null, '', '/home')</script>${tag}`,
    });
    await shop.visit(`/?aff=${shop.program.shortLink}&x=1#top`);
    expect(await shop.clicks()).toMatchObject([
      { affiliate_url: shop.url(`/?aff=${shop.program.shortLink}&x=1`) },
    ]);
    await shop.run(`history.pushState(null, '', '/pricing')`);
    await shop.visit('/pricing');
    expect(await shop.clicks()).toHaveLength(1);
  });

  test('a page that is made ready in advance is no visit until somebody sees it', async () => {
    const shop = await openShop(stage);
    // What the driver of the browser cannot make it do: it closes pages that nobody sees.
    await shop.page.addInitScript(
      `Object.defineProperty(document, 'prerendering', { get: () => !window.isSeen, configurable: true })`,
    );
    await shop.page.goto(shop.url(`/?aff=${shop.program.shortLink}`));
    await shop.run(`window.signedUp = svc.signup('${uniqueName('customer')}'), void 0`);
    await shop.run(`fetch('/nothing').then(() => 0)`);
    expect([stage.gateway.sent, await shop.cookies()]).toEqual([[], {}]);
    await shop.run(`window.isSeen = true; document.dispatchEvent(new Event('prerenderingchange')); 0`);
    expect(await shop.run('signedUp')).toMatchObject({ ok: true });
    const [click] = await shop.clicks();
    expect(await shop.customers()).toMatchObject([{ click_id: click?.click_id }]);
  });

  test.each([
    'var navigation = { open: false }',
    'performance.getEntriesByType = () => undefined',
    'var performance = null',
  ])('a page may have something else of a name that browsers have: %s', async (script) => {
    const shop = await openShop(stage, { html: (tag) => `<script>${script}</script>${tag}` });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(await shop.clicks()).toHaveLength(1);
    expect(shop.noise).toEqual([]);
  });

  test('a signup on a page that is made ready in advance waits for an init that follows', async () => {
    const shop = await openShop(stage, { html: (tag) => tag.replace(/data-svc-program-id="\d+"/, '') });
    // An event of the browser's own, between whose listeners promises go on.
    await shop.page.addInitScript(`
      Object.defineProperty(document, 'prerendering', { get: () => !window.isSeen, configurable: true });
      addEventListener('keydown', () => { window.isSeen = true; }, true);
      const add = document.addEventListener;
      document.addEventListener = function (name, ...rest) {
        return add.call(this, name === 'prerenderingchange' ? 'keydown' : name, ...rest);
      };`);
    await shop.page.goto(shop.url(`/?aff=${shop.program.shortLink}`));
    const { programId } = shop.program;
    const customerKey = uniqueName('customer');
    await shop.run(
      `window.signedUp = Promise.all([svc.signup('${customerKey}'), svc.init({ programId: ${programId} })]), void 0`,
    );
    await shop.page.keyboard.press('a');
    expect(await shop.run('signedUp')).toMatchObject([{ ok: true }, undefined]);
    const [click] = await shop.clicks();
    expect(await shop.customers()).toMatchObject([{ customer_key: customerKey, click_id: click?.click_id }]);
  });

  test('a page that changes its address all the time does not repeat a click that fails', async () => {
    const shop = await openShop(stage);
    stage.gateway.isDown = true;
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    for (let n = 0; n < 5; n += 1) {
      await shop.run(`history.replaceState(null, '', location.search + '#${n}')`);
      await shop.settled();
    }
    expect(new Set(stage.gateway.sent)).toEqual(new Set(['POST /track/click']));
    // Chromium itself repeats a request whose connection breaks off before any answer.
    expect(stage.gateway.sent.length).toBeLessThan(5);
  });
});
