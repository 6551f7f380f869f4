import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedOrigin, seedProgram, uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { ageClick, type TrackingClient, trackingClient } from './tracking-client.js';

const NOT_FOUND = { error: 'Customer not found. Provide a valid click_id or customer_key.' };
const ELSEWHERE = { error: 'Customer does not belong to this program' };
const ALREADY = { error: 'Customer status cannot be updated to lead. Current status: lead' };

describe.each(engines)('POST /api/v1/track/lead on %s', (engine) => {
  let service: RunningService;
  let client: TrackingClient;
  let program: SeededProgram;
  /** Another program of the same workspace, and one of another workspace. */
  let sibling: SeededProgram;
  let stranger: SeededProgram;

  beforeAll(async () => {
    service = await startService(engine, {
      tracking: {
        atStep(step, commands) {
          const isMeant = commands.some((one) => one.kind === 'lead' && one.email === 'fail@test.test');
          if (step === 'activity' && isMeant) throw new Error('made to fail by the test');
        },
      },
    });
    client = trackingClient(service);
    program = await seedProgram(service.pool);
    sibling = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    stranger = await seedProgram(service.pool);
  });
  afterAll(() => service.close());

  const asServer = () => ({ key: program.apiKey });
  const asPage = () => ({ origin: program.origin });
  const leadAnswered = async (body: object, sending: object) => {
    const { status, body: answer } = await client.lead(body, sending);
    return [status, answer];
  };
  const customerBy = async (customerKey: string) => {
    const { rows } = await service.pool.query(
      'select * from customers where workspace_id = $1 and customer_key = $2',
      [program.workspaceId, customerKey],
    );
    return rows[0];
  };

  describe('200', () => {
    test('a server says when the visitor signed up, and the click counts as of then; a page does not', async () => {
      const occurredAt = new Date(Date.now() - 10 * 86_400_000).toISOString();
      for (const [sending, attributed] of [
        [asServer(), true],
        [asPage(), false],
      ] as const) {
        const click_id = await ageClick(service, await client.clickId(program), 65);
        const customer_key = uniqueName('user');
        const body = { click_id, customer_key, occurred_at: occurredAt };
        const sent = 'key' in sending ? body : { ...body, program_id: program.programId };
        expect(await leadAnswered(sent, sending)).toMatchObject([200, { attributed }]);
        const { lead_at } = await customerBy(customer_key);
        expect(lead_at.toISOString() === occurredAt).toBe(attributed);
      }
    });

    test('a click and a key make a customer credited to the partner, in either mode', async () => {
      for (const sending of [asServer(), asPage()]) {
        const clickId = await client.clickId(program);
        const customerKey = uniqueName('user');
        const body = { click_id: clickId, customer_key: customerKey, email: 'a@b.test' };
        expect(await leadAnswered(body, sending)).toEqual([
          200,
          {
            success: true,
            status: 'lead',
            click_id: clickId,
            customer_key: customerKey,
            attributed: true,
            test_mode: false,
          },
        ]);
        expect(await customerBy(customerKey)).toMatchObject({
          status: 'lead',
          partner_id: program.partnerId,
          program_id: program.programId,
          email: 'a@b.test',
        });
      }
    });

    test('a click alone is enough', async () => {
      const clickId = await client.clickId(program);
      expect(await leadAnswered({ click_id: clickId }, asPage())).toMatchObject([
        200,
        { click_id: clickId, customer_key: null, attributed: true },
      ]);
    });

    test.each([
      ['no click', undefined],
      ['an empty click', ''],
      ['a click of null', null],
      ['an unknown click', 'cust_12345_1700000000000'],
      ['something that is no click id', 'undefined'],
    ])('a key with %s is recorded, unattributed', async (_name, clickId) => {
      const customerKey = uniqueName('user');
      expect(await leadAnswered({ customer_key: customerKey, click_id: clickId }, asServer())).toEqual([
        200,
        {
          success: true,
          status: 'lead',
          click_id: null,
          customer_key: customerKey,
          attributed: false,
          test_mode: false,
        },
      ]);
    });

    test('a click older than the window counts as not given; one just inside it counts', async () => {
      const old = await ageClick(service, await client.clickId(program), program.cookieWindowDays + 1);
      const young = await ageClick(service, await client.clickId(program), program.cookieWindowDays - 1);
      expect(
        await leadAnswered({ click_id: old, customer_key: uniqueName('user') }, asServer()),
      ).toMatchObject([200, { attributed: false, click_id: null }]);
      expect(await leadAnswered({ click_id: old }, asServer())).toEqual([400, NOT_FOUND]);
      expect(
        await leadAnswered({ click_id: young, customer_key: uniqueName('user') }, asServer()),
      ).toMatchObject([200, { attributed: true }]);
    });

    test('keys are compared exactly: no trimming, no case folding, no normalising', async () => {
      const base = uniqueName('Kéy');
      for (const customerKey of [base, base.toLowerCase(), ` ${base}`, base.normalize('NFD')]) {
        expect(await leadAnswered({ customer_key: customerKey }, asServer())).toMatchObject([
          200,
          { customer_key: customerKey },
        ]);
      }
    });

    test('the same key in another workspace is another customer', async () => {
      const customerKey = uniqueName('user');
      expect((await client.lead({ customer_key: customerKey }, asServer())).status).toBe(200);
      expect((await client.lead({ customer_key: customerKey }, { key: stranger.apiKey })).status).toBe(200);
    });

    test('a browser with only a key is counted for the only program that lists its origin', async () => {
      const customerKey = uniqueName('user');
      expect(await leadAnswered({ customer_key: customerKey }, asPage())).toMatchObject([
        200,
        { attributed: false },
      ]);
      expect(await customerBy(customerKey)).toMatchObject({ program_id: program.programId });
    });

    test.each(['number', 'text'])('or for the program it names, where several list it (%s)', async (form) => {
      const shared = `https://${uniqueName('shared')}.test`;
      await seedOrigin(service.pool, program.programId, shared);
      await seedOrigin(service.pool, sibling.programId, shared);
      const customerKey = uniqueName('user');
      expect(await leadAnswered({ customer_key: customerKey }, { origin: shared })).toEqual([400, NOT_FOUND]);
      const programId = form === 'text' ? String(sibling.programId) : sibling.programId;
      const named = { customer_key: customerKey, program_id: programId };
      expect((await client.lead(named, { origin: shared })).status).toBe(200);
      expect(await customerBy(customerKey)).toMatchObject({ program_id: sibling.programId });
    });

    test('returns test mode, and leaves it out of the totals', async () => {
      const own = await seedProgram(service.pool);
      const sendLead = (extra: object) =>
        client.lead({ customer_key: uniqueName('user'), ...extra }, { key: own.apiKey });
      expect((await sendLead({ additional_data: { test_mode: true } })).body.test_mode).toBe(true);
      expect((await sendLead({ additional_data: { test_mode: 1 } })).body.test_mode).toBe(false);
      const { rows } = await service.pool.query(
        'select sum(leads)::bigint as leads from daily_totals where program_id = $1',
        [own.programId],
      );
      expect(rows).toEqual([{ leads: 1 }]);
    });

    test('last touch: the click sent with the lead is the one that is credited', async () => {
      const later = await seedProgram(service.pool);
      const clickId = await client.clickId(program);
      await client.clickId(later);
      const newest = await client.clickId(program);
      expect((await client.lead({ click_id: newest }, asPage())).body.click_id).toBe(newest);
      expect((await client.lead({ click_id: clickId }, asPage())).status).toBe(200);
    });
  });

  describe('400', () => {
    const long = 'x'.repeat(256);
    test.each([
      ['click_id or customer_key is required', {}],
      ['click_id or customer_key is required', { click_id: '', customer_key: null }],
      ['click_id or customer_key is required', { email: 7 }],
      ['click_id must be a string', { click_id: 7, customer_key: 'k' }],
      ['click_id must be a string', { click_id: { $ne: 1 } }],
      ['customer_key must be a string', { customer_key: ['k'] }],
      ['customer_key must be a string', { customer_key: false }],
      ['email must be a string', { customer_key: 'k', email: {} }],
      ['click_id is invalid', { click_id: long }],
      ['customer_key is invalid', { customer_key: long }],
      ['customer_key is invalid', { customer_key: 'a\u0000b' }],
      ['customer_key is invalid', { customer_key: 'a\nb' }],
      ['customer_key is invalid', { customer_key: 'half \ud800' }],
      ['email is invalid', { customer_key: 'k', email: long }],
      ['email is invalid', { customer_key: 'k', email: 'a\u007f@b.test' }],
      ['program_id is invalid', { customer_key: 'k', program_id: '7a' }],
      [NOT_FOUND.error, { click_id: 'cust_12345_1700000000000' }],
    ])('%s: %j', async (error, body) => {
      expect(await leadAnswered(body, asServer())).toEqual([400, { error }]);
      expect(await leadAnswered(body, asPage())).toEqual([400, { error }]);
    });

    test('a customer that is a lead already, by key or by click, stays as it is', async () => {
      const { clickId, customerKey } = await client.customer(program);
      for (const sending of [asServer(), asPage()]) {
        expect(await leadAnswered({ customer_key: customerKey }, sending)).toEqual([400, ALREADY]);
        expect(await leadAnswered({ click_id: clickId }, sending)).toEqual([400, ALREADY]);
        expect(await leadAnswered({ click_id: clickId, customer_key: uniqueName('user') }, sending)).toEqual([
          400,
          ALREADY,
        ]);
      }
    });

    test('a customer that has paid is named with its later stage', async () => {
      const { customerKey } = await client.customer(program);
      await client.soldTo(program, customerKey);
      expect(await leadAnswered({ customer_key: customerKey }, asServer())).toEqual([
        400,
        { error: 'Customer status cannot be updated to lead. Current status: customer' },
      ]);
    });

    test('server mode: a click or a customer of another program is refused, before the key is looked up', async () => {
      const { customerKey } = await client.customer(sibling);
      expect(await leadAnswered({ customer_key: customerKey }, asServer())).toEqual([400, ELSEWHERE]);
      for (const elsewhere of [sibling, stranger]) {
        const clickId = await client.clickId(elsewhere);
        const known = await client.customer(program);
        expect(await leadAnswered({ click_id: clickId }, asServer())).toEqual([400, ELSEWHERE]);
        expect(
          await leadAnswered({ click_id: clickId, customer_key: known.customerKey }, asServer()),
        ).toEqual([400, ELSEWHERE]);
      }
    });

    test('browser mode: a click and a key of different programs are refused', async () => {
      const { customerKey } = await client.customer(sibling);
      const clickId = await client.clickId(program);
      expect(await leadAnswered({ click_id: clickId, customer_key: customerKey }, asPage())).toEqual([
        400,
        ELSEWHERE,
      ]);
    });
  });

  describe('401', () => {
    test('an unknown key, before anything else', async () => {
      expect(await leadAnswered({}, { key: 'svc_nobody' })).toEqual([401, { error: 'Invalid API key' }]);
    });
  });

  describe('403', () => {
    const FORBIDDEN = [403, { error: 'Origin not allowed' }];
    test('a click from an origin that its program does not list', async () => {
      const clickId = await client.clickId(program);
      for (const sending of [
        {},
        { origin: 'null' },
        { origin: 'https://x.test' },
        { origin: stranger.origin },
      ]) {
        expect(await leadAnswered({ click_id: clickId }, sending)).toEqual(FORBIDDEN);
      }
    });

    test('a key alone from an origin that nobody lists, or that the named program does not list', async () => {
      const body = { customer_key: uniqueName('user') };
      expect(await leadAnswered(body, { origin: 'https://x.test' })).toEqual(FORBIDDEN);
      expect(await leadAnswered(body, {})).toEqual(FORBIDDEN);
      expect(await leadAnswered({ ...body, program_id: stranger.programId }, asPage())).toEqual(FORBIDDEN);
      expect(await leadAnswered({ ...body, program_id: 999_999_999 }, asPage())).toEqual(FORBIDDEN);
    });
  });

  test('500: a fault of ours records nothing', async () => {
    const customerKey = uniqueName('user');
    const body = { customer_key: customerKey, email: 'fail@test.test' };
    expect(await leadAnswered(body, asServer())).toEqual([500, { error: 'Lead tracking failed' }]);
    expect(await customerBy(customerKey)).toBeUndefined();
  });
});
