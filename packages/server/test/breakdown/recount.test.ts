import { type ClickOutcome, DIMENSIONS, dimensionsOf, parseDimensions } from '@svc/core';
import { describe, expect, test } from 'vitest';
import { loadBreakdown } from '../../src/features/breakdown/load-breakdown.js';
import { clickOf, leadOf, saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { createRandom, seedFrom } from '../support/random.js';
import { seedLink, seedPartner, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const CLICKS = 300;

describe.each(engines)('the breakdown of random events on %s', (engine) => {
  const seed = seedFrom(process.env.BREAKDOWN_SEED);
  const service = sharedAndVerified(() => startService(engine));

  test(`has rows that add up to the totals and equal a recount (BREAKDOWN_SEED=${seed})`, async () => {
    const random = createRandom(seed);
    const { tracking, pool } = service;
    const program = await seedProgram(pool);
    const bert = await seedPartner(pool, program);
    const links = [
      program,
      {
        ...program,
        ...bert,
        ...(await seedLink(pool, { ...program, ...bert, shortLink: uniqueName('bert') })),
      },
    ];
    const counted: { readonly partnerId: number; readonly values: string | null; readonly what: string }[] =
      [];
    const customers: { readonly key: string; readonly partnerId: number; readonly values: string | null }[] =
      [];
    const maybe = (name: string) => (random.chance(0.5) ? `&${name}=${'abcd'[random.int(0, 3)]}` : '');
    const clickOnce = async () => {
      const link = links[random.int(0, 1)] ?? program;
      const path = random.chance(0.5) ? '/' : '/pricing';
      const affiliateUrl = `https://shop.test${path}?aff=x${maybe('sub1')}${maybe('utm_source')}${maybe('sub5')}`;
      const referrer = random.chance(0.5) ? 'https://blog.test/' : null;
      const bot = random.chance(0.1);
      const visitor = random.chance(0.9) ? random.int(1, 40) : null;
      const outcome = await tracking.submit(clickOf(link, { affiliateUrl, referrer, bot, visitor }));
      const values = dimensionsOf(affiliateUrl, referrer);
      const { partnerId } = link;
      if (!bot) counted.push({ partnerId, values, what: 'clicks' });
      if (random.chance(0.6)) return;
      const key = uniqueName('customer');
      await tracking.submit(
        leadOf(program, { clickId: (outcome as ClickOutcome).clickId, customerKey: key }),
      );
      counted.push({ partnerId, values, what: 'leads' });
      customers.push({ key, partnerId, values });
    };
    const saleOnce = async () => {
      const customer = customers[random.int(0, customers.length - 1)];
      if (customer === undefined) return;
      const { key, partnerId, values } = customer;
      await tracking.submit(saleOf(program, { customerKey: key, transactionId: uniqueName('order') }));
      counted.push({ partnerId, values, what: 'sales' });
    };
    for (let done = 0; done < CLICKS; done += 20) {
      await Promise.all(Array.from({ length: 20 }, clickOnce));
      await Promise.all(Array.from({ length: 5 }, saleOnce));
    }
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    for (const by of [...DIMENSIONS, 'link', 'partner'] as const) {
      for (const partnerId of [null, program.partnerId, bert.partnerId]) {
        const scope = { programId: program.programId, partnerId, by, days: { from: yesterday, to: today } };
        const { data, totals } = await loadBreakdown(pool, { ...scope, limit: null });
        const cut = await loadBreakdown(pool, { ...scope, limit: 1 });
        expect(cut.totals).toEqual(totals);
        for (const rows of [data, cut.data]) {
          for (const name of [
            'clicks',
            'unique_clicks',
            'leads',
            'customers',
            'sales',
            'revenue_cents',
            'commission_cents',
          ] as const) {
            expect(rows.reduce((sum, row) => sum + row[name], 0n)).toBe(totals[name]);
          }
        }
        if (by === 'link' || by === 'partner') continue;
        const recount = new Map<string, number>();
        for (const one of counted) {
          if (partnerId !== null && one.partnerId !== partnerId) continue;
          const value = parseDimensions(one.values)[by] ?? (by === 'landing_path' ? '/' : null);
          const key = `${value} ${one.what}`;
          recount.set(key, (recount.get(key) ?? 0) + 1);
        }
        const shown = data.flatMap(({ value, clicks, leads, sales }) =>
          Object.entries({ clicks, leads, sales })
            .filter(([, count]) => count > 0n)
            .map(([what, count]): [string, number] => [`${value} ${what}`, Number(count)]),
        );
        expect(new Map(shown)).toEqual(recount);
      }
    }
    const { rows } = await pool.query<{ visitors: number }>(
      'select count(distinct (link_id, visitor))::integer as visitors from clicks where program_id = $1 and not bot and visitor is not null',
      [program.programId],
    );
    const all = await loadBreakdown(pool, {
      programId: program.programId,
      partnerId: null,
      by: 'sub1',
      days: { from: yesterday, to: today },
      limit: null,
    });
    expect(Number(all.totals.unique_clicks)).toBe(rows[0]?.visitors);
  });
});
