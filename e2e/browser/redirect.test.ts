import { describe, expect, test } from 'vitest';
import { trackingClient } from '../../packages/server/test/http/tracking-client.js';
import { uniqueName } from '../../packages/server/test/support/seed.js';
import { openShop, type Shop, type ShopOptions } from '../support/shop.js';
import { sharedStage } from '../support/stage.js';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

describe('a visitor comes through a redirect link', () => {
  const stage = sharedStage();

  /** A shop on this machine, where a browser without a window counts as a person, and the address of its link. */
  async function openWithLink(path = '/', options: ShopOptions = {}) {
    const shop = await openShop(stage, { hosts: ['localhost'], ...options });
    await stage.service.pool.query('update links set destination_url = $2 where id = $1', [
      shop.program.linkId,
      shop.url(path),
    ]);
    return { shop, link: `${stage.gateway.baseUrl}/r/${shop.program.shortLink}` };
  }

  async function expectDays(shop: Shop, days: number) {
    const { svc_click_id: cookie } = await shop.cookies();
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - days * DAY_SECONDS)).toBeLessThan(
      MINUTE_SECONDS,
    );
  }

  test('the click is recorded once and stored, and its id is gone from the address', async () => {
    const html = (tag: string) => `<script>history.replaceState({ page: 1 }, '')</script>${tag}`;
    const { shop, link } = await openWithLink('/pricing?plan=a%20b#top', { cookieWindowDays: 7, html });
    await shop.page.goto(`${link}?utm_source=blog`);
    await shop.settled();
    const [click, ...others] = await shop.clicks();
    expect(others).toEqual([]);
    expect((await shop.cookies()).svc_click_id?.value).toBe(click?.click_id);
    await expectDays(shop, 7);
    expect(shop.page.url()).toBe(
      shop.url(`/pricing?plan=a%20b&aff=${shop.program.shortLink}&utm_source=blog#top`),
    );
    expect(await shop.run('history.state')).toEqual({ page: 1 });
    expect(stage.gateway.sent).toEqual(['POST /track/click']);
    await shop.page.reload();
    await shop.settled();
    expect(await shop.clicks()).toHaveLength(1);
    expect(stage.gateway.sent).toEqual(['POST /track/click']);
    expect(shop.noise).toEqual([]);
  });

  test('with what the page sends blocked, a sale is still credited', async () => {
    const { shop, link } = await openWithLink();
    await shop.page.route('**/track/**', (route) => route.abort());
    await shop.page.goto(link);
    await shop.settled();
    const [click] = await shop.clicks();
    const clickId = await shop.run<string>('svc.getClickId()');
    expect(clickId).toBe(click?.click_id);
    expect(shop.page.url()).toBe(shop.url(`/?aff=${shop.program.shortLink}`));
    await shop.visit('/checkout');
    expect(await shop.run('svc.getClickId()')).toBe(clickId);
    expect((await shop.cookies()).svc_aff?.value).toBe(shop.program.shortLink);
    const { body } = await trackingClient(stage.service).sale(
      { transaction_id: uniqueName('order'), amount_cents: 10_000, click_id: clickId },
      { key: shop.program.apiKey },
    );
    expect(body.commission).toMatchObject({ amount_cents: 2_000 });
    await shop.page.unroute('**/track/**');
    await shop.visit('/');
    expect(await shop.clicks()).toHaveLength(1);
  });

  test('a newer visit through the same link replaces the click', async () => {
    const { shop, link } = await openWithLink();
    for (let visits = 1; visits <= 2; visits++) {
      await shop.page.goto(link);
      await shop.settled();
      const clicks = await shop.clicks();
      expect(clicks).toHaveLength(visits);
      expect(await shop.run('svc.getClickId()')).toBe(clicks.at(-1)?.click_id);
    }
  });

  test('an address with an id that is made up gives an ordinary click', async () => {
    const { shop } = await openWithLink();
    const { shortLink } = shop.program;
    await shop.visit(`/?aff=${shortLink}&svc_click_id=cust_1_1`);
    const [click, ...others] = await shop.clicks();
    expect(others).toEqual([]);
    expect(await shop.run('svc.getClickId()')).toBe(click?.click_id);
    expect(shop.page.url()).toBe(shop.url(`/?aff=${shortLink}`));
  });

  test('without consent nothing is stored or sent, and with it the click of the visit is', async () => {
    const { shop, link } = await openWithLink('/', { attributes: 'data-svc-consent="false"' });
    await shop.page.goto(link);
    await shop.settled();
    expect([await shop.cookies(), stage.gateway.sent]).toEqual([{}, []]);
    await shop.run('svc.consent(true)');
    const [click, ...others] = await shop.clicks();
    expect(others).toEqual([]);
    expect(await shop.run('svc.getClickId()')).toBe(click?.click_id);
    expect(shop.page.url()).toBe(shop.url(`/?aff=${shop.program.shortLink}`));
  });
});

describe('a visitor comes to an address without aff', () => {
  const stage = sharedStage();

  test('the link is in one of the parameters that page and program name', async () => {
    const shop = await openShop(stage, { attributes: 'data-svc-parameters="via, ref,fpr"' });
    await stage.service.pool.query('update programs set link_parameters = $2 where id = $1', [
      shop.program.programId,
      ['via', 'ref', 'fpr'],
    ]);
    let count = 0;
    for (const parameter of ['via', 'ref', 'fpr']) {
      const shortLink = await shop.newLink();
      await shop.visit(`/pricing?${parameter}=${shortLink}`);
      const clicks = await shop.clicks();
      expect(clicks).toHaveLength(++count);
      expect(clicks.at(-1)?.affiliate_url).toBe(shop.url(`/pricing?${parameter}=${shortLink}`));
      const { svc_click_id: clickId, svc_aff: aff } = await shop.cookies();
      expect([clickId?.value, aff?.value]).toEqual([clicks.at(-1)?.click_id, shortLink]);
    }
    await shop.visit(`/?ref=other&aff=${shop.program.shortLink}`);
    expect((await shop.cookies()).svc_aff?.value).toBe(shop.program.shortLink);
    await shop.visit(`/?other=${await shop.newLink()}`);
    expect(await shop.clicks()).toHaveLength(count + 1);
  });
});
