import { describe, expect, test } from 'vitest';
import { uniqueName } from '../../packages/server/test/support/seed.js';
import { until } from '../../packages/server/test/support/service-process.js';
import { openShop, type Shop } from '../support/shop.js';
import { sharedStage } from '../support/stage.js';

describe('a visitor leaves at once', () => {
  const stage = sharedStage();

  const leave = (shop: Shop) => shop.page.goto(stage.sites.show('elsewhere.test', ''));

  test('for another site: the click is recorded', async () => {
    const shop = await openShop(stage);
    stage.gateway.hold();
    await shop.page.goto(shop.url(`/?aff=${shop.program.shortLink}`));
    await until(() => stage.gateway.sent.length === 1);
    await leave(shop);
    stage.gateway.release();
    await until(async () => (await shop.clicks()).length === 1);
  });

  test('for another site: the signup is recorded', async () => {
    const shop = await openShop(stage);
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    stage.gateway.hold();
    const customerKey = uniqueName('customer');
    await shop.run(`void svc.signup('${customerKey}')`);
    await until(() => stage.gateway.sent.length === 2);
    await leave(shop);
    stage.gateway.release();
    await until(async () => (await shop.customers()).length === 1);
    const [click] = await shop.clicks();
    expect(await shop.customers()).toMatchObject([{ customer_key: customerKey, click_id: click?.click_id }]);
  });

  test('where fetch knows no keepalive, the signup is sent once more while the page ends', async () => {
    const shop = await openShop(stage);
    await shop.page.addInitScript(`
      delete Request.prototype.keepalive;
      window.fetch = ((original) => (url, { keepalive, ...options }) => original(url, options))(fetch);
    `);
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    stage.gateway.hold();
    await shop.run(`void svc.signup('${uniqueName('customer')}')`);
    await until(() => stage.gateway.sent.length === 2);
    await leave(shop);
    await until(() => stage.gateway.sent.length === 3);
    stage.gateway.release();
    await until(async () => (await shop.customers()).length === 1);
    expect(await shop.clicks()).toHaveLength(1);
  });

  test('while a signup waits for its click: no lead without the click is sent, and the next page can do better', async () => {
    const shop = await openShop(stage);
    const customerKey = uniqueName('customer');
    stage.gateway.hold();
    await shop.page.goto(shop.url(`/?aff=${shop.program.shortLink}`));
    await until(() => stage.gateway.sent.length === 1);
    await shop.run(`void svc.signup('${customerKey}')`);
    await shop.page.goto(shop.url('/dashboard'));
    stage.gateway.release();
    await shop.settled();
    expect(await shop.customers()).toEqual([]);
    await shop.run(`svc.signup('${customerKey}')`);
    const { svc_click_id: clickId } = await shop.cookies();
    expect(await shop.customers()).toMatchObject([{ customer_key: customerKey, click_id: clickId?.value }]);
    expect(stage.gateway.sent).toEqual(['POST /track/click', 'POST /track/click', 'POST /api/v1/track/lead']);
  });

  test('for the next page of the shop: the click it could not wait for is reported from there', async () => {
    const shop = await openShop(stage);
    stage.gateway.hold();
    await shop.page.goto(shop.url(`/?aff=${shop.program.shortLink}`));
    await until(() => stage.gateway.sent.length === 1);
    await shop.page.goto(shop.url('/signup'));
    stage.gateway.release();
    const customerKey = uniqueName('customer');
    expect(await shop.run(`svc.signup('${customerKey}')`)).toMatchObject({ ok: true });
    const { svc_click_id: clickId, svc_aff: aff } = await shop.cookies();
    expect(aff?.value).toBe(shop.program.shortLink);
    expect(await shop.customers()).toMatchObject([{ customer_key: customerKey, click_id: clickId?.value }]);
    await shop.visit('/pricing');
    expect(stage.gateway.sent).toEqual(['POST /track/click', 'POST /track/click', 'POST /api/v1/track/lead']);
  });

  test('while the service is down: the next page reports the click once it is back', async () => {
    const shop = await openShop(stage);
    stage.gateway.isDown = true;
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(await shop.cookies()).toEqual({});
    stage.gateway.isDown = false;
    await shop.visit('/pricing');
    expect(await shop.clicks()).toMatchObject([
      { affiliate_url: shop.url(`/?aff=${shop.program.shortLink}`) },
    ]);
    expect((await shop.cookies()).svc_aff?.value).toBe(shop.program.shortLink);
  });

  test('a newer click that is unfinished leaves the older one in place until it is recorded', async () => {
    const shop = await openShop(stage);
    const other = await shop.newLink();
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    const first = await shop.run('svc.getClickId()');
    stage.gateway.isDown = true;
    await shop.visit(`/?aff=${other}`);
    await shop.visit('/pricing');
    expect(await shop.run('svc.getClickId()')).toBe(first);
    stage.gateway.isDown = false;
    await shop.visit('/pricing');
    const clicks = await shop.clicks();
    expect(clicks).toHaveLength(2);
    expect(await shop.run('svc.getClickId()')).toBe(clicks[1]?.click_id);
  });

  test('the older link again, after a newer one that is unfinished, is the last', async () => {
    const shop = await openShop(stage);
    const other = await shop.newLink();
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    stage.gateway.isDown = true;
    await shop.visit(`/?aff=${other}`);
    stage.gateway.isDown = false;
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    await shop.visit('/pricing');
    expect((await shop.cookies()).svc_aff?.value).toBe(shop.program.shortLink);
  });

  test('twice, by one link after another that both could not be recorded: the last counts', async () => {
    const shop = await openShop(stage);
    const other = await shop.newLink();
    stage.gateway.isDown = true;
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    await shop.visit(`/?aff=${other}`);
    stage.gateway.isDown = false;
    await shop.visit('/pricing');
    expect((await shop.cookies()).svc_aff?.value).toBe(other);
    expect(await shop.clicks()).toHaveLength(1);
  });

  describe('and another tab records a newer click', () => {
    async function openTab(shop: Shop, aff: string) {
      const tab = await shop.page.context().newPage();
      await tab.goto(shop.url(`/?aff=${aff}`));
      await tab.evaluate(`svc.signup('')`);
      return tab;
    }

    test('a signup, or the next page, does not put the older one that failed in its place', async () => {
      const shop = await openShop(stage);
      const other = await shop.newLink();
      stage.gateway.isDown = true;
      await shop.visit(`/?aff=${shop.program.shortLink}`);
      stage.gateway.isDown = false;
      const tab = await openTab(shop, other);
      const newer = await tab.evaluate('svc.getClickId()');
      await shop.run(`svc.signup('${uniqueName('customer')}')`);
      expect(await shop.customers()).toMatchObject([{ click_id: newer }]);
      await shop.visit('/pricing');
      expect((await shop.cookies()).svc_aff?.value).toBe(other);
      expect(await shop.clicks()).toHaveLength(1);
    });

    test('nor does the next page, without a signup', async () => {
      const shop = await openShop(stage);
      const other = await shop.newLink();
      stage.gateway.isDown = true;
      await shop.visit(`/?aff=${shop.program.shortLink}`);
      stage.gateway.isDown = false;
      await openTab(shop, other);
      await shop.visit('/pricing');
      expect((await shop.cookies()).svc_aff?.value).toBe(other);
      expect(await shop.clicks()).toHaveLength(1);
    });

    test('a refusal that comes later leaves it', async () => {
      const shop = await openShop(stage);
      stage.gateway.hold();
      await shop.page.goto(shop.url('/?aff=nobody'));
      await until(() => stage.gateway.sent.length === 1);
      const tab = await shop.page.context().newPage();
      // The gateway lets the last one go first.
      await tab.goto(shop.url(`/?aff=${shop.program.shortLink}`));
      await until(() => stage.gateway.sent.length === 2);
      stage.gateway.release();
      await tab.evaluate(`svc.signup('')`);
      await shop.settled();
      await tab.goto(shop.url(`/?aff=${shop.program.shortLink}`));
      await tab.evaluate(`svc.signup('')`);
      expect(await shop.clicks()).toHaveLength(1);
    });
  });

  describe('before its click is refused', () => {
    async function leaveBeforeRefusal(shop: Shop): Promise<void> {
      const before = stage.gateway.sent.length;
      stage.gateway.hold();
      await shop.page.goto(shop.url('/?aff=nobody'));
      await until(() => stage.gateway.sent.length === before + 1);
      await shop.page.goto(shop.url('/a'));
      stage.gateway.release();
      await shop.settled();
    }

    test('the next page hears of it, and later ones do not ask again', async () => {
      const shop = await openShop(stage);
      await leaveBeforeRefusal(shop);
      for (const path of ['/b', '/c', '/d']) await shop.visit(path);
      expect(stage.gateway.sent).toHaveLength(2);
      expect(await shop.cookies()).toEqual({});
    });

    test('the click before it is held as it was', async () => {
      const shop = await openShop(stage);
      await shop.visit(`/?aff=${shop.program.shortLink}`);
      await leaveBeforeRefusal(shop);
      await shop.visit(`/?aff=${shop.program.shortLink}`);
      expect(await shop.clicks()).toHaveLength(1);
      expect((await shop.cookies()).svc_aff?.value).toBe(shop.program.shortLink);
    });

    test('in a way that the page cannot read: it is tried on a few pages, and nothing is left behind', async () => {
      const shop = await openShop(stage, { isAllowed: false });
      await shop.visit(`/?aff=${shop.program.shortLink}`);
      for (let page = 0; page < 15; page++) await shop.visit(`/${page}`);
      expect(stage.gateway.sent).toHaveLength(10);
      expect(await shop.cookies()).toEqual({});
    });
  });
});
