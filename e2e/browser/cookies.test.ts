import { describe, expect, test } from 'vitest';
import { uniqueName } from '../../packages/server/test/support/seed.js';
import { openShop, type ShopOptions } from '../support/shop.js';
import { sharedStage } from '../support/stage.js';

/** Records what scripts write to `document.cookie`. */
const RECORD_WRITES = `
  window.written = [];
  const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  Object.defineProperty(Document.prototype, 'cookie', { get, set(text) { written.push(text); set.call(this, text); } });`;

/** A browser that blocks cookies: reading gives nothing, and writing does nothing. */
const BLOCK_COOKIES = `Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} })`;

describe('cookies of the tracker', () => {
  const stage = sharedStage();

  async function openRecorded(options: ShopOptions) {
    const shop = await openShop(stage, options);
    await shop.page.addInitScript(RECORD_WRITES);
    const domains = async () =>
      (await shop.run<string[]>('written')).map((text) => /Domain=([^;]*)/.exec(text)?.[1] ?? '');
    return { shop, domains };
  }

  test('probe each domain once, and never the last label', async () => {
    const { shop, domains } = await openRecorded({ hosts: ['www.shop.co.uk'] });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect((await shop.cookies()).svc_click_id?.domain).toBe('.shop.co.uk');
    const tried = await domains();
    expect(tried).not.toContain('uk');
    expect(tried.filter((domain) => domain === 'co.uk')).toHaveLength(1);
    // Another click on the same page knows the domain.
    await shop.run(`history.pushState(null, '', '/?aff=${await shop.newLink()}')`);
    await shop.settled();
    expect((await domains()).filter((domain) => domain === 'co.uk')).toHaveLength(1);
    expect(await shop.clicks()).toHaveLength(2);
  });

  test.each(['www.narrow.co.uk', 'wide.co.uk'])('are not probed with cookieDomain %s', async (domain) => {
    const { shop, domains } = await openRecorded({
      hosts: [domain.startsWith('www.') ? domain : `www.${domain}`],
      attributes: `data-svc-cookie-domain="${domain}"`,
    });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(new Set(await domains())).toEqual(new Set([domain]));
    expect((await shop.cookies()).svc_click_id?.domain).toBe(`.${domain}`);
  });

  test('are neither written nor deleted on pages after a refusal', async () => {
    const { shop, domains } = await openRecorded({ hosts: ['www.refusing.co.uk'] });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    await shop.run('svc.consent(false)');
    expect(await shop.cookies()).toEqual({});
    await shop.visit('/pricing');
    await shop.run('svc.consent(false)');
    expect(await domains()).toEqual([]);
  });

  test('that cannot be stored leave the click id with the page', async () => {
    const shop = await openShop(stage);
    await shop.page.addInitScript(BLOCK_COOKIES);
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    const [click] = await shop.clicks();
    expect(await shop.run('svc.getClickId()')).toBe(click?.click_id);
    expect(await shop.run('svc.getData()')).toMatchObject({ clickId: click?.click_id, hasAttribution: true });
    const key = uniqueName('customer');
    expect(await shop.run(`svc.signup('${key}')`)).toMatchObject({ ok: true });
    expect(await shop.customers()).toMatchObject([{ customer_key: key, click_id: click?.click_id }]);
    await shop.run('svc.consent(false)');
    expect(await shop.run('svc.getClickId()')).toBeNull();
  });
});
