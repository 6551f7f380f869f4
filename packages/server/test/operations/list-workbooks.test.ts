import readSheets from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { LIST_FORMATS } from '../../src/operations/list-file.js';
import { engines } from '../support/engines.js';
import { ask, sale } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const { xlsx: WORKBOOK } = LIST_FORMATS;

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly schema?: { readonly enum?: string[] } }[];
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>;
}

describe.each(engines)('workbooks of lists on %s', (engine) => {
  const service = shared(() => startService(engine));

  /** The rows of a workbook by the names of its columns. */
  async function read(path: string, cookie: string, headers: Record<string, string> = {}) {
    const answer = await fetch(`${service.baseUrl}${path}`, { headers: { cookie, ...headers } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, WORKBOOK]);
    const [sheet] = await readSheets(Buffer.from(await answer.arrayBuffer()));
    const [names = [], ...rows] = sheet?.data ?? [];
    return {
      name: sheet?.sheet,
      names,
      disposition: answer.headers.get('content-disposition'),
      rows: rows.map((row) => Object.fromEntries(row.map((cell, at) => [String(names[at]), cell]))),
    };
  }

  test('amounts are numbers, order numbers text, times dates and switches booleans', async () => {
    const { program, cookie } = await openProgram(service);
    const prefix = program.programId;
    const orders = [`=1+${prefix}`, `000${prefix}`, `${prefix}E5`, `${prefix}${'1'.repeat(20)}`];
    for (const [at, transactionId] of orders.entries())
      await sale(service, program, {
        transactionId,
        amountCents: 123_456 + at,
        currency: at === 1 ? 'JPY' : 'EUR',
      });
    const path = `/api/programs/${prefix}/sales`;
    const { rows, name, disposition, names } = await read(`${path}?format=xlsx&sort=amount_cents`, cookie);
    expect(rows.map(({ transaction_id, amount, currency }) => [transaction_id, amount, currency])).toEqual(
      orders.map((order, at) => (at === 1 ? [order, 123_457, 'JPY'] : [order, (123_456 + at) / 100, 'EUR'])),
    );
    expect([name, rows[0]?.test_mode]).toEqual(['sales', false]);
    expect(rows[0]?.['occurred_at (UTC)']).toBeInstanceOf(Date);
    expect(disposition).toMatch(/^attachment; filename="sales-\d{4}-\d\d-\d\d\.xlsx"$/);
    const csv = await ask(service, `${path}?format=csv`, { cookie });
    expect(names.map((title) => String(title).replace(' (UTC)', ''))).toEqual(
      String(csv.body).split('\r\n')[0]?.split(','),
    );
    expect(await read(path, cookie, { accept: WORKBOOK })).toMatchObject({ name: 'sales', names });
  });

  test('sums by currency are rows of their own, and days and codes of the overview and reports are there', async () => {
    const { program, cookie } = await openProgram(service);
    await sale(service, program, { currency: 'USD', amountCents: 10_050 });
    await sale(service, program, { currency: 'KWD', amountCents: 1_005 });
    const inProgram = `/api/programs/${program.programId}`;
    const partners = await read(`${inProgram}/partners?format=xlsx`, cookie);
    expect(partners.rows.map(({ revenue }) => revenue).toSorted()).toEqual([1.005, 100.5]);
    for (const path of ['/overview?format=xlsx', '/report?format=xlsx', '/report?format=xlsx&by=day']) {
      const { rows } = await read(`${inProgram}${path}`, cookie);
      const days = rows.filter(({ sales }) => sales === 1);
      expect(days.map(({ gross_revenue }) => gross_revenue).toSorted(), path).toEqual([1.005, 100.5]);
      expect(days[0]?.day, path).toBeInstanceOf(Date);
    }
    const byPartner = await read(`${inProgram}/report?format=xlsx&by=partner`, cookie);
    expect(byPartner.names.slice(0, 3)).toEqual(['partner_id', 'partner', 'currency']);
    expect(await read(`${inProgram}/cohorts?format=xlsx`, cookie)).toMatchObject({ name: 'cohorts' });
    const breakdown = await read(`${inProgram}/breakdown?by=partner&format=xlsx`, cookie);
    expect(breakdown.names.slice(0, 3)).toEqual(['value', 'name', 'clicks']);
    const csv = await ask(service, `${inProgram}/overview?format=csv`, { cookie });
    expect(String(csv.body)).toMatch(/^day,currency,clicks,leads,customers,sales,gross_revenue,/);
    const page = await ask(service, `${inProgram}/overview`, { cookie });
    expect(page.body.funnel).toHaveLength(4);
  });

  test('everything that can be had as CSV in the description can be had as a workbook', async () => {
    const { body } = await ask(service, '/openapi.json');
    const paths = body.paths as Record<string, { get?: Described }>;
    const csv = Object.entries(paths).filter(([, { get }]) => {
      const { content = {} } = get?.responses['200'] ?? {};
      return 'text/csv' in content && 'application/json' in content;
    });
    expect(csv.length).toBeGreaterThan(35);
    for (const [path, { get }] of csv) {
      const format = get?.parameters?.find(({ name }) => name === 'format');
      expect([path, format?.schema?.enum, get?.responses['200']?.content?.[WORKBOOK]]).toEqual([
        path,
        ['csv', 'ndjson', 'xlsx'],
        { schema: { type: 'string', format: 'binary' } },
      ]);
    }
    const lists = Object.entries(paths).filter(([, { get }]) =>
      get?.parameters?.some(({ name }) => name === 'cursor'),
    );
    const names = new Set(csv.map(([path]) => path));
    expect(lists.filter(([path]) => !names.has(path))).toEqual([]);
    expect(names).toContain('/api/programs/{programId}/overview');
  });

  test('a byte order mark comes before CSV where it is asked for, and nowhere else', async () => {
    const { program, cookie } = await openProgram(service);
    const inProgram = `/api/programs/${program.programId}`;
    const start = async (path: string) => {
      const answer = await fetch(`${service.baseUrl}${inProgram}${path}`, { headers: { cookie } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return [answer.status, bytes.subarray(0, 3).toString('hex') === 'efbbbf'];
    };
    for (const path of ['/sales?format=csv', '/report.csv?by=link', '/overview?format=csv', '/cohorts.csv?'])
      expect([await start(`${path}&bom=1`), await start(path)], path).toEqual([
        [200, true],
        [200, false],
      ]);
    expect(await start('/sales?format=ndjson&bom=1')).toEqual([200, false]);
    expect(await start('/sales?format=xlsx&bom=1')).toEqual([200, false]);
    expect(await start('/sales?format=csv&bom=0')).toEqual([200, false]);
    expect(await start('/sales?format=csv&bom=yes')).toEqual([400, false]);
    expect(await start('/report.csv?bom=yes')).toEqual([400, false]);
  });
});
