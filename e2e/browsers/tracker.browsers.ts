import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { builtTracker } from '../../packages/server/test/support/built-tracker.js';
import { type SeededProgram, seedProgram, uniqueName } from '../../packages/server/test/support/seed.js';
import { startService } from '../../packages/server/test/support/service.js';
import { shared } from '../../packages/server/test/support/shared.js';
import { startSites } from '../support/sites.js';
import { describeBrowsers, openWindow, sharedProxy } from './support.js';

const MODULE = fileURLToPath(new URL('../../packages/browser/dist/index.js', import.meta.url));

describeBrowsers('the tracker', (kind) => {
  const proxy = sharedProxy();
  const stage = shared(async () => {
    builtTracker();
    const service = await startService('embedded');
    const sites = await startSites();
    return {
      service,
      sites,
      close: async () => {
        await sites.close();
        await service.close();
      },
    };
  }, 600_000);

  /** A shop with a program of its own. Pages on all its paths have the tag, with more attributes, behind `head`. */
  async function openShop({ host = `${uniqueName('shop')}.example.test`, attributes = '', head = '' } = {}) {
    const { service, sites } = stage;
    const origin = sites.originOf(host);
    const program = await seedProgram(service.pool, { origins: [origin] });
    const src = `${service.baseUrl}/js/svc-tracker.js`;
    sites.show(
      host,
      `${head}<script src="${src}" data-svc-program-id="${program.programId}" ${attributes}></script>`,
    );
    return { program, landing: `${origin}/?aff=${program.shortLink}`, origin };
  }

  async function clickIdsOf({ programId }: SeededProgram): Promise<string[]> {
    const { rows } = await stage.service.pool.query<{ click_id: string }>(
      `select 'cust_' || number || '_' || clicked_ms as click_id from clicks where program_id = $1 order by clicked_ms`,
      [programId],
    );
    return rows.map(({ click_id }) => click_id);
  }

  async function customersOf({ programId }: SeededProgram): Promise<unknown[]> {
    const { rows } = await stage.service.pool.query(
      `select customer_key, 'cust_' || click_number || '_' || click_ms as click_id from customers where program_id = $1`,
      [programId],
    );
    return rows;
  }

  const settled = `svc.signup('')`;

  test('records a click and a sign-up, and probes each cookie domain once', async () => {
    const { program, landing, origin } = await openShop({ host: 'www.shop.co.uk' });
    const window = await openWindow(kind, proxy);
    await window.open(landing);
    await window.run(settled);
    await window.open(`${origin}/pricing`);
    const [clickId] = await clickIdsOf(program);
    expect(await window.run('svc.getClickId()')).toBe(clickId);
    expect(await window.run(`svc.signup('user-1', 'ann@mail.test')`)).toMatchObject({ ok: true });
    expect(await customersOf(program)).toEqual([{ customer_key: 'user-1', click_id: clickId }]);
    // Only the cookie that came first tried `co.uk`.
    const complaints = await window.cookieComplaints();
    if (complaints) expect(complaints.filter((line) => line.includes('invalid domain'))).toHaveLength(1);
    await window.run('svc.consent(false)');
    // The withdrawal looks for the domain of each cookie once; later pages have nothing to remove.
    const removals = await window.cookieComplaints();
    await window.open(`${origin}/`);
    await window.run('svc.consent(false)');
    expect(await window.run('document.cookie')).toBe('');
    expect(await window.cookieComplaints()).toEqual(removals);
  });

  test('probes nothing with a cookie domain', async () => {
    const { program, landing } = await openShop({
      host: 'www.named.co.uk',
      attributes: 'data-svc-cookie-domain="named.co.uk"',
    });
    const window = await openWindow(kind, proxy);
    await window.open(landing);
    await window.run(settled);
    expect(await window.run('document.cookie')).toContain((await clickIdsOf(program))[0]);
    expect((await window.cookieComplaints()) ?? []).toEqual([]);
  });

  test('records the click of a page without a referrer', async () => {
    const { program, landing } = await openShop({ head: '<meta name="referrer" content="no-referrer">' });
    const window = await openWindow(kind, proxy);
    await window.open(landing);
    await window.run(settled);
    expect(await window.run('svc.getClickId()')).toBe((await clickIdsOf(program))[0]);
  });

  test('keeps the click id for the page where cookies are blocked', async () => {
    const { program, landing } = await openShop();
    const window = await openWindow(kind, proxy, { blocksCookies: true });
    await window.open(landing);
    await window.run(settled);
    const [clickId] = await clickIdsOf(program);
    expect(clickId).toBeDefined();
    expect(await window.run('document.cookie')).toBe('');
    expect(await window.run('svc.getClickId()')).toBe(clickId);
    expect(await window.run(`svc.signup('user-2')`)).toMatchObject({ ok: true });
    expect(await customersOf(program)).toEqual([{ customer_key: 'user-2', click_id: clickId }]);
  });

  test('works as a package', async () => {
    const { service, sites } = stage;
    const host = `${uniqueName('shop')}.example.test`;
    const program = await seedProgram(service.pool, { origins: [sites.originOf(host)] });
    sites.serveScript('/svc.js', readFileSync(MODULE, 'utf8'));
    const options = JSON.stringify({ programId: program.programId, baseUrl: service.baseUrl });
    sites.show(
      host,
      `<script type="module">import * as svc from '/svc.js'; window.done = svc.init(${options}); window.svc = svc;</script>`,
    );
    const window = await openWindow(kind, proxy);
    await window.open(`${sites.originOf(host)}/?aff=${program.shortLink}`);
    await window.run('window.done.then(() => true)');
    expect(await window.run('svc.getClickId()')).toBe((await clickIdsOf(program))[0]);
  });

  test.skipIf(kind.name !== 'Firefox')(
    'names Global Privacy Control where it keeps the click back',
    async () => {
      const { program, landing } = await openShop();
      const window = await openWindow(kind, proxy, { sendsPrivacyControl: true });
      await window.open(landing);
      expect(await window.run(`svc.signup('user-3')`)).toEqual({
        ok: false,
        error: 'Global Privacy Control',
      });
      expect(await clickIdsOf(program)).toEqual([]);
      expect(await window.run('document.cookie')).toBe('');
    },
  );
});
