import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { seedPartner } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { openBreakdown, type Row } from './open-breakdown.js';

describe.each(engines)('the breakdown of customers that are assigned, on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine, { trustProxy: true }));

  test('counts sales under the values of a link or a code, and of an assignment under none', async () => {
    const { program, send, click, lead, sale, by } = await openBreakdown(service);
    const key = await lead(await click('sub1=north'));
    await sale(key);
    const joe = await seedPartner(service.pool, program);
    const [customer] = (await send('GET', `/customers?customer_key=${key}`)).body.data;
    const assign = async (partnerId: number) => {
      const body = { partner_id: partnerId, from: 'first_sale', reason: 'They met at a fair' };
      expect((await send('POST', `/customers/${customer.id}/assign`, body)).status).toBe(200);
    };
    const figures = async (query = '') =>
      (await by('sub1', query)).data.map(({ value, sales, customers, revenue_cents }: Row) => [
        value,
        sales,
        customers,
        revenue_cents,
      ]);
    expect(await figures()).toEqual([['north', 1, 1, 10_000]]);
    await assign(joe.partnerId);
    expect(await figures()).toEqual([
      ['north', 0, 0, 0],
      [null, 1, 1, 10_000],
    ]);
    expect(await figures(`&partner_id=${joe.partnerId}`)).toEqual([[null, 1, 1, 10_000]]);
    await sale(key, 5_000);
    expect(await figures(`&partner_id=${joe.partnerId}`)).toEqual([[null, 2, 1, 15_000]]);
    // Given back, the sale that the link brought counts under its value again; the one since does not.
    await assign(program.partnerId);
    expect(await figures()).toEqual([
      ['north', 1, 1, 10_000],
      [null, 1, 0, 5_000],
    ]);
  });
});
