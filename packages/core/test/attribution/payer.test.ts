import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Decision,
  decide,
  type Facts,
  fold,
  formatClickId,
  type PaidCommand,
  type Payer,
  type Program,
  type Sale,
} from '../../src/index.js';
import {
  clickOf,
  codeOf,
  customerOf,
  DAY_MS,
  enrollmentOf,
  factsOf,
  leadCommand,
  NOW_MS,
  programOf,
} from '../facts-of.js';

const A = { id: 5, partnerId: 3 };
const B = { id: 6, partnerId: 8 };
const CLICK = clickOf();
const CLICK_ID = formatClickId(CLICK);
const OTHER_CLICK = clickOf({ number: 78, enrollmentId: B.id, partnerId: B.partnerId, linkId: 9 });
const CODE_OF_A = codeOf({ code: 'ANNA', enrollmentId: A.id, partnerId: A.partnerId });
const CODE_OF_B = codeOf({ id: 51, code: 'BERT', enrollmentId: B.id, partnerId: B.partnerId });

/** One program with two partners, a click and a code of each, and customers who are known. */
function shop(program: Partial<Program> = {}, customers = [] as Parameters<typeof customerOf>[0][]): Facts {
  return factsOf({
    programs: [programOf(program)],
    enrollments: [enrollmentOf(A), enrollmentOf(B)],
    clicks: [CLICK, OTHER_CLICK],
    codes: [CODE_OF_A, CODE_OF_B],
    customers: customers.map((customer) => customerOf(customer)),
  });
}

const PAYER: Payer = {
  connectionId: 1,
  names: [],
  clientReference: null,
  email: null,
  isRemembered: true,
  makesCustomers: true,
};

type Given = Omit<Partial<PaidCommand>, 'payer'> & { readonly payer?: Partial<Payer> };

function paid({ payer = {}, ...changes }: Given = {}): PaidCommand {
  return {
    kind: 'paid',
    caller: { mode: 'server', workspaceId: 1 },
    programs: { programId: null, activeIds: [1] },
    payer: { ...PAYER, ...payer },
    isStart: false,
    transactionId: 'pi_1',
    references: [],
    amountCents: 10_000,
    taxCents: 0,
    items: null,
    currency: 'USD',
    customerKey: null,
    clickId: null,
    code: null,
    discountIds: [],
    testMode: false,
    additionalData: null,
    startedAtMs: NOW_MS,
    occurredAtMs: NOW_MS,
    atMs: NOW_MS,
    ...changes,
  };
}

let lastId = 1_000;

/** Decides a command, and what comes after it knows what it did. */
function run(facts: Facts, command: Parameters<typeof decide>[0]): Decision {
  const decision = decide(command, facts, () => ++lastId);
  for (const effect of decision.effects) fold(facts, effect);
  return decision;
}

function saleOf({ effects }: Decision): Sale | undefined {
  return effects.find((effect) => effect.kind === 'sale')?.sale;
}

function creditOf(decision: Decision) {
  const sale = saleOf(decision);
  return sale === undefined ? decision.outcome.kind : `${sale.creditedBy} ${sale.partnerId}`;
}

const subscription = (name = 'sub_1') => ({ kind: 'subscription', name }) as const;
const customer = (name = 'cus_1') => ({ kind: 'customer', name }) as const;

describe('a payment is credited by', () => {
  test('keys in its metadata, before everything else', () => {
    const reported = paid({
      clickId: CLICK_ID,
      code: 'BERT',
      payer: { clientReference: formatClickId(OTHER_CLICK) },
    });
    expect(creditOf(run(shop(), reported))).toBe('metadata 3');
  });

  test('the click that the page attached, or the customer key', () => {
    expect(creditOf(run(shop(), paid({ payer: { clientReference: CLICK_ID } })))).toBe('client_reference 3');
    const facts = shop({}, [{ customerKey: 'ann' }]);
    expect(creditOf(run(facts, paid({ payer: { clientReference: 'ann' } })))).toBe('client_reference 3');
  });

  test('an earlier payment of its subscription, then of its customer', () => {
    const facts = shop();
    run(facts, paid({ payer: { clientReference: CLICK_ID, names: [subscription(), customer()] } }));
    const renewal = paid({ transactionId: 'in_2', payer: { names: [subscription(), customer()] } });
    expect(creditOf(run(facts, renewal))).toBe('subscription 3');
    const other = paid({ transactionId: 'in_3', payer: { names: [subscription('sub_2'), customer()] } });
    expect(creditOf(run(facts, other))).toBe('provider_customer 3');
  });

  test('a code, which makes a customer without a key', () => {
    expect(creditOf(run(shop(), paid({ code: 'ANNA' })))).toBe('code 3');
  });

  test('an address, only where the program says so and it is one customer’s alone', () => {
    const ann = { id: 10, customerKey: 'ann', email: 'ann@shop.test' };
    const typed = paid({ payer: { email: 'ann@shop.test' } });
    const withAddress = (matchesEmail: boolean, ids: readonly number[]) => {
      const facts = shop({ matchesEmail }, [ann, { ...ann, id: 11, customerKey: 'anna' }]);
      facts.customersByEmail.set('1 ann@shop.test', ids);
      return creditOf(run(facts, typed));
    };
    expect(withAddress(true, [10])).toBe('email 3');
    expect(withAddress(false, [10])).toBe('refused');
    expect(withAddress(true, [10, 11])).toBe('refused');
  });
});

