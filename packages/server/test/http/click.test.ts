import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedLink, seedProgram } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { type Sending, type TrackingClient, trackingClient } from './tracking-client.js';

const HEADLESS =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36';

describe.each(engines)('POST /track/click on %s', (engine) => {
  let service: RunningService;
  let client: TrackingClient;
  let program: SeededProgram;
  let other: SeededProgram;

  beforeAll(async () => {
    service = await startService(engine, {
      tracking: {
        atStep(step, commands) {
          const isMeant = commands.some(
            (one) => one.kind === 'click' && one.referrer === 'https://fail.test/',
          );
          if (step === 'activity' && isMeant) throw new Error('made to fail by the test');
        },
      },
    });
    client = trackingClient(service);
    program = await seedProgram(service.pool);
    other = await seedProgram(service.pool);
  });
  afterAll(() => service.close());

  const asPage = (): Sending => ({ origin: program.origin });
  const storedClicks = async () => {
    const { rows } = await service.pool.query(
      'select * from clicks where program_id = $1 order by clicked_ms, number',
      [program.programId],
    );
    return rows;
  };

  describe('200', () => {
    test('a click is on disk before it is answered, with the id and the window of its program', async () => {
      const before = Date.now();
      const answer = await client.click(
        { affiliate_url: program.affiliateUrl, referrer: 'https://blog.test/' },
        asPage(),
      );
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body).sort()).toEqual(['click_id', 'cookie_window_days', 'success']);
      expect(answer.body.success).toBe(true);
      expect(answer.body.cookie_window_days).toBe(program.cookieWindowDays);
      const [, number, clickedMs] = /^cust_(\d+)_(\d+)$/.exec(answer.body.click_id) ?? [];
      expect(Number(clickedMs)).toBeGreaterThanOrEqual(before);
      expect(Number(clickedMs)).toBeLessThanOrEqual(Date.now());
      expect(Number.isSafeInteger(Number(number))).toBe(true);
      const { rows } = await service.pool.query('select * from clicks where number = $1', [number]);
      expect(rows).toMatchObject([
        {
          program_id: program.programId,
          partner_id: program.partnerId,
          link_id: program.linkId,
          enrollment_id: program.enrollmentId,
          test_mode: false,
          referrer: 'https://blog.test/',
        },
      ]);
    });

    test.each([
      ['under the versioned path too', '/api/v1/track/click'],
      ['under the plain path', '/track/click'],
    ])('a click is taken %s', async (_name, path) => {
      expect((await client.post(path, { affiliate_url: program.affiliateUrl }, asPage())).status).toBe(200);
    });

    test('a browser may send the body as plain text, which needs no preflight', async () => {
      const answer = await client.click(
        { affiliate_url: program.affiliateUrl },
        { ...asPage(), contentType: 'text/plain;charset=UTF-8' },
      );
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-origin')).toBe(program.origin);
    });

    test('a key of the program stands in for the origin', async () => {
      expect(
        (await client.click({ affiliate_url: program.affiliateUrl }, { key: program.apiKey })).status,
      ).toBe(200);
    });

    test('another scheme than Bearer is browser mode', async () => {
      const sending = { ...asPage(), headers: { authorization: 'Basic abc' } };
      expect((await client.click({ affiliate_url: program.affiliateUrl }, sending)).status).toBe(200);
    });

    test('the whole value of aff is matched, in any letter case, and of several the first counts', async () => {
      const url = `https://x.test/?aff=${program.shortLink.toUpperCase()}&aff=nobody`;
      expect((await client.click({ affiliate_url: url }, asPage())).status).toBe(200);
      const longer = await client.click(
        { affiliate_url: `https://x.test/?aff=${program.shortLink}x` },
        asPage(),
      );
      expect(longer.body).toEqual({ error: 'Referral link not found' });
    });

    test('only test_mode true makes a test click; what else is in additional_data is kept as it is', async () => {
      const kept = { test_mode: 'true', nested: { a: [1, null, '\u0000'] }, half: '\ud800' };
      await client.click({ affiliate_url: program.affiliateUrl, additional_data: kept }, asPage());
      await client.click(
        { affiliate_url: program.affiliateUrl, additional_data: { test_mode: true } },
        asPage(),
      );
      await client.click({ affiliate_url: program.affiliateUrl, additional_data: ['no object'] }, asPage());
      const rows = await storedClicks();
      expect(rows.some((row) => row.additional_data === JSON.stringify(kept) && !row.test_mode)).toBe(true);
      expect(rows.some((row) => row.test_mode)).toBe(true);
    });

    test.each([
      ['https://shop.test', HEADLESS, true],
      ['http://localhost:3000', HEADLESS, undefined],
      ['http://app.localhost', HEADLESS, undefined],
      ['http://127.0.0.1:5173', HEADLESS, undefined],
      ['http://[::1]:5173', HEADLESS, undefined],
      ['https://localhost.shop.test', HEADLESS, true],
      ['http://localhost:3000', 'Googlebot/2.1', true],
      [
        'https://www.shop.test',
        'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        undefined,
      ],
    ])('from %s by %s, says of a bot that it is one: %s', async (origin, agent, bot) => {
      const own = await seedProgram(service.pool, { origins: [origin] });
      const { body } = await client.click(
        { affiliate_url: own.affiliateUrl },
        { origin, headers: { 'user-agent': agent } },
      );
      expect(body).toEqual({
        success: true,
        click_id: expect.any(String),
        cookie_window_days: 60,
        ...(bot && { bot }),
      });
    });

    test('bots are answered like anyone and left out of the totals, as are test clicks', async () => {
      const own = await seedProgram(service.pool);
      const postClick = (body: object, agent: string) =>
        client.click(
          { affiliate_url: own.affiliateUrl, ...body },
          { origin: own.origin, headers: { 'user-agent': agent } },
        );
      const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
      expect((await postClick({}, firefox)).status).toBe(200);
      expect((await postClick({ additional_data: { test_mode: true } }, firefox)).status).toBe(200);
      expect((await postClick({}, 'Googlebot/2.1 (+http://www.google.com/bot.html)')).status).toBe(200);
      expect(
        (await postClick({}, 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'))
          .status,
      ).toBe(200);
      const { rows } = await service.pool.query(
        'select sum(clicks)::bigint as clicks from daily_totals where program_id = $1',
        [own.programId],
      );
      expect(rows).toEqual([{ clicks: 1 }]);
      const stored = await service.pool.query('select count(*) as n from clicks where program_id = $1', [
        own.programId,
      ]);
      expect(stored.rows).toEqual([{ n: 4 }]);
    });
  });

  describe('400', () => {
    test.each([
      ['affiliate_url is required', {}],
      ['affiliate_url is required', { affiliate_url: '' }],
      ['affiliate_url is required', { affiliate_url: null }],
      ['affiliate_url is required', { affiliate_url: 7 }],
      ['Invalid affiliate_url', { affiliate_url: 'shop.test/?aff=jane' }],
      ['Invalid affiliate_url', { affiliate_url: '/?aff=jane' }],
      ['Invalid affiliate_url', { affiliate_url: 'ftp://shop.test/?aff=jane' }],
      ['Invalid affiliate_url', { affiliate_url: 'javascript:alert(1)?aff=jane' }],
      ['Invalid affiliate_url', { affiliate_url: `https://shop.test/?aff=jane&x=${'x'.repeat(2048)}` }],
      ['No aff parameter found in affiliate_url', { affiliate_url: 'https://shop.test/' }],
      ['No aff parameter found in affiliate_url', { affiliate_url: 'https://shop.test/?aff=' }],
      ['No aff parameter found in affiliate_url', { affiliate_url: 'https://shop.test/?staff=jane' }],
      ['Referral link not found', { affiliate_url: 'https://shop.test/?AFF=jane' }],
      ['Referral link not found', { affiliate_url: 'https://shop.test/#?aff=jane' }],
      ['Referral link not found', { affiliate_url: 'https://shop.test/?aff=nobody-has-this' }],
      ['Referral link not found', { affiliate_url: 'https://shop.test/?aff=%00' }],
      ['Referral link not found', { affiliate_url: 'https://shop.test/?aff=%ED%A0%80' }],
    ])('%s: %j', async (error, body) => {
      const before = (await storedClicks()).length;
      const answer = await client.click(body, asPage());
      expect([answer.status, answer.body]).toEqual([400, { error }]);
      expect((await storedClicks()).length).toBe(before);
    });

    test('a link without partner or program is refused as misconfigured, before the origin is looked at', async () => {
      const { workspaceId, programId, partnerId } = program;
      for (const link of [{}, { programId }, { partnerId }]) {
        const { shortLink } = await seedLink(service.pool, { workspaceId, ...link });
        const answer = await client.click({ affiliate_url: `https://x.test/?aff=${shortLink}` });
        expect([answer.status, answer.body]).toEqual([400, { error: 'Invalid referral link configuration' }]);
      }
    });

    test.each(['pending', 'rejected', 'suspended'] as const)(
      'the link of a %s partner is not found',
      async (status) => {
        const own = await seedProgram(service.pool, { partnerStatus: status });
        const answer = await client.click({ affiliate_url: own.affiliateUrl }, { origin: own.origin });
        expect([answer.status, answer.body]).toEqual([400, { error: 'Referral link not found' }]);
      },
    );
  });

  describe('401', () => {
    test.each([
      ['Invalid API key', 'Bearer svc_nobody'],
      ['Empty API key', 'Bearer    '],
    ])('%s, before anything else', async (error, authorization) => {
      const answer = await client.click(undefined, { headers: { authorization }, raw: '{ no json' });
      expect([answer.status, answer.body]).toEqual([401, { error }]);
    });
  });

  describe('403', () => {
    test.each([
      ['no origin', undefined],
      ['the opaque origin', 'null'],
      ['an origin nobody lists', 'https://elsewhere.test'],
      ['the same host over http', 'http'],
      ['the same host on another port', 'port'],
      ["another program's origin", 'other'],
    ])('%s', async (_name, given) => {
      const origins: Record<string, string> = {
        http: program.origin.replace('https:', 'http:'),
        port: `${program.origin}:8443`,
        other: other.origin,
      };
      const origin = given === undefined ? undefined : (origins[given] ?? given);
      const answer = await client.click(
        { affiliate_url: program.affiliateUrl },
        origin === undefined ? {} : { origin },
      );
      expect([answer.status, answer.body]).toEqual([403, { error: 'Origin not allowed' }]);
    });

    test('a key of another program, even where the origin is right', async () => {
      const answer = await client.click(
        { affiliate_url: program.affiliateUrl },
        { ...asPage(), key: other.apiKey },
      );
      expect([answer.status, answer.body]).toEqual([
        403,
        { error: 'Referral link does not belong to this program' },
      ]);
    });
  });

  test('500: a fault of ours says so in the words of the route, and records nothing', async () => {
    const before = (await storedClicks()).length;
    const answer = await client.click(
      { affiliate_url: program.affiliateUrl, referrer: 'https://fail.test/' },
      asPage(),
    );
    expect([answer.status, answer.body]).toEqual([500, { error: 'Click tracking failed' }]);
    expect((await storedClicks()).length).toBe(before);
  });
});
