import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Model, type Rule } from '../../../core/test/reference/model.js';
import { type Scenario, type Step, scenarios } from '../../../core/test/reference/scenarios.js';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { trackingClient } from '../http/tracking-client.js';
import { engines } from '../support/engines.js';
import { addMember, seedUser, signIn } from '../support/management.js';
import { createSender, type Send } from '../support/open-program.js';
import { seedLink, seedPartner, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const DAY_MS = 86_400_000;
const PROGRAMS = 100;
/** How many are played at once. */
const AT_ONCE = 8;
/** Of one partner, by currency. */
type Balances = readonly {
  readonly currency: string;
  readonly pending_cents: number;
  readonly held_cents: number;
  readonly payable_cents: number;
  readonly paid_cents: number;
}[];

describe.each(engines)('random programs over HTTP, on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));
  let owner: { readonly userId: string; readonly cookie: string };
  beforeAll(async () => {
    const { userId, email } = await seedUser(service.pool);
    owner = { userId, cookie: await signIn(service, email) };
  });

  /** A program of a scenario as people set it up, with two partners, their links and their codes. */
  async function open({ policy }: Scenario) {
    const program = await seedProgram(service.pool, { currency: policy.currency });
    await addMember(service.pool, program.workspaceId, owner.userId, 'owner');
    const { partnerId } = await seedPartner(service.pool, program);
    const { shortLink } = await seedLink(service.pool, {
      workspaceId: program.workspaceId,
      programId: program.programId,
      partnerId,
    });
    const partners = [
      { id: program.partnerId, shortLink: program.shortLink },
      { id: partnerId, shortLink },
    ] as const;
    const send = createSender(service, owner.cookie, `/api/programs/${program.programId}`);
    await succeed(send, 'PATCH', '', {
      attribution_precedence: policy.attribution_precedence,
      lead_reward_cents: policy.lead_reward_cents,
      lead_source: policy.lead_reward_cents === null ? 'any' : 'server',
      fast_sale: 'off',
    });
    await changeRule(send, policy.rule);
    for (const [number, rule] of policy.partnerRules)
      await changeRule(send, rule, `/partners/${partners[number as 0 | 1].id}`);
    for (const [code, number] of policy.codes)
      await succeed(send, 'POST', '/codes', { code, partner_id: partners[number as 0 | 1].id });
    return { program, partners, send, name: uniqueName('order') };
  }
  type Opened = Awaited<ReturnType<typeof open>>;

  async function succeed(send: Send, method: string, path: string, body?: unknown) {
    const answer = await send(method, path, body);
    expect([answer.status, answer.body], JSON.stringify(body)).toEqual([200, answer.body]);
    return answer.body;
  }

  const changeRule = (send: Send, commission: Rule, of = '') =>
    succeed(send, 'POST', `${of}/rules`, { commission });

  async function compare(opened: Opened, model: Model, step: Step, at: number): Promise<void> {
    const { program, partners, name } = opened;
    const client = trackingClient(service);
    const key = { key: program.apiKey };
    // Customer keys are of the workspace, transaction ids of the whole service.
    if (step.kind === 'lead') {
      const { isRecorded, isAttributed } = model.lead(step);
      const link = step.click === null ? null : partners[step.click as 0 | 1].shortLink;
      const click =
        link === null ? null : await client.click({ affiliate_url: `https://shop.test/?aff=${link}` }, key);
      const { status, body } = await client.lead(
        { customer_key: step.customer, click_id: click?.body.click_id, code: step.code },
        key,
      );
      expect([status, body.attributed]).toEqual(isRecorded ? [200, isAttributed] : [400, undefined]);
    } else if (step.kind === 'sale') {
      const atMs = Date.now() - step.daysAgo * DAY_MS;
      const transaction = `${name} ${at}`;
      const expected = model.sale({ ...step, transaction, atMs });
      const { status, body } = await client.sale(
        {
          transaction_id: transaction,
          customer_key: step.customer,
          amount_cents: step.amount,
          tax_cents: step.tax,
          currency: step.currency,
          items: step.items,
          code: step.code,
          occurred_at: new Date(atMs).toISOString(),
        },
        key,
      );
      const earned = body.commission && [body.commission.amount_cents, body.commission.currency];
      expect([status, earned]).toEqual(
        expected === 'refused' ? [400, undefined] : [200, expected && [expected.cents, expected.currency]],
      );
    } else {
      const transaction = `${name} ${step.which}`;
      const expected = model.refund(transaction, step.cents);
      const wanted = { transaction_id: transaction, amount_cents: step.cents, refund_id: `refund ${at}` };
      for (let times = step.isRepeated ? 2 : 1; times > 0; times--) {
        const { status, body } = await client.refund(wanted, key);
        if (expected === 'refused') expect([400, 404]).toContain(status);
        else
          expect([status, body.refunded_amount_cents, body.commission?.amount_cents ?? null]).toEqual([
            200,
            expected.refunded,
            expected.left,
          ]);
      }
    }
  }

  async function play(scenario: Scenario): Promise<Opened & { readonly model: Model }> {
    const opened = await open(scenario);
    const model = new Model(scenario.policy);
    const { steps, nextRule } = scenario;
    let sales = 0;
    for (const [at, step] of steps.entries()) {
      if (nextRule !== null && at === Math.floor(steps.length / 2)) {
        model.changeRule(nextRule);
        await changeRule(opened.send, nextRule);
      }
      await compare(opened, model, step, step.kind === 'sale' ? sales++ : at);
    }
    return { ...opened, model };
  }

  async function balancesOf({ partners, send }: Opened): Promise<Balances[]> {
    const both = [];
    for (const { id } of partners) {
      const { balances } = await succeed(send, 'GET', `/partners/${id}`);
      const isMoney = ({ currency: _currency, ...cents }: Balances[number]) =>
        Object.values(cents).some((one) => one !== 0);
      both.push(balances.filter(isMoney));
    }
    return both;
  }

  async function each(list: readonly Scenario[], run: (scenario: Scenario, at: number) => Promise<void>) {
    const waiting = [...list.entries()];
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await run(next[1], next[0]);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  const sampled = () => fc.sample(scenarios, { numRuns: PROGRAMS, seed: 19 });

  test('leads, sales and refunds come to the cent to what the model says, and so do balances', {
    timeout: 180_000,
  }, async () => {
    await each(sampled(), async (scenario) => {
      const played = await play(scenario);
      const owed = new Map<string, number>();
      for (const [number, balances] of (await balancesOf(played)).entries())
        for (const { currency, ...accounts } of balances)
          owed.set(
            `${number} ${currency}`,
            Object.values(accounts).reduce((sum, cents) => sum + cents, 0),
          );
      expect(owed, JSON.stringify(scenario)).toEqual(played.model.balances());
    });
  });

  test('after any of it, a payout included, assigning customers away and back leaves every balance as it was', {
    timeout: 180_000,
  }, async () => {
    // All with tiers, which count customers: those change hands here, too.
    const some = sampled().filter(
      ({ policy }, at) => at < PROGRAMS / 10 || JSON.stringify(policy).includes('min_customers'),
    );
    await each(some, async (scenario, at) => {
      const opened = await play(scenario);
      const { partners, send, program, name } = opened;
      await matureCommissions(service.pool, service.tracking.ids, { nowMs: Date.now() });
      if (at % 2 === 0) await send('POST', '/payout-runs', {});
      for (const step of scenario.steps.filter(({ kind }) => kind === 'refund'))
        if (step.kind === 'refund')
          await trackingClient(service).refund(
            { transaction_id: `${name} ${step.which}`, amount_cents: 1 },
            { key: program.apiKey },
          );
      const { data: customers } = await succeed(send, 'GET', '/customers');
      for (const { id, partner_id: from } of customers) {
        if (from === null) continue;
        const before = await balancesOf(opened);
        const to = partners.find((one) => one.id !== from)?.id;
        for (const partner of [to, from]) {
          const body = { partner_id: partner, from: 'first_sale', reason: 'It was theirs.' };
          await succeed(send, 'POST', `/customers/${id}/assign`, body);
        }
        expect(await balancesOf(opened), JSON.stringify(scenario)).toEqual(before);
      }
    });
  });
});
