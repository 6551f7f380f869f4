import { parse } from 'csv-parse/sync';
import { extractText } from 'unpdf';
import { describe, expect, onTestFailed, test } from 'vitest';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { engines } from '../support/engines.js';
import { ask, refund, sale, signIn } from '../support/management.js';
import { createSender, type Send } from '../support/open-program.js';
import { accountOf, openProgramWithPayee } from '../support/paying.js';
import { createRandom } from '../support/random.js';
import { type SeededProgram, seedLink, seedPartner } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

const DAY_MS = 86_400_000;
const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD'];
const FORMATS = ['bank', 'paypal', 'wise'] as const;

type Line = Readonly<Record<string, string>>;
/** Sums by what they are of: a currency, or a currency and a status. */
type Sums = Record<string, Record<string, bigint>>;

const linesOf = (csv: string) => parse(csv, { columns: true, bom: true }) as Line[];

/** An amount with its decimal point, or a count, in the smallest unit. */
const unitsOf = (text: string | undefined) => BigInt((text || '0').replace('.', ''));

/** Adds up columns of lines, each under the name that the books have for it; sums of nothing are left out. */
function sumOf(
  lines: readonly Line[],
  columns: Record<string, string | ((line: Line) => bigint)>,
  key: string[],
) {
  const sums: Sums = {};
  for (const line of lines) {
    const of = key.map((name) => line[name]).join(' ');
    sums[of] ??= {};
    for (const [name, column] of Object.entries(columns)) {
      const value = typeof column === 'string' ? unitsOf(line[column]) : column(line);
      sums[of][name] = (sums[of][name] ?? 0n) + value;
    }
  }
  const isSomething = (sum: Record<string, bigint>) => Object.values(sum).some((value) => value !== 0n);
  return Object.fromEntries(Object.entries(sums).filter(([of, sum]) => of !== '' && isSomething(sum)));
}

