import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { clickOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import {
  type SeededProgram,
  seedLink,
  seedOrigin,
  seedPartner,
  seedProgram,
  uniqueName,
} from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { type TrackingClient, trackingClient } from './tracking-client.js';

const SERVERS_ONLY = [403, { error: 'Leads are accepted from servers only' }];
const NOT_ALLOWED = [403, { error: 'Origin not allowed' }];
const NO_RELATIONSHIP = [400, { error: 'No partner-program relationship found for this customer' }];
const SALE_NOT_FOUND = [400, { error: 'Customer not found. Provide customer_key or click_id.' }];
const LEAD_NOT_FOUND = [400, { error: 'Customer not found. Provide a valid click_id or customer_key.' }];
const alreadyHasStatus = (status: string) => [
  400,
  { error: `Customer status cannot be updated to lead. Current status: ${status}` },
];
const TEST = { additional_data: { test_mode: true } };

describe.each(engines)('who may name customers, on %s', (engine) => {
  let service: RunningService;
  let client: TrackingClient;
  beforeAll(async () => {
    service = await startService(engine);
    client = trackingClient(service);
  });
  afterAll(async () => {
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
    await service.close();
  });

  /** A program with two partners: `mallory`, who attacks, and `jane`, who brings the customer. */
  async function openMalloryAndJane(overrides: Parameters<typeof seedProgram>[1] = {}) {
    const mallory = await seedProgram(service.pool, overrides);
    const partner = await seedPartner(service.pool, mallory);
    const link = await seedLink(service.pool, { ...mallory, ...partner, shortLink: uniqueName('jane') });
    const affiliateUrl = `https://shop.test/?aff=${link.shortLink}`;
    const jane: SeededProgram = { ...mallory, ...partner, ...link, affiliateUrl };
    const key = uniqueName('user');
    const leadWithKey = async (body: object, sending: object) => {
      const { status, body: answer } = await client.lead({ customer_key: key, ...body }, sending);
      return [status, answer];
    };
    return {
      mallory,
      jane,
      key,
      byPage: (body: object = {}) => leadWithKey(body, { origin: mallory.origin }),
      byServer: (body: object = {}) => leadWithKey(body, { key: mallory.apiKey }),
      clickBy: (whose: SeededProgram) => client.clickId(whose),
      async sell(body: object = {}) {
        const sale = { transaction_id: uniqueName('order'), amount_cents: 1000, customer_key: key, ...body };
        const { status, body: answer } = await client.sale(sale, { key: mallory.apiKey });
        return [status, answer];
      },
      /** Who is credited with the sales of the program, in the order they were recorded. */
      async credited() {
        const { rows } = await service.pool.query(
          `select s.partner_id, s.link_id, m.partner_id as earned_by
             from sales s left join commissions m on m.sale_id = s.id
            where s.program_id = $1 order by s.recorded_at, s.id`,
          [mallory.programId],
        );
        return rows.map(
          (row) =>
            (row.partner_id === jane.partnerId ? 'jane' : 'mallory') +
            (row.earned_by === row.partner_id ? '' : ' unpaid'),
        );
      },
      leadsCounted: async () => {
        const { rows } = await service.pool.query(
          `select partner_id, sum(leads)::int as leads from daily_totals
            where program_id = $1 group by partner_id having sum(leads) > 0 order by 1`,
          [mallory.programId],
        );
        return rows;
      },
    };
  }

  /** The id of a click that is a day older than the window of its program. */
  async function oldClick(program: SeededProgram): Promise<string> {
    const clickedMs = Date.now() - (program.cookieWindowDays + 1) * 86_400_000;
    const command = clickOf(program, { key: { number: randomInt(2 ** 47), clickedMs } });
    const outcome = await service.tracking.submit(command);
    if (outcome.kind !== 'click') throw new Error('the click was refused');
    return outcome.clickId;
  }

  const setLeadSource = (programId: number, source: string) =>
    service.pool.query('update programs set lead_source = $2 where id = $1', [programId, source]);

  describe('a program that accepts leads from servers only', () => {
    test('answers leads of pages with 403, whatever is known of the customer, and records nothing', async () => {
      const { jane, key, byPage, byServer, clickBy } = await openMalloryAndJane();
      await setLeadSource(jane.programId, 'server');
      const clickId = await clickBy(jane);
      for (const body of [{}, { click_id: clickId }, TEST, { program_id: jane.programId }]) {
        expect(await byPage(body)).toEqual(SERVERS_ONLY);
      }
      expect(await byServer({ click_id: clickId })).toMatchObject([200, { attributed: true }]);
      expect(await byPage()).toEqual(SERVERS_ONLY);
      const { rows } = await service.pool.query(
        'select l.source from leads l join customers c on c.id = l.customer_id where c.customer_key = $1',
        [key],
      );
      expect(rows).toEqual([{ source: 'server' }]);
    });

    test('still names what is wrong with the request and the origin first', async () => {
      const { jane, byPage, key } = await openMalloryAndJane();
      const sibling = await seedProgram(service.pool, { workspaceId: jane.workspaceId });
      const both = `https://${uniqueName('both')}.test`;
      for (const { programId } of [jane, sibling]) await seedOrigin(service.pool, programId, both);
      await setLeadSource(jane.programId, 'server');
      expect(await byPage({ click_id: 7 })).toEqual([400, { error: 'click_id must be a string' }]);
      expect(await byPage({ customer_key: null, click_id: 'cust_1_1' })).toEqual(LEAD_NOT_FOUND);
      const from = async (origin: string, body: object = {}) => {
        const answer = await client.lead({ customer_key: key, ...body }, { origin });
        return [answer.status, answer.body];
      };
      expect(await from('https://x.test')).toEqual(NOT_ALLOWED);
      expect(await from('https://x.test', { program_id: jane.programId })).toEqual(NOT_ALLOWED);
      expect(await from(both)).toEqual(LEAD_NOT_FOUND);
      expect(await from(both, { program_id: jane.programId })).toEqual(SERVERS_ONLY);
      expect(await from(both, { program_id: sibling.programId })).toMatchObject([200, {}]);
    });

    test('accepts clicks of pages as before, and their leads again once it accepts any', async () => {
      const { jane, byPage, clickBy } = await openMalloryAndJane();
      await setLeadSource(jane.programId, 'server');
      const clickId = await clickBy(jane);
      expect(await byPage({ click_id: clickId })).toEqual(SERVERS_ONLY);
      await setLeadSource(jane.programId, 'any');
      expect(await byPage({ click_id: clickId })).toMatchObject([200, { attributed: true }]);
    });
  });

  describe('a test lead', () => {
    test('blocks neither the real lead nor the real sale of its key and click', async () => {
      for (const mode of ['byPage', 'byServer'] as const) {
        const { jane, clickBy, sell, credited, leadsCounted, ...lead } = await openMalloryAndJane();
        const clickId = await clickBy(jane);
        expect(await lead[mode]({ ...TEST, click_id: clickId })).toMatchObject([
          200,
          { click_id: clickId, customer_key: lead.key, attributed: true, test_mode: true },
        ]);
        expect(await sell()).toEqual(SALE_NOT_FOUND);
        expect(await lead.byServer({ click_id: clickId })).toMatchObject([
          200,
          { click_id: clickId, customer_key: lead.key, attributed: true, test_mode: false },
        ]);
        expect(await sell()).toMatchObject([200, { commission: { amount_cents: 200 } }]);
        expect(await credited()).toEqual(['jane']);
        expect(await leadsCounted()).toEqual([{ partner_id: jane.partnerId, leads: 1 }]);
      }
    });

    test('does not keep a sale from naming key and click', async () => {
      const { jane, byPage, clickBy, sell, credited } = await openMalloryAndJane();
      const clickId = await clickBy(jane);
      await byPage({ ...TEST, click_id: clickId });
      expect(await sell({ click_id: clickId })).toMatchObject([200, { commission: { amount_cents: 200 } }]);
      expect(await sell()).toMatchObject([200, { commission: { amount_cents: 200 } }]);
      expect(await credited()).toEqual(['jane', 'jane']);
    });

    test('is refused a second time, reveals nothing about real customers, and counts in the status', async () => {
      const { jane, byPage, byServer, clickBy } = await openMalloryAndJane();
      expect(await byServer()).toMatchObject([200, { attributed: false }]);
      const clickId = await clickBy(jane);
      expect(await byPage({ ...TEST, click_id: clickId })).toMatchObject([200, { attributed: true }]);
      for (const lead of [byPage, byServer]) {
        expect(await lead(TEST)).toEqual(alreadyHasStatus('lead'));
        expect(await lead({ ...TEST, customer_key: null, click_id: clickId })).toEqual(
          alreadyHasStatus('lead'),
        );
      }
      const status = await fetch(`${service.baseUrl}/api/v1/cli/status`, {
        headers: { authorization: `Bearer ${jane.apiKey}` },
      });
      expect(await status.json()).toMatchObject({
        program: { lead_source: 'any' },
        steps: { referrals: 'complete' },
        statistics: { referrals: { testEventCount: 1, hasTestEvents: true } },
      });
    });
  });

  describe('a test sale', () => {
    test('is of the customer of the test lead', async () => {
      const { jane, mallory, byServer, clickBy, sell, credited } = await openMalloryAndJane();
      await byServer({ click_id: await clickBy(mallory) });
      await byServer({ ...TEST, click_id: await clickBy(jane) });
      expect(await sell(TEST)).toMatchObject([200, { test_mode: true, commission: null }]);
      expect(await sell()).toMatchObject([200, { commission: { amount_cents: 200 } }]);
      expect(await credited()).toEqual(['jane unpaid', 'mallory']);
    });

    test('names nobody and credits nobody for real', async () => {
      const { jane, mallory, key, byServer, clickBy, sell, credited } = await openMalloryAndJane();
      const clickId = await clickBy(jane);
      expect(await sell({ ...TEST, click_id: clickId })).toMatchObject([200, { commission: null }]);
      expect(await sell(TEST)).toMatchObject([200, {}]);
      expect(await sell()).toEqual(SALE_NOT_FOUND);
      expect(await byServer()).toMatchObject([200, { customer_key: key, attributed: false }]);
      expect(await sell({ ...TEST, click_id: await clickBy(mallory) })).toMatchObject([200, {}]);
      expect(await sell()).toEqual(NO_RELATIONSHIP);
      expect(await credited()).toEqual(['jane unpaid', 'jane unpaid', 'jane unpaid']);
    });

    test('of a real customer with no test customer is checked as the real sale would be', async () => {
      const { jane, byServer, clickBy, sell, credited } = await openMalloryAndJane();
      expect(await sell(TEST)).toEqual(SALE_NOT_FOUND);
      await byServer();
      expect(await sell(TEST)).toEqual(NO_RELATIONSHIP);
      expect(await sell({ ...TEST, click_id: await clickBy(jane) })).toMatchObject([200, {}]);
      expect(await credited()).toEqual(['jane unpaid']);
      expect(await sell()).toEqual(NO_RELATIONSHIP);
    });
  });

  describe('an attacker with an allowed origin', () => {
    test('who takes the credit for a key before its owner signs up, loses it to the lead of the server', async () => {
      const { jane, mallory, byPage, byServer, clickBy, sell, credited, leadsCounted } =
        await openMalloryAndJane();
      expect(await byPage({ click_id: await clickBy(mallory) })).toMatchObject([200, { attributed: true }]);
      const clickId = await clickBy(jane);
      expect(await byServer({ click_id: clickId })).toEqual(alreadyHasStatus('lead'));
      expect(await sell()).toMatchObject([200, { commission: { amount_cents: 200 } }]);
      expect(await sell({ customer_key: null, click_id: clickId })).toMatchObject([200, {}]);
      expect(await credited()).toEqual(['jane', 'jane']);
      expect(await leadsCounted()).toEqual([{ partner_id: mallory.partnerId, leads: 1 }]);
    });

    test('who uses a key up, keeps no credit from the partner of the sale or of the lead', async () => {
      for (const way of ['lead', 'sale'] as const) {
        const { jane, byPage, byServer, clickBy, sell, credited } = await openMalloryAndJane();
        expect(await byPage()).toMatchObject([200, { attributed: false }]);
        const clickId = await clickBy(jane);
        if (way === 'lead') expect(await byServer({ click_id: clickId })).toEqual(alreadyHasStatus('lead'));
        else expect(await sell({ click_id: clickId })).toMatchObject([200, {}]);
        expect(await sell()).toMatchObject([200, { commission: { amount_cents: 200 } }]);
        expect(await credited()).toEqual(way === 'lead' ? ['jane'] : ['jane', 'jane']);
      }
    });

    test('gets nothing back by further leads, and learns of nobody whether they have paid', async () => {
      const { jane, mallory, byPage, byServer, clickBy, sell, credited } = await openMalloryAndJane();
      await byServer({ click_id: await clickBy(jane) });
      await sell();
      expect(await byPage({ click_id: await clickBy(mallory) })).toEqual(alreadyHasStatus('lead'));
      expect(await byServer()).toEqual(alreadyHasStatus('customer'));
      await sell();
      expect(await credited()).toEqual(['jane', 'jane']);
    });
  });

  describe('credit that a server moves', () => {
    test('leaves earlier sales where they are, and their refunds and commissions with them', async () => {
      const { jane, mallory, byPage, byServer, clickBy, sell, credited } = await openMalloryAndJane();
      await byPage({ click_id: await clickBy(mallory) });
      const [, sold] = await sell({ transaction_id: uniqueName('first') });
      expect(await byServer({ click_id: await clickBy(jane) })).toEqual(alreadyHasStatus('customer'));
      await sell();
      expect(await credited()).toEqual(['mallory', 'jane']);
      const refund = await client.refund({ transaction_id: sold.transaction_id }, { key: jane.apiKey });
      expect(refund.body).toMatchObject({ commission: { id: sold.commission.id, status: 'reversed' } });
    });

    test('moves once: the first lead of a server that names a partner decides', async () => {
      for (const first of ['with', 'without'] as const) {
        const { jane, mallory, byPage, byServer, clickBy, sell, credited } = await openMalloryAndJane();
        await byPage({ click_id: await clickBy(mallory) });
        await byServer(first === 'with' ? { click_id: await clickBy(jane) } : {});
        if (first === 'without') await byServer({ click_id: await clickBy(jane) });
        await byServer({ click_id: await clickBy(mallory) });
        await sell();
        expect(await credited()).toEqual(['jane']);
      }
    });

    test('needs a live click of the program that is nobody else’s', async () => {
      const { jane, mallory, byPage, byServer, clickBy, sell, credited } = await openMalloryAndJane();
      await byPage({ click_id: await clickBy(mallory) });
      const foreign = await seedProgram(service.pool, { workspaceId: jane.workspaceId });
      expect(await byServer({ click_id: await clickBy(foreign) })).toEqual([
        400,
        { error: 'Customer does not belong to this program' },
      ]);
      const { clickId: taken } = await client.customer(jane);
      expect(await byServer({ click_id: taken })).toEqual(alreadyHasStatus('lead'));
      const old = await oldClick(jane);
      expect(await byServer({ click_id: old })).toEqual(alreadyHasStatus('lead'));
      await sell();
      expect(await credited()).toEqual(['mallory']);
    });

    test('to a suspended partner, of a customer without credit, holds the commission', async () => {
      const { jane, byPage, byServer, clickBy, sell } = await openMalloryAndJane();
      await byPage();
      const clickId = await clickBy(jane);
      await service.pool.query(`update enrollments set status = 'suspended' where id = $1`, [
        jane.enrollmentId,
      ]);
      await byServer({ click_id: clickId });
      expect(await sell()).toMatchObject([200, { commission: { status: 'held' } }]);
    });

    test('keeps the click it moved from with the customer', async () => {
      const { jane, mallory, byPage, byServer, clickBy, sell, credited } = await openMalloryAndJane();
      const former = await clickBy(mallory);
      await byPage({ click_id: former });
      await byServer({ click_id: await clickBy(jane) });
      expect(await sell({ customer_key: null, click_id: former })).toMatchObject([200, {}]);
      expect(await byServer({ customer_key: uniqueName('other'), click_id: former })).toEqual(
        alreadyHasStatus('customer'),
      );
      expect(await credited()).toEqual(['jane']);
    });
  });

  describe('a sale that names a click, of a customer credited to nobody', () => {
    test('credits the partner of the click, now and later', async () => {
      const { jane, mallory, byServer, clickBy, sell, credited } = await openMalloryAndJane();
      await byServer();
      expect(await sell()).toEqual(NO_RELATIONSHIP);
      expect(await sell({ click_id: await clickBy(jane) })).toMatchObject([
        200,
        { commission: { amount_cents: 200 } },
      ]);
      expect(await sell()).toMatchObject([200, { commission: { amount_cents: 200 } }]);
      expect(await sell({ click_id: await clickBy(mallory) })).toMatchObject([200, {}]);
      expect(await byServer({ click_id: await clickBy(mallory) })).toEqual(alreadyHasStatus('customer'));
      expect(await sell()).toMatchObject([200, {}]);
      expect(await credited()).toEqual(['jane', 'jane', 'jane', 'jane']);
    });

    test('needs a live click of the program that is nobody else’s', async () => {
      const { jane, byServer, clickBy, sell, credited } = await openMalloryAndJane();
      await byServer();
      const foreign = await seedProgram(service.pool, { workspaceId: jane.workspaceId });
      const old = await oldClick(jane);
      const { clickId: taken } = await client.customer(jane);
      for (const clickId of [await clickBy(foreign), old, taken, 'cust_1_1', 'nonsense']) {
        expect(await sell({ click_id: clickId })).toEqual(NO_RELATIONSHIP);
      }
      expect(await credited()).toEqual([]);
    });

    test('does nothing when the sale is a duplicate', async () => {
      const { jane, byServer, clickBy, sell } = await openMalloryAndJane();
      const { customerKey } = await client.customer(jane);
      const [, sold] = await sell({ customer_key: customerKey });
      await byServer();
      const again = { transaction_id: sold.transaction_id, click_id: await clickBy(jane) };
      expect(await sell(again)).toMatchObject([409, {}]);
      expect(await sell()).toEqual(NO_RELATIONSHIP);
    });
  });
});
