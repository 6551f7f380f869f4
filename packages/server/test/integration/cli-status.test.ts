import type { CliStatusAnswer } from '@svc/contract';
import { describe, expect, test } from 'vitest';
import { deleteOldRefusedTracking } from '../../src/features/integration/refused-tracking.js';
import { trackingClient } from '../http/tracking-client.js';
import { connectPlatform } from '../support/connections.js';
import { engines } from '../support/engines.js';
import { ask, click, lead } from '../support/management.js';
import { type SeededProgram, seedOrigin, seedProgram, uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const CREDENTIALS = { secretKey: 'sk_test_svc', clientId: 'ca_test_svc' };
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const NOTHING = {
  clicks: 0,
  leads: 0,
  sales: 0,
  last_event_at: null,
  refused_origins: [],
  unknown_aff: [],
  ignored_test_mode: [],
};

describe.each(engines)('GET /api/v1/cli/status on %s', (engine) => {
  const service = shared(() => startService(engine, { writeRefusedEveryMs: 1 }));

  async function statusOf(program: SeededProgram, of: RunningService = service): Promise<CliStatusAnswer> {
    const headers = { authorization: `Bearer ${program.apiKey}` };
    return (await ask(of, '/api/v1/cli/status', { headers })).body;
  }

  describe('live', () => {
    test('counts real events of people, and neither tests nor bots', async () => {
      const program = await seedProgram(service.pool);
      const client = trackingClient(service);
      await click(service, program, { testMode: true });
      await client.click(
        { affiliate_url: program.affiliateUrl },
        { origin: program.origin, headers: { 'user-agent': 'Googlebot/2.1' } },
      );
      expect((await statusOf(program)).live).toEqual(NOTHING);
      const { customerKey } = await client.customer(program);
      await client.soldTo(program, customerKey);
      await client.soldTo(program, customerKey, 100, { additional_data: { test_mode: true } });
      expect((await statusOf(program)).live).toEqual({
        ...NOTHING,
        clicks: 1,
        leads: 1,
        sales: 1,
        last_event_at: TIME,
      });
    });

    test('names origins and values of aff that were refused, with how often and when', async () => {
      const program = await seedProgram(service.pool);
      const client = trackingClient(service);
      const [elsewhere, aff] = ['https://staging.shop.test', uniqueName('Unknown')];
      const affiliate_url = `https://shop.test/?aff=${aff}`;
      for (let time = 0; time < 3; time++) {
        await client.click({ affiliate_url: program.affiliateUrl }, { origin: elsewhere });
      }
      await client.lead(
        { customer_key: uniqueName('user'), program_id: program.programId },
        { origin: elsewhere },
      );
      await client.click({ affiliate_url }, { origin: program.origin });
      await client.click({ affiliate_url }, { key: program.apiKey });
      // Of nobody: an unknown link on a page of nobody. And a test.
      await client.click({ affiliate_url }, { origin: 'https://nobody.test' });
      await client.click({ affiliate_url, additional_data: { test_mode: true } }, { origin: program.origin });
      await expect
        .poll(async () => (await statusOf(program)).live)
        .toEqual({
          ...NOTHING,
          refused_origins: [{ origin: elsewhere, count: 4, last_at: TIME }],
          unknown_aff: [{ value: aff.toLowerCase(), count: 2, last_at: TIME }],
        });
    });

    test('shows an unknown aff to every program that allows the origin of the page', async () => {
      const one = await seedProgram(service.pool);
      const other = await seedProgram(service.pool, { workspaceId: one.workspaceId });
      await seedOrigin(service.pool, other.programId, one.origin);
      const value = uniqueName('typo');
      const affiliate_url = `https://shop.test/?aff=${value}`;
      await trackingClient(service).click({ affiliate_url }, { origin: one.origin });
      for (const program of [one, other]) {
        await expect
          .poll(async () => (await statusOf(program)).live.unknown_aff)
          .toEqual([{ value, count: 1, last_at: TIME }]);
      }
    });

    test('keeps at most 200 values a day of a program, each cut to 200 characters', async () => {
      const program = await seedProgram(service.pool);
      const client = trackingClient(service);
      for (let round = 0; round < 5; round++) {
        const clicks = Array.from({ length: 50 }, (_, index) =>
          client.click(
            { affiliate_url: `https://shop.test/?aff=${round}-${index}-${'x'.repeat(300)}` },
            { key: program.apiKey },
          ),
        );
        await Promise.all(clicks);
        await expect.poll(() => rowsOf(program)).toBe(Math.min((round + 1) * 50, 200));
      }
      const { rows } = await service.pool.query(
        'select max(length(value)) as longest from refused_tracking where program_id = $1',
        [program.programId],
      );
      expect(rows).toEqual([{ longest: 200 }]);
    });

    test('is removed after 30 days', async () => {
      const program = await seedProgram(service.pool);
      await service.pool.query(
        `insert into refused_tracking (program_id, day, event, code, value, count, last_at) select $1, (now() at time zone 'UTC')::date - age, 'click', 'link_not_found', 'x', 1, now()
           from unnest(array[30, 31]) as age`,
        [program.programId],
      );
      await deleteOldRefusedTracking(service.pool);
      expect(await rowsOf(program)).toBe(1);
    });

    async function rowsOf({ programId }: SeededProgram): Promise<number> {
      const { rows } = await service.pool.query(
        'select count(*)::int as count from refused_tracking where program_id = $1',
        [programId],
      );
      return rows[0].count;
    }
  });

  describe('next_step', () => {
    const why = expect.stringMatching(/\.$/);

    async function tested(of: RunningService = service): Promise<SeededProgram> {
      const program = await seedProgram(of.pool);
      expect((await statusOf(program, of)).next_step).toEqual({
        step: 'pageview',
        command: 'svc test click',
        why,
      });
      const clickId = await click(of, program, { testMode: true });
      expect((await statusOf(program, of)).next_step).toEqual({
        step: 'referrals',
        command: 'svc test lead',
        why,
      });
      await lead(of, program, { clickId, testMode: true });
      return program;
    }

    test('is null once a real sale came by API, and payments are reported then', async () => {
      const program = await tested();
      const client = trackingClient(service);
      const { customerKey } = await client.customer(program);
      await client.soldTo(program, customerKey, 100, { additional_data: { test_mode: true } });
      expect(await statusOf(program)).toMatchObject({
        payments_reported: false,
        next_step: { step: 'payments' },
      });
      await client.soldTo(program, customerKey);
      expect(await statusOf(program)).toMatchObject({
        payments_reported: true,
        steps: { payments: 'pending' },
        next_step: null,
      });
    });

    test('is null once an account is connected', async () => {
      const program = await tested();
      await connectPlatform(service.pool, program.workspaceId);
      expect(await statusOf(program)).toMatchObject({ payments_reported: false, next_step: null });
    });

    test('names the processor only where the service can connect one', async () => {
      const program = await tested();
      expect((await statusOf(program)).next_step).toEqual({
        step: 'payments',
        command: 'svc watch',
        why: expect.stringContaining('trackSale'),
      });
      const configured = await startService(engine, { processor: CREDENTIALS });
      try {
        const connectable = await tested(configured);
        expect((await statusOf(connectable, configured)).next_step).toEqual({
          step: 'payments',
          command: 'svc setup processor',
          why,
        });
      } finally {
        await configured.close();
      }
    });

    test('sends nobody to click on a link that there is not', async () => {
      const program = await seedProgram(service.pool, { partnerStatus: 'suspended' });
      expect((await statusOf(program)).next_step).toEqual({ step: 'pageview', command: 'svc status', why });
    });
  });
});
