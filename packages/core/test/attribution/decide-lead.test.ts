import { describe, expect, test } from 'vitest';
import { type Decision, decide, fold, formatClickId, type LeadCommand } from '../../src/index.js';
import {
  BROWSER,
  clickOf,
  customerOf,
  DAY_MS,
  effectOf,
  factsOf,
  leadCommand,
  NOW_MS,
  newIds,
  ORIGIN,
  programOf,
  refused,
} from '../facts-of.js';

const CLICK = clickOf();
const CLICK_ID = formatClickId(CLICK);
const OLD_CLICK = clickOf({ number: 78, clickedMs: NOW_MS - 60 * DAY_MS - 1 });
const OTHER_CLICK = clickOf({ number: 79, programId: 2, enrollmentId: 6, partnerId: 8, linkId: 9 });
const PROGRAMS = [programOf(), programOf({ id: 2 }), programOf({ id: 3, workspaceId: 2 })];
/** What a click has become that a sale or a lead named. */
const NAMED = customerOf({ click: CLICK, customerKey: null, status: 'visitor', leadAtMs: null });

type Rows = Parameters<typeof factsOf>[0];
const decideIn = (rows: Rows, command: Partial<LeadCommand>): Decision =>
  decide(
    leadCommand(command),
    factsOf({ programs: PROGRAMS, clicks: [CLICK, OLD_CLICK, OTHER_CLICK], ...rows }),
    newIds(),
  );

