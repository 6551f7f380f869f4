import { formatMoney, formatShare } from '@svc/contract';
import { describe, expect, test } from 'vitest';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { holdCommission, releaseCommission } from '../support/commissions.js';
import { engines } from '../support/engines.js';
import { ask, click, lead, refund, sale } from '../support/management.js';
import { sharedViewer } from '../support/open-program.js';
import { payOut } from '../support/payouts.js';
import type { SeededProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const DAY_MS = 86_400_000;
const T0 = Date.parse('2026-01-02T10:00:00Z');

describe.each(engines)('explaining on %s', (engine) => {
  const service = shared(() => startService(engine));
  const viewer = sharedViewer(service);

  async function explain(program: SeededProgram, what: string) {
    const answer = await ask(service, `/api/programs/${program.programId}/${what}/explain`, {
      cookie: viewer.cookie,
    });
    expect(answer.status).toBe(200);
    return answer.body;
  }

  /** A click, a lead an hour later and a sale another hour later. */
  async function buyAfterClick(program: SeededProgram, with_: Parameters<typeof sale>[2] = {}) {
    const clickId = await click(service, program, { atMs: T0 });
    const customerKey = await lead(service, program, { clickId, atMs: T0 + 3_600_000 });
    return sale(service, program, {
      customerKey,
      atMs: T0 + 7_200_000,
      transactionId: `tx ${clickId}`,
      ...with_,
    });
  }

  test('a percentage: the whole story, the arithmetic and the movements', async () => {
    const program = await viewer.open({ shortLink: `jane-${engine}` });
    const { commissionId, saleId, transactionId, customerKey } = await buyAfterClick(program, {
      amountCents: 11_900,
      taxCents: 1_900,
    });
    const body = await explain(program, `commissions/${commissionId}`);
    expect(body.story).toEqual([
      `The customer clicked the link "jane-${engine}" of Jane at 2026-01-02 10:00:00 UTC.`,
      'The customer became a lead at 2026-01-02 11:00:00 UTC.',
      `A sale of 119.00 USD, of which 19.00 USD is tax, was made at 2026-01-02 12:00:00 UTC (transaction ${transactionId}).`,
      'Rule version 1 of the program applies: 20 % of 119.00 USD minus 19.00 USD of tax = 20.00 USD.',
      'It is payable from 2026-02-01 12:00:00 UTC, 30 days after the sale.',
      'The commission now stands at 20.00 USD and is pending until 2026-02-01 12:00:00 UTC.',
    ]);
    expect(body.steps).toMatchObject([
      { kind: 'click', at: '2026-01-02T10:00:00.000Z', partner: 'Jane', is_kept: true },
      { kind: 'lead', at: '2026-01-02T11:00:00.000Z', customer: customerKey },
      { kind: 'sale', amount_cents: 11_900, tax_cents: 1_900, transaction_id: transactionId },
      { kind: 'earning', amount_cents: 2_000, basis_points: 2000, rule: { version: 1, scope: 'program' } },
      { kind: 'payable_from', hold_days: 30 },
      { kind: 'state', status: 'pending', amount_cents: 2_000, hold_kind: null },
    ]);
    expect(body.arithmetic).toEqual({
      currency: 'USD',
      sale_cents: 11_900,
      tax_cents: 1_900,
      base_cents: 10_000,
      type: 'percent',
      basis_points: 2000,
      flat_cents: null,
      parts: null,
      partner_customers: null,
      max_total_cents: null,
      customer_left_cents: null,
      earned_cents: 2_000,
      refunded_cents: 0,
      reversed_cents: 0,
      left_cents: 2_000,
    });
    expect(body).toMatchObject({
      commission: { id: commissionId, sale_id: saleId, amount_cents: 2_000, status: 'pending' },
      no_commission_code: null,
      no_commission_reason: null,
      sale: { id: saleId, transaction_id: transactionId, customer_key: customerKey },
      customer: { customer_key: customerKey, status: 'customer', lead_at: '2026-01-02T11:00:00.000Z' },
      click: {
        clicked_at: '2026-01-02T10:00:00.000Z',
        affiliate_url: program.affiliateUrl,
        test_mode: false,
      },
      link: { id: program.linkId, short_link: `jane-${engine}` },
      partner: { id: program.partnerId, name: 'Jane', status: 'approved' },
      rule: { id: program.ruleId, scope: 'program', version: 1, type: 'percent', basis_points: 2000 },
      movements: [{ kind: 'earn', from: 'expense', to: 'pending', amount_cents: 2_000, currency: 'USD' }],
    });
    expect(body.customer.click_id).toBe(body.click.click_id);
    expect(JSON.stringify(body)).not.toContain('secret@customer.test');
    expect(await explain(program, `sales/${saleId}`)).toEqual(body);
  });

  test('a flat amount of the partner’s own rule, in yen without digits after the point', async () => {
    const program = await viewer.open({
      currency: 'JPY',
      partnerRule: { type: 'flat', basisPoints: null, amountCents: 500, durationMonths: 0 },
    });
    const { commissionId } = await buyAfterClick(program, { amountCents: 12_345 });
    const { story, rule, arithmetic } = await explain(program, `commissions/${commissionId}`);
    expect(story[2]).toMatch(/^A sale of 12,345 JPY was made/);
    expect(story[3]).toBe(
      "Rule version 1 of the partner applies to the customer's first sale, which this is: a flat 500 JPY, whatever the amount.",
    );
    expect(rule).toMatchObject({ scope: 'partner', type: 'flat', amount_cents: 500, duration_months: 0 });
    expect(arithmetic).toMatchObject({
      type: 'flat',
      flat_cents: 500,
      earned_cents: 500,
      base_cents: 12_345,
    });
  });

  test('a rule with an end says when it starts to count, and rounding is mentioned', async () => {
    const program = await viewer.open({
      rule: { type: 'percent', basisPoints: 1250, amountCents: null, durationMonths: 12 },
    });
    const { commissionId } = await buyAfterClick(program, { amountCents: 3_333 });
    const { story } = await explain(program, `commissions/${commissionId}`);
    expect(story[3]).toBe(
      "Rule version 1 of the program applies for 12 months from the customer's first sale at 2026-01-02 12:00:00 UTC: " +
        '12.5 % of 33.33 USD = 4.17 USD (rounded).',
    );
  });

  test('each refund says what it reversed, even if that is nothing', async () => {
    const program = await viewer.open();
    const { commissionId, transactionId, saleId } = await buyAfterClick(program);
    await refund(service, program, { transactionId, amountCents: 2, atMs: T0 + DAY_MS });
    await refund(service, program, { transactionId, amountCents: 4_998, atMs: T0 + 2 * DAY_MS });
    const half = await explain(program, `commissions/${commissionId}`);
    expect(half.story.slice(5)).toEqual([
      'A refund of 0.02 USD at 2026-01-03 10:00:00 UTC took nothing back.',
      'A refund of 49.98 USD reversed 10.00 USD at 2026-01-04 10:00:00 UTC.',
      'The commission now stands at 10.00 USD and is pending until 2026-02-01 12:00:00 UTC.',
    ]);
    expect(half.arithmetic).toMatchObject({
      refunded_cents: 5_000,
      reversed_cents: 1_000,
      left_cents: 1_000,
    });
    await refund(service, program, { transactionId, atMs: T0 + 3 * DAY_MS });
    const { story, commission, movements } = await explain(program, `sales/${saleId}`);
    expect(story.at(-1)).toBe('Nothing of the commission is left.');
    expect(commission).toMatchObject({ status: 'reversed', amount_cents: 0, original_amount_cents: 2_000 });
    expect(movements.map((movement: { kind: string }) => movement.kind)).toEqual([
      'earn',
      'reverse',
      'reverse',
    ]);
  });

  test('held, released, matured, paid out, and refunded after that', async () => {
    const program = await viewer.open();
    const { commissionId, transactionId } = await buyAfterClick(program);
    if (commissionId === null) throw new Error('nothing was earned');
    const { pool, tracking } = service;
    const target = { programId: program.programId, commissionId };
    await holdCommission(pool, tracking.ids, { ...target, reason: 'Looks odd.', nowMs: T0 + DAY_MS });
    const held = await explain(program, `commissions/${commissionId}`);
    expect(held.story.slice(5)).toEqual([
      'At 2026-01-03 10:00:00 UTC 20.00 USD was put on hold by jane@acme.test.',
      'The commission now stands at 20.00 USD and is on hold: Looks odd.',
    ]);
    await releaseCommission(pool, tracking.ids, { ...target, nowMs: T0 + 2 * DAY_MS });
    await matureCommissions(pool, tracking.ids, { nowMs: T0 + 40 * DAY_MS });
    const paid = await payOut(
      { pool, ids: tracking.ids },
      {
        programId: program.programId,
        partnerId: program.partnerId,
        currency: 'USD',
        reference: 'wire 7',
        nowMs: T0 + 41 * DAY_MS,
      },
    );
    await refund(service, program, { transactionId, amountCents: 5_000, atMs: T0 + 50 * DAY_MS });
    const { story } = await explain(program, `commissions/${commissionId}`);
    expect(story.slice(5)).toEqual([
      'At 2026-01-03 10:00:00 UTC 20.00 USD was put on hold by jane@acme.test.',
      'At 2026-01-04 10:00:00 UTC 20.00 USD was released from hold by jane@acme.test.',
      'At 2026-02-11 10:00:00 UTC 20.00 USD became payable.',
      `At 2026-02-12 10:00:00 UTC 20.00 USD was paid out (payout ${paid?.id}, wire 7).`,
      'A refund of 50.00 USD reversed 10.00 USD at 2026-02-21 10:00:00 UTC. ' +
        'It had been paid out already, so it is taken off the next payout.',
      'The commission now stands at 10.00 USD and has been paid.',
    ]);
  });

  test('a commission earned while the partner was suspended was held from the beginning', async () => {
    const program = await viewer.open();
    const clickId = await click(service, program, { atMs: T0 });
    await service.pool.query(`update enrollments set status = 'suspended' where id = $1`, [
      program.enrollmentId,
    ]);
    const customerKey = await lead(service, program, { clickId, atMs: T0 });
    const { commissionId } = await sale(service, program, { customerKey, atMs: T0 });
    const { story } = await explain(program, `commissions/${commissionId}`);
    const why = 'The partner was suspended in the program when the sale was recorded.';
    expect(story.slice(5)).toEqual([
      'Flagged as a fast sale: it was made 0 seconds after the click.',
      'It was held from the beginning.',
      `The commission now stands at 20.00 USD and is on hold: ${why}`,
    ]);
  });

  test('a test sale earned nothing, and says so', async () => {
    const program = await viewer.open();
    const clickId = await click(service, program, { atMs: T0, testMode: true });
    const customerKey = await lead(service, program, { clickId, atMs: T0, testMode: true });
    const { saleId, commissionId, transactionId } = await sale(service, program, {
      customerKey,
      atMs: T0,
      testMode: true,
    });
    expect(commissionId).toBeNull();
    await refund(service, program, { transactionId, atMs: T0 + 1_000 });
    const body = await explain(program, `sales/${saleId}`);
    expect(body).toMatchObject({
      commission: null,
      arithmetic: null,
      movements: [],
      no_commission_code: 'test_sale',
      no_commission_reason: 'This is a test sale; test sales earn no commission.',
    });
    expect(body.story).toEqual([
      expect.stringMatching(/This was a test click\.$/),
      expect.stringMatching(/This was a test lead\.$/),
      expect.stringMatching(/^A test sale of 100\.00 USD was made/),
      'No commission was earned: This is a test sale; test sales earn no commission.',
      'A refund of 100.00 USD at 2026-01-02 10:00:01 UTC took nothing back.',
    ]);
  });

  test('a later sale under a rule for the first one only earned nothing, and says why', async () => {
    const program = await viewer.open({
      rule: { type: 'percent', basisPoints: 2000, amountCents: null, durationMonths: 0 },
    });
    const { customerKey } = await buyAfterClick(program);
    const { saleId } = await sale(service, program, { customerKey, atMs: T0 + DAY_MS });
    const { story } = await explain(program, `sales/${saleId}`);
    expect(story.at(-1)).toBe(
      "No commission was earned: The rule pays for a customer's first sale only, and this is a later one. " +
        'Rule version 1 of the program was in force.',
    );
  });

  test('a sale in a program without a rule, and a sale named by its click alone', async () => {
    const program = await viewer.open({ rule: null });
    const clickId = await click(service, program, { atMs: T0 });
    const { saleId } = await sale(service, program, { customerKey: `new ${clickId}`, clickId, atMs: T0 });
    const { story, rule } = await explain(program, `sales/${saleId}`);
    expect(rule).toBeNull();
    expect(story[1]).toBe('No lead was recorded; the sale itself named the customer.');
    expect(story.at(-1)).toBe('No commission was earned: The program has no commission rule.');
  });

  test('a commission that could not be written yet is announced', async () => {
    const program = await viewer.open({ rule: null });
    const { saleId } = await buyAfterClick(program);
    await service.pool.query(
      `update sales set commission_state = 'missing', no_commission_code = null where id = $1`,
      [saleId],
    );
    const { story, commission } = await explain(program, `sales/${saleId}`);
    expect(commission).toBeNull();
    expect(story.at(-1)).toMatch(/^The commission could not be written .* completes it later, once\.$/);
  });

  test('the story is complete after the month of the click has been dropped', async () => {
    const program = await viewer.open();
    const { commissionId } = await buyAfterClick(program);
    await service.pool.query('delete from clicks where program_id = $1', [program.programId]);
    const { click: clicked, story } = await explain(program, `commissions/${commissionId}`);
    expect(clicked).toBeNull();
    expect(story[0]).toMatch(/^The customer clicked the link .* of Jane at 2026-01-02 10:00:00 UTC\.$/);
  });

  test('404: no such sale or commission, or none that a number can name', async () => {
    const program = await viewer.open();
    for (const what of [
      'sales/1',
      'commissions/1',
      'sales/x',
      'commissions/1.5',
      `sales/${'9'.repeat(30)}`,
    ]) {
      const answer = await ask(service, `/api/programs/${program.programId}/${what}/explain`, {
        cookie: viewer.cookie,
      });
      expect([answer.status, answer.body]).toEqual([404, { error: 'Not found' }]);
    }
  });
});

describe('amounts in sentences', () => {
  test.each([
    [0, 'USD', '0.00 USD'],
    [5, 'USD', '0.05 USD'],
    [-1_234_567, 'EUR', '-12,345.67 EUR'],
    [1_234, 'JPY', '1,234 JPY'],
    [1_234, 'KWD', '1.234 KWD'],
    [Number.MAX_SAFE_INTEGER, 'USD', '90,071,992,547,409.91 USD'],
    [123_456_789_012_345_678_901n, 'USD', '1,234,567,890,123,456,789.01 USD'],
  ])('%s in the smallest unit of %s is %s', (amountCents, currency, text) => {
    expect(formatMoney(amountCents, currency)).toBe(text);
  });

  test.each([
    [2000, '20 %'],
    [1250, '12.5 %'],
    [1, '0.01 %'],
    [10_000, '100 %'],
  ])('%s basis points are %s', (basisPoints, text) => {
    expect(formatShare(basisPoints)).toBe(text);
  });
});
