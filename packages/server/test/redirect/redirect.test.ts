import { describe, expect, test } from 'vitest';
import { trackingClient } from '../http/tracking-client.js';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedLink, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { visit } from './visit.js';

const HEADLESS = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36';

describe.each(engines)('a redirect link on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  const clicksOf = async ({ programId }: Pick<SeededProgram, 'programId'>) => {
    const { rows } = await service.pool.query(
      `select 'cust_' || number || '_' || clicked_ms as click_id, affiliate_url, referrer, bot, test_mode
         from clicks where program_id = $1 order by clicked_ms, number`,
      [programId],
    );
    return rows;
  };
  const totalOf = async ({ programId }: SeededProgram) => {
    const { rows } = await service.pool.query<{ clicks: number }>(
      'select coalesce(sum(clicks), 0)::integer as clicks from daily_totals where program_id = $1',
      [programId],
    );
    return rows[0]?.clicks;
  };
  const setProgram = (programId: number, column: string, value: unknown) =>
    service.pool.query(`update programs set ${column} = $2 where id = $1`, [programId, value]);
  const leadTo = (linkId: number, url: string | null) =>
    service.pool.query('update links set destination_url = $2 where id = $1', [linkId, url]);

  test('records the click, then leads to the destination with `aff` and the click id', async () => {
    const program = await seedProgram(service.pool);
    await leadTo(program.linkId, 'https://shop.test/pricing?plan=pro#top');
    const found = await visit(service, `/r/${program.shortLink}`, {
      headers: { referer: 'https://blog.test/review' },
    });
    expect(found.status).toBe(302);
    expect(found.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-request-id': expect.any(String),
      'x-content-type-options': 'nosniff',
    });
    const [click] = await clicksOf(program);
    expect(found.headers.location).toBe(
      `https://shop.test/pricing?plan=pro&aff=${program.shortLink}&svc_click_id=${click.click_id}#top`,
    );
    expect(click).toEqual({
      click_id: found.clickId,
      affiliate_url: `https://shop.test/pricing?plan=pro&aff=${program.shortLink}`,
      referrer: 'https://blog.test/review',
      bot: false,
      test_mode: false,
    });
    expect(await totalOf(program)).toBe(1);
  });

  test('without a destination of its own leads to the site of the program; any letter case will do', async () => {
    const domain = `${uniqueName('shop')}.test`;
    const program = await seedProgram(service.pool, { domain, shortLink: uniqueName('Jane') });
    await leadTo(program.linkId, null);
    const { location } = await visit(service, `/r/${program.shortLink.toUpperCase()}`);
    expect([location?.origin, location?.pathname]).toEqual([`https://${domain}`, '/']);
    expect(location?.searchParams.get('aff')).toBe(program.shortLink);
  });

  test('keeps the parameters of the request, and lets none of them say where it leads', async () => {
    const program = await seedProgram(service.pool);
    await leadTo(program.linkId, 'https://shop.test/a?plan=pro&lang=en');
    const { shortLink } = program;
    const query =
      'plan=basic&sub1=a%20b&sub1=c+d&flag&aff=evil&svc_click_id=cust_1_1&%61ff=evil&url=https://evil.test/&host=evil.test';
    const { location, clickId } = await visit(service, `/r/${shortLink}?${query}`);
    expect(location?.search).toBe(
      `?lang=en&aff=${shortLink}&plan=basic&sub1=a%20b&sub1=c+d&flag&url=https://evil.test/&host=evil.test` +
        `&svc_click_id=${clickId}`,
    );
    expect(location?.origin).toBe('https://shop.test');
    expect(await clicksOf(program)).toMatchObject([{ click_id: clickId }]);
    for (const path of [
      `/r/${shortLink}/https://evil.test/`,
      `/r/${shortLink}//evil.test`,
      `/r/https://evil.test/`,
      `/r//evil.test/`,
      `/r/${encodeURIComponent(`https://evil.test/?${shortLink}`)}`,
    ]) {
      expect((await visit(service, path)).location).toBeNull();
    }
  });

  test('with more parameters than a click can keep still leads on with all of them', async () => {
    const program = await seedProgram(service.pool);
    const long = 'x'.repeat(3_000);
    const { location, clickId } = await visit(service, `/r/${program.shortLink}?note=${long}`);
    expect(location?.searchParams.get('note')).toBe(long);
    expect(await clicksOf(program)).toMatchObject([
      { click_id: clickId, affiliate_url: `https://shop.test/?aff=${program.shortLink}` },
    ]);
  });

  test('of any name that a link may have is found', async () => {
    const program = await seedProgram(service.pool);
    for (const name of ['a/b', 'ä-ö', '50%', 'a?b#c', '日本'.repeat(100)]) {
      const { shortLink } = await seedLink(service.pool, { ...program, shortLink: uniqueName(name) });
      const { location } = await visit(service, `/r/${encodeURIComponent(shortLink)}`);
      expect(location?.searchParams.get('aff')).toBe(shortLink);
    }
  });

  test.each([
    ['a bot', { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } }],
    ['a headless browser', { headers: { 'user-agent': HEADLESS } }],
    ['HEAD', { method: 'HEAD' }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }],
    ['a prerendered page', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['a prefetch of an older browser', { headers: { purpose: 'prefetch' } }],
  ])('leads %s on, and counts nothing', async (_who, visitor) => {
    const program = await seedProgram(service.pool);
    const { status, location, body } = await visit(service, `/r/${program.shortLink}`, visitor);
    expect([status, body]).toEqual([302, '']);
    expect(location?.href).toBe(`https://shop.test/?aff=${program.shortLink}`);
    expect(await clicksOf(program)).toEqual([]);
  });

  test('to a site on this machine counts headless browsers, as its own clicks do', async () => {
    const program = await seedProgram(service.pool);
    await leadTo(program.linkId, 'http://localhost:5173/');
    const { clickId } = await visit(service, `/r/${program.shortLink}`, {
      headers: { 'user-agent': HEADLESS },
    });
    expect(await clicksOf(program)).toMatchObject([{ click_id: clickId, bot: false }]);
  });

  test.each([
    ['unknown', async () => uniqueName('nobody')],
    [
      'turned off',
      async (program: SeededProgram) => {
        await service.pool.query('update links set deactivated_at = now() where id = $1', [program.linkId]);
        return program.shortLink;
      },
    ],
    [
      'of a suspended partner',
      async (program: SeededProgram) => {
        await service.pool.query(`update enrollments set status = 'suspended' where id = $1`, [
          program.enrollmentId,
        ]);
        return program.shortLink;
      },
    ],
    [
      'of an archived program',
      async (program: SeededProgram) => {
        await setProgram(program.programId, 'archived_at', new Date());
        return program.shortLink;
      },
    ],
    [
      'of nobody',
      async ({ workspaceId }: SeededProgram) => (await seedLink(service.pool, { workspaceId })).shortLink,
    ],
  ])('that is %s is a 404 page, and records nothing', async (_what, linkOf) => {
    const program = await seedProgram(service.pool);
    const { status, headers, body } = await visit(service, `/r/${await linkOf(program)}`);
    expect(status).toBe(404);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'svc-error-code': 'not_found',
      'cache-control': 'no-store',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('Link not found');
    const other = await visit(service, `/r/${uniqueName('nobody')}`, { headers: { accept: '*/*' } });
    expect([other.status, other.body]).toEqual([404, '{"error":"Not found"}']);
    expect(await clicksOf(program)).toEqual([]);
  });

  test('that is inactive leads to the fallback of its program', async () => {
    const program = await seedProgram(service.pool);
    await setProgram(program.programId, 'fallback_url', 'https://shop.test/partners?old=1');
    await service.pool.query('update links set deactivated_at = now() where id = $1', [program.linkId]);
    const { status, headers } = await visit(service, `/r/${program.shortLink}?sub1=a`);
    expect([status, headers.location]).toEqual([302, 'https://shop.test/partners?old=1']);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('of which the page reports the click once more is one click', async () => {
    const program = await seedProgram(service.pool, { cookieWindowDays: 17 });
    const client = trackingClient(service);
    const { location, clickId } = await visit(service, `/r/${program.shortLink}?sub1=a`);
    for (let times = 0; times < 2; times++) {
      const { status, body } = await client.click(
        { affiliate_url: location?.href },
        { origin: program.origin },
      );
      expect([status, body]).toEqual([200, { success: true, click_id: clickId, cookie_window_days: 17 }]);
    }
    expect(await clicksOf(program)).toHaveLength(1);
    expect(await totalOf(program)).toBe(1);
  });

  test('many visitors of which report at once are one click each', async () => {
    const program = await seedProgram(service.pool);
    const client = trackingClient(service);
    const visits = await Promise.all(
      Array.from({ length: 40 }, () => visit(service, `/r/${program.shortLink}`)),
    );
    const reports = await Promise.all(
      visits.flatMap(({ location }) =>
        [1, 2].map(() => client.click({ affiliate_url: location?.href }, { origin: program.origin })),
      ),
    );
    const ids = visits.map(({ clickId }) => clickId);
    expect(new Set(ids).size).toBe(40);
    expect(reports.map(({ body }) => body.click_id)).toEqual(ids.flatMap((id) => [id, id]));
    expect(await clicksOf(program)).toHaveLength(40);
    expect(await totalOf(program)).toBe(40);
  });

  test.each([
    ['unknown', async () => 'cust_12345_1700000000000'],
    ['no click id', async () => '<script>'],
    ['empty', async () => ''],
    [
      'of another link',
      async (program: SeededProgram) => {
        const other = await seedLink(service.pool, { ...program, shortLink: uniqueName('other') });
        return String((await visit(service, `/r/${other.shortLink}`)).clickId);
      },
    ],
    [
      'of another program',
      async () => {
        const other = await seedProgram(service.pool);
        return String((await visit(service, `/r/${other.shortLink}`)).clickId);
      },
    ],
  ])('whose click id is %s in a reported address makes an ordinary click', async (_what, idOf) => {
    const program = await seedProgram(service.pool);
    const given = await idOf(program);
    const before = (await clicksOf(program)).length;
    const affiliate_url = `${program.affiliateUrl}&svc_click_id=${encodeURIComponent(given)}`;
    const { status, body } = await trackingClient(service).click(
      { affiliate_url },
      { origin: program.origin },
    );
    expect(status).toBe(200);
    expect(body.click_id).not.toBe(given);
    expect(await clicksOf(program)).toHaveLength(before + 1);
  });

  test('whose click is older than the window makes an ordinary click', async () => {
    const program = await seedProgram(service.pool, { cookieWindowDays: 1 });
    const { location, clickId } = await visit(service, `/r/${program.shortLink}`);
    const [, number] = String(clickId).split('_');
    const oldMs = Date.now() - 2 * 86_400_000;
    await service.pool.query(
      `insert into clicks (clicked_ms, number, program_id, enrollment_id, partner_id, link_id, test_mode, bot, affiliate_url)
       select $2, number, program_id, enrollment_id, partner_id, link_id, true, bot, affiliate_url from clicks where number = $1`,
      [number, oldMs],
    );
    const old = `cust_${number}_${oldMs}`;
    location?.searchParams.set('svc_click_id', old);
    const { body } = await trackingClient(service).click(
      { affiliate_url: location?.href },
      { origin: program.origin },
    );
    expect([old, clickId]).not.toContain(body.click_id);
  });

  test('whose click id a page of no allowed origin reports is refused as every click', async () => {
    const program = await seedProgram(service.pool);
    const { location } = await visit(service, `/r/${program.shortLink}`);
    const answer = await trackingClient(service).click(
      { affiliate_url: location?.href },
      { origin: 'https://evil.test' },
    );
    expect([answer.status, answer.body]).toEqual([403, { error: 'Origin not allowed' }]);
  });

  test('credits a sale to the partner without the page reporting anything', async () => {
    const program = await seedProgram(service.pool);
    const { clickId } = await visit(service, `/r/${program.shortLink}`);
    const sale = await trackingClient(service).sale(
      { transaction_id: uniqueName('order'), amount_cents: 10_000, click_id: clickId },
      { key: program.apiKey },
    );
    expect(sale.body.commission).toMatchObject({ amount_cents: 2_000 });
  });
});

