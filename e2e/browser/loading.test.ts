import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { builtTracker } from '../../packages/server/test/support/built-tracker.js';
import { uniqueName } from '../../packages/server/test/support/seed.js';
import { openShop } from '../support/shop.js';
import { sharedStage } from '../support/stage.js';

describe('the tracker is loaded', () => {
  const stage = sharedStage();
  let snippet: string;

  beforeAll(async () => {
    const readme = await readFile(join(builtTracker(), '../README.md'), 'utf8');
    snippet = readme.match(/<script>\n.*<\/script>/s)?.[0] ?? '';
    expect(snippet.split('\n')).toHaveLength(4);
  });

  test.each([
    ['in the head', (tag: string) => `<head>${tag}</head><body><h1>Shop</h1></body>`],
    ['at the end of the body', (tag: string) => `<body><h1>Shop</h1>${tag}</body>`],
    ['with async', (tag: string) => tag.replace('<script', '<script async')],
    ['with defer', (tag: string) => tag.replace('<script', '<script defer')],
    ['with crossorigin', (tag: string) => tag.replace('<script', '<script crossorigin="anonymous"')],
    [
      'by another script',
      (tag: string) =>
        `<script>document.head.append(document.createRange().createContextualFragment(${JSON.stringify(tag).replace('</', '<\\/')}))</script>`,
    ],
    ['twice', (tag: string) => tag + tag],
  ])('%s', async (_where, html) => {
    const shop = await openShop(stage, { html });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(await shop.clicks()).toHaveLength(1);
    expect((await shop.cookies()).svc_aff?.value).toBe(shop.program.shortLink);
    expect(await shop.run('Object.keys(svc)')).toEqual(
      expect.arrayContaining(['init', 'signup', 'getClickId', 'getData', 'consent']),
    );
    expect(shop.noise).toEqual([]);
  });

  test('after calls: the snippet keeps them, and gives their results', async () => {
    const key = uniqueName('customer');
    const shop = await openShop(stage, {
      html: (tag) =>
        `${snippet}<script>const { signup } = svc; window.early = signup('${key}')</script>${tag}
         <script>window.late = signup('${key}')</script>`,
    });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(await shop.run('early')).toEqual({ ok: true, status: 200 });
    expect(await shop.run('late')).toMatchObject({ ok: true });
    const [click] = await shop.clicks();
    expect(await shop.customers()).toMatchObject([{ customer_key: key, click_id: click?.click_id }]);
  });

  test.each([
    ['consent withheld before it', 'svc.consent(false)'],
    ['an init of the page', 'svc.init({ programId: 1, consent: false })'],
  ])('after calls: %s counts more than the attributes', async (_what, call) => {
    const shop = await openShop(stage, { html: (tag) => `${snippet}<script>${call}</script>${tag}` });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect([stage.gateway.sent, await shop.cookies()]).toEqual([[], {}]);
    await shop.run('svc.consent(true)');
    expect(await shop.clicks()).toHaveLength(1);
  });

  test('before the snippet: the functions stay what they are', async () => {
    const shop = await openShop(stage, { html: (tag) => tag + snippet });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(await shop.clicks()).toHaveLength(1);
    expect(await shop.run(`svc.signup('${uniqueName('customer')}')`)).toMatchObject({ ok: true });
  });

  test('without a program: nothing happens until the page calls init, even twice at once', async () => {
    const html = (tag: string) => tag.replace(/data-svc-program-id="\d+"/, '');
    const shop = await openShop(stage, { html });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(stage.gateway.sent).toEqual([]);
    expect(await shop.run(`svc.signup('someone')`)).toEqual({ ok: false, error: 'init was not called' });
    const init = `svc.init({ programId: ${shop.program.programId} })`;
    await shop.run(`Promise.all([${init}, ${init}])`);
    expect(await shop.clicks()).toHaveLength(1);
    await shop.run(`history.pushState(null, '', '/?aff=${await shop.newLink()}')`);
    await shop.settled();
    expect(await shop.clicks()).toHaveLength(2);
  });

  test('as a package: the same functions, also when a signup comes right before init', async () => {
    stage.sites.serveScript('/svc.js', await readFile(join(builtTracker(), 'index.js'), 'utf8'));
    const key = uniqueName('customer');
    const shop = await openShop(stage, {
      html: (_tag, programId) => `<script type="module">
        import * as svc from '/svc.js';
        Object.assign(window, { svc, result: svc.signup('${key}') });
        svc.init({ programId: ${programId}, baseUrl: '${stage.gateway.baseUrl}/' });
      </script>`,
    });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(await shop.run('result')).toEqual({ ok: true, status: 200 });
    const [click] = await shop.clicks();
    expect(await shop.customers()).toMatchObject([{ customer_key: key, click_id: click?.click_id }]);
    expect(await shop.run('svc.getClickId()')).toBe(click?.click_id);
  });

  test.each(['index.js', 'index.cjs'])(
    'on a server, from %s: nothing happens, and nothing is thrown',
    async (file) => {
      const { init, signup, consent, getClickId, getData } = await import(join(builtTracker(), file));
      expect(await init({ programId: 1, baseUrl: stage.gateway.baseUrl })).toBeUndefined();
      expect(await consent(true)).toBeUndefined();
      expect(await signup('someone')).toEqual({ ok: false, error: 'init was not called' });
      expect(getClickId()).toBeNull();
      expect(getData()).toEqual({
        clickId: null,
        programId: null,
        hasAttribution: false,
        affiliateUrl: null,
      });
      expect(stage.gateway.sent).toEqual([]);
    },
  );
});
