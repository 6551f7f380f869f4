import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Click,
  type Command,
  type Commission,
  type Customer,
  type CustomerCredit,
  customerAtSale,
  type Decision,
  decide,
  type Effect,
  fold,
  formatClickId,
  type Movement,
  reversalTarget,
} from '../src/index.js';
import {
  BROWSER,
  clickCommand,
  DAY_MS,
  enrollmentOf,
  factsOf,
  leadCommand,
  linkOf,
  NOW_MS,
  newIds,
  programOf,
  refundCommand,
  SERVER,
  saleCommand,
  TWENTY_PERCENT,
} from './facts-of.js';

const FIRST_ONLY = { ...TWENTY_PERCENT, id: 2, basisPoints: 3333, durationMonths: 0 };
const PROGRAMS = [programOf(), programOf({ id: 2, rule: FIRST_ONLY, cookieWindowDays: 1 })];
const SERVERS = [SERVER, { ...SERVER, programId: 2 }] as const;

// Few names, so that commands meet.
const server = fc.constantFrom(SERVERS[0], SERVERS[0], SERVERS[0], SERVERS[1]);
const click = fc.record({
  number: fc.integer({ min: 1, max: 4 }),
  clickedMs: fc.constantFrom(NOW_MS, NOW_MS - 2 * DAY_MS),
});
const clickId = fc.option(click.map(formatClickId));
const customerKey = fc.option(fc.constantFrom('ann', 'bob', 'cleo'));
const transactionId = fc.constantFrom('t-1', 't-2', 't-3', 't-4', 't-5');
const amountCents = fc.integer({ min: 1, max: 2000 });
const testMode = fc.integer({ min: 0, max: 5 }).map((n) => n === 0);

const command: fc.Arbitrary<Command> = fc.oneof(
  fc
    .record({ key: click, shortLinkKey: fc.constantFrom('jane', 'joe'), testMode })
    .map((changes) => clickCommand({ ...changes, caller: { mode: 'browser', origin: 'https://shop.test' } })),
  fc.record({ caller: server, clickId, customerKey, testMode }).map(leadCommand),
  fc
    .record({ clickId, customerKey, testMode, programId: fc.constantFrom(1, 1, 2) })
    .map((changes) => leadCommand({ ...changes, caller: BROWSER })),
  fc
    .record({
      caller: server,
      clickId,
      customerKey,
      testMode,
      transactionId,
      amountCents,
      taxCents: fc.constantFrom(0, 1),
    })
    .map(saleCommand),
  fc
    .record({
      caller: server,
      transactionId,
      amountCents: fc.option(fc.integer({ min: 1, max: 300 })),
      refundKey: fc.option(fc.constantFrom('r-1', 'r-2')),
    })
    .map(refundCommand),
);

function world() {
  return factsOf({
    programs: PROGRAMS,
    enrollments: [enrollmentOf(), enrollmentOf({ id: 6, programId: 2, partnerId: 8 })],
    links: [linkOf(), linkOf({ id: 7, shortLink: 'joe', programId: 2, partnerId: 8, enrollmentId: 6 })],
    origins: { 'https://shop.test': [1, 2] },
  });
}

type AfterEach = (facts: ReturnType<typeof world>, decision: Decision, command: Command) => void;

/** Runs commands as one batch after the other and gives back all that was ever written. */
function runCommands(commands: readonly Command[], afterEach: AfterEach) {
  const facts = world();
  const newId = newIds();
  const written: Effect[] = [];
  for (const one of commands) {
    // A click id is made from a random number; the same twice cannot be.
    if (one.kind === 'click' && facts.clicks.has(formatClickId(one.key))) continue;
    const decision = decide(one, facts, newId);
    const { effects } = decision;
    for (const effect of effects) {
      fold(facts, effect);
      written.push(effect);
      if (effect.kind === 'click') facts.clicks.set(formatClickId(effect.click), clickFrom(effect));
    }
    afterEach(facts, decision, one);
  }
  return { facts, written };
}

/** What the load of a later batch would read. */
function clickFrom({
  click: { number, clickedMs, programId, enrollmentId, partnerId, linkId, dimensions },
}: Extract<Effect, { kind: 'click' }>): Click {
  const { workspaceId, cookieWindowDays } = PROGRAMS.find(({ id }) => id === programId) ?? programOf();
  const own = { workspaceId, programId, cookieWindowDays, enrollmentId, partnerId, linkId, dimensions };
  return { number, clickedMs, evidence: null, ...own };
}

