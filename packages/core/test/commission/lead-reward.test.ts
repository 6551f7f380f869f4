import { describe, expect, test } from 'vitest';
import {
  customerAtLead,
  decide,
  dimensionsOfCode,
  eventsOf,
  fold,
  formatClickId,
  type LeadCommand,
} from '../../src/index.js';
import {
  clickOf,
  codeOf,
  customerOf,
  DAY_MS,
  effectOf,
  effectsOf,
  enrollmentOf,
  factsOf,
  leadCommand,
  NOW_MS,
  newIds,
  programOf,
} from '../facts-of.js';

const CLICK = clickOf({ dimensions: '{"sub1":"north"}' });
const CLICK_ID = formatClickId(CLICK);
const REWARD = programOf({ leadRewardCents: 250, holdDays: 14 });

function decideIn(rows: Parameters<typeof factsOf>[0], command: Partial<LeadCommand>) {
  const facts = factsOf({ programs: [REWARD], clicks: [CLICK], ...rows });
  const decision = decide(leadCommand(command), facts, newIds());
  for (const effect of decision.effects) fold(facts, effect);
  return { ...decision, events: eventsOf(decision.effects, facts) };
}

describe('the reward of a lead', () => {
  test('is a pending commission of the program’s amount, payable after its hold days, and in the totals', () => {
    const decision = decideIn({}, { clickId: CLICK_ID, customerKey: 'ann' });
    const lead = effectOf(decision, 'lead')?.lead;
    expect(lead?.reward).toEqual({
      cents: 250,
      currency: 'USD',
      holdDays: 14,
      enrollmentId: 5,
      partnerStatus: 'approved',
    });
    expect(effectOf(decision, 'commission')?.commission).toMatchObject({
      saleId: null,
      leadId: lead?.id,
      ruleId: null,
      partnerId: 3,
      originalCents: 250,
      amountCents: 250,
      currency: 'USD',
      status: 'pending',
      payableAtMs: NOW_MS + 14 * DAY_MS,
      reason: { type: 'lead', rewardCents: 250, clickId: CLICK_ID },
    });
    expect(effectOf(decision, 'movement')?.movement).toMatchObject({
      kind: 'earn',
      to: 'pending',
      amountCents: 250,
    });
    expect(effectsOf(decision, 'totals').map(({ increment }) => increment)).toMatchObject([
      { leads: 1 },
      { commissionCents: 250, currency: 'USD', partnerId: 3, linkId: 4, dimensions: CLICK.dimensions },
    ]);
    expect(decision.events.map(({ type }) => type)).toEqual(['lead.created', 'commission.created']);
  });

  test.each([
    ['a test', {}, { clickId: CLICK_ID, testMode: true }],
    ['credited to nobody', {}, { customerKey: 'ann' }],
    ['of a program that pays nothing for leads', { programs: [programOf()] }, { clickId: CLICK_ID }],
  ])('is nothing for a lead that is %s', (_what, rows, command) => {
    const decision = decideIn(rows, command);
    expect(decision.outcome.kind).toBe('lead');
    expect(effectOf(decision, 'lead')?.lead.reward).toBeNull();
    expect(effectOf(decision, 'commission')).toBeUndefined();
  });

  test('is not earned again by a repeated lead, even if it moves the credit', () => {
    const customers = [customerOf({ namedBy: 'browser', partnerId: 8, enrollmentId: 6, linkId: 9 })];
    const decision = decideIn({ customers }, { clickId: CLICK_ID, customerKey: 'ann' });
    expect(effectOf(decision, 'credit_change')).toBeDefined();
    expect(effectOf(decision, 'commission')).toBeUndefined();
  });

  test.each(['pending', 'rejected', 'suspended'] as const)('is held where the partner is %s', (status) => {
    const decision = decideIn({ enrollments: [enrollmentOf({ status })] }, { clickId: CLICK_ID });
    expect(effectOf(decision, 'commission')?.commission).toMatchObject({
      status: 'held',
      holdKind: `partner_${status}`,
    });
  });

  test('counts from the time of the sign-up', () => {
    const occurredAtMs = NOW_MS - DAY_MS / 2;
    const decision = decideIn({}, { clickId: CLICK_ID, occurredAtMs });
    expect(effectOf(decision, 'commission')?.commission).toMatchObject({
      payableAtMs: occurredAtMs + 14 * DAY_MS,
      createdAtMs: NOW_MS,
    });
  });

  test('of a lead that a code is credited with goes to the partner of the code, under the code', () => {
    const enrollments = [enrollmentOf({ id: 6, partnerId: 8 })];
    const decision = decideIn({ codes: [codeOf()], enrollments }, { code: 'pod-20', customerKey: 'ann' });
    expect(effectOf(decision, 'commission')?.commission).toMatchObject({
      enrollmentId: 6,
      partnerId: 8,
      reason: { clickId: null, linkId: null, codeId: 50, partnerId: 8 },
    });
    expect(effectsOf(decision, 'totals')[1]?.increment.dimensions).toBe(dimensionsOfCode(50, null));
  });

  test('of two leads of one customer in a batch is earned once', () => {
    const facts = factsOf({ programs: [REWARD], clicks: [CLICK] });
    const newId = newIds();
    const earned = [0, 1].map(() => {
      const { outcome, effects } = decide(
        leadCommand({ clickId: CLICK_ID, customerKey: 'ann' }),
        facts,
        newId,
      );
      for (const effect of effects) fold(facts, effect);
      return [outcome.kind, effects.filter(({ kind }) => kind === 'commission').length];
    });
    expect(earned).toEqual([
      ['lead', 1],
      ['refused', 0],
    ]);
  });

  test('is found again by the click of then, wherever credit has moved since', () => {
    const customer = customerOf({ click: CLICK, linkId: 4 });
    const elsewhere = {
      enrollmentId: 6,
      partnerId: 8,
      linkId: 9,
      click: clickOf({ number: 5 }),
      codeId: null,
    };
    const change = {
      customerId: customer.id,
      number: 1,
      workspaceId: 1,
      programId: 1,
      reason: 'server_lead' as const,
      saleId: null,
      note: null,
      by: null,
      movesSales: false,
      from: { enrollmentId: 5, partnerId: 3, linkId: 4, click: CLICK, codeId: null },
      to: elsewhere,
      occurredAtMs: NOW_MS,
    };
    const lead = { partnerId: 3, linkId: 4, creditCodeId: null };
    expect(customerAtLead(customer, [], lead).click).toEqual(CLICK);
    expect(customerAtLead({ ...customer, ...elsewhere }, [change], lead).click).toEqual(CLICK);
  });
});
