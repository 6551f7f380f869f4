import { calculateCommission, reversalTarget } from '@svc/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { customerFromRow } from '../../src/ingest/customers.js';
import { saleFromRow } from '../../src/ingest/sales.js';
import { engines } from '../support/engines.js';
import { ask, lead, refund, sale, signInAs } from '../support/management.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const DAY_MS = 86_400_000;
interface Rule {
  readonly type: 'percent' | 'flat';
  readonly basis_points?: number;
  readonly amount_cents?: number;
  readonly duration_months?: number;
}

const RULES: readonly Rule[] = [
  { type: 'percent', basis_points: 3333 },
  { type: 'percent', basis_points: 0 },
  { type: 'flat', amount_cents: 777 },
  ...[0, 1, 2].map((duration_months) => ({ type: 'percent' as const, basis_points: 1250, duration_months })),
];

describe.each(engines)('the preview of a rule on %s', (engine) => {
  const service = shared(() => startService(engine));
  let program: SeededProgram;
  beforeAll(async () => {
    program = await seedProgram(service.pool);
    const nowMs = Date.now();
    for (let customer = 0; customer < 6; customer++) {
      const customerKey = await lead(service, program, { atMs: nowMs - 89 * DAY_MS });
      for (let count = 0; count < 6; count++) {
        // Of equal and of different amounts, one after another until today; some with tax, some given back in part.
        const amountCents = 1_001 + 37 * ((customer * count) % 5);
        const { transactionId } = await sale(service, program, {
          customerKey,
          amountCents,
          taxCents: count % 2 === 0 ? 0 : 190,
          currency: customer % 3 === 0 ? 'EUR' : null,
          occurredAtMs: nowMs - 88 * DAY_MS + (customer + 14 * count) * DAY_MS,
          testMode: customer === 5 && count === 0,
        });
        if (count % 3 === 1) await refund(service, program, { transactionId, amountCents: 1 + 100 * count });
      }
    }
  });

  /** What each sale would have earned, decided one by one. */
  async function expectedOf(rule: Rule) {
    const { rows } = await service.pool.query('select * from sales where program_id = $1', [
      program.programId,
    ]);
    const { rows: customers } = await service.pool.query('select * from customers where program_id = $1', [
      program.programId,
    ]);
    const known = new Map(customers.map((row) => [row.id, customerFromRow(row)]));
    const sums: Record<string, number> = {};
    for (const one of rows.map((row) => saleFromRow(row))) {
      const customer = known.get(one.customerId);
      const [id, atMs] = [customer?.firstSaleId ?? null, customer?.firstSaleAtMs ?? null];
      const calculation = calculateCommission({
        sale: one,
        codes: [],
        rule: {
          id: 0,
          version: 0,
          scope: 'program',
          type: rule.type,
          basisPoints: rule.basis_points ?? null,
          amountCents: rule.amount_cents ?? null,
          clauses: null,
          durationMonths: rule.duration_months ?? null,
          maxTotalCents: null,
        },
        programCurrency: 'USD',
        firstSale: id === null || atMs === null ? null : { id, atMs },
      });
      if (!calculation.due) continue;
      const taken = reversalTarget(calculation.amountCents, one.refundedCents, one.amountCents);
      sums[calculation.currency] = (sums[calculation.currency] ?? 0) + calculation.amountCents - taken;
    }
    return sums;
  }

  test.each(RULES)('is the sum of what the rules make of each sale: %j', async (rule) => {
    const cookie = await signInAs(service, program.workspaceId, 'viewer');
    const query = Object.entries(rule)
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    const path = `/api/programs/${program.programId}/rules/preview?${query}`;
    const partner = `&partner_id=${program.partnerId}`;
    const expected = await expectedOf(rule);
    for (const { body } of [
      await ask(service, path, { cookie }),
      await ask(service, path + partner, { cookie }),
    ]) {
      const previewed = body.currencies.map(
        ({ currency, preview_cents: cents }: { currency: string; preview_cents: number }) => [
          currency,
          cents,
        ],
      );
      expect(Object.fromEntries(previewed)).toEqual({ EUR: 0, USD: 0, ...expected });
      expect(body.currencies.map(({ sales }: { sales: number }) => sales)).toEqual([12, 23]);
    }
  });

  test('sales count in the currency they were made in, whatever that of their commission is', async () => {
    const rule = { type: 'flat', amountCents: 500, basisPoints: null, durationMonths: null } as const;
    const flat = await seedProgram(service.pool, { currency: 'USD', rule });
    await sale(service, flat, { currency: 'EUR' });
    const cookie = await signInAs(service, flat.workspaceId, 'viewer');
    const path = `/api/programs/${flat.programId}/rules/preview?type=percent&basis_points=1000`;
    expect((await ask(service, path, { cookie })).body.currencies).toEqual([
      { currency: 'EUR', sales: 1, commission_cents: 0, preview_cents: 1_000, difference_cents: 1_000 },
      { currency: 'USD', sales: 0, commission_cents: 500, preview_cents: 0, difference_cents: -500 },
    ]);
  });
});
