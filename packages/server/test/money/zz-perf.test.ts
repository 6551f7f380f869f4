import { test, describe, expect } from 'vitest';
import { engines, openTestDatabase } from '../support/engines.js';
import { seedProgram } from '../support/seed.js';
import { verifyBooks } from '../../src/operations/verify.js';
import { ensureClickPartitions } from '../../src/operations/ensure-click-partitions.js';

describe.each(['postgres'] as const)('%s', (engine) => {
  test('perf', async () => {
    const db = await openTestDatabase(engine);
    const { pool } = db;
    await ensureClickPartitions(pool);
    const p = await seedProgram(pool);
    const N = 200_000, S = 100_000, C = engine === 'postgres' ? 1_000_000 : 400_000;
    const now = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    const one = `${p.programId}`;
    const t0 = Date.now();
    await pool.query(`insert into clicks select ${now} - 20000000 + (i % 1000) , i, ${one}, ${p.enrollmentId}, ${p.partnerId}, ${p.linkId}, false, false, 'u', null, null from generate_series(1, ${C}) i`);
    await pool.query(`insert into customers select i, ${p.workspaceId}, ${one}, 'k' || i, null, case when i <= ${S} then 'customer' else 'lead' end, ${p.enrollmentId}, ${p.partnerId}, ${p.linkId}, ${now} - 20000000 + (i % 1000), i, to_timestamp(${now}/1000), to_timestamp(${now}/1000), case when i <= ${S} then 1000000 + i end, case when i <= ${S} then to_timestamp(${now}/1000) end from generate_series(1, ${N}) i`);
    await pool.query(`insert into leads select 5000000 + i, ${one}, i, ${p.partnerId}, ${p.linkId}, false, 'server', null, to_timestamp(${now}/1000) from generate_series(1, ${N}) i`);
    await pool.query(`insert into sales select 1000000 + i, ${p.workspaceId}, ${one}, i, ${p.enrollmentId}, ${p.partnerId}, ${p.linkId}, 't' || i, 10000, 0, 0, 'USD', false, 'api', ${p.ruleId}, 'earned', null, null, to_timestamp(${now}/1000), to_timestamp(${now}/1000) from generate_series(1, ${S}) i`);
    await pool.query(`insert into sale_references select 't' || i, 1000000 + i from generate_series(1, ${S}) i`);
    await pool.query(`insert into commissions select 2000000 + i, ${one}, 1000000 + i, ${p.enrollmentId}, ${p.partnerId}, ${p.ruleId}, 2000, 2000, 'USD', 'pending', null, to_timestamp(${now}/1000) + interval '30 days', null,
      json_build_object('ruleId', ${p.ruleId}, 'ruleVersion', 1, 'ruleScope', 'program', 'type', 'percent', 'basisPoints', 2000, 'flatCents', null, 'durationMonths', null, 'saleCents', 10000, 'taxCents', 0, 'baseCents', 10000, 'firstSaleId', 1000000 + i, 'firstSaleAtMs', ${now}::bigint, 'holdDays', 30, 'customerId', i, 'clickId', 'cust_' || i || '_' || (${now} - 20000000 + (i % 1000)), 'linkId', ${p.linkId}, 'partnerId', ${p.partnerId}), to_timestamp(${now}/1000) from generate_series(1, ${S}) i`);
    await pool.query(`insert into ledger_movements select 3000000 + i, ${one}, ${p.partnerId}, 'USD', 'earn', 'expense', 'pending', 2000, 2000000 + i, null, null, to_timestamp(${now}/1000) from generate_series(1, ${S}) i`);
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    await pool.query(`insert into daily_totals (program_id, day, partner_id, link_id, currency, slot, clicks) values (${one}, '${day(now - 20000000)}', ${p.partnerId}, ${p.linkId}, 'USD', 0, ${C})`);
    await pool.query(`insert into daily_totals (program_id, day, partner_id, link_id, currency, slot, leads, customers, sales, revenue_cents, commission_cents) values (${one}, '${day(now)}', ${p.partnerId}, ${p.linkId}, 'USD', 0, ${N}, ${S}, ${S}, ${S * 10000}, ${S * 2000})`);
    console.log(engine, 'fill', Date.now() - t0);
    const before = process.memoryUsage().rss;
    const t1 = Date.now();
    const slow = pool.query('select 1');
    const realConnect = pool.connect.bind(pool) as any;
    (pool as any).connect = async (...a: any[]) => { const c = await realConnect(...a); if (a.length) return c; const q = c.query.bind(c); c.query = async (...b: any[]) => { const t = Date.now(); const r = await q(...b); const d = Date.now() - t; const text = typeof b[0] === 'string' ? b[0] : b[0].text; agg.set(text.slice(0, 150), (agg.get(text.slice(0,150)) ?? 0) + d); return r; }; return c; };
    const agg = new Map<string, number>();
    const r = await verifyBooks(pool);
    console.log([...agg].sort((a, b) => b[1] - a[1]).slice(0, 14).map(([k, v]) => v + ' ' + k.replace(/\s+/g, ' ')).join('\n'));
    await slow;
    console.log(engine, 'verify ms', Date.now() - t1, 'rss MB', (process.memoryUsage().rss - before) / 1e6, r.checked, r.differences.slice(0, 5), r.differences.length);
    const t2 = Date.now();
    await pool.query('analyze');
    await verifyBooks(pool);
    console.log(engine, 'verify after analyze ms', Date.now() - t2);
    expect(r.differences).toEqual([]);
    await db.close();
  }, 600_000);
});
