import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Failure } from '../src/failure.js';
import { printOutcome } from '../src/simulate/print-outcome.js';
import type { Outcome } from '../src/simulate/run-scenario.js';
import { readScenario } from '../src/simulate/scenario.js';
import { newProject } from './support.js';

const exampleOf = (name: string) =>
  fileURLToPath(new URL(`../../../examples/scenarios/${name}.json`, import.meta.url));

const PROGRAM = {
  commission: { type: 'percent', basis_points: 1000, duration_months: null },
  partners: [{ email: 'jane@blog.test', name: 'Jane', links: [{ short_link: 'jane' }] }],
};

const scenarioOf = (steps: readonly object[], more: object = {}) =>
  JSON.stringify({ now: '2026-01-15T09:00:00Z', program: PROGRAM, steps, ...more });

/** Runs a scenario as a file in a project of its own. */
async function simulate(text: string, ...options: string[]) {
  const project = newProject();
  await project.write('scenario.json', text);
  return project.svc(['simulate', 'scenario.json', ...options]);
}

describe('the examples', () => {
  const run = (name: string) => newProject().svc(['simulate', exampleOf(name), '--json']);
  const outcomeOf = async (name: string): Promise<Outcome> => {
    const { code, stdout, stderr } = await run(name);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };

  test('a year of a subscription with a refund, a lost dispute and a payout comes to what it expects', async () => {
    const outcome = await outcomeOf('subscription-year');
    expect(outcome).toMatchObject({
      started_at: '2026-01-15T09:00:00.000Z',
      ended_at: '2027-01-30T00:00:00.000Z',
      balances: [
        { name: 'Jane', currency: 'USD', earned_cents: 18_000, payable_cents: 1_500, paid_cents: 14_400 },
      ],
      ledger: { differences: [] },
      expectations: { mismatches: [] },
    });
    expect(outcome.commissions).toHaveLength(12);
    expect(outcome.ledger.movements).toBeGreaterThan(30);
    expect(outcome.commissions[5]?.story.join(' ')).toContain('A refund of 20.00 USD reversed 6.00 USD');
    for (const columns of [80, 120]) {
      const text = printOutcome(outcome, { columns, hasColor: true });
      const lines = stripVTControlCharacters(text).split('\n');
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
      expect(lines.filter((line) => line.includes('sale of 49.99 USD'))).toHaveLength(12);
      expect(lines.find((line) => line.includes('Jane  '))?.split(/ {2,}/)).toEqual([
        ...['', 'Jane', 'USD', '180.00', '21.00', '0.00', '0.00', '15.00', '144.00'],
      ]);
    }
  });

  test('a code takes a sale from a link, and a program pays by product and by tier', async () => {
    const [precedence, tiers] = await Promise.all([
      outcomeOf('code-or-link'),
      outcomeOf('products-and-tiers'),
    ]);
    expect(precedence.commissions.map(({ email }) => email)).toEqual([
      ...['jane@blog.test', 'radio@pod.test', 'jane@blog.test', 'radio@pod.test'],
    ]);
    expect(tiers.commissions[0]?.story).toContain('Item "gift-card" of 50.00 USD: clause 1 pays nothing.');
  });
});

test('books that are not as expected end it with 1, and each difference names its place', async () => {
  const sale = { type: 'sale', transaction_id: 'order-1', customer_key: 'user-1', click_id: 'visit' };
  const { code, stdout } = await simulate(
    scenarioOf(
      [
        { type: 'click', short_link: 'jane', click_id: 'visit' },
        { ...sale, amount_cents: 5_000 },
        { type: 'expect', balances: [{ email: 'Jane@Blog.test', pending_cents: 500 }] },
      ],
      { expect: { commissions: [{ transaction_id: 'order-1', amount_cents: 501, status: 'pending' }] } },
    ),
  );
  expect(code).toBe(1);
  expect(stdout).toContain('✗ expect.commissions[0].amount_cents: expected 501, got 500');
  expect(stdout.match(/✗/g)).toHaveLength(1);
});

test('a payment, a won dispute, a rule of a partner, a cancelled subscription and a payout of one partner', async () => {
  const email = 'jane@blog.test';
  const payment = { customer_key: 'user-1', click_id: 'visit', amount_cents: 10_000 };
  const double = { type: 'percent', basis_points: 2_000, duration_months: null };
  const { code, stdout } = await simulate(
    scenarioOf(
      [
        { type: 'click', short_link: 'jane', click_id: 'visit' },
        { type: 'advance', days: 1 },
        { type: 'payment', payment_id: 'one', ...payment },
        { type: 'dispute', payment_id: 'one' },
        { type: 'advance', days: 40 },
        { type: 'expect', commissions: [{ status: 'held', hold_kind: 'dispute' }] },
        { type: 'dispute_close', payment_id: 'one', status: 'won' },
        { type: 'payout_run', emails: [email], reference: 'transfer 1' },
        { type: 'rule', email, commission: double },
        { type: 'subscription', subscription_id: 'pro', ...payment },
        { type: 'advance', months: 1 },
        { type: 'cancel', subscription_id: 'pro' },
        { type: 'advance', months: 3 },
      ],
      { expect: { balances: [{ email, earned_cents: 5_000, payable_cents: 4_000, paid_cents: 1_000 }] } },
    ),
    '--json',
  );
  const { expectations, ledger } = JSON.parse(stdout);
  expect([code, expectations.mismatches, ledger.differences]).toEqual([0, [], []]);
});

