import { describe, expect, test } from 'vitest';
import { visit } from '../redirect/visit.js';
import { engines } from '../support/engines.js';
import { seedPartner, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { COUNTS, openBreakdown, type Row } from './open-breakdown.js';

const none = Object.fromEntries(COUNTS.map((name) => [name, 0]));

describe.each(engines)('the breakdown on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine, { trustProxy: true }));

  const open = () => openBreakdown(service);

  test('counts clicks, leads, customers, sales and money under the values of the click that is credited', async () => {
    const { program, click, lead, sale, by } = await open();
    const first = await click('sub1=a&utm_source=news', {
      path: '/pricing',
      referrer: 'https://Blog.test/post',
    });
    await click('sub1=b');
    await click('');
    const key = await lead(first);
    await sale(key);
    await sale(key, 5_000);
    await lead(null);
    const full = {
      clicks: 1,
      unique_clicks: 1,
      leads: 1,
      customers: 1,
      sales: 2,
      revenue_cents: 15_000,
      commission_cents: 3_000,
    };
    const shown = { ...full, currency: 'USD', conversion: 1, epc_cents: 3_000, other_currencies: [] };
    const rest = { clicks: 1, unique_clicks: 1, leads: 1 };
    const { data, totals } = await by('sub1');
    expect(data).toEqual([
      { value: 'a', ...shown },
      { value: null, ...none, ...rest, currency: 'USD', conversion: 0, epc_cents: 0, other_currencies: [] },
      {
        value: 'b',
        ...none,
        clicks: 1,
        unique_clicks: 1,
        currency: 'USD',
        conversion: 0,
        epc_cents: 0,
        other_currencies: [],
      },
    ]);
    expect(totals).toEqual({
      ...full,
      clicks: 3,
      unique_clicks: 3,
      leads: 2,
      currency: 'USD',
      conversion: 0.3333,
      epc_cents: 1_000,
      other_currencies: [],
    });
    const rows = async (name: string) =>
      (await by(name)).data.map(({ value, clicks, leads }: Row) => [value, clicks, leads]);
    expect(await rows('utm_source')).toEqual([
      [null, 2, 1],
      ['news', 1, 1],
    ]);
    expect(await rows('referrer_host')).toEqual([
      [null, 2, 1],
      ['blog.test', 1, 1],
    ]);
    expect(await rows('landing_path')).toEqual([
      ['/', 2, 0],
      ['/pricing', 1, 1],
      [null, 0, 1],
    ]);
    expect(await rows('sub2')).toEqual([[null, 3, 2]]);
    expect(await rows('code')).toEqual([[null, 3, 2]]);
    expect(await rows('link')).toEqual([
      [program.shortLink, 3, 1],
      [null, 0, 1],
    ]);
    expect((await by('link')).data[0]).toMatchObject({
      ...full,
      clicks: 3,
      unique_clicks: 3,
      link_id: program.linkId,
    });
    expect((await by('partner')).data).toMatchObject([
      { value: String(program.partnerId), partner_id: program.partnerId, name: 'Jane', clicks: 3 },
      { value: null, leads: 1 },
    ]);
    const { rows: stored } = await service.pool.query('select dimensions from clicks where program_id = $1', [
      program.programId,
    ]);
    expect((await by('sub2')).used).toEqual(['sub1', 'utm_source']);
    expect((await by('sub2', '&from=2020-01-01&to=2020-01-31')).used).toEqual([]);
    expect(stored.map(({ dimensions }) => dimensions && JSON.parse(dimensions))).toContainEqual({
      sub1: 'a',
      utm_source: 'news',
      referrer_host: 'blog.test',
      landing_path: '/pricing',
    });
  });

  test('counts what a code is credited with under the code, and under no value of a click', async () => {
    const { program, send, client, click, lead, sale, by } = await open();
    const code = uniqueName('POD');
    const { partnerId: partner_id, linkId: link_id } = program;
    expect((await send('POST', '/codes', { code, partner_id, link_id })).status).toBe(200);
    const customer_key = uniqueName('customer');
    expect((await client.lead({ customer_key, code }, { key: program.apiKey })).status).toBe(200);
    await sale(customer_key);
    const brought = {
      clicks: 0,
      leads: 1,
      customers: 1,
      sales: 1,
      revenue_cents: 10_000,
      commission_cents: 2_000,
    };
    expect((await by('code')).data).toMatchObject([{ value: code, ...brought }]);
    expect((await by('link')).data).toMatchObject([{ value: program.shortLink, ...brought }]);
    for (const name of ['sub1', 'referrer_host', 'landing_path'])
      expect((await by(name)).data).toMatchObject([{ value: null, ...brought }]);

    await send('PATCH', '', { attribution_precedence: 'code' });
    const theirs = uniqueName('OTHER');
    const other = await seedPartner(service.pool, program);
    await send('POST', '/codes', { code: theirs, partner_id: other.partnerId });
    const key = await lead(await click('sub1=a'));
    await sale(key, 1_000, { code: theirs });
    await sale(key, 500);
    expect((await by('sub1')).data).toMatchObject([
      { value: 'a', clicks: 1, leads: 1, sales: 1, revenue_cents: 500 },
      { value: null, clicks: 0, leads: 1, sales: 2, revenue_cents: 11_000 },
    ]);
    expect((await by('code')).data).toMatchObject([
      { value: null, clicks: 1, sales: 1, revenue_cents: 500 },
      { value: code, clicks: 0, sales: 1, revenue_cents: 10_000 },
      { value: theirs, clicks: 0, sales: 1, revenue_cents: 1_000 },
    ]);
  });

  test('counts the clicks of redirects with the parameters they were asked with', async () => {
    const { program, by } = await open();
    await visit(service, `/r/${program.shortLink}?sub1=mail&utm_campaign=fall`);
    expect((await by('sub1')).data).toMatchObject([{ value: 'mail', clicks: 1, unique_clicks: 1 }]);
    expect((await by('utm_campaign')).data).toMatchObject([{ value: 'fall', clicks: 1 }]);
  });

  test('counts no test click and no bot', async () => {
    const { program, client, click, by } = await open();
    await click('sub1=a', { agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    await client.click(
      { affiliate_url: `${program.affiliateUrl}&sub1=a`, additional_data: { test_mode: true } },
      { origin: program.origin },
    );
    expect((await by('sub1')).data).toEqual([]);
  });

  test('shows money in other currencies beside that of the program', async () => {
    const { click, lead, sale, by } = await open();
    const key = await lead(await click('sub1=a'));
    await sale(key, 7_000, { currency: 'EUR' });
    await sale(key, 1_000);
    const { data } = await by('sub1');
    expect(data).toMatchObject([
      {
        value: 'a',
        sales: 2,
        revenue_cents: 1_000,
        commission_cents: 200,
        other_currencies: [{ currency: 'EUR', revenue_cents: 7_000, commission_cents: 1_400 }],
      },
    ]);
  });

  test('takes nothing off for refunds, as the report does not', async () => {
    const { program, client, click, lead, sale, by } = await open();
    const { transaction_id } = await sale(await lead(await click('sub1=a')));
    await client.refund({ transaction_id }, { key: program.apiKey });
    expect((await by('sub1')).data).toMatchObject([{ revenue_cents: 10_000, commission_cents: 2_000 }]);
  });

  test('lists so many values as are asked for, those with the most clicks, and the rest as one', async () => {
    const { click, by } = await open();
    for (const value of ['a', 'a', 'a', 'b', 'b', 'c', '(other)']) await click(`sub1=${value}`);
    const rows = ({ data }: Row) => data.map(({ value, clicks }: Row) => [value, clicks]);
    expect(rows(await by('sub1', '&limit=2'))).toEqual([
      ['a', 3],
      ['b', 2],
      ['(other)', 2],
    ]);
    expect(rows(await by('sub1', '&limit=5000'))).toEqual([
      ['a', 3],
      ['b', 2],
      ['c', 1],
      ['(other)', 1],
    ]);
  });

  test('lists first what brought the most of what is asked for, or the least', async () => {
    const { click, lead, sale, by } = await open();
    for (const value of ['seen', 'seen', 'seen', 'bought', 'bought', 'tried']) await click(`sub1=${value}`);
    await sale(await lead(await click('sub1=bought')));
    await lead(await click('sub1=tried'));
    const values = async (sort: string) =>
      (await by('sub1', `&sort=${sort}`)).data.map(({ value }: Row) => value);
    expect(await values('-revenue_cents')).toEqual(['bought', 'seen', 'tried']);
    expect(await values('-commission_cents')).toEqual(['bought', 'seen', 'tried']);
    expect(await values('-leads')).toEqual(['bought', 'tried', 'seen']);
    expect(await values('clicks')).toEqual(['tried', 'bought', 'seen']);
    expect(await values('-conversion')).toEqual(['bought', 'seen', 'tried']);
    expect(await values('epc_cents')).toEqual(['seen', 'tried', 'bought']);
    expect((await by('sub1', '&sort=-revenue_cents&limit=1')).data).toMatchObject([
      { value: 'bought' },
      { value: '(other)', clicks: 5, leads: 1 },
    ]);
    // Two sales of twice the clicks are not more per click.
    for (let index = 0; index < 2; index += 1) await sale(await lead(await click('sub1=often')));
    for (let index = 0; index < 8; index += 1) await click('sub1=often');
    expect(await values('-customers')).toEqual(['often', 'bought', 'seen', 'tried']);
    expect(await values('-conversion')).toEqual(['bought', 'often', 'seen', 'tried']);
    expect(await values('-epc_cents')).toEqual(['bought', 'often', 'seen', 'tried']);
  });

  test('writes a thousand values a day; of more, the sums stay exact', async () => {
    const { program, click, by } = await open();
    for (let from = 0; from < 1_200; from += 60)
      await Promise.all(
        Array.from({ length: 60 }, (_, index) => click(`sub1=v${from + index}`, { address: '198.51.100.7' })),
      );
    const { rows } = await service.pool.query(
      `select count(distinct value)::integer as values from daily_breakdown where program_id = $1 and dimension = 'sub1'`,
      [program.programId],
    );
    expect(rows).toEqual([{ values: 1_001 }]);
    const { data, totals } = await by('sub1');
    expect(totals).toMatchObject({ clicks: 1_200, unique_clicks: 1 });
    expect(data).toHaveLength(1_001);
    expect(data.at(-1)).toMatchObject({ value: '(other)', clicks: 200 });
  });

  test.each([
    ['', 'by is required'],
    ['by=', 'by is invalid'],
    ['by=currency', 'by is invalid'],
    ['by=sub6', 'by is invalid'],
    ['by=sub1&from=2026-02-31', 'from is invalid'],
    ['by=sub1&to=yesterday', 'to is invalid'],
    ['by=sub1&sort=-refund_rate', 'sort is invalid'],
    ['by=sub1&limit=0', 'limit is invalid'],
    ['by=sub1&limit=x', 'limit is invalid'],
    ['by=sub1&partner_id=x', 'partner_id is invalid'],
  ])('refuses ?%s with %s', async (query, error) => {
    const { send } = await open();
    const { status, body } = await send('GET', `/breakdown?${query}`);
    expect([status, body]).toEqual([400, { error }]);
  });
});
