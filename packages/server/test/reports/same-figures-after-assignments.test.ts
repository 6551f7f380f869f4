import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import type { Row } from '../breakdown/open-breakdown.js';
import { engines } from '../support/engines.js';
import { signIn } from '../support/management.js';
import { createSender, type Send } from '../support/open-program.js';
import { accountOf } from '../support/paying.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';
import { byCurrency, openHistory, sumBy } from './open-history.js';

const DAY_MS = 86_400_000;
const PAGE = 'limit=100';

type Sums = Record<string, number>;

/** Adds up a number of each row by what it is of, and leaves out sums of nothing. */
function add(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  numberOf: (row: Row) => number | string | null,
): Sums {
  const sums: Sums = {};
  for (const row of rows) sums[keyOf(row)] = (sums[keyOf(row)] ?? 0) + Number(numberOf(row) ?? 0);
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, sum]) => sum !== 0)
      .toSorted(),
  );
}

const ofCurrency = ({ currency }: Row) => currency as string;
const ofPartner = ({ partner_id: id, currency }: Row) => `${id} ${currency}`;
const netOf = ({ commission_cents: earned, reversed_cents: reversed }: Row) => earned - reversed;
/** An amount with its decimal point, in the smallest unit. */
const unitsOf = (text: string) => Number((text || '0').replace('.', ''));

