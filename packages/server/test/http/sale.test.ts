import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { ageClick, type TrackingClient, trackingClient } from './tracking-client.js';

const DUPLICATE = { error: 'Duplicate transaction_id. This sale has already been recorded.' };
const NOT_FOUND = { error: 'Customer not found. Provide customer_key or click_id.' };

describe.each(engines)('POST /api/v1/track/sale on %s', (engine) => {
  let service: RunningService;
  let client: TrackingClient;
  let program: SeededProgram;
  let sibling: SeededProgram;
  let stranger: SeededProgram;
  let commissionsFail = true;

  beforeAll(async () => {
    service = await startService(engine, {
      tracking: {
        atStep(step, commands) {
          const isMeant = (what: string) =>
            commands.some((one) => one.kind === 'sale' && one.transactionId.startsWith(what));
          if (step === 'activity' && isMeant('fail-sale')) throw new Error('made to fail by the test');
          if (step === 'money' && commissionsFail && isMeant('fail-commission'))
            throw new Error('made to fail by the test');
        },
      },
    });
    client = trackingClient(service);
    program = await seedProgram(service.pool);
    sibling = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    stranger = await seedProgram(service.pool);
  });
  afterAll(() => service.close());

  const asServer = () => ({ key: program.apiKey });
  const saleAnswered = async (body: object, sending: object = asServer()) => {
    const { status, body: answer } = await client.sale(body, sending);
    return [status, answer];
  };
  const order = <Extra extends object>(extra: Extra) => ({
    transaction_id: uniqueName('order'),
    amount_cents: 1000,
    ...extra,
  });
  const salesOf = async (transactionId: string) => {
    const { rows } = await service.pool.query('select * from sales where transaction_id = $1', [
      transactionId,
    ]);
    return rows;
  };

  describe('200', () => {
    test('a sale earns its partner the commission of the rule, payable after the hold time', async () => {
      const { customerKey } = await client.customer(program);
      const before = Date.now();
      const sale = order({ customer_key: customerKey, amount_cents: 4999, currency: 'eur' });
      const [status, answer] = await saleAnswered(sale);
      expect(status).toBe(200);
      expect(answer).toEqual({
        success: true,
        transaction_id: sale.transaction_id,
        sale_id: expect.any(Number),
        amount_cents: 4999,
        currency: 'EUR',
        test_mode: false,
        commission: {
          id: expect.any(Number),
          amount_cents: 1000,
          currency: 'EUR',
          status: 'pending',
          payable_at: expect.any(String),
        },
      });
      const payableMs = Date.parse(answer.commission.payable_at) - 30 * 86_400_000;
      expect(payableMs).toBeGreaterThanOrEqual(before);
      expect(payableMs).toBeLessThanOrEqual(Date.now());
      expect(await salesOf(sale.transaction_id)).toMatchObject([
        { source: 'api', partner_id: program.partnerId },
      ]);
    });

    test('tax earns nothing, and the sale may lie in the past', async () => {
      const { customerKey } = await client.customer(program);
      const occurredAt = '2026-01-31T23:30:00+02:00';
      const [, answer] = await saleAnswered(
        order({ customer_key: customerKey, tax_cents: 200, occurred_at: occurredAt }),
      );
      expect(answer.commission.amount_cents).toBe(160);
      expect(Date.parse(answer.commission.payable_at)).toBe(Date.parse(occurredAt) + 30 * 86_400_000);
    });

    test('a click that nobody has named yet is enough, and makes a customer of the visitor', async () => {
      const clickId = await client.clickId(program);
      const customerKey = uniqueName('user');
      expect((await saleAnswered(order({ click_id: clickId, customer_key: customerKey })))[0]).toBe(200);
      expect((await saleAnswered(order({ customer_key: customerKey })))[0]).toBe(200);
      expect((await saleAnswered(order({ click_id: clickId })))[0]).toBe(200);
    });

    test('a known customer is credited long after the window of the click', async () => {
      const { clickId, customerKey } = await client.customer(program);
      await ageClick(service, clickId, 400);
      expect(await saleAnswered(order({ customer_key: customerKey }))).toMatchObject([
        200,
        { commission: { amount_cents: 200 } },
      ]);
    });

    test("in test mode the id may be left out, no commission is made, and it is nobody's first sale", async () => {
      const first = await seedProgram(service.pool, {
        rule: { type: 'percent', basisPoints: 1000, amountCents: null, durationMonths: 0 },
      });
      const { customerKey } = await client.customer(first);
      const body = { amount_cents: 1000, customer_key: customerKey, additional_data: { test_mode: true } };
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => client.sale(body, { key: first.apiKey })),
      );
      expect(new Set(answers.map((answer) => answer.body.transaction_id)).size).toBe(20);
      for (const { status, body: answer } of answers) {
        expect(status).toBe(200);
        expect(answer.transaction_id).toMatch(/^test_txn_\d+$/);
        expect(answer).toMatchObject({ test_mode: true, commission: null });
      }
      expect((await client.soldTo(first, customerKey, 1000)).commission.amount_cents).toBe(100);
      expect((await client.soldTo(first, customerKey, 1000)).commission).toBeNull();
    });

    test('a flat commission is in the currency of the program; a rule of zero earns nothing', async () => {
      const flat = await seedProgram(service.pool, {
        rule: { type: 'flat', basisPoints: null, amountCents: 750, durationMonths: null },
      });
      const { customerKey } = await client.customer(flat);
      expect((await client.soldTo(flat, customerKey, 100, { currency: 'JPY' })).commission).toMatchObject({
        amount_cents: 750,
        currency: 'USD',
      });
      const zero = await seedProgram(service.pool, {
        rule: { type: 'percent', basisPoints: 0, amountCents: null, durationMonths: null },
      });
      expect((await client.soldTo(zero, (await client.customer(zero)).customerKey)).commission).toBeNull();
    });

    test("a partner's own rule comes before the program's", async () => {
      const own = await seedProgram(service.pool, {
        partnerRule: { type: 'percent', basisPoints: 5000, amountCents: null, durationMonths: null },
      });
      expect(
        (await client.soldTo(own, (await client.customer(own)).customerKey, 1000)).commission.amount_cents,
      ).toBe(500);
    });

    test('the largest amount there is comes back to the cent', async () => {
      const { customerKey } = await client.customer(program);
      const amountCents = Number.MAX_SAFE_INTEGER;
      const [, answer] = await saleAnswered(order({ customer_key: customerKey, amount_cents: amountCents }));
      expect(answer.amount_cents).toBe(amountCents);
      expect(BigInt(answer.commission.amount_cents)).toBe((BigInt(amountCents) * 2n + 5n) / 10n);
    });
  });

  describe('400', () => {
    const TRANSACTION = 'transaction_id is required and must be a string';
    const AMOUNT = 'amount_cents is required and must be a positive integer';
    const CURRENCY = 'currency must be an ISO 4217 code';
    const saleBodyAt = (occurredAt: unknown) => ({
      transaction_id: 't',
      amount_cents: 1,
      occurred_at: occurredAt,
    });
    const tax = (taxCents: unknown) => ({ transaction_id: 't', amount_cents: 5, tax_cents: taxCents });
    test.each([
      [TRANSACTION, { amount_cents: 1 }],
      [TRANSACTION, { transaction_id: '', amount_cents: 1 }],
      [TRANSACTION, { transaction_id: null, amount_cents: 1 }],
      [TRANSACTION, { transaction_id: 7, amount_cents: 1 }],
      [TRANSACTION, { transaction_id: 7, amount_cents: 1, additional_data: { test_mode: true } }],
      [TRANSACTION, { transaction_id: 'x'.repeat(256), amount_cents: 1 }],
      [TRANSACTION, { transaction_id: 'a\u0000', amount_cents: 1 }],
      [TRANSACTION, { transaction_id: 'a\ud800', amount_cents: 1 }],
      [TRANSACTION, { amount_cents: 'several are bad', currency: 'XX' }],
      [AMOUNT, { transaction_id: 't' }],
      [AMOUNT, { transaction_id: 't', amount_cents: 0 }],
      [AMOUNT, { transaction_id: 't', amount_cents: -1 }],
      [AMOUNT, { transaction_id: 't', amount_cents: 1.5 }],
      [AMOUNT, { transaction_id: 't', amount_cents: '100' }],
      [AMOUNT, { transaction_id: 't', amount_cents: true }],
      [AMOUNT, { transaction_id: 't', amount_cents: [1] }],
      [AMOUNT, { transaction_id: 't', amount_cents: 2 ** 53 }],
      [AMOUNT, { transaction_id: 't', amount_cents: 1e30 }],
      [CURRENCY, { transaction_id: 't', amount_cents: 1, currency: 'XXY' }],
      [CURRENCY, { transaction_id: 't', amount_cents: 1, currency: 'US' }],
      [CURRENCY, { transaction_id: 't', amount_cents: 1, currency: 840 }],
      ['customer_key must be a string', { transaction_id: 't', amount_cents: 1, customer_key: 7 }],
      ['click_id must be a string', { transaction_id: 't', amount_cents: 1, click_id: {} }],
      ['customer_key is invalid', { transaction_id: 't', amount_cents: 1, customer_key: 'a\u0000' }],
      ['occurred_at is invalid', saleBodyAt('yesterday')],
      ['occurred_at is invalid', saleBodyAt('2026-02-30T00:00:00Z')],
      ['occurred_at is invalid', saleBodyAt('2999-01-01T00:00:00Z')],
      ['occurred_at is invalid', saleBodyAt(1_700_000_000_000)],
      ['tax_cents is invalid', tax(-1)],
      ['tax_cents is invalid', tax(6)],
      ['tax_cents is invalid', tax(0.5)],
      ['tax_cents is invalid', tax('1')],
      [NOT_FOUND.error, { transaction_id: 't', amount_cents: 1 }],
      [NOT_FOUND.error, { transaction_id: 't', amount_cents: 1, customer_key: '', click_id: null }],
      [
        NOT_FOUND.error,
        { transaction_id: 't', amount_cents: 1, customer_key: 'nobody', click_id: 'cust_1_1' },
      ],
    ])('%s: %j', async (error, body) => {
      expect(await saleAnswered(body)).toEqual([400, { error }]);
      expect(await salesOf('t')).toEqual([]);
    });

    test("another workspace's customers and clicks are not found", async () => {
      const { clickId, customerKey } = await client.customer(stranger);
      const unnamed = await client.clickId(stranger);
      for (const who of [{ customer_key: customerKey }, { click_id: clickId }, { click_id: unnamed }]) {
        expect(await saleAnswered(order(who))).toEqual([400, NOT_FOUND]);
      }
    });

    test('a click past the window that nobody has named is not found', async () => {
      const clickId = await ageClick(service, await client.clickId(program), program.cookieWindowDays + 1);
      expect(await saleAnswered(order({ click_id: clickId }))).toEqual([400, NOT_FOUND]);
    });

    test('a customer of another program of the workspace has no attribution here', async () => {
      const { clickId, customerKey } = await client.customer(sibling);
      const unnamed = await client.clickId(sibling);
      const error = 'No affiliate attribution found for this customer in this program';
      for (const who of [{ customer_key: customerKey }, { click_id: clickId }, { click_id: unnamed }]) {
        expect(await saleAnswered(order(who))).toEqual([400, { error }]);
      }
    });

    test('an unattributed customer has no partner-program relationship', async () => {
      const customerKey = uniqueName('user');
      await client.lead({ customer_key: customerKey }, asServer());
      expect(await saleAnswered(order({ customer_key: customerKey }))).toEqual([
        400,
        { error: 'No partner-program relationship found for this customer' },
      ]);
    });

    test('a customer without its partner cannot earn one a commission', async () => {
      const { customerKey } = await client.customer(program);
      await service.pool.query('update customers set partner_id = null where customer_key = $1', [
        customerKey,
      ]);
      expect(await saleAnswered(order({ customer_key: customerKey }))).toEqual([
        400,
        { error: 'partnerId required to create commission' },
      ]);
    });

    test('a refused sale does not use up its transaction id', async () => {
      const sale = order({ customer_key: uniqueName('later') });
      expect(await saleAnswered(sale)).toEqual([400, NOT_FOUND]);
      const clickId = await client.clickId(program);
      await client.lead({ click_id: clickId, customer_key: sale.customer_key }, asServer());
      expect((await saleAnswered(sale))[0]).toBe(200);
    });
  });

  describe('401', () => {
    test.each([
      ['Missing or malformed Authorization header', undefined],
      ['Missing or malformed Authorization header', 'Basic abc'],
      ['Missing or malformed Authorization header', 'bearer abc'],
      // What follows `Bearer` is gone before it arrives: HTTP cuts white space off the end of a header.
      ['Empty API key', 'Bearer  '],
      ['Invalid API key', 'Bearer svc_nobody'],
    ])('%s: %s', async (error, authorization) => {
      const sending = { ...(authorization && { headers: { authorization } }), raw: '{ no json' };
      for (const path of ['/api/v1/track/sale', '/api/v1/track/refund']) {
        const answer = await client.post(path, undefined, sending);
        expect([answer.status, answer.body]).toEqual([401, { error }]);
      }
    });
  });

  describe('409', () => {
    test('the same transaction id again, from any caller and with any other fields', async () => {
      const { customerKey } = await client.customer(program);
      const sale = order({ customer_key: customerKey });
      expect((await saleAnswered(sale))[0]).toBe(200);
      expect(await saleAnswered(sale)).toEqual([409, DUPLICATE]);
      expect(await saleAnswered({ ...sale, amount_cents: 7, customer_key: 'nobody' })).toEqual([
        409,
        DUPLICATE,
      ]);
      expect(await saleAnswered(sale, { key: stranger.apiKey })).toEqual([409, DUPLICATE]);
      expect(await saleAnswered({ ...sale, additional_data: { test_mode: true } })).toEqual([409, DUPLICATE]);
      expect((await saleAnswered({ ...sale, transaction_id: sale.transaction_id.toUpperCase() }))[0]).toBe(
        200,
      );
      expect(await salesOf(sale.transaction_id)).toHaveLength(1);
    });
  });

  describe('500', () => {
    test('a fault before the sale is written records nothing', async () => {
      const { customerKey } = await client.customer(program);
      const sale = order({ transaction_id: uniqueName('fail-sale'), customer_key: customerKey });
      expect(await saleAnswered(sale)).toEqual([500, { error: 'Sale tracking failed' }]);
      expect(await salesOf(sale.transaction_id)).toEqual([]);
    });

    test('a commission that fails leaves the sale, and its transaction id stays used up', async () => {
      const { customerKey } = await client.customer(program);
      const sale = order({ transaction_id: uniqueName('fail-commission'), customer_key: customerKey });
      expect(await saleAnswered(sale)).toEqual([500, { error: 'Failed to create commission' }]);
      commissionsFail = false;
      expect(await saleAnswered(sale)).toEqual([409, DUPLICATE]);
      expect(await salesOf(sale.transaction_id)).toMatchObject([{ commission_state: 'missing' }]);
    });
  });
});
