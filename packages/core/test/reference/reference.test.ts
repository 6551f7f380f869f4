import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ClausePay,
  type CommissionRule,
  decide,
  earningsIndex,
  type Facts,
  fold,
  formatClickId,
  type LeadCommand,
  type Outcome,
} from '../../src/index.js';
import {
  clickOf,
  codeOf,
  DAY_MS,
  effectsOf,
  enrollmentOf,
  factsOf,
  leadCommand,
  NOW_MS,
  newIds,
  programOf,
  refundCommand,
  saleCommand,
} from '../facts-of.js';
import { Model, type Pay, type Policy, type Rule } from './model.js';
import { type Scenario, type Step, scenarios } from './scenarios.js';

const PARTNERS = [
  { enrollmentId: 5, partnerId: 3, linkId: 4, codeId: 50 },
  { enrollmentId: 6, partnerId: 8, linkId: 7, codeId: 51 },
] as const;

function payOf(pay: Pay): ClausePay {
  if (pay.type === 'flat') return { type: 'flat', amountCents: pay.amount_cents };
  if (pay.type === 'none') return pay;
  return { type: 'percent', basisPoints: pay.basis_points, maxCents: pay.max_cents ?? null };
}

function ruleOf(rule: Rule, id: number, scope: CommissionRule['scope'] = 'program'): CommissionRule {
  const clauses =
    rule.type !== 'clauses'
      ? null
      : {
          list: rule.clauses.map(({ when, pay }) => ({
            when: {
              products: when.products ?? null,
              sale: when.sale ?? null,
              codes: when.codes ?? null,
              fromMonth: when.from_month ?? null,
              toMonth: when.to_month ?? null,
              minAmountCents: when.min_amount_cents ?? null,
              minCustomers: when.min_customers ?? null,
            },
            pay: payOf(pay),
          })),
          otherwise: rule.otherwise && payOf(rule.otherwise),
        };
  return {
    id,
    version: id,
    scope,
    type: rule.type,
    basisPoints: rule.type === 'percent' ? rule.basis_points : null,
    amountCents: rule.type === 'flat' ? rule.amount_cents : null,
    clauses,
    durationMonths: rule.duration_months,
    maxTotalCents: rule.max_total_cents,
  };
}

function programFor(policy: Policy, rule: Rule, version: number) {
  return programOf({
    currency: policy.currency,
    attributionPrecedence: policy.attribution_precedence,
    leadRewardCents: policy.lead_reward_cents,
    rule: ruleOf(rule, version),
  });
}

/** A program with its partners, links and codes, as a batch would load them. */
function openFacts({ policy }: Scenario): Facts {
  const facts = factsOf({
    programs: [programFor(policy, policy.rule, 1)],
    enrollments: PARTNERS.map(({ enrollmentId: id, partnerId }, number) => {
      const own = policy.partnerRules.get(number);
      return enrollmentOf({ id, partnerId, rule: own === undefined ? null : ruleOf(own, 9, 'partner') });
    }),
    codes: [...policy.codes].map(([code, number]) => {
      const { enrollmentId, partnerId, codeId: id } = PARTNERS[number as 0 | 1];
      return codeOf({ id, code, enrollmentId, partnerId });
    }),
  });
  for (const { code, id } of facts.codes.values()) facts.codeNames.set(id, code);
  for (const { enrollmentId } of PARTNERS) facts.partnerCustomers.set(enrollmentId, 0);
  return facts;
}

/** The rules, one command after the other. */
class Rules {
  readonly #facts: Facts;
  readonly #scenario: Scenario;
  readonly #newId = newIds();
  readonly #lefts = new Map<number, readonly [string, number]>();
  #clicks = 0;

  constructor(scenario: Scenario) {
    this.#facts = openFacts(scenario);
    this.#scenario = scenario;
  }

  changeRule(rule: Rule): void {
    this.#facts.programs.set(1, programFor(this.#scenario.policy, rule, 2));
  }

