import { describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { openBreakdown } from '../breakdown/open-breakdown.js';
import { engines } from '../support/engines.js';
import { signInAs } from '../support/management.js';
import { createSender } from '../support/open-program.js';
import { seedPartner } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const DAY_MS = 86_400_000;
const SOLD_MS = Date.parse('2026-03-02T10:00:00Z');
const NAME = 'totals_of_assigned_sales';

/** As the version before wrote them: the 20.00 that was earned stays, and is reversed on the days on which it was taken, and the other way round. */
const WRITTEN_BEFORE = `
  insert into missed_totals (program_id, day, partner_id, link_id, currency, clicks, leads, customers, sales, revenue_cents,
                             refunded_cents, commission_cents, reversed_cents)
  select l.program_id, day::date, l.partner_id, l.id, 'USD', 0, 0, 0, 0, 0, 0, earned, reversed
    from links l, (values ('2026-03-02', 2000, 0), ('2026-03-03', 0, 2000),
                          ('2026-03-03', 0, 2000), ('2026-03-05', 0, -2000)) as wrote (day, earned, reversed)
   where l.id = $1
  union all
  select l.program_id, day::date, $2::bigint, 0, 'USD', 0, 0, 0, 0, 0, 0, earned, reversed
    from links l, (values ('2026-03-02', 2000, 0), ('2026-03-05', 0, 2000)) as wrote (day, earned, reversed)
   where l.id = $1`;
const BROKEN_DOWN_BEFORE = `
  insert into missed_breakdown (program_id, dimension, day, value, partner_id, currency, clicks, unique_clicks, leads, customers, sales,
                                revenue_cents, commission_cents)
  select l.program_id, dimension, '2026-03-02', value, l.partner_id, 'USD', 0, 0, 0, 0, 0, 0, 2000
    from links l, sales s cross join lateral jsonb_each_text(s.dimensions::jsonb) d (dimension, value)
   where l.id = $1 and s.transaction_id = $2`;

describe.each(engines)(
  'totals that a version wrote which left an assigned sale with both partners, on %s',
  (engine) => {
    let nowMs = SOLD_MS;
    const service = sharedAndVerified(() => startService(engine, { trustProxy: true, now: () => nowMs }));

    test('are corrected, also where it was given back', async () => {
      const { pool } = service;
      const { program, send, click, lead, sale } = await openBreakdown(service);
      const joe = await seedPartner(pool, program);
      const sell = async () => {
        const key = await lead(await click('sub1=north'));
        const { transaction_id: order } = await sale(key);
        const [customer] = (await send('GET', `/customers?customer_key=${key}`)).body.data;
        return { order, customer };
      };
      const [taken, givenBack] = [await sell(), await sell()];
      const assign = async ({ customer }: typeof taken, partnerId: number, days: number) => {
        nowMs = SOLD_MS + days * DAY_MS;
        // The session of the day of the sale has ended.
        const cookie = await signInAs(service, program.workspaceId, 'owner');
        const later = createSender(service, cookie, `/api/programs/${program.programId}`);
        const body = { partner_id: partnerId, from: 'first_sale', reason: 'They met at a fair' };
        expect((await later('POST', `/customers/${customer.id}/assign`, body)).status).toBe(200);
      };
      await assign(taken, joe.partnerId, 1);
      await assign(givenBack, joe.partnerId, 1);
      await assign(givenBack, program.partnerId, 3);
      const differing = async () =>
        (await verifyBooks(pool)).differences.map(({ id, what }) => `${id}: ${what}`);
      expect(await differing()).toEqual([]);

      await pool.query(WRITTEN_BEFORE, [program.linkId, joe.partnerId]);
      await pool.query(BROKEN_DOWN_BEFORE, [program.linkId, taken.order]);
      const before = (await differing()).join('\n');
      for (const what of [
        '2026-03-02, partner 1, link 1, USD: commission_cents is 4000, the events give 2000',
        '2026-03-03, partner 1, link 1, USD: reversed_cents is 4000, the events give 0',
        '2026-03-05, partner 1, link 1, USD: reversed_cents is -2000, the events give 0',
        '2026-03-02, partner 1, sub1 north, USD: commission_cents is 4000, the events give 2000',
      ])
        expect(before).toContain(what);

      await pool.query('delete from schema_versions where name = $1', [NAME]);
      await migrate(pool);
      expect(await differing()).toEqual([]);
    });
  },
);