describe.each(engines)('the figures of files are those of the books, on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  /** Three partners, each paid in another way, and what their customers bought and gave back at random, over two months. */
  async function openHistory() {
    const seed = Number(process.env.SIMULATION_SEED ?? Date.now() % 1_000_000);
    onTestFailed(() => console.error(`SIMULATION_SEED=${seed}`));
    const random = createRandom(seed);
    const opened = await openProgramWithPayee(service);
    const { program } = opened;
    const { workspaceId, programId } = program;
    const prefix = `/api/partner/programs/${programId}`;
    const partners: { place: SeededProgram; send: Send }[] = [];
    for (const [index, format] of FORMATS.entries()) {
      const partner = await seedPartner(service.pool, program);
      const link = await seedLink(service.pool, { workspaceId, programId, ...partner });
      const { email } = await seedPartnerUser(service.pool, program, partner.partnerId);
      const send = createSender(service, await signIn(service, email), prefix);
      const details = { method: format, account_name: 'Jane Doe', details: accountOf(format, index) };
      expect((await send('PUT', '/payout-details', details)).status).toBe(200);
      partners.push({ place: { ...program, ...partner, ...link }, send });
    }
    for (const { place } of partners)
      for (let count = 0; count < 12; count++) {
        const atMs = Date.now() - random.int(1, 60) * DAY_MS;
        const amountCents = random.int(1_000, 99_999);
        // The first of each partner are kept whole, so that everybody is paid in every way.
        const isKept = count < CURRENCIES.length;
        const currency = isKept ? (CURRENCIES[count] ?? 'USD') : random.pick(CURRENCIES);
        const testMode = !isKept && random.chance(0.1);
        const sold = await sale(service, place, { amountCents, currency, testMode, atMs });
        if (isKept || random.chance(0.6)) continue;
        const all = random.chance(0.3) ? amountCents : random.int(1, amountCents - 1);
        await refund(service, place, { transactionId: sold.transactionId, amountCents: all });
      }
    await matureCommissions(service.pool, service.tracking.ids, { nowMs: Date.now() });
    const { status, body: run } = await opened.run();
    expect(status).toBe(200);
    expect(
      (await opened.team('POST', `/payout-runs/${run.id}/pay`, { reference: 'May', format: 'wise' })).status,
    ).toBe(200);
    const days = `from=${dayOf(Date.now() - 90 * DAY_MS)}&to=${dayOf(Date.now())}`;
    const csv = async (send: Send, path: string) => {
      const answer = await send('GET', path);
      expect([path, answer.status]).toEqual([path, 200]);
      return linesOf(answer.body);
    };
    return { ...opened, partners, run, days, csv };
  }

  /** What the tables have, one partner's or everybody's, without any of the code that answers requests. */
  async function sumRows(sql: string, values: readonly unknown[], key: string[]): Promise<Sums> {
    const { rows } = await service.pool.query(sql, [...values]);
    const columns = Object.keys(rows[0] ?? {}).filter((name) => !['currency', 'status'].includes(name));
    const lines = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
    );
    return sumOf(lines, Object.fromEntries(columns.map((name) => [name, name])), key);
  }
  const salesOf = (program: SeededProgram) =>
    sumRows(
      `select currency, 1 as sales, amount_cents as revenue, refunded_cents as refunded from sales
        where program_id = $1 and not test_mode`,
      [program.programId],
      ['currency'],
    );
  const commissionsOf = (program: SeededProgram, partnerId: number | null, key: string[]) =>
    sumRows(
      `select c.currency, c.status, c.original_cents as commission, c.original_cents - c.amount_cents as reversed
         from commissions c where c.program_id = $1 and ($2::bigint is null or c.partner_id = $2)`,
      [program.programId, partnerId],
      key,
    );
  const payoutsOf = (program: SeededProgram, partnerId: number | null, key: string[]) =>
    sumRows(
      `select currency, status, 1 as payouts, amount_cents as amount from payouts
        where program_id = $1 and ($2::bigint is null or partner_id = $2)`,
      [program.programId, partnerId],
      key,
    );

  test('reports, sales, commissions and partners', async () => {
    const { program, team, partners, days, csv } = await openHistory();
    const sold = await salesOf(program);
    const earned = await commissionsOf(program, null, ['currency']);
    const books = Object.fromEntries(
      Object.keys(sold).map((currency) => [currency, { ...sold[currency], ...earned[currency] }]),
    );
    expect(Object.keys(books).toSorted()).toEqual(CURRENCIES.toSorted());
    const ofReport = {
      sales: 'sales',
      revenue: 'gross_revenue',
      refunded: 'refunded',
      commission: 'gross_commission',
      reversed: 'reversed',
    };
    for (const by of ['day', 'partner', 'link']) {
      const lines = await csv(team, `/report.csv?by=${by}&${days}`);
      expect(sumOf(lines, ofReport, ['currency']), by).toEqual(books);
      for (const line of lines)
        expect([unitsOf(line.net_revenue), unitsOf(line.net_commission)]).toEqual([
          unitsOf(line.gross_revenue) - unitsOf(line.refunded),
          unitsOf(line.gross_commission) - unitsOf(line.reversed),
        ]);
    }
    for (const by of ['partner', 'link', 'utm_source']) {
      const broken = sumOf(
        await csv(team, `/breakdown.csv?by=${by}&${days}`),
        { sales: 'sales', revenue: 'gross_revenue', commission: 'gross_commission' },
        ['currency'],
      );
      const sales = Object.values(books).reduce((sum, row) => sum + (row.sales ?? 0n), 0n);
      expect(broken.USD?.sales, by).toBe(sales);
      for (const [currency, row] of Object.entries(books))
        expect([broken[currency]?.revenue, broken[currency]?.commission], `${by} ${currency}`).toEqual([
          row.revenue,
          row.commission,
        ]);
    }
    const ofPartners = {
      sales: 'sales',
      revenue: 'revenue',
      refunded: 'refunded',
      commission: 'totals_commission',
      reversed: 'reversed',
    };
    expect(sumOf(await csv(team, `/partners?format=csv&${days}`), ofPartners, ['currency'])).toEqual(books);
    const sales = (await csv(team, '/sales?format=csv')).filter((line) => line.test_mode === 'false');
    const ofSales = { sales: () => 1n, revenue: 'amount', refunded: 'refunded_amount' };
    expect(sumOf(sales, ofSales, ['currency'])).toEqual(sold);
    const byStatus = ['currency', 'status'];
    const ofCommissions = {
      commission: 'original_amount',
      reversed: (line: Line) => unitsOf(line.original_amount) - unitsOf(line.amount),
    };
    const commissions = await csv(team, '/commissions?format=csv');
    expect(sumOf(commissions, ofCommissions, byStatus)).toEqual(await commissionsOf(program, null, byStatus));
    for (const { place, send } of partners) {
      const own = await csv(send, '/commissions?format=csv');
      expect(sumOf(own, ofCommissions, byStatus)).toEqual(
        await commissionsOf(program, place.partnerId, byStatus),
      );
    }
  });

  test('payouts, runs, payment files and statements', async () => {
    const { program, team, partners, run, csv } = await openHistory();
    const byStatus = ['currency', 'status'];
    const books = await payoutsOf(program, null, byStatus);
    const ofPayouts = { payouts: () => 1n, amount: 'amount' };
    expect(sumOf(await csv(team, '/payouts?format=csv'), ofPayouts, byStatus)).toEqual(books);
    const runs = await csv(team, '/payout-runs?format=csv');
    expect(sumOf(runs, { payouts: 'payouts', amount: 'amount' }, byStatus)).toEqual(books);
    for (const [index, format] of FORMATS.entries()) {
      const { place, send } = partners[index] ?? expect.fail();
      const { partnerId } = place;
      const own = await payoutsOf(program, partnerId, byStatus);
      expect(sumOf(await csv(send, '/payouts?format=csv'), ofPayouts, byStatus)).toEqual(own);
      const inCurrency = await payoutsOf(program, partnerId, ['currency']);
      expect(Object.keys(inCurrency).toSorted()).toEqual(CURRENCIES.toSorted());
      // Of the three partners, only this one is paid in this way.
      const names = {
        bank: ['amount', 'currency'],
        paypal: ['Amount', 'Currency'],
        wise: ['amount', 'sourceCurrency'],
      }[format];
      const [amount = '', currency = ''] = names;
      const file = await csv(team, `/payout-runs/${run.id}/file?format=${format}`);
      const inFile = sumOf(file, { payouts: () => 1n, amount }, [currency]);
      // What was marked as paid before the file was written is not to be paid again.
      expect(inFile).toEqual(format === 'wise' ? {} : inCurrency);
      const payouts = run.payouts.filter((payout: { partner_id: number }) => payout.partner_id === partnerId);
      const statements = [];
      for (const { id } of payouts) statements.push(...(await csv(send, `/payouts/${id}/file`)));
      const perPayout = Object.fromEntries(
        Object.entries(inCurrency).map(([of, sums]) => [of, { amount: sums.amount }]),
      );
      expect(sumOf(statements, { amount: 'amount' }, ['currency'])).toEqual(perPayout);
    }
  });

  test('statements as PDF files', async () => {
    const { program, run, ownerEmail } = await openHistory();
    const cookie = await signIn(service, ownerEmail);
    const totals: Sums = {};
    for (const { id } of run.payouts) {
      const response = await fetch(`${service.baseUrl}/api/programs/${program.programId}/payouts/${id}/pdf`, {
        headers: { cookie },
      });
      expect(response.status).toBe(200);
      const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true });
      const [, amount, currency = ''] = /Total\s+([\d.,]+)\s+([A-Z]{3})/.exec(text) ?? [];
      totals[currency] ??= { amount: 0n };
      totals[currency].amount = (totals[currency].amount ?? 0n) + unitsOf(amount?.replaceAll(',', ''));
    }
    const books = await payoutsOf(program, null, ['currency']);
    expect(totals).toEqual(
      Object.fromEntries(Object.entries(books).map(([of, { amount }]) => [of, { amount }])),
    );
    expect((await ask(service, `/api/programs/${program.programId}/payouts/0/pdf`, { cookie })).status).toBe(
      404,
    );
  });
});

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