  lead({ customer: customerKey, click, code }: Extract<Step, { kind: 'lead' }>): Outcome {
    return this.#decide(
      leadCommand({ customerKey, code, clickId: click === null ? null : this.#click(click) }),
    );
  }

  sale(
    { customer, amount, tax, currency, items, code, daysAgo }: Extract<Step, { kind: 'sale' }>,
    name: string,
  ) {
    return this.#decide(
      saleCommand({
        transactionId: name,
        customerKey: customer,
        amountCents: amount,
        taxCents: tax,
        currency,
        items: items?.map(({ product, amount_cents: amountCents }) => ({ product, amountCents })) ?? null,
        code,
        occurredAtMs: NOW_MS - daysAgo * DAY_MS,
      }),
    );
  }

  refund(transactionId: string, amountCents: number | null, refundKey: string): Outcome {
    return this.#decide(refundCommand({ transactionId, amountCents, refundKey }));
  }

  balances(): Map<string, number> {
    const sums = new Map<string, number>();
    for (const [key, cents] of this.#lefts.values())
      if (cents !== 0) sums.set(key, (sums.get(key) ?? 0) + cents);
    return sums;
  }

  #click(number: number): string {
    const { enrollmentId, partnerId, linkId } = PARTNERS[number as 0 | 1];
    const click = clickOf({ number: ++this.#clicks, enrollmentId, partnerId, linkId });
    this.#facts.clicks.set(formatClickId(click), click);
    return formatClickId(click);
  }

  #decide(command: LeadCommand | ReturnType<typeof saleCommand> | ReturnType<typeof refundCommand>): Outcome {
    const decision = decide(command, this.#facts, this.#newId);
    for (const effect of decision.effects) fold(this.#facts, effect);
    for (const { commission, isNew } of effectsOf(decision, 'commission')) {
      const { id, partnerId, currency, amountCents, originalCents, enrollmentId, reason } = commission;
      const number = PARTNERS.findIndex((one) => one.partnerId === partnerId);
      this.#lefts.set(id, [`${number} ${currency}`, amountCents]);
      // A batch loads what earlier rules without a limit paid; facts that are folded forward count only what this one limits.
      if (!isNew || reason.type === 'lead' || reason.maxTotalCents !== undefined) continue;
      const index = earningsIndex(reason.customerId, enrollmentId, currency);
      const { customerEarnings } = this.#facts;
      customerEarnings.set(index, (customerEarnings.get(index) ?? 0) + originalCents);
    }
    return decision.outcome;
  }
}

function compare(step: Step, at: number, rules: Rules, model: Model): void {
  if (step.kind === 'lead') {
    const { isRecorded, isAttributed } = model.lead(step);
    expect(rules.lead(step)).toMatchObject(
      isRecorded ? { kind: 'lead', attributed: isAttributed } : { refusal: 'status_not_visitor' },
    );
  } else if (step.kind === 'sale') {
    const transaction = `order ${at}`;
    const outcome = rules.sale(step, transaction);
    const expected = model.sale({ ...step, transaction, atMs: NOW_MS - step.daysAgo * DAY_MS });
    if (expected === 'refused') expect(outcome).toMatchObject({ kind: 'refused' });
    else
      expect(outcome).toMatchObject({
        kind: 'sale',
        commission: expected && { amountCents: expected.cents, currency: expected.currency },
      });
  } else {
    const transaction = `order ${step.which}`;
    const expected = model.refund(transaction, step.cents);
    for (let times = step.isRepeated ? 2 : 1; times > 0; times--) {
      const outcome = rules.refund(transaction, step.cents, `refund ${at}`);
      if (expected === 'refused') expect(outcome).toMatchObject({ kind: 'refused' });
      else
        expect(outcome).toMatchObject({
          kind: 'refund',
          refundedCents: expected.refunded,
          commission: expected.left === null ? null : { amountCents: expected.left },
        });
    }
  }
}

test('in any program, every lead, sale and refund comes to the cent to what a model written from the contract says', () => {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const { policy, steps, nextRule } = scenario;
      const model = new Model(policy);
      const rules = new Rules(scenario);
      let sales = 0;
      for (const [at, step] of steps.entries()) {
        if (nextRule !== null && at === Math.floor(steps.length / 2)) {
          model.changeRule(nextRule);
          rules.changeRule(nextRule);
        }
        compare(step, step.kind === 'sale' ? sales++ : at, rules, model);
      }
      expect(rules.balances()).toEqual(model.balances());
    }),
    { numRuns: 10_000 },
  );
}, 60_000);