describe('a lead', () => {
  test('of a server is refused for every customer when the program of its key is archived', () => {
    const programs = [programOf({ isArchived: true })];
    for (const command of [{ customerKey: 'ann' }, { clickId: CLICK_ID }, { clickId: 'cust_1_1' }]) {
      expect(decideIn({ programs, customers: [customerOf()] }, command)).toEqual(refused('program_archived'));
    }
  });

  test('names the click: a new customer, credited as the click is', () => {
    const decision = decideIn({}, { clickId: CLICK_ID, customerKey: 'ann', email: 'ann@mail.test' });
    expect(decision.outcome).toEqual({
      kind: 'lead',
      clickId: CLICK_ID,
      customerKey: 'ann',
      attributed: true,
      testMode: false,
    });
    expect(effectOf(decision, 'customer')).toMatchObject({
      isNew: true,
      customer: {
        status: 'lead',
        customerKey: 'ann',
        email: 'ann@mail.test',
        programId: 1,
        partnerId: 3,
        linkId: 4,
        enrollmentId: 5,
        click: { number: 77 },
        leadAtMs: NOW_MS,
      },
    });
    expect(effectOf(decision, 'lead')).toMatchObject({ lead: { partnerId: 3, linkId: 4, source: 'server' } });
    expect(effectOf(decision, 'totals')?.increment).toEqual({
      programId: 1,
      atMs: NOW_MS,
      partnerId: 3,
      linkId: 4,
      currency: 'USD',
      dimensions: null,
      leads: 1,
    });
  });

  test('in test mode is recorded as one, and not counted', () => {
    const decision = decideIn({}, { clickId: CLICK_ID, testMode: true });
    expect(decision.outcome).toMatchObject({ testMode: true });
    expect(effectOf(decision, 'lead')).toMatchObject({ lead: { testMode: true } });
    expect(effectOf(decision, 'totals')).toBeUndefined();
  });

  test('keeps the email that is known when it brings none', () => {
    const customers = [customerOf({ status: 'visitor', email: 'old@mail.test' })];
    expect(effectOf(decideIn({ customers }, { customerKey: 'ann' }), 'customer')).toMatchObject({
      customer: { email: 'old@mail.test' },
    });
  });

  describe('rule 2: which customer is meant', () => {
    test('the one with the key, whatever the click says', () => {
      const ann = customerOf({ status: 'visitor', partnerId: null, linkId: null, enrollmentId: null });
      const decision = decideIn({ customers: [ann] }, { clickId: CLICK_ID, customerKey: 'ann' });
      expect(decision.outcome).toMatchObject({ clickId: null, attributed: false });
      expect(effectOf(decision, 'customer')).toMatchObject({
        isNew: false,
        customer: { id: 10, partnerId: null },
      });
    });

    test('else the one of the click', () => {
      const decision = decideIn({ customers: [NAMED] }, { clickId: CLICK_ID });
      expect(effectOf(decision, 'customer')).toMatchObject({
        isNew: false,
        customer: { id: 10, status: 'lead' },
      });
    });
  });

  describe('rule 3: a click that is too old or unknown', () => {
    test.each([formatClickId(OLD_CLICK), 'cust_5_5', 'nonsense'])('%s counts as not given', (clickId) => {
      const reason = clickId === formatClickId(OLD_CLICK) ? 'click_expired' : 'unknown_click';
      expect(decideIn({}, { clickId })).toEqual(refused('lead_customer_not_found', reason));
      expect(decideIn({}, { clickId, customerKey: 'bob' }).outcome).toMatchObject({
        clickId: null,
        attributed: false,
      });
    });

    test('counts if it was within the window when the visitor signed up, however late that is reported', () => {
      const command = { clickId: formatClickId(OLD_CLICK), customerKey: 'ann' };
      const occurredAtMs = NOW_MS - DAY_MS;
      const decision = decideIn({}, { ...command, occurredAtMs });
      expect(decision.outcome).toMatchObject({ kind: 'lead', attributed: true });
      expect(effectOf(decision, 'lead')?.lead).toMatchObject({ occurredAtMs });
      expect(effectOf(decision, 'customer')?.customer).toMatchObject({ leadAtMs: occurredAtMs });
      expect(decideIn({}, command).outcome).toMatchObject({ kind: 'lead', attributed: false });
    });

    test('still counts on the last millisecond of the window', () => {
      const click = clickOf({ number: 80, clickedMs: NOW_MS - 60 * DAY_MS });
      const decision = decideIn({ clicks: [click] }, { clickId: formatClickId(click) });
      expect(decision.outcome).toMatchObject({ attributed: true });
    });
  });

  describe('rule 4: nobody found', () => {
    test('with a key: a new customer nobody brought', () => {
      const decision = decideIn({}, { customerKey: 'bob' });
      expect(decision.outcome).toMatchObject({
        kind: 'lead',
        clickId: null,
        customerKey: 'bob',
        attributed: false,
      });
      expect(effectOf(decision, 'customer')).toMatchObject({
        isNew: true,
        customer: { status: 'lead', partnerId: null, linkId: null, enrollmentId: null, click: null },
      });
      expect(effectOf(decision, 'totals')?.increment).toMatchObject({ partnerId: 0, linkId: 0, leads: 1 });
    });
  });

  describe('rule 5: of another program', () => {
    test('server mode: a click, a customer, and the click of a known customer are refused', () => {
      const ann = customerOf({ programId: 2, status: 'visitor' });
      const otherId = formatClickId(OTHER_CLICK);
      expect(decideIn({}, { clickId: otherId })).toEqual(refused('customer_other_program', 'other_program'));
      expect(decideIn({}, { clickId: otherId, customerKey: 'new' })).toEqual(
        refused('customer_other_program', 'other_program'),
      );
      expect(decideIn({ customers: [ann] }, { customerKey: 'ann' })).toEqual(
        refused('customer_other_program', 'other_program'),
      );
      expect(decideIn({ customers: [ann] }, { customerKey: 'ann', clickId: CLICK_ID })).toEqual(
        refused('customer_other_program', 'other_program'),
      );
      const mine = customerOf({ status: 'visitor' });
      expect(decideIn({ customers: [mine] }, { customerKey: 'ann', clickId: otherId })).toEqual(
        refused('customer_other_program', 'other_program'),
      );
    });

    test('takes precedence over the status', () => {
      const ann = customerOf({ programId: 2, status: 'customer' });
      expect(decideIn({ customers: [ann] }, { customerKey: 'ann' })).toEqual(
        refused('customer_other_program', 'other_program'),
      );
    });

    test('a key that only another workspace knows is unknown', () => {
      const ann = customerOf({ workspaceId: 2, programId: 3 });
      expect(decideIn({ customers: [ann] }, { customerKey: 'ann' }).outcome).toMatchObject({ kind: 'lead' });
    });

    test('browser mode: a click of one program and a key of another are refused', () => {
      const ann = customerOf({ programId: 2, status: 'visitor' });
      const command = { caller: BROWSER, clickId: CLICK_ID, customerKey: 'ann' };
      expect(decideIn({ customers: [ann] }, command)).toEqual(
        refused('customer_other_program', 'other_program'),
      );
    });
  });

  describe('rule 6: browser mode and the program', () => {
    const browser = (command: Partial<LeadCommand>, origins: Record<string, number[]> = { [ORIGIN]: [1] }) =>
      decideIn({ origins }, { caller: BROWSER, ...command });

    test('is of the program of its click, whose origins must list it', () => {
      expect(browser({ clickId: CLICK_ID }).outcome).toMatchObject({ kind: 'lead', attributed: true });
      expect(browser({ clickId: CLICK_ID }, { [ORIGIN]: [2] })).toEqual(refused('origin_not_allowed'));
      expect(browser({ clickId: CLICK_ID, programId: 2 }, { [ORIGIN]: [2] })).toEqual(
        refused('origin_not_allowed'),
      );
      const both = { [ORIGIN]: [1, 2] };
      expect(effectOf(browser({ clickId: CLICK_ID, programId: 2 }, both), 'lead')).toMatchObject({
        lead: { programId: 1 },
      });
      expect(effectOf(browser({ clickId: CLICK_ID }), 'lead')).toMatchObject({ lead: { source: 'browser' } });
    });

    test('with a key only: the program it names, if it lists the origin', () => {
      const both = { [ORIGIN]: [1, 2] };
      expect(effectOf(browser({ customerKey: 'bob', programId: 2 }, both), 'lead')).toMatchObject({
        lead: { programId: 2 },
      });
      expect(browser({ customerKey: 'bob', programId: 3 }, both)).toEqual(refused('origin_not_allowed'));
      expect(browser({ customerKey: 'bob', programId: 999 }, both)).toEqual(refused('origin_not_allowed'));
    });

    test('with a key only and no program named: the only one that lists the origin', () => {
      expect(browser({ customerKey: 'bob' }).outcome).toMatchObject({ kind: 'lead', attributed: false });
      expect(browser({ customerKey: 'bob' }, {})).toEqual(refused('origin_not_allowed'));
      expect(browser({ customerKey: 'bob' }, { [ORIGIN]: [1, 2] })).toEqual(
        refused('lead_customer_not_found'),
      );
      const nowhere = { mode: 'browser', origin: null } as const;
      expect(browser({ customerKey: 'bob', caller: nowhere })).toEqual(refused('origin_not_allowed'));
    });

    test('an unknown click without a key is refused before the origin is checked', () => {
      const command = {
        caller: { mode: 'browser', origin: 'https://evil.test' },
        clickId: 'cust_5_5',
      } as const;
      expect(decideIn({}, command)).toEqual(refused('lead_customer_not_found'));
    });
  });

  describe('rule 7: the funnel', () => {
    test.each(['lead', 'customer'] as const)('a %s is not made a lead again', (status) => {
      const first = status === 'customer' ? { firstSaleId: 20, firstSaleAtMs: NOW_MS } : {};
      const customers = [customerOf({ status, click: CLICK, ...first })];
      const refusal = { outcome: { kind: 'refused', refusal: 'status_not_visitor', status }, effects: [] };
      expect(decideIn({ customers }, { customerKey: 'ann' })).toEqual(refusal);
      expect(decideIn({ customers }, { clickId: CLICK_ID })).toEqual(refusal);
      expect(decideIn({ customers }, { clickId: CLICK_ID, customerKey: 'another' })).toEqual(refusal);
    });

    test("an unknown key is stored on the click's customer", () => {
      const decision = decideIn({ customers: [NAMED] }, { clickId: CLICK_ID, customerKey: 'bob' });
      expect(decision.outcome).toMatchObject({ clickId: CLICK_ID, customerKey: 'bob', attributed: true });
      expect(effectOf(decision, 'customer')).toMatchObject({
        isNew: false,
        customer: { id: 10, customerKey: 'bob' },
      });
    });
  });

  test('of the same click twice in one batch is one lead', () => {
    const facts = factsOf({ clicks: [CLICK] });
    const newId = newIds();
    const command = leadCommand({ clickId: CLICK_ID, customerKey: 'ann' });
    const first = decide(command, facts, newId);
    for (const effect of first.effects) fold(facts, effect);
    expect(decide(command, facts, newId).outcome).toEqual({
      kind: 'refused',
      refusal: 'status_not_visitor',
      status: 'lead',
    });
  });
});