describe.each(engines)('after assignments in several currencies, on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine, { trustProxy: true }));

  /** A history with assignments, and its two partners as they sign in. */
  async function open() {
    const opened = await openHistory(service, { areAssigned: true });
    const { program, bert } = opened;
    const portals = new Map<number, Send>();
    for (const [index, partnerId] of [program.partnerId, bert.partnerId].entries()) {
      const { email } = await seedPartnerUser(service.pool, program, partnerId);
      const send = createSender(
        service,
        await signIn(service, email),
        `/api/partner/programs/${program.programId}`,
      );
      const details = { method: 'bank', account_name: 'Jane Doe', details: accountOf('bank', index) };
      expect((await send('PUT', '/payout-details', details)).status).toBe(200);
      portals.set(partnerId, send);
    }
    return { ...opened, portals };
  }
  type Opened = Awaited<ReturnType<typeof open>>;

  async function read(send: Send, path: string): Promise<Row> {
    const { status, body } = await send('GET', path);
    expect([path, status], JSON.stringify(body)).toEqual([path, 200]);
    return body;
  }
  const linesOf = async (send: Send, path: string) =>
    parse(await read(send, path), { columns: true, bom: true }) as Row[];

  /** Assigns each customer to the other partner, and every second one back, after their commissions were paid, and gives sales back in between. */
  async function correct({ program, bert, client, send }: Opened): Promise<void> {
    const sales = (await read(send, `/sales?${PAGE}`)).data as Row[];
    const giveBack = async (sale: Row, cents: number) => {
      const body = { transaction_id: sale.transaction_id, amount_cents: cents };
      expect((await client.refund(body, { key: program.apiKey })).status).toBe(200);
    };
    const isOpen = ({ amount_cents: all, refunded_amount_cents: back }: Row) => all - back > 2;
    for (const sale of sales.filter(isOpen).slice(0, 6)) await giveBack(sale, 1);
    const customers = (await read(send, `/customers?${PAGE}`)).data as Row[];
    for (const [index, { id, partner_id: from }] of customers.entries()) {
      if (from === null) continue;
      const other = from === bert.partnerId ? program.partnerId : bert.partnerId;
      for (const partner_id of index % 2 === 0 ? [other] : [other, from]) {
        const body = { partner_id, from: 'first_sale', reason: 'They agreed' };
        expect((await send('POST', `/customers/${id}/assign`, body)).status).toBe(200);
        const [sale] = sales.filter((one) => one.customer_id === id && isOpen(one)).slice(-1);
        if (sale !== undefined && partner_id === other) await giveBack(sale, 1);
      }
    }
  }

  /** Every place that shows what partners have earned, by partner and currency. */
  async function netsOf({ send, inWorkspace, portals }: Opened): Promise<Record<string, Sums>> {
    const today = new Date().toISOString().slice(0, 10);
    const days = `from=2020-01-01&to=${today}`;
    const partners = (await read(send, `/partners?${days}&${PAGE}`)).data as Row[];
    const preview = await send('POST', '/policy/preview', {
      from: '2020-01-01',
      to: today,
      cookie_window_days: 3000,
    });
    expect(preview.status).toBe(200);
    const nets: Record<string, Sums> = {
      report: add((await read(send, '/report')).partners, ofPartner, netOf),
      'partner list': add(
        partners.flatMap(({ id, totals }) => totals.map((row: Row) => ({ ...row, partner_id: id }))),
        ofPartner,
        netOf,
      ),
      commissions: add((await read(send, `/commissions?${PAGE}`)).data, ofPartner, (row) => row.amount_cents),
      'file of commissions': add(await linesOf(send, '/commissions?format=csv'), ofPartner, ({ amount }) =>
        unitsOf(amount),
      ),
      'preview of a policy': add(preview.body.partners, ofPartner, (row) => row.commission_cents),
    };
    const inPortal: Record<string, Row[]> = { statistics: [], commissions: [], balances: [], statement: [] };
    const details: Row[] = [];
    for (const [partner_id, portal] of portals) {
      const of = (rows: readonly Row[]) => rows.map((row) => ({ ...row, partner_id }));
      inPortal.statistics?.push(...of((await read(portal, '/statistics')).totals));
      inPortal.commissions?.push(...of(await linesOf(portal, '/commissions?format=csv')));
      inPortal.balances?.push(...of((await read(portal, '')).balances));
      const { currencies } = await read(portal, `/statements/${today.slice(0, 7)}`);
      inPortal.statement?.push(...of(currencies));
      details.push(...of((await read(send, `/partners/${partner_id}`)).balances));
    }
    const total = ({ pending_cents, held_cents, payable_cents, paid_cents }: Row) =>
      pending_cents + held_cents + payable_cents + paid_cents;
    nets['portal: statistics'] = add(inPortal.statistics ?? [], ofPartner, netOf);
    nets['portal: file of commissions'] = add(inPortal.commissions ?? [], ofPartner, ({ amount }) =>
      unitsOf(amount),
    );
    nets['portal: balances'] = add(inPortal.balances ?? [], ofPartner, total);
    nets['portal: statement of the month'] = add(
      inPortal.statement ?? [],
      ofPartner,
      ({ closing }) => closing.owed_cents + closing.paid_cents,
    );
    nets['balances of partners'] = add(details, ofPartner, total);
    const owed = (await read(inWorkspace, '/balances')).data as Row[];
    const paid = add(details, ofCurrency, ({ paid_cents }) => paid_cents);
    nets['balances of programs, and what is paid'] = add(
      [...owed, ...Object.entries(paid).map(([currency, owed_cents]) => ({ currency, owed_cents }))],
      ofCurrency,
      ({ owed_cents }) => owed_cents,
    );
    return nets;
  }

  function expectSame(nets: Record<string, Sums>): void {
    const { report = {} } = nets;
    const byCurrencies = add(
      Object.entries(report).map(([name, cents]) => ({ currency: name.split(' ')[1], cents })),
      ofCurrency,
      ({ cents }) => cents,
    );
    for (const [place, sums] of Object.entries(nets)) {
      const isOfProgram = place.startsWith('balances of programs');
      expect([place, sums]).toEqual([place, isOfProgram ? byCurrencies : report]);
    }
  }

  test('every page and file shows the same earnings, before and after a payout', {
    timeout: 60_000,
  }, async () => {
    const opened = await open();
    const { program, send, portals } = opened;
    const before = await netsOf(opened);
    expectSame(before);
    await matureCommissions(service.pool, service.tracking.ids, { nowMs: Date.now() + 400 * DAY_MS });
    expectSame(await netsOf(opened));

    const due = (await read(send, '/payouts/due')).data as Row[];
    const { status, body: run } = await send('POST', '/payout-runs', {});
    expect([status, run]).toEqual([200, expect.anything()]);
    const payouts = (await read(send, `/payouts?${PAGE}`)).data as Row[];
    const amounts = add(payouts, ofPartner, (row) => row.amount_cents);
    expect(amounts).toEqual(before.report);
    expect(add(due, ofPartner, (row) => row.due_cents)).toEqual(amounts);
    expect(add(run.totals, ofCurrency, (row) => row.amount_cents)).toEqual(
      add(payouts, ofCurrency, (row) => row.amount_cents),
    );
    for (const [partnerId, portal] of portals) {
      const own = payouts.filter(({ partner_id }) => partner_id === partnerId);
      expect(add((await read(portal, '/payouts')).data, ofCurrency, (row) => row.amount_cents)).toEqual(
        add(own, ofCurrency, (row) => row.amount_cents),
      );
      for (const { id, currency, amount_cents } of own)
        expect(
          add(await linesOf(portal, `/payouts/${id}/file`), ofCurrency, ({ amount }) => unitsOf(amount)),
        ).toEqual({ [currency]: amount_cents });
    }
    expectSame(await netsOf(opened));
    const { rows } = await service.pool.query<Row>(
      `select partner_id, currency, sum(amount_cents)::bigint as cents from commissions
        where program_id = $1 and reassigned_at is null group by 1, 2`,
      [program.programId],
    );
    expect(add(rows, ofPartner, ({ cents }) => cents)).toEqual(before.report);

    await correct(opened);
    expectSame(await netsOf(opened));
  });

  test('every page and file shows the same sales and revenue', { timeout: 60_000 }, async () => {
    const { send, get, by, portals, linkIds, codeIds } = await open();
    const report = await get('/report');
    const whole = byCurrency(report.totals);
    expect(byCurrency(report.days)).toEqual(whole);
    expect(byCurrency(report.partners)).toEqual(whole);
    expect(byCurrency((await get('/overview')).totals)).toEqual(whole);
    const partners = (await read(send, `/partners?from=${report.from}&to=${report.to}&${PAGE}`))
      .data as Row[];
    expect(byCurrency(partners.flatMap(({ totals }) => totals))).toEqual(whole);
    const ofPortals: Row[] = [];
    for (const portal of portals.values()) ofPortals.push(...(await read(portal, '/statistics')).totals);
    expect(byCurrency(ofPortals)).toEqual(whole);
    const ofLinks = (await read(send, `/links?from=${report.from}&to=${report.to}&${PAGE}`)).data as Row[];
    for (const { id, totals } of ofLinks) {
      const rows = report.links.filter((row: Row) => row.link_id === id);
      expect(byCurrency(totals)).toEqual(byCurrency(rows));
      expect(byCurrency((await get(`/report?link_id=${id}`)).totals)).toEqual(byCurrency(rows));
    }
    expect(ofLinks.map(({ id }) => id).toSorted()).toEqual([...linkIds].toSorted());
    for (const codeId of codeIds) {
      const one = await get(`/report?code_id=${codeId}`);
      expect(byCurrency(one.days)).toEqual(byCurrency(one.totals));
    }
    const money = {
      revenue_cents: ({ gross_revenue }: Row) => gross_revenue,
      commission_cents: ({ gross_commission }: Row) => gross_commission,
    };
    const names = ['refunded_cents', 'reversed_cents', ...Object.keys(money)];
    for (const rows of ['day', 'partner', 'link']) {
      const lines = (await linesOf(send, `/report.csv?by=${rows}`)).map((line) => ({
        currency: line.currency,
        revenue_cents: unitsOf(line.gross_revenue),
        refunded_cents: unitsOf(line.refunded),
        commission_cents: unitsOf(line.gross_commission),
        reversed_cents: unitsOf(line.reversed),
      }));
      expect([rows, sumBy(lines, names, ofCurrency)]).toEqual([
        rows,
        sumBy(report.totals, names, ofCurrency),
      ]);
    }
    for (const name of ['partner', 'link', 'code', 'utm_source', 'landing_path']) {
      const lines = await linesOf(send, `/breakdown.csv?by=${name}`);
      for (const [column, textOf] of Object.entries(money))
        expect([name, column, add(lines, ofCurrency, (line) => unitsOf(textOf(line)))]).toEqual([
          name,
          column,
          add(report.totals, ofCurrency, (row) => row[column]),
        ]);
      const { totals } = await by(name);
      const sales = report.totals.reduce((sum: number, row: Row) => sum + row.sales, 0);
      expect([name, totals.sales]).toEqual([name, sales]);
    }
    const sales = (await read(send, `/sales?${PAGE}`)).data as Row[];
    expect(add(sales, ofCurrency, (row) => row.amount_cents)).toEqual(
      add(report.totals, ofCurrency, (row) => row.revenue_cents),
    );
    expect(add(sales, ofCurrency, (row) => row.refunded_amount_cents)).toEqual(
      add(report.totals, ofCurrency, (row) => row.refunded_cents),
    );
  });
});