test('a step that the service refuses is named, with the answer and what to do', async () => {
  const sale = { type: 'sale', transaction_id: 'order-1', customer_key: 'nobody', amount_cents: 100 };
  const { code, stderr, stdout } = await simulate(scenarioOf([sale]));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^svc: steps\[0] \(sale\): The service answered 400: /);
  const renewals = { type: 'subscription', subscription_id: 'pro', amount_cents: 100, renewals: 1 };
  const late = { type: 'refund', subscription_id: 'pro', payment: 2 };
  expect((await simulate(scenarioOf([renewals, late]))).stderr).toContain(
    'steps[1] (refund_payment): pro has made 1 payment so far, not 2',
  );
});

test('what the service would refuse in a program is named as it is in the file', async () => {
  const program = { ...PROGRAM, currency: 'XXX', hold_days: -1 };
  const { code, stderr } = await simulate(scenarioOf([], { program }));
  expect(code).toBe(2);
  expect(stderr).toContain('program.currency: ');
  expect(stderr).toContain('program.hold_days: ');
});

describe('a scenario is refused as a whole, with every problem and its place', () => {
  function problemsOf(text: string): string[] {
    try {
      readScenario(text, 'scenario.json');
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
      return (error as Failure).message.split('\n').slice(1);
    }
    return [];
  }

  test.each([
    ['{', [expect.stringMatching(/^it is not JSON: /)]],
    ['[]', ['the file: must be an object']],
    [
      '{}',
      [
        'program: is required, and must be an object',
        'now: is required, and must be a time in ISO 8601, such as 2026-01-15T09:00:00Z',
        'steps: is required, and must be a list of objects',
      ],
    ],
    [
      scenarioOf([], { stepps: [] }),
      ['stepps: is not known here; known are name, now, program, steps, expect'],
    ],
  ])('%s', (text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  test.each<[object, string]>([
    [{ type: 'sell' }, 'type: must be one of click, lead, sale, refund'],
    [
      { type: 'sale', transaction_id: 'a', amount_cents: 1.5 },
      'amount_cents: must be a whole number, 1 or more',
    ],
    [{ type: 'sale', transaction_id: 'a', amount: 5 }, 'amount: is not known in a sale'],
    [{ type: 'sale', amount_cents: 5 }, 'transaction_id: is required'],
    [{ type: 'lead', click_id: 'visit' }, 'click_id: no earlier click has the click_id "visit"'],
    [
      { type: 'cancel', subscription_id: 'pro' },
      'subscription_id: no earlier subscription has the subscription_id "pro"',
    ],
    [{ type: 'refund', payment_id: 'p' }, 'payment_id: no earlier payment has the payment_id "p"'],
    [{ type: 'dispute_close', payment_id: 'p', status: 'draw' }, 'status: must be one of won, lost'],
    [
      { type: 'subscription', subscription_id: 's', amount_cents: 5, every: {} },
      'every: must have at least one of',
    ],
    [{ type: 'advance' }, 'days: an advance has either to, or some of'],
    [{ type: 'advance', days: 1, to: '2026-02-01' }, 'to: an advance has either to, or some of'],
    [{ type: 'advance', months: -1 }, 'months: must be a whole number, 0 or more'],
    [
      { type: 'rule', email: 'joe@blog.test', commission: {} },
      'email: no partner of the program has the email',
    ],
    [{ type: 'payout_run', emails: ['joe@blog.test'] }, 'emails[0]: no partner of the program has the email'],
    [{ type: 'expect', balances: [{ payable_cents: 1 }] }, 'balances[0]: needs an email'],
    [
      { type: 'expect', commissions: [{ amount_cents: '1' }] },
      'commissions[0].amount_cents: must be a whole number',
    ],
  ])('%j', (step, problem) => {
    expect(problemsOf(scenarioOf([{ type: 'advance', days: 1 }, step]))).toContainEqual(
      expect.stringContaining(`steps[1].${problem}`),
    );
  });

  test('the examples have no problems', () => {
    for (const name of ['subscription-year', 'code-or-link', 'products-and-tiers'])
      expect(problemsOf(readFileSync(exampleOf(name), 'utf8'))).toEqual([]);
  });
});
