import { describe, expect, test } from 'vitest';
import { addMissedBreakdown } from '../../src/features/breakdown/add-missed-breakdown.js';
import { forgetVisitors } from '../../src/features/visitors/forget-visitors.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { trackingClient } from '../http/tracking-client.js';
import { engines } from '../support/engines.js';
import { openProgram } from '../support/open-program.js';
import { seedLink, seedPartner, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { FIREFOX, openBreakdown } from './open-breakdown.js';

const BY = ['sub1', 'sub5', 'referrer_host', 'landing_path', 'link', 'partner', 'code'];
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';

describe.each(engines)('unique clicks on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine, { trustProxy: true }));
  const open = () => openBreakdown(service);

  test('counts a visitor once a link and day, however often and wherever they click', async () => {
    const { program, click, by, send } = await open();
    const other = await seedLink(service.pool, { ...program, shortLink: uniqueName('other') });
    const one = { address: '198.51.100.1', agent: FIREFOX };
    await Promise.all([1, 2, 3, 4, 5].map((count) => click(`sub1=${count}`, one)));
    await click('sub1=late', one);
    await click('sub1=late', { ...one, agent: SAFARI });
    await click('sub1=late', { ...one, address: '198.51.100.2' });
    await click('sub1=late', { ...one, link: other.shortLink });
    expect((await by('link')).data).toMatchObject([
      { value: program.shortLink, clicks: 8, unique_clicks: 3 },
      { value: other.shortLink, clicks: 1, unique_clicks: 1 },
    ]);
    for (const name of BY) expect((await by(name)).totals).toMatchObject({ clicks: 9, unique_clicks: 4 });
    const { rows } = await service.pool.query(
      `select key from visitor_keys where day = (now() at time zone 'UTC')::date`,
    );
    expect(rows).toHaveLength(1);
    // Neither address nor user agent is stored anywhere.
    const { rows: clicks } = await service.pool.query('select * from clicks where program_id = $1', [
      program.programId,
    ]);
    expect(JSON.stringify(clicks)).not.toMatch(/198\.51\.100|Firefox|Safari/);
    expect((await send('GET', '/breakdown?by=sub1&from=2020-01-01&to=2020-01-02')).body.data).toEqual([]);
  });

  test('forgets keys of days that are over, and visitors a day later, and nothing of today', async () => {
    const today = `(now() at time zone 'UTC')::date`;
    await service.pool.query(
      `insert into visitor_keys values (${today} - 1, repeat('a', 64)) on conflict do nothing`,
    );
    await service.pool.query(
      `insert into daily_visitors values (${today} - 1, 1, 1), (${today} - 2, 1, 1) on conflict do nothing`,
    );
    const { click, by } = await open();
    await click('', { address: '198.51.100.9' });
    await forgetVisitors(service.pool);
    await click('', { address: '198.51.100.9' });
    expect((await by('link')).data).toMatchObject([{ clicks: 2, unique_clicks: 1 }]);
    const { rows } = await service.pool.query(
      `select day from visitor_keys where day < (now() at time zone 'UTC')::date
       union all select day from daily_visitors where day < (now() at time zone 'UTC')::date - 1`,
    );
    expect(rows).toEqual([]);
  });

  test('counts a visitor once on a link that is given to another partner on the same day', async () => {
    const { program, click, by } = await open();
    const bert = await seedPartner(service.pool, program);
    const one = { address: '198.51.100.20' };
    await click('sub1=a', one);
    await service.pool.query('update links set partner_id = $2 where id = $1', [
      program.linkId,
      bert.partnerId,
    ]);
    // Until no cache has the link's former partner any more.
    await expect
      .poll(async () => (await click('sub1=a', one)) && (await by('partner')).data.length, {
        timeout: 15_000,
      })
      .toBe(2);
    expect((await by('link')).totals.unique_clicks).toBe(1);
    expect((await by('sub1')).data).toMatchObject([{ value: 'a', unique_clicks: 1 }]);
  });
});

describe.each(engines)('totals by dimension that could not be written on %s', (engine) => {
  test('are kept, shown, and added once', async () => {
    let isFailing = false;
    const service = await startService(engine, {
      tracking: {
        atStep(step) {
          if (isFailing && step === 'totals') throw new Error('the test fails the totals');
        },
      },
    });
    try {
      const { program, send } = await openProgram(service);
      const client = trackingClient(service);
      const click = () =>
        client.click({ affiliate_url: `${program.affiliateUrl}&sub1=a` }, { origin: program.origin });
      const shown = async () => (await send('GET', '/breakdown?by=sub1')).body.data;
      isFailing = true;
      expect((await click()).status).toBe(200);
      isFailing = false;
      expect(await shown()).toMatchObject([{ value: 'a', clicks: 1, unique_clicks: 1 }]);
      // The same visitor again, who has been counted already.
      expect((await click()).status).toBe(200);
      expect(await shown()).toMatchObject([{ value: 'a', clicks: 2, unique_clicks: 1 }]);
      expect((await verifyBooks(service.pool)).differences).toEqual([]);
      expect(await addMissedBreakdown(service.pool)).toBeGreaterThan(0);
      expect(await addMissedBreakdown(service.pool)).toBe(0);
      expect(await shown()).toMatchObject([{ value: 'a', clicks: 2, unique_clicks: 1 }]);
      expect((await verifyBooks(service.pool)).differences).toEqual([]);
    } finally {
      await service.close();
    }
  });
});