const written = <Kind extends Effect['kind']>(effects: readonly Effect[], kind: Kind) =>
  effects.filter((effect): effect is Extract<Effect, { kind: Kind }> => effect.kind === kind);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** What is left of a commission by the ledger alone. */
function leftOf(movements: readonly Movement[], { id }: Commission): number {
  const own = movements.filter(({ commissionId }) => commissionId === id);
  const came = own.filter(({ from }) => from === 'expense').map((movement) => movement.amountCents);
  const went = own.filter(({ to }) => to === 'expense').map((movement) => movement.amountCents);
  return sum(came) - sum(went);
}

const isUnique = (names: readonly (string | null)[]) => {
  const given = names.filter((name) => name !== null);
  return new Set(given).size === given.length;
};

/** Everything that decides who earns from a customer. */
function creditText(
  programId: number,
  { enrollmentId, partnerId, linkId, click, codeId }: CustomerCredit,
): string {
  return JSON.stringify([programId, enrollmentId, partnerId, linkId, click, codeId]);
}

/** Two clicks of each program to begin with, so that there is somebody to sell to. */
const opening = [1, 2, 3, 4].map((number) =>
  clickCommand({
    caller: { mode: 'browser', origin: 'https://shop.test' },
    key: { number, clickedMs: NOW_MS },
    shortLinkKey: number === 4 ? 'joe' : 'jane',
  }),
);
const stories = fc
  .array(command, { minLength: 20, maxLength: 60, size: 'max' })
  .map((commands) => [...opening, ...commands]);
const RUNS = { numRuns: 300 };

test('whatever happens in whatever order: customers keep their identity, their credit, their first sale and their place in the funnel', () => {
  const stage = { visitor: 0, lead: 1, customer: 2 };
  fc.assert(
    fc.property(stories, (commands) => {
      const before = new Map<
        number,
        { status: keyof typeof stage; credit: string; firstSaleId: number | null }
      >();
      runCommands(commands, (facts, { effects }) => {
        const moved = written(effects, 'credit_change').map(({ change }) => change);
        for (const customer of facts.customers.values()) {
          const { id, status, programId, firstSaleId } = customer;
          const credit = creditText(programId, customer);
          const known = before.get(id);
          if (known !== undefined) {
            expect(stage[status]).toBeGreaterThanOrEqual(stage[known.status]);
            const change = moved.find(({ customerId }) => customerId === id);
            expect(change === undefined ? credit : creditText(programId, change.from)).toBe(known.credit);
            if (change !== undefined) expect(creditText(programId, change.to)).toBe(credit);
            if (known.firstSaleId !== null) expect(firstSaleId).toBe(known.firstSaleId);
          }
          expect(status === 'customer').toBe(firstSaleId !== null);
          before.set(id, { status, credit, firstSaleId });
        }
        for (const testMode of [false, true]) {
          const customers = [...facts.customers.values()].filter((one) => one.testMode === testMode);
          expect(isUnique(customers.map((customer) => customer.customerKey))).toBe(true);
          const clicks = customers.flatMap(({ click, formerClick }) => [click, formerClick]);
          expect(isUnique(clicks.map((key) => key && formatClickId(key)))).toBe(true);
        }
      });
    }),
    RUNS,
  );
});

test('whatever happens in whatever order: each sale counts once, and each commission is what its sale, rule and refunds make it', () => {
  fc.assert(
    fc.property(stories, (commands) => {
      const { facts, written: effects } = runCommands(commands, () => undefined);
      const sales = written(effects, 'sale').map(({ sale }) => sale);
      expect(new Set(sales.map(({ transactionId }) => transactionId)).size).toBe(sales.length);
      const movements = written(effects, 'movement').map(({ movement }) => movement);
      const refunds = written(effects, 'refund').map(({ refund }) => refund);
      for (const { id } of sales) {
        const sale = facts.sales.get(id);
        const commission = facts.commissionBySale.get(id);
        if (sale === undefined) throw new Error('a sale got lost');
        expect(sale.refundedCents).toBe(
          sum(refunds.filter(({ saleId }) => saleId === id).map((refund) => refund.amountCents)),
        );
        expect(sale.refundedCents).toBeLessThanOrEqual(sale.amountCents);
        expect(sale.commissionState).toBe(commission === undefined ? 'none' : 'earned');
        if (commission === undefined) continue;
        expect(sale.testMode).toBe(false);
        const { originalCents } = commission;
        const left = originalCents - reversalTarget(originalCents, sale.refundedCents, sale.amountCents);
        expect(commission.amountCents).toBe(left);
        expect(leftOf(movements, commission)).toBe(left);
      }
    }),
    RUNS,
  );
});

