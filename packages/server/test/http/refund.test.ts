import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { type TrackingClient, trackingClient } from './tracking-client.js';

const NOT_FOUND = [404, { error: 'Sale not found for transaction_id' }];

describe.each(engines)('POST /api/v1/track/refund on %s', (engine) => {
  let service: RunningService;
  let client: TrackingClient;
  let program: SeededProgram;
  let sibling: SeededProgram;

  beforeAll(async () => {
    service = await startService(engine, {
      tracking: {
        atStep(step, commands) {
          const isMeant = commands.some((one) => one.kind === 'refund' && one.refundKey === 'fail');
          if (step === 'money' && isMeant) throw new Error('made to fail by the test');
          if (step === 'activity' && isMeant) throw new Error('made to fail by the test');
        },
      },
    });
    client = trackingClient(service);
    program = await seedProgram(service.pool);
    sibling = await seedProgram(service.pool, { workspaceId: program.workspaceId });
  });
  afterAll(() => service.close());

  const answered = async (body: object, key = program.apiKey) => {
    const { status, body: answer } = await client.refund(body, { key });
    return [status, answer];
  };
  const sellOnce = async (amountCents = 1000, extra: object = {}) =>
    client.soldTo(program, (await client.customer(program)).customerKey, amountCents, extra);

  describe('200', () => {
    test('without an amount all that is left goes back, and the commission is reversed with it', async () => {
      const sale = await sellOnce();
      const refunded = {
        success: true,
        transaction_id: sale.transaction_id,
        refunded_amount_cents: 1000,
        commission: { id: sale.commission.id, amount_cents: 0, status: 'reversed' },
      };
      const body = { transaction_id: sale.transaction_id };
      expect(await answered(body)).toEqual([200, { ...refunded, already_refunded: false }]);
      expect(await answered(body)).toEqual([200, { ...refunded, already_refunded: true }]);
      expect(await answered({ ...body, amount_cents: 999_999 })).toEqual([
        200,
        { ...refunded, already_refunded: true },
      ]);
    });

    test('partial refunds reverse their share of the original commission, and end exactly at zero', async () => {
      const sale = await sellOnce(1001);
      const refundPart = (amountCents?: number) =>
        answered({ transaction_id: sale.transaction_id, ...(amountCents && { amount_cents: amountCents }) });
      expect(sale.commission.amount_cents).toBe(200);
      expect(await refundPart(1)).toMatchObject([
        200,
        { refunded_amount_cents: 1, commission: { amount_cents: 200 } },
      ]);
      expect(await refundPart(499)).toMatchObject([
        200,
        { refunded_amount_cents: 500, commission: { amount_cents: 100 } },
      ]);
      expect(await refundPart()).toMatchObject([
        200,
        { refunded_amount_cents: 1001, commission: { amount_cents: 0, status: 'reversed' } },
      ]);
    });

    test('a refund id counts once', async () => {
      const sale = await sellOnce();
      const body = { transaction_id: sale.transaction_id, amount_cents: 300, refund_id: 'r1' };
      expect(await answered(body)).toMatchObject([200, { refunded_amount_cents: 300 }]);
      expect(await answered(body)).toMatchObject([200, { refunded_amount_cents: 300 }]);
      expect(await answered({ ...body, amount_cents: 900 })).toMatchObject([
        200,
        { refunded_amount_cents: 300 },
      ]);
      expect(await answered({ ...body, refund_id: 'r2' })).toMatchObject([
        200,
        { refunded_amount_cents: 600 },
      ]);
      const other = await sellOnce();
      expect(await answered({ ...body, transaction_id: other.transaction_id })).toMatchObject([
        200,
        { refunded_amount_cents: 300 },
      ]);
    });

    test('a sale that earned nothing is refunded too', async () => {
      const sale = await sellOnce(1000, { additional_data: { test_mode: true } });
      expect(await answered({ transaction_id: sale.transaction_id })).toMatchObject([
        200,
        { refunded_amount_cents: 1000, commission: null },
      ]);
    });
  });

  describe('400', () => {
    test.each([
      ['transaction_id is required', {}],
      ['transaction_id is required', { transaction_id: '' }],
      ['transaction_id is required', { transaction_id: null }],
      ['transaction_id is required', { transaction_id: 7 }],
      ['amount_cents is invalid', { transaction_id: 't', amount_cents: 0 }],
      ['amount_cents is invalid', { transaction_id: 't', amount_cents: -5 }],
      ['amount_cents is invalid', { transaction_id: 't', amount_cents: 1.5 }],
      ['amount_cents is invalid', { transaction_id: 't', amount_cents: '5' }],
      ['amount_cents is invalid', { transaction_id: 't', amount_cents: 2 ** 53 }],
      ['refund_id is invalid', { transaction_id: 't', refund_id: 7 }],
      ['refund_id is invalid', { transaction_id: 't', refund_id: 'x'.repeat(256) }],
      ['refund_id is invalid', { transaction_id: 't', refund_id: 'a\u0000' }],
    ])('%s: %j', async (error, body) => {
      expect(await answered(body)).toEqual([400, { error }]);
    });

    test('more than is left changes nothing', async () => {
      const sale = await sellOnce();
      const body = { transaction_id: sale.transaction_id };
      await answered({ ...body, amount_cents: 400 });
      expect(await answered({ ...body, amount_cents: 601 })).toEqual([
        400,
        { error: 'amount_cents exceeds the refundable amount' },
      ]);
      expect(await answered({ ...body, amount_cents: 600 })).toMatchObject([
        200,
        { refunded_amount_cents: 1000 },
      ]);
    });
  });

  describe('404', () => {
    test('a sale that does not exist, or belongs to another program', async () => {
      const sale = await sellOnce();
      expect(await answered({ transaction_id: uniqueName('nothing') })).toEqual(NOT_FOUND);
      expect(await answered({ transaction_id: 'a\u0000' })).toEqual(NOT_FOUND);
      expect(await answered({ transaction_id: sale.transaction_id }, sibling.apiKey)).toEqual(NOT_FOUND);
      expect(await answered({ transaction_id: sale.transaction_id.toUpperCase() })).toEqual(NOT_FOUND);
    });
  });

  test('500: a fault of ours takes nothing back', async () => {
    const sale = await sellOnce();
    const body = { transaction_id: sale.transaction_id };
    expect(await answered({ ...body, refund_id: 'fail' })).toEqual([
      500,
      { error: 'Refund tracking failed' },
    ]);
    expect(await answered(body)).toMatchObject([
      200,
      { refunded_amount_cents: 1000, already_refunded: false },
    ]);
  });
});
