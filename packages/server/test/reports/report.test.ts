import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, click, lead, refund, sale } from '../support/management.js';
import { sharedViewer } from '../support/open-program.js';
import { type SeededProgram, seedPartner } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAY_MS = 86_400_000;
const NOTHING = {
  clicks: 0,
  leads: 0,
  customers: 0,
  sales: 0,
  revenue_cents: 0,
  refunded_cents: 0,
  commission_cents: 0,
  reversed_cents: 0,
};

describe.each(engines)('GET …/report on %s', (engine) => {
  const service = shared(() => startService(engine));
  const viewer = sharedViewer(service);

  function loadFor(program: SeededProgram, query = '') {
    return ask(service, `/api/programs/${program.programId}/report${query}`, { cookie: viewer.cookie });
  }

  async function insertTotals(
    table: 'daily_totals' | 'missed_totals',
    row: {
      programId: number;
      day: string;
      partnerId: number;
      sales: number;
      revenueCents: bigint;
      slot?: number;
    },
  ): Promise<void> {
    const slot = table === 'daily_totals' ? [['slot', row.slot ?? 0]] : [];
    const values = Object.fromEntries([
      ...Object.keys(NOTHING).map((name) => [name, 0]),
      ...[
        ['program_id', row.programId],
        ['day', row.day],
        ['partner_id', row.partnerId],
        ['link_id', 0],
      ],
      ...[
        ['currency', 'USD'],
        ['sales', row.sales],
        ['revenue_cents', row.revenueCents],
      ],
      ...slot,
    ]);
    const names = Object.keys(values);
    const marks = names.map((_name, index) => `$${index + 1}`);
    await service.pool.query(
      `insert into ${table} (${names.join(', ')}) values (${marks.join(', ')})`,
      Object.values(values),
    );
  }

  test('200: totals per currency, per day and per partner, of the days asked for and no others', async () => {
    const program = await viewer.open();
    const { transactionId } = await sale(service, program, { atMs: NOON });
    await refund(service, program, { transactionId, amountCents: 5_000, atMs: NOON + DAY_MS });
    await sale(service, program, { atMs: NOON + DAY_MS, currency: 'EUR', amountCents: 700 });
    await lead(service, program, { clickId: null, atMs: NOON });
    await click(service, program, { atMs: NOON - DAY_MS });
    await click(service, program, { atMs: NOON, testMode: true });
    await click(service, program, { atMs: NOON, bot: true });
    await sale(service, program, { atMs: NOON + 2 * DAY_MS });
    const answer = await loadFor(program, '?from=2026-03-10&to=2026-03-11');
    expect(answer.status).toBe(200);
    const usd = { ...NOTHING, currency: 'USD' };
    const eur = {
      ...NOTHING,
      currency: 'EUR',
      customers: 1,
      sales: 1,
      revenue_cents: 700,
      commission_cents: 140,
    };
    const first = {
      ...usd,
      clicks: 1,
      leads: 2,
      customers: 1,
      sales: 1,
      revenue_cents: 10_000,
      commission_cents: 2_000,
    };
    const second = { ...usd, clicks: 1, leads: 1, refunded_cents: 5_000, reversed_cents: 1_000 };
    const total = { ...first, clicks: 2, leads: 3, refunded_cents: 5_000, reversed_cents: 1_000 };
    const jane = { partner_id: program.partnerId, name: 'Jane' };
    expect(answer.body).toEqual({
      from: '2026-03-10',
      to: '2026-03-11',
      totals: [eur, total],
      days: [
        { day: '2026-03-10', ...first },
        { day: '2026-03-11', ...eur },
        { day: '2026-03-11', ...second },
      ],
      partners: [
        { ...jane, ...eur },
        { partner_id: null, name: null, ...usd, leads: 1 },
        { ...jane, ...total, leads: 2 },
      ],
      links: [
        { link_id: program.linkId, short_link: program.shortLink, ...eur },
        { link_id: null, short_link: null, ...usd, leads: 1 },
        { link_id: program.linkId, short_link: program.shortLink, ...total, leads: 2 },
      ],
      previous: {
        from: '2026-03-08',
        to: '2026-03-09',
        totals: [{ ...usd, clicks: 1 }],
        days: [{ day: '2026-03-09', ...usd, clicks: 1 }],
      },
    });
  });

  test('200: a day begins and ends in UTC', async () => {
    const program = await viewer.open();
    await click(service, program, { atMs: Date.parse('2026-03-09T23:59:59.999Z') });
    await click(service, program, { atMs: Date.parse('2026-03-10T00:00:00.000Z') });
    await click(service, program, { atMs: Date.parse('2026-03-10T23:59:59.999Z') });
    await click(service, program, { atMs: Date.parse('2026-03-11T00:00:00.000Z') });
    const { body } = await loadFor(program, '?from=2026-03-10&to=2026-03-10');
    expect(body.totals).toEqual([{ ...NOTHING, currency: 'USD', clicks: 2 }]);
  });

  test('200: what waits to be added is in it, and slots of one day are one row', async () => {
    const program = await viewer.open();
    const key = { programId: program.programId, partnerId: program.partnerId, day: '2026-03-10' };
    await insertTotals('daily_totals', { ...key, sales: 1, revenueCents: 10n });
    await insertTotals('daily_totals', { ...key, sales: 2, revenueCents: 20n, slot: 7 });
    await insertTotals('missed_totals', { ...key, sales: 4, revenueCents: 40n });
    await insertTotals('missed_totals', { ...key, day: '2026-03-12', sales: 8, revenueCents: 80n });
    const { body } = await loadFor(program, '?from=2026-03-10&to=2026-03-11');
    const row = { ...NOTHING, currency: 'USD', sales: 7, revenue_cents: 70 };
    expect(body.totals).toEqual([row]);
    expect(body.days).toEqual([{ day: '2026-03-10', ...row }]);
  });

  test('200: sums beyond 2^53 are written exactly, as integers', async () => {
    const program = await viewer.open();
    const { partnerId } = await seedPartner(service.pool, program);
    const key = { programId: program.programId, day: '2026-03-10', sales: 1 };
    const most = BigInt(Number.MAX_SAFE_INTEGER);
    await insertTotals('daily_totals', { ...key, partnerId: program.partnerId, revenueCents: most });
    await insertTotals('daily_totals', { ...key, partnerId, revenueCents: most + 1n });
    const response = await fetch(
      `${service.baseUrl}/api/programs/${program.programId}/report?from=2026-03-10&to=2026-03-10`,
      { headers: { cookie: viewer.cookie } },
    );
    expect(await response.text()).toContain('"revenue_cents":18014398509481983,');
  });

  test('200: nothing asked for are the last thirty days', async () => {
    const program = await viewer.open();
    await click(service, program, { atMs: Date.now() - 29 * DAY_MS });
    await click(service, program);
    const { body } = await loadFor(program);
    expect(Date.parse(body.to) - Date.parse(body.from)).toBe(29 * DAY_MS);
    expect(body.totals).toEqual([{ ...NOTHING, currency: 'USD', clicks: 2 }]);
  });

  test('200: a program in which nothing happened', async () => {
    const { body } = await loadFor(await viewer.open(), '?from=1970-01-01&to=9999-12-31');
    expect(body).toEqual({
      from: '1970-01-01',
      to: '9999-12-31',
      totals: [],
      previous: { from: '1970-01-01', to: '1969-12-31', totals: [], days: [] },
      days: [],
      partners: [],
      links: [],
    });
  });

  test.each([
    ['from=2026-02-30&to=2026-03-01', 'from is invalid'],
    ['from=2026-3-1&to=2026-03-01', 'from is invalid'],
    ['from=&to=2026-03-01', 'from is invalid'],
    ['from=0000-01-01&to=2026-03-01', 'from is invalid'],
    ['from=2026-03-02&to=2026-03-01', 'from is invalid'],
    ['from=2026-03-01&from=2026-03-02', 'from is invalid'],
    ['from=2026-03-01&to=2026-13-01', 'to is invalid'],
    ['from=2026-03-01&to=2026-03-01T00:00', 'to is invalid'],
    ['to=today', 'to is invalid'],
  ])('400: %s', async (query, error) => {
    const answer = await loadFor(await viewer.open(), `?${query}`);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });
});