test('whatever happens in whatever order: the totals are a recount of the events', () => {
  fc.assert(
    fc.property(stories, (commands) => {
      const { facts, written: effects } = runCommands(commands, () => undefined);
      const increments = written(effects, 'totals').map(({ increment }) => increment);
      const totalBalance = (
        field:
          | 'clicks'
          | 'leads'
          | 'customers'
          | 'sales'
          | 'revenueCents'
          | 'refundedCents'
          | 'commissionCents'
          | 'reversedCents',
      ) => sum(increments.map((increment) => increment[field] ?? 0));
      const real = written(effects, 'sale')
        .map(({ sale }) => sale)
        .filter((sale) => !sale.testMode);
      const realIds = new Set(real.map(({ id }) => id));
      const commissions = written(effects, 'commission')
        .filter(({ isNew }) => isNew)
        .map(({ commission }) => commission);
      const movements = written(effects, 'movement').map(({ movement }) => movement);
      expect(totalBalance('clicks')).toBe(
        written(effects, 'click').filter((effect) => !effect.click.testMode).length,
      );
      expect(totalBalance('leads')).toBe(
        written(effects, 'lead').filter((effect) => !effect.lead.testMode).length,
      );
      expect(totalBalance('sales')).toBe(real.length);
      expect(totalBalance('customers')).toBe(
        [...facts.customers.values()].filter(({ firstSaleId }) => firstSaleId !== null).length,
      );
      expect(totalBalance('revenueCents')).toBe(sum(real.map((sale) => sale.amountCents)));
      expect(totalBalance('refundedCents')).toBe(
        sum(
          written(effects, 'refund')
            .filter(({ refund }) => realIds.has(refund.saleId))
            .map(({ refund }) => refund.amountCents),
        ),
      );
      expect(totalBalance('commissionCents')).toBe(
        sum(commissions.map(({ originalCents }) => originalCents)),
      );
      expect(totalBalance('reversedCents')).toBe(
        sum(movements.filter(({ kind }) => kind === 'reverse').map((movement) => movement.amountCents)),
      );
    }),
    RUNS,
  );
});

test('whatever happens in whatever order: credit moves once at most, by a server, and earlier sales keep theirs', () => {
  fc.assert(
    fc.property(stories, (commands) => {
      const { facts, written: effects } = runCommands(commands, (_facts, decision, command) => {
        const isOfServer = command.kind !== 'payment' && command.caller.mode === 'server';
        if (written(decision.effects, 'credit_change').length > 0) expect(isOfServer).toBe(true);
      });
      const changes = written(effects, 'credit_change').map(({ change }) => change);
      expect(isUnique(changes.map(({ customerId }) => String(customerId)))).toBe(true);
      const customers = new Map<number, Customer>();
      for (const effect of effects) {
        if (effect.kind === 'customer') customers.set(effect.customer.id, effect.customer);
        if (effect.kind !== 'sale') continue;
        const { sale } = effect;
        const then = customers.get(sale.customerId);
        const now = facts.customers.get(sale.customerId);
        if (then === undefined || now === undefined) throw new Error('a sale has no customer');
        expect([sale.enrollmentId, sale.partnerId, sale.linkId]).toEqual([
          then.enrollmentId,
          then.partnerId,
          then.linkId,
        ]);
        const ofCustomer = changes.filter(({ customerId }) => customerId === now.id);
        expect(customerAtSale(now, ofCustomer, sale).click).toEqual(then.click);
      }
    }),
    RUNS,
  );
});

test('whatever happens in whatever order: test leads and test sales change nothing for real ones', () => {
  // Test sales have transaction ids of their own, because those are unique over test and real sales.
  const apart = stories.map((commands) =>
    commands.map((one) =>
      one.kind === 'sale' && one.testMode ? { ...one, transactionId: `test-${one.transactionId}` } : one,
    ),
  );
  const isTestEvent = (one: Command) => (one.kind === 'lead' || one.kind === 'sale') && one.testMode;
  const answersIn = (commands: readonly Command[]) => {
    const answers: string[] = [];
    // Ids are counted over all rows.
    const withoutIds = (name: string, value: unknown) => (/^(id|saleId)$/.test(name) ? undefined : value);
    runCommands(commands, (_facts, { outcome }, command) => {
      if (!isTestEvent(command)) answers.push(JSON.stringify(outcome, withoutIds));
    });
    return answers;
  };
  fc.assert(
    fc.property(apart, (commands) => {
      expect(answersIn(commands)).toEqual(answersIn(commands.filter((one) => !isTestEvent(one))));
    }),
    RUNS,
  );
});
