import { describe, expect, test } from 'vitest';
import { decideEnteredSale, fold } from '../../src/index.js';
import {
  customerOf,
  effectOf,
  effectsOf,
  enrollmentOf,
  factsOf,
  newIds,
  programOf,
  SERVER,
  saleCommand,
} from '../facts-of.js';

const JANES = enrollmentOf();
const JOES = enrollmentOf({ id: 6, partnerId: 8 });
const ann = (changes = {}) => customerOf({ customerKey: 'ann', status: 'lead', ...changes });

function enter(customers: Parameters<typeof factsOf>[0]['customers'] = []) {
  const facts = factsOf({
    programs: [programOf(), programOf({ id: 2 })],
    enrollments: [JANES, JOES],
    customers,
  });
  const command = saleCommand({ caller: SERVER, customerKey: 'ann' });
  const entered = { command, enrollment: JOES, note: 'Paid by wire.', by: 'olive@acme.test' };
  const decision = decideEnteredSale(entered, facts, newIds());
  return { facts, decision, again: () => decideEnteredSale(entered, facts, newIds()) };
}

const OF_JOE = { partnerId: 8, enrollmentId: 6, linkId: null };

describe('a sale that is entered', () => {
  test('makes an unknown customer, who is assigned to the partner', () => {
    const { decision } = enter();
    const [made, bought] = effectsOf(decision, 'customer');
    expect(made).toMatchObject({ isNew: true, customer: { ...OF_JOE, customerKey: 'ann', click: null } });
    expect(bought).toMatchObject({ isNew: false, customer: { ...OF_JOE, status: 'customer' } });
    expect(effectOf(decision, 'credit_change')?.change).toMatchObject({
      reason: 'assigned',
      note: 'Paid by wire.',
      from: { partnerId: null },
      to: OF_JOE,
    });
    expect(effectOf(decision, 'sale')?.sale).toMatchObject({ ...OF_JOE, source: 'api' });
    expect(effectOf(decision, 'commission')?.commission).toMatchObject({ partnerId: 8, amountCents: 2000 });
  });

  test('assigns a customer whom nobody is credited for', () => {
    const nobody = { enrollmentId: null, partnerId: null, linkId: null, click: null };
    const { decision } = enter([ann(nobody)]);
    expect(effectsOf(decision, 'customer').map(({ isNew }) => isNew)).toEqual([false, false]);
    expect(effectOf(decision, 'credit_change')?.change.to).toMatchObject(OF_JOE);
  });

  test('leaves a customer of another partner to them, and gives the partner this sale', () => {
    const { facts, decision } = enter([ann()]);
    expect(effectOf(decision, 'credit_change')).toBeUndefined();
    expect(effectOf(decision, 'sale')?.sale).toMatchObject(OF_JOE);
    expect(effectOf(decision, 'commission')?.commission).toMatchObject({
      partnerId: 8,
      reason: { clickId: null, linkId: null },
    });
    for (const effect of decision.effects) fold(facts, effect);
    expect([...facts.customers.values()]).toMatchObject([
      { partnerId: 3, enrollmentId: 5, linkId: 4, status: 'customer' },
    ]);
  });

  test('is refused as from the API: a duplicate, an archived program, and a customer of another program', () => {
    const { facts, decision, again } = enter([ann()]);
    for (const effect of decision.effects) fold(facts, effect);
    expect(again().outcome).toEqual({ kind: 'refused', refusal: 'sale_duplicate' });
    facts.programs.set(1, programOf({ isArchived: true }));
    expect(again().outcome).toEqual({ kind: 'refused', refusal: 'program_archived' });
    expect(enter([ann({ programId: 2 })]).decision).toEqual({
      outcome: { kind: 'refused', refusal: 'customer_other_program' },
      effects: [],
    });
  });

  test('changes nothing of the facts that it is decided from', () => {
    const { facts } = enter([ann()]);
    expect([...facts.customers.values()]).toEqual([ann()]);
    expect(facts.sales.size).toBe(0);
  });
});
