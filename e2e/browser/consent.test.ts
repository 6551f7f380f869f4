import { describe, expect, test } from 'vitest';
import { uniqueName } from '../../packages/server/test/support/seed.js';
import { until } from '../../packages/server/test/support/service-process.js';
import { openShop } from '../support/shop.js';
import { sharedStage } from '../support/stage.js';

const GLOBAL_PRIVACY_CONTROL = `Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`;

describe('a visitor decides', () => {
  const stage = sharedStage();

  const refused = { ok: false, error: 'no consent' };
  const withoutConsent = { attributes: 'data-svc-consent="false"' };

  test('without consent nothing is stored or sent; with it, the click that was held back is', async () => {
    const shop = await openShop(stage, withoutConsent);
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(await shop.run(`svc.signup('someone')`)).toEqual(refused);
    // The visitor looks around before deciding.
    await shop.run(`history.pushState(null, '', '/privacy')`);
    expect([stage.gateway.sent, await shop.cookies()]).toEqual([[], {}]);
    await shop.run('svc.consent(true)');
    const clicks = await shop.clicks();
    expect(clicks).toMatchObject([{ affiliate_url: shop.url(`/?aff=${shop.program.shortLink}`) }]);
    expect((await shop.cookies()).svc_click_id?.value).toBe(clicks[0]?.click_id);
    expect(await shop.run(`svc.signup('${uniqueName('customer')}')`)).toMatchObject({ ok: true });
  });

  test('nor is anything left behind for the next page', async () => {
    const shop = await openShop(stage, withoutConsent);
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    await shop.visit('/pricing');
    await shop.run('svc.consent(true)');
    expect([stage.gateway.sent, await shop.cookies()]).toEqual([[], {}]);
  });

  test('on the next page the click is kept, and a signup waits for consent again', async () => {
    const shop = await openShop(stage, withoutConsent);
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    await shop.run('svc.consent(true)');
    const before = await shop.cookies();
    await shop.visit('/signup');
    expect(await shop.run(`svc.signup('someone')`)).toEqual(refused);
    await shop.run('svc.consent(true)');
    expect(await shop.run(`svc.signup('${uniqueName('customer')}')`)).toMatchObject({ ok: true });
    expect([await shop.cookies(), (await shop.clicks()).length]).toEqual([before, 1]);
  });

  test('withdrawing it removes the cookies and stops all requests; giving it again starts over', async () => {
    const shop = await openShop(stage);
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(Object.keys(await shop.cookies()).toSorted()).toEqual(['svc_aff', 'svc_click_id']);
    await shop.run('svc.consent(false)');
    expect(await shop.cookies()).toEqual({});
    expect(await shop.run(`svc.signup('someone')`)).toEqual(refused);
    await shop.run(`history.pushState(null, '', '/?aff=${await shop.newLink()}')`);
    await shop.run(`svc.init({ programId: ${shop.program.programId} })`);
    expect([stage.gateway.sent.length, await shop.cookies()]).toEqual([1, {}]);
    await shop.run('svc.consent(true)');
    expect(await shop.clicks()).toHaveLength(2);
    expect(await shop.run('svc.getData()')).toMatchObject({ hasAttribution: true });
  });

  test('withdrawing it while the click is under way: the answer stores nothing', async () => {
    const shop = await openShop(stage);
    stage.gateway.hold();
    await shop.page.goto(shop.url(`/?aff=${shop.program.shortLink}`));
    await until(() => stage.gateway.sent.length === 1);
    await shop.run('void svc.consent(false)');
    stage.gateway.release();
    await shop.settled();
    expect(await shop.cookies()).toEqual({});
  });

  test('Global Privacy Control: nothing is stored or sent, whatever the page says', async () => {
    const shop = await openShop(stage);
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    await shop.page.addInitScript(GLOBAL_PRIVACY_CONTROL);
    stage.gateway.sent.length = 0;
    await shop.visit(`/?aff=${await shop.newLink()}`);
    await shop.run('svc.consent(true)');
    expect(await shop.run(`svc.signup('someone')`)).toEqual({
      ok: false,
      error: 'Global Privacy Control',
    });
    expect([stage.gateway.sent, await shop.cookies()]).toEqual([[], {}]);
    expect(await shop.run('svc.getClickId()')).toBeNull();
    expect(shop.noise).toEqual([]);
  });
});
