import { describe, expect, test } from 'vitest';
import { openBreakdown, type Row } from '../breakdown/open-breakdown.js';
import { engines } from '../support/engines.js';
import { ask, signIn } from '../support/management.js';
import { uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';
import { byCurrency, byValue, openHistory, sumBy } from './open-history.js';

describe.each(engines)('a figure is the same wherever it is shown, on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine, { trustProxy: true }));

  test('the figures of links and codes add up to those of the program, partner by partner and day by day', async () => {
    const { get, linkIds, codeIds, by } = await openHistory(service);
    const report = await get('/report');
    const byCode = (await by('code')).data;
    const ofLinks: Row[] = [];
    for (const linkId of linkIds) {
      const one = await get(`/report?link_id=${linkId}`);
      const rows = report.links.filter((row: Row) => row.link_id === linkId);
      expect(byCurrency(one.totals)).toEqual(byCurrency(rows));
      expect(byCurrency(one.days)).toEqual(byCurrency(rows));
      ofLinks.push(...one.totals);
    }
    const ofCodes: Row[] = [];
    for (const [index, codeId] of codeIds.entries()) {
      const one = await get(`/report?code_id=${codeId}`);
      expect(byCurrency(one.days)).toEqual(byCurrency(one.totals));
      const found = byCode.find(({ value }: Row) => value === `CODE-${index}`);
      const usd = one.totals.find(({ currency }: Row) => currency === 'USD');
      if (found === undefined) expect(one.totals).toEqual([]);
      else {
        const { revenue_cents = 0, commission_cents = 0 } = usd ?? {};
        expect([found.revenue_cents, found.commission_cents]).toEqual([revenue_cents, commission_cents]);
        const sales = one.totals.reduce((sum: number, row: Row) => sum + row.sales, 0);
        expect(found.sales).toBe(sales);
      }
      ofCodes.push(...one.totals);
    }
    expect(byCurrency([...ofLinks, ...ofCodes])).toEqual(byCurrency(report.totals));
    const overview = await get('/overview');
    expect(byCurrency(overview.totals)).toEqual(byCurrency(report.totals));
    expect(byCurrency(report.partners)).toEqual(byCurrency(report.totals));
  });

  test('the breakdown by code is that of the report of each code, where customers were assigned too', async () => {
    const { get, codeIds, by } = await openHistory(service, { areAssigned: true });
    const byCode = (await by('code')).data;
    for (const [index, codeId] of codeIds.entries()) {
      const { totals } = await get(`/report?code_id=${codeId}`);
      const found = byCode.find(({ value }: Row) => value === `CODE-${index}`);
      const usd = totals.find(({ currency }: Row) => currency === 'USD');
      for (const name of ['revenue_cents', 'commission_cents'])
        expect([name, found?.[name] ?? 0]).toEqual([name, usd?.[name] ?? 0]);
      for (const name of ['leads', 'customers', 'sales']) {
        const sum = totals.reduce((before: number, row: Row) => before + row[name], 0);
        expect([name, found?.[name] ?? 0]).toEqual([name, sum]);
      }
    }
  });

  test('cohorts come to the report of the same period, in each currency and on each of its days', async () => {
    const { program, client, get, click, lead, sale, send } = await openHistory(service, {
      areAssigned: true,
    });
    const name = await lead(await click(''));
    await sale(name, 5_000, { currency: 'USD' });
    // Flat commissions are in the program's currency, whatever that of their sale.
    const flat = { commission: { type: 'flat', amount_cents: 777 } };
    expect((await send('POST', '/rules', flat)).status).toBe(200);
    for (const currency of ['EUR', 'JPY', 'USD']) {
      const transaction_id = uniqueName('order');
      await sale(name, 3_000, { currency, transaction_id });
      const refund = { transaction_id, amount_cents: 1_500 };
      expect((await client.refund(refund, { key: program.apiKey })).status).toBe(200);
    }
    // Some bought for the first time months ago: what they bring today is still of this period.
    await service.pool.query(
      `update customers set first_sale_at = first_sale_at - interval '62 days'
        where program_id = $1 and first_sale_at is not null and id % 2 = 0`,
      [program.programId],
    );
    const report = await get('/report');
    for (const totals of report.totals) {
      const cohorts = await get(`/cohorts?currency=${totals.currency}`);
      const { revenue_cents, refunded_cents, commission_cents, reversed_cents } = totals;
      expect(cohorts.totals).toEqual({ revenue_cents, refunded_cents, commission_cents, reversed_cents });
      const cells = cohorts.cohorts.flatMap(({ months }: Row) => months);
      const names = Object.keys(cohorts.totals);
      const summed = sumBy(cells, names, () => 'all').get('all');
      expect(summed ?? cohorts.totals).toEqual(cohorts.totals);
      expect(cohorts.currencies).toContain('USD');
    }
    const usd = await get('/cohorts');
    expect(usd.currency).toBe('USD');
    const { rows } = await service.pool.query<{ paying: number }>(
      `select count(distinct customer_id)::integer as paying from sales where program_id = $1 and currency = 'USD' and not test_mode`,
      [program.programId],
    );
    const paying = usd.cohorts.reduce(
      (sum: number, { months }: Row) =>
        sum + months.reduce((all: number, row: Row) => all + row.customers, 0),
      0,
    );
    expect(paying).toBe(rows[0]?.paying);
    const file = await send('GET', '/cohorts.csv');
    expect(file.status).toBe(200);
    const stranger = await openBreakdown(service);
    expect((await stranger.send('GET', `/../${program.programId}/cohorts`)).status).toBe(404);
    await service.pool.query(
      `update customers set first_sale_at = first_sale_at + interval '62 days'
        where program_id = $1 and first_sale_at is not null and id % 2 = 0`,
      [program.programId],
    );
  });

  test('the breakdowns of links add up to that of the program, and each to its report', async () => {
    const { get, linkIds, by } = await openHistory(service);
    for (const name of ['utm_source', 'sub1', 'landing_path', 'referrer_host', 'link', 'code']) {
      const whole = await by(name);
      const ofLinks: Row[] = [];
      let unique = 0;
      for (const linkId of linkIds) {
        const { data, totals } = await by(name, `&link_id=${linkId}`);
        const report = await get(`/report?link_id=${linkId}`);
        for (const count of ['clicks', 'leads', 'customers', 'sales'])
          expect(totals[count]).toBe(report.totals.reduce((sum: number, row: Row) => sum + row[count], 0));
        const usd = report.totals.find(({ currency }: Row) => currency === 'USD');
        expect([totals.revenue_cents, totals.commission_cents]).toEqual([
          usd?.revenue_cents ?? 0,
          usd?.commission_cents ?? 0,
        ]);
        unique += totals.unique_clicks;
        ofLinks.push(...data);
      }
      expect(unique).toBe(whole.totals.unique_clicks);
      // What codes bring has no link, and none of these values.
      const withValue = (rows: readonly Row[]) =>
        byValue(rows.filter(({ value }) => value !== null && !String(value).startsWith('CODE')));
      expect(withValue(ofLinks)).toEqual(withValue(whole.data));
    }
  });

  test('partners see the same of their links and codes, and nothing of those of others', async () => {
    const { program, bert, get, linkIds, codeIds, send } = await openHistory(service);
    const { email } = await seedPartnerUser(service.pool, program, bert.partnerId);
    const cookie = await signIn(service, email);
    const own = (path: string) =>
      ask(service, `/api/partner/programs/${program.programId}${path}`, { cookie });
    const { data: links } = (await own('/links')).body;
    const [{ id: linkId }] = links;
    for (const query of [`link_id=${linkId}`, `code_id=${codeIds[1]}`]) {
      const mine = await own(`/statistics?${query}`);
      expect(mine.status).toBe(200);
      expect(mine.body.totals).toEqual((await get(`/report?${query}`)).totals);
    }
    expect((await own(`/links/${linkId}`)).body.id).toBe(linkId);
    expect((await own(`/codes/${codeIds[1]}`)).body).not.toHaveProperty('processor_ids');
    const commissions = (await own(`/commissions?link_id=${linkId}`)).body.data;
    expect(commissions.every((row: Row) => row.link_id === linkId)).toBe(true);
    const bertsSales = (await get(`/sales?link_id=${linkId}`)).data;
    expect(bertsSales.every((row: Row) => row.link_id === linkId)).toBe(true);

    const other = linkIds.find((id) => id !== linkId);
    const stranger = await openBreakdown(service);
    const paths = [`links/${other}`, `codes/${codeIds[0]}`, `statistics?link_id=${other}`];
    paths.push(`statistics?code_id=${codeIds[0]}`, `breakdown?by=sub1&link_id=${other}`);
    for (const path of paths) expect([path, (await own(`/${path}`)).status]).toEqual([path, 404]);
    for (const path of [`/links/${other}`, `/codes/${codeIds[0]}`, `/report?link_id=${other}`]) {
      expect((await send('GET', path)).status).toBe(200);
      expect((await stranger.send('GET', path)).status).toBe(404);
    }
    expect((await stranger.send('GET', `/breakdown?by=sub1&link_id=${other}`)).status).toBe(404);
    expect((await stranger.send('GET', `/report?code_id=${codeIds[0]}`)).status).toBe(404);
  });
});
