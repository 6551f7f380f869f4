import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, lead, refund, sale, signInAs } from '../support/management.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const FLAT = { type: 'flat', amountCents: 500, basisPoints: null, durationMonths: null } as const;

describe.each(engines)('a customer on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function readTimeline(program: SeededProgram, customerKey: string) {
    const cookie = await signInAs(service, program.workspaceId, 'viewer');
    const customers = `/api/programs/${program.programId}/customers`;
    const { body: found } = await ask(service, `${customers}?customer_key=${customerKey}`, { cookie });
    return (await ask(service, `${customers}/${found.data[0].id}`, { cookie })).body;
  }

  test('sales and commissions are each shown in their own currency', async () => {
    const program = await seedProgram(service.pool, { currency: 'USD', rule: FLAT });
    const { customerKey, transactionId } = await sale(service, program, { currency: 'JPY' });
    await sale(service, program, { customerKey, currency: 'JPY', amountCents: 300 });
    await sale(service, program, { customerKey, amountCents: 4_000 });
    await refund(service, program, { transactionId, amountCents: 5_000 });
    const { totals } = await readTimeline(program, customerKey);
    expect(totals).toEqual([
      { currency: 'JPY', sales: 2, revenue_cents: 10_300, refunded_cents: 5_000, commission_cents: 0 },
      { currency: 'USD', sales: 1, revenue_cents: 4_000, refunded_cents: 0, commission_cents: 1_250 },
    ]);
  });

  test('shows a commission in a currency without sales, but no commission of a test sale', async () => {
    const program = await seedProgram(service.pool, { currency: 'USD', rule: FLAT });
    const { customerKey } = await sale(service, program, { currency: 'JPY' });
    await sale(service, program, { customerKey, currency: 'EUR', testMode: true });
    const { totals } = await readTimeline(program, customerKey);
    expect(totals).toEqual([
      { currency: 'JPY', sales: 1, revenue_cents: 10_000, refunded_cents: 0, commission_cents: 0 },
      { currency: 'USD', sales: 0, revenue_cents: 0, refunded_cents: 0, commission_cents: 500 },
    ]);
  });

  test('a timeline that is too long keeps the newest, the oldest of them first, and says so', async () => {
    const program = await seedProgram(service.pool);
    const fromMs = Date.now() - 86_400_000;
    const customerKey = await lead(service, program, { atMs: fromMs });
    const buyRepeatedly = (index: number) =>
      sale(service, program, { customerKey, transactionId: `${customerKey}-${index}`, atMs: fromMs + index });
    // Each sale and its commission are two events, click and lead two more.
    await Promise.all(Array.from({ length: 249 }, (_, index) => buyRepeatedly(index + 1)));
    const whole = await readTimeline(program, customerKey);
    expect(whole.timeline).toHaveLength(500);
    expect([whole.timeline[0].type, whole.is_cut]).toEqual(['click', false]);
    await buyRepeatedly(250);
    await buyRepeatedly(251);
    const { timeline, is_cut: isCut } = await readTimeline(program, customerKey);
    expect(isCut).toBe(true);
    expect(timeline.map(({ type }: { type: string }) => type)).toEqual(
      Array.from({ length: 250 }, () => ['sale', 'commission']).flat(),
    );
    expect(timeline[0].text).toContain(`(${customerKey}-2)`);
    expect(timeline.at(-2).text).toContain(`(${customerKey}-251)`);
  });
});
