import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completeRewards } from '../../src/features/commissions/complete-rewards.js';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { trackingClient } from '../http/tracking-client.js';
import { type Books, openBooks } from '../support/books.js';
import { engines } from '../support/engines.js';
import { signIn } from '../support/management.js';
import { createSender, openProgram } from '../support/open-program.js';
import { payOut } from '../support/payouts.js';
import {
  partnerEmail,
  type SeededProgram,
  seedLink,
  seedPartner,
  seedProgram,
  uniqueName,
} from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

describe.each(engines)('the reward of a lead on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine, { numbersEvents: true }));

  /** A program that pays 2.50 for each lead at once, and sells with 20 %. */
  async function open() {
    const opened = await openProgram(service, { holdDays: 0 });
    const { program, send } = opened;
    const set = await send('PATCH', '', { lead_source: 'server', lead_reward_cents: 250 });
    expect([set.status, set.body.lead_reward_cents]).toEqual([200, 250]);
    const client = trackingClient(service);
    const { customerKey } = await client.customer(program);
    const commissions = async (query = '') => (await send('GET', `/commissions${query}`)).body.data;
    const click = async (query: string, link = program.shortLink): Promise<string> => {
      const affiliate_url = `${program.origin}/?aff=${link}&${query}`;
      return (await client.click({ affiliate_url }, { origin: program.origin })).body.click_id;
    };
    return { ...opened, client, customerKey, commissions, click };
  }

  test('is earned once per credited lead, and is in lists, customer, report and explanation', async () => {
    const { program, send, client, customerKey, commissions } = await open();
    await client.lead({ customer_key: customerKey }, { key: program.apiKey });
    await client.lead({ customer_key: `${customerKey} of nobody` }, { key: program.apiKey });
    const clickId = await client.clickId(program);
    await client.lead({ click_id: clickId, additional_data: { test_mode: true } }, { key: program.apiKey });
    const [reward, ...others] = await commissions();
    expect(others).toEqual([]);
    expect(reward).toMatchObject({
      sale_id: null,
      lead_id: expect.any(Number),
      rule_id: null,
      transaction_id: null,
      customer_key: customerKey,
      partner_id: program.partnerId,
      amount_cents: 250,
      original_amount_cents: 250,
      currency: 'USD',
    });
    expect(await commissions(`?customer_key=${customerKey}`)).toEqual([reward]);
    const explained = await send('GET', `/commissions/${reward.id}/explain`);
    expect(explained.status).toBe(200);
    expect(explained.body).toMatchObject({
      sale: null,
      lead: { id: reward.lead_id },
      rule: null,
      arithmetic: null,
    });
    expect(explained.body.story.slice(2)).toEqual([
      'The program pays 2.50 USD for a lead.',
      expect.stringMatching(/^It is payable from .*, 0 days after the lead\.$/),
      expect.stringMatching(/^The commission now stands at 2\.50 USD and is p/),
    ]);
    const customer = await send('GET', `/customers/${reward.customer_id}`);
    expect(customer.body.totals).toMatchObject([{ currency: 'USD', sales: 0, commission_cents: 250 }]);
    expect(customer.body.timeline.map((entry: { type: string }) => entry.type)).toEqual([
      'click',
      'lead',
      'commission',
    ]);
    const totals = await send('GET', '/commissions/totals');
    expect(totals.body.data).toMatchObject([{ currency: 'USD', commissions: 1, amount_cents: 250 }]);
  });

  test('is held where the program looks for self-referrals, with the evidence', async () => {
    const { program, send, client, commissions } = await open();
    const email = await partnerEmail(service.pool, program.partnerId);
    const click_id = await client.clickId(program);
    const lead = await client.lead({ click_id, email }, { key: program.apiKey });
    expect(lead.status).toBe(200);
    const [reward] = await commissions('?flag=self_referral');
    expect(reward).toMatchObject({
      status: 'held',
      hold_kind: 'flagged',
      flags: ['self_referral'],
      lead_id: expect.any(Number),
    });
    const { story } = (await send('GET', `/commissions/${reward.id}/explain`)).body;
    expect(story).toContain(
      "Flagged as a self-referral: the customer's email address is the partner's. The program holds such commissions.",
    );
    expect(story.at(-1)).toBe(
      'The commission now stands at 2.50 USD and is on hold: A fraud flag of the program holds it.',
    );
  });

  test('is held and released by hand, and paid out with the commissions of sales, after a payout that is cancelled', async () => {
    const { program, send, client, customerKey, commissions } = await open();
    await client.soldTo(program, customerKey, 1_000);
    const reward = (await commissions()).find((one: { sale_id: number | null }) => one.sale_id === null);
    const path = `/commissions/${reward.id}`;
    expect((await send('POST', `${path}/hold`, { reason: 'A duplicate?' })).body).toMatchObject({
      status: 'held',
    });
    expect((await send('POST', `${path}/release`, {})).status).toBe(200);
    const parts = { pool: service.pool, ids: service.tracking.ids };
    await matureCommissions(service.pool, service.tracking.ids, { nowMs: Date.now() + 1_000 });
    const { programId, partnerId } = program;
    const run = await send('POST', '/payout-runs', { currency: 'USD' });
    const [cancelled] = run.body.payouts;
    expect(cancelled).toMatchObject({ amount_cents: 250 + 200 });
    expect((await send('POST', `/payouts/${cancelled.id}/cancel`, {})).status).toBe(200);
    const payout = await payOut(parts, { programId, partnerId, currency: 'USD' });
    expect(payout).toMatchObject({ amount_cents: 250 + 200 });
    const partner = await seedPartnerUser(service.pool, program, partnerId);
    const asPartner = createSender(
      service,
      await signIn(service, partner.email),
      `/api/partner/programs/${programId}`,
    );
    const own = await asPartner('GET', '/commissions');
    expect(own.body.data.find((one: { id: number }) => one.id === reward.id)).toMatchObject({
      amount_cents: 250,
      sale_at: null,
      sale_amount_cents: null,
      lead_at: expect.any(String),
    });
    const story = (await asPartner('GET', path)).body.story.join(' ');
    expect(story).toContain('The program pays 2.50 USD for a lead.');
    expect(story).not.toContain(customerKey);
    const statement = await asPartner('GET', `/payouts/${payout?.id}`);
    expect(statement.body.lines).toMatchObject([
      { kind: 'commission', amount_cents: 250, sale_at: null, lead_at: expect.any(String) },
      { kind: 'commission', amount_cents: 200, lead_at: null },
    ]);
    const [lead] = statement.body.lines;
    const file = (await asPartner('GET', `/payouts/${payout?.id}/file`)).body.split('\r\n');
    expect(file[0]).toMatch(/,lead_at$/);
    expect(file[1]).toBe(`${payout?.id},commission,${reward.id},,2.50,USD,Jane,,,,,${lead.lead_at}`);
  });

  test('counts in the report and the breakdown where its lead counts', async () => {
    const { program, send, client, click } = await open();
    const clickId = await click('sub1=north');
    await client.lead({ click_id: clickId, customer_key: uniqueName('customer') }, { key: program.apiKey });
    const today = new Date().toISOString().slice(0, 10);
    const report = await send('GET', `/report?from=${today}&to=${today}`);
    expect(report.body.totals).toMatchObject([
      { currency: 'USD', leads: 2, sales: 0, commission_cents: 500 },
    ]);
    const breakdown = await send('GET', '/breakdown?by=sub1');
    expect(breakdown.body.data).toMatchObject([
      { value: null, leads: 1, commission_cents: 250 },
      { value: 'north', leads: 1, commission_cents: 250 },
    ]);
  });

  test('is earned once by two leads of a customer at once', async () => {
    const { program, client, commissions } = await open();
    const clickId = await client.clickId(program);
    const body = { click_id: clickId, customer_key: uniqueName('customer') };
    const answers = await Promise.all([0, 1, 2, 3].map(() => client.lead(body, { key: program.apiKey })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(await commissions(`?customer_key=${body.customer_key}`)).toHaveLength(1);
  });

  test('stays with the first partner when credit moves, by a click of a server or by hand', async () => {
    const { program, send, client, click, commissions } = await open();
    const joe = await seedPartner(service.pool, program);
    const link = await seedLink(service.pool, {
      workspaceId: program.workspaceId,
      programId: program.programId,
      partnerId: joe.partnerId,
    });
    const customerKey = uniqueName('customer');
    const browser = { origin: program.origin };
    const setSource = (source: string) =>
      service.pool.query('update programs set lead_source = $2 where id = $1', [program.programId, source]);
    // Programs from before the two settings excluded each other pay for leads of pages.
    await setSource('any');
    await client.lead({ click_id: await client.clickId(program), customer_key: customerKey }, browser);
    await setSource('server');
    const joes = await click('', link.shortLink);
    const repeated = await client.lead(
      { click_id: joes, customer_key: customerKey },
      { key: program.apiKey },
    );
    expect(repeated.status).toBe(400);
    const [reward, ...others] = await commissions(`?customer_key=${customerKey}`);
    expect([reward.partner_id, others]).toEqual([program.partnerId, []]);
    await client.soldTo(program, customerKey);
    const assign = { partner_id: program.partnerId, from: 'first_sale', reason: 'They agreed' };
    expect((await send('POST', `/customers/${reward.customer_id}/assign`, assign)).status).toBe(200);
    const back = { ...assign, partner_id: joe.partnerId };
    expect((await send('POST', `/customers/${reward.customer_id}/assign`, back)).status).toBe(200);
    expect((await commissions(`?customer_key=${customerKey}`)).at(-1)).toEqual(reward);
    const { body } = await send('GET', `/commissions/${reward.id}/explain`);
    expect(body.partner.id).toBe(program.partnerId);
    expect(body.click.click_id).not.toBe(joes);
  });

  test('of a code goes to the partner of the code', async () => {
    const { program, send, client, commissions } = await open();
    const code = uniqueName('POD');
    expect((await send('POST', '/codes', { code, partner_id: program.partnerId })).status).toBe(200);
    const customerKey = uniqueName('customer');
    await client.lead({ code, customer_key: customerKey }, { key: program.apiKey });
    const [reward] = await commissions(`?customer_key=${customerKey}`);
    expect(reward).toMatchObject({ partner_id: program.partnerId, amount_cents: 250 });
    const { body } = await send('GET', `/commissions/${reward.id}/explain`);
    expect(body.click).toBeNull();
    expect(body.story[0]).toContain(code);
    const byCode = await send('GET', '/breakdown?by=code');
    expect(byCode.body.data).toContainEqual(expect.objectContaining({ value: code, commission_cents: 250 }));
  });

  test('does not use up what a customer may earn a partner by a rule', async () => {
    const { program, send, client, customerKey } = await open();
    const commission = { type: 'percent', basis_points: 2000, max_total_cents: 300 };
    expect((await send('POST', '/rules', { commission })).status).toBe(200);
    expect((await client.soldTo(program, customerKey, 1_000)).commission.amount_cents).toBe(200);
    expect((await client.soldTo(program, customerKey, 1_000)).commission.amount_cents).toBe(100);
  });

  test('is held where the partner has been suspended since the click', async () => {
    const { program, send, client, commissions } = await open();
    const clickId = await client.clickId(program);
    expect((await send('PATCH', `/partners/${program.partnerId}`, { status: 'suspended' })).status).toBe(200);
    const customerKey = uniqueName('customer');
    await client.lead({ click_id: clickId, customer_key: customerKey }, { key: program.apiKey });
    const [reward] = await commissions(`?customer_key=${customerKey}`);
    expect(reward).toMatchObject({ status: 'held', hold_kind: 'partner_suspended' });
    expect((await send('POST', `/commissions/${reward.id}/release`, {})).status).toBe(200);
  });

  test('writes its events, in the feed with the commission', async () => {
    const { inWorkspace } = await open();
    const feed = await inWorkspace(
      'GET',
      '/event-feed?types=lead.created,commission.created&wait_seconds=10',
    );
    expect(feed.body.data.map((event: { type: string }) => event.type)).toEqual([
      'lead.created',
      'commission.created',
    ]);
    expect(feed.body.data[1].data.commission).toMatchObject({
      sale_id: null,
      amount_cents: 250,
      transaction_id: null,
    });
  });

  test('is a setting: null and 0 are nothing, anything else that is not an amount is refused, and changes are audited', async () => {
    const { send, inWorkspace } = await open();
    for (const wrong of [-1, 0.5, '250', true]) {
      const answer = await send('PATCH', '', { lead_reward_cents: wrong });
      expect([answer.status, answer.body]).toEqual([400, { error: 'lead_reward_cents is invalid' }]);
    }
    expect((await send('PATCH', '', { lead_reward_cents: 0 })).body.lead_reward_cents).toBeNull();
    const { body } = await inWorkspace('GET', '/audit');
    expect(body.data[0]).toMatchObject({
      before: { lead_reward_cents: 250 },
      after: { lead_reward_cents: null },
    });
  });
});

describe.each(engines)('a reward that could not be written on %s', (engine) => {
  let books: Books;
  let program: SeededProgram;
  afterEach(() => books.close());
  beforeEach(async () => {
    books = await openBooks(engine);
    program = await seedProgram(books.pool, { holdDays: 45 });
    await books.pool.query('update programs set lead_reward_cents = 300 where id = $1', [program.programId]);
  });

  const differences = async () => (await verifyBooks(books.pool)).differences;
  const rewards = async () => (await books.pool.query('select * from commissions order by id')).rows;

  test('leaves the lead, and is completed once, by what was true when the lead was recorded', async () => {
    books.failAt = 'money';
    await books.lead(program, { clickId: await books.click(program) });
    books.failAt = null;
    expect(await rewards()).toEqual([]);
    expect(await differences()).toEqual([]);
    await books.pool.query('update programs set lead_reward_cents = null, hold_days = 0 where id = $1', [
      program.programId,
    ]);
    const complete = () => completeRewards(books.pool, books.tracking.ids, { nowMs: Date.now() });
    expect(await complete()).toEqual({ completed: 1, failed: [] });
    expect(await complete()).toEqual({ completed: 0, failed: [] });
    expect(await rewards()).toMatchObject([
      { original_cents: 300, status: 'pending', reason: { type: 'lead', holdDays: 45 }, sale_id: null },
    ]);
    expect(await differences()).toEqual([]);
  });

  test.each([
    ['the amount', 'update commissions set original_cents = 9, amount_cents = 9', /originalCents is 9/],
    ['what is left', 'update commissions set amount_cents = 9', /and nobody rejected it/],
    [
      'the lead',
      `update leads set reward = (reward::jsonb || '{"cents": 9}')::json`,
      /originalCents is 300, lead \d+ makes it 9/,
    ],
    ['a lead that earns nothing', 'update leads set reward = null', /which it is of, earns nothing/],
    [
      'a lead that is a test',
      'update leads set test_mode = true',
      /it is a test lead, and it earns a reward/,
    ],
    ['the time', 'update commissions set payable_at = now()', /payableAtMs/],
    [
      'the reason',
      `update commissions set reason = (reason::jsonb || '{"linkId": 9}')::json`,
      /says linkId 9/,
    ],
    [
      'the relationship',
      `update leads set reward = (reward::jsonb || '{"enrollmentId": 9}')::json`,
      /relationship 9, which does not tie partner/,
    ],
  ])('verify names an edit of %s', async (_what, sql, expected) => {
    await books.lead(program, { clickId: await books.click(program) });
    expect(await differences()).toEqual([]);
    await books.pool.query(sql);
    expect((await differences()).map(({ what }) => what).join('\n')).toMatch(expected);
  });
});