describe.each(engines)('a redirect link on %s, when nothing can be recorded', (engine) => {
  test('still leads on, without a click id: the queue is full', async () => {
    const service = await startService(engine, { tracking: { maxQueued: 0 } });
    try {
      const program = await seedProgram(service.pool);
      const { status, location } = await visit(service, `/r/${program.shortLink}?sub1=a`);
      expect([status, location?.href]).toEqual([302, `https://shop.test/?aff=${program.shortLink}&sub1=a`]);
      service.lifecycle.phase = 'stopping';
      expect((await visit(service, `/r/${program.shortLink}`)).status).toBe(302);
      service.lifecycle.phase = 'serving';
    } finally {
      await service.close();
    }
  });

  test('still leads on, without waiting for a transaction that does not end', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const service = await startService(engine, { tracking: { atStep: () => held } });
    try {
      const program = await seedProgram(service.pool);
      const { status, clickId } = await visit(service, `/r/${program.shortLink}`);
      expect([status, clickId]).toEqual([302, null]);
    } finally {
      release();
      await service.close();
    }
  });

  test('still leads on, without a click id: the caller has used up the rate limit', async () => {
    const service = await startService(engine, { rateLimit: true, trustProxy: true });
    try {
      const program = await seedProgram(service.pool);
      const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
      const path = `/r/${program.shortLink}`;
      for (let count = 0; count < 600; count++)
        await visit(service, path, { method: 'HEAD', ...from('192.0.2.1') });
      expect(await visit(service, path, from('192.0.2.1'))).toMatchObject({ status: 302, clickId: null });
      expect((await visit(service, path, from('192.0.2.2'))).clickId).not.toBeNull();
      // What is not in memory is not looked up for a caller who asks so often.
      const unknown = await visit(service, `/r/${uniqueName('nobody')}`, from('192.0.2.1'));
      expect([unknown.status, Number(unknown.headers['retry-after']) > 0]).toEqual([429, true]);
    } finally {
      await service.close();
    }
  });
});