describe('a payment is credited to nobody', () => {
  test('by a click that was made after the checkout began, or is too old', () => {
    const reference = { clientReference: CLICK_ID };
    const startedAtMs = CLICK.clickedMs - 1_001;
    expect(creditOf(run(shop(), paid({ payer: reference, startedAtMs })))).toBe('refused');
    expect(
      creditOf(run(shop(), paid({ payer: reference, startedAtMs: CLICK.clickedMs + 61 * DAY_MS }))),
    ).toBe('refused');
  });

  test('and not reported, where it carries nothing of ours', () => {
    const { outcome, effects } = run(shop(), paid({ payer: { names: [customer()], email: 'x@y.test' } }));
    expect(outcome).toMatchObject({ kind: 'refused', refusal: 'sale_customer_not_found' });
    expect(effects).toEqual([]);
  });

  test('and reported, where its click is unknown', () => {
    const { effects } = run(shop(), paid({ payer: { clientReference: 'cust_9_9' } }));
    expect(effects).toMatchObject([{ kind: 'uncredited', report: { reason: 'unknown_click' } }]);
  });

  test('as “no_metadata”, where the connection asks for metadata and an earlier payment had a partner', () => {
    const facts = shop();
    run(facts, paid({ payer: { clientReference: CLICK_ID, names: [subscription()] } }));
    const renewal = paid({ transactionId: 'in_2', payer: { names: [subscription()], isRemembered: false } });
    const { effects } = run(facts, renewal);
    expect(effects).toMatchObject([{ kind: 'uncredited', report: { reason: 'no_metadata' } }]);
  });

  test('where several programs come into question and none is named', () => {
    const facts = shop();
    facts.programs.set(2, programOf({ id: 2 }));
    const programs = { programId: null, activeIds: [1, 2] };
    expect(run(facts, paid({ programs })).outcome.kind).toBe('no_program');
    expect(creditOf(run(facts, paid({ programs, clickId: CLICK_ID })))).toBe('metadata 3');
    const unknown = paid({ programs, transactionId: 'pi_2', clickId: 'cust_9_9' });
    expect(run(facts, unknown).effects).toMatchObject([
      { kind: 'uncredited', report: { programId: null, reason: 'no_program' } },
    ]);
  });
});

describe('a checkout that takes no money', () => {
  const start = paid({
    isStart: true,
    amountCents: 0,
    currency: null,
    transactionId: 'cs_1',
    payer: { clientReference: CLICK_ID, names: [subscription(), customer()] },
  });

  test('fixes who is credited, makes a lead, and earns after the window of its click', () => {
    const facts = shop();
    const { outcome, effects } = run(facts, start);
    expect(outcome).toMatchObject({ kind: 'checkout', partnerId: 3, way: 'client_reference' });
    expect(effects.map(({ kind }) => kind)).toEqual(['customer', 'lead', 'totals', 'payer', 'payer']);
    const atMs = NOW_MS + 90 * DAY_MS;
    const first = paid({
      transactionId: 'in_1',
      payer: { names: [subscription()] },
      startedAtMs: null,
      occurredAtMs: atMs,
      atMs,
    });
    expect(creditOf(run(facts, first))).toBe('subscription 3');
    expect(run(facts, start).effects).toEqual([]);
  });

  test('leaves a customer who is a lead already as they are', () => {
    const facts = shop({}, [{ customerKey: 'ann' }]);
    const { effects } = run(facts, { ...start, customerKey: 'ann' });
    expect(effects.map(({ kind }) => kind)).toEqual(['payer', 'payer']);
  });
});

test('a customer credited to nobody gets the credit of the first way that has one', () => {
  const facts = shop();
  run(facts, leadCommand({ customerKey: 'carl' }));
  const sale = run(facts, paid({ customerKey: 'carl', payer: { clientReference: CLICK_ID } }));
  expect(creditOf(sale)).toBe('client_reference 3');
  expect(sale.effects.filter(({ kind }) => kind === 'credit_change')).toHaveLength(1);
  expect(facts.customers.get(saleOf(sale)?.customerId ?? 0)).toMatchObject({
    customerKey: 'carl',
    partnerId: 3,
  });
});

test('what a page attached moves no claim of a page, and a click in the metadata does', () => {
  const claimed = { customerKey: 'ann', namedBy: 'browser' } as const;
  const reference = { clientReference: formatClickId(OTHER_CLICK) };
  expect(creditOf(run(shop({}, [claimed]), paid({ customerKey: 'ann', payer: reference })))).toBe(
    'metadata 3',
  );
  const facts = shop({}, [claimed]);
  expect(creditOf(run(facts, paid({ customerKey: 'ann', clickId: formatClickId(OTHER_CLICK) })))).toBe(
    'metadata 8',
  );
  const made = run(shop(), paid({ payer: reference }));
  expect(made.effects.find((effect) => effect.kind === 'customer')?.customer.namedBy).toBe('browser');
});

/** Two people, each of another partner: with everything that can lead to them. */
const PEOPLE = [
  { key: 'ann', click: CLICK_ID, code: 'ANNA', partnerId: A.partnerId, enrollmentId: A.id },
  { key: 'bob', click: formatClickId(OTHER_CLICK), code: 'BERT', partnerId: B.partnerId, enrollmentId: B.id },
] as const;

/** What the provider reports of one person: a checkout, its invoice, two renewals, and a second checkout; each with all of its hints. */
function eventsOf({ key, click, code }: (typeof PEOPLE)[number]): readonly PaidCommand[] {
  const names = [subscription(`sub_${key}`), customer(`cus_${key}`)];
  const email = `${key}@shop.test`;
  const invoice = (days: number) =>
    paid({
      transactionId: `in_${key}_${days}`,
      customerKey: key,
      code: days === 0 ? code : null,
      payer: { names, email },
      startedAtMs: null,
      occurredAtMs: NOW_MS + days * DAY_MS,
      atMs: NOW_MS + days * DAY_MS,
    });
  return [
    paid({
      transactionId: `in_${key}_0`,
      references: [`pi_${key}`, `cs_${key}`],
      customerKey: key,
      clickId: click,
      code,
      payer: { clientReference: click, names, email },
    }),
    invoice(0),
    invoice(30),
    invoice(60),
    paid({
      transactionId: `pi_${key}_9`,
      references: [`cs_${key}_9`],
      clickId: click,
      payer: { clientReference: key, names: names.slice(1) },
      occurredAtMs: NOW_MS + DAY_MS,
      atMs: NOW_MS + DAY_MS,
    }),
  ];
}

const EVENTS = PEOPLE.flatMap((person) => eventsOf(person).map((event) => ({ event, person })));

/** An event with only some of its hints. */
function withSome(event: PaidCommand, kept: readonly boolean[]): PaidCommand {
  const keep = <Value>(index: number, value: Value) => (kept[index] ? value : null);
  return {
    ...event,
    customerKey: keep(0, event.customerKey),
    clickId: keep(1, event.clickId),
    code: keep(2, event.code),
    payer: {
      ...event.payer,
      clientReference: keep(3, event.payer.clientReference),
      email: keep(4, event.payer.email),
      names: event.payer.names.filter((_name, index) => kept[5 + index]),
    },
  };
}

test('hints of one customer lead to one partner or to nobody, in any subset and order, repeated and lost', () => {
  const hints = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });
  const deliveries = fc.array(fc.tuple(fc.nat(EVENTS.length - 1), hints), { maxLength: 16 });
  fc.assert(
    fc.property(deliveries, fc.boolean(), (sent, areKnown) => {
      const people = areKnown ? PEOPLE : [];
      const facts = shop(
        { matchesEmail: true },
        people.map(({ key, partnerId, enrollmentId }, index) => ({
          id: 10 + index,
          customerKey: key,
          partnerId,
          enrollmentId,
        })),
      );
      for (const [index, { key }] of people.entries())
        facts.customersByEmail.set(`1 ${key}@shop.test`, [10 + index]);
      const paidFor = new Set<string>();
      for (const [index, kept] of sent) {
        const { event, person } = EVENTS[index] as (typeof EVENTS)[number];
        const sale = saleOf(run(facts, withSome(event, kept)));
        if (sale === undefined) continue;
        expect(sale.partnerId).toBe(person.partnerId);
        expect(paidFor).not.toContain(sale.transactionId);
        paidFor.add(sale.transactionId);
      }
      const keys = [...facts.customers.values()].flatMap(({ customerKey }) => customerKey ?? []);
      expect(new Set(keys).size).toBe(keys.length);
    }),
    { numRuns: 1_000 },
  );
});
