import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, sale } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,text/csv;q=0.8,*/*;q=0.8';

describe.each(engines)('lists as files on %s', (engine) => {
  const service = shared(() => startService(engine));

  test('amounts are exact in each currency, and nothing is a formula', async () => {
    const { program, send } = await openProgram(service);
    const formula = `=1+1-${program.programId}`;
    for (const [currency, amountCents, transactionId] of [
      ['USD', 123_456, formula],
      ['JPY', 500, `jpy-${program.programId}`],
      ['KWD', 1_005, `kwd-${program.programId}`],
    ] as const) {
      await sale(service, program, { currency, amountCents, transactionId });
    }
    const { body } = await send('GET', '/sales?format=csv&sort=amount_cents');
    const [names = '', ...lines] = String(body).split('\r\n').slice(0, -1);
    expect(names.split(',').slice(0, 6)).toEqual([
      'id',
      'transaction_id',
      'amount',
      'tax',
      'currency',
      'items',
    ]);
    expect(lines.map((line) => line.split(',').slice(1, 5))).toEqual([
      [`jpy-${program.programId}`, '500', '0', 'JPY'],
      [`kwd-${program.programId}`, '1.005', '0.000', 'KWD'],
      [`'${formula}`, '1234.56', '0.00', 'USD'],
    ]);
    const found = await send('GET', `/sales?format=csv&q=jpy&cursor=none&limit=0`);
    expect(String(found.body).split('\r\n')).toHaveLength(3);
  });

  test('sums by currency are lines of their own', async () => {
    const { program, send } = await openProgram(service);
    await sale(service, program, { currency: 'USD', amountCents: 10_050 });
    await sale(service, program, { currency: 'JPY', amountCents: 700 });
    const { body } = await send('GET', '/partners?format=csv');
    const [names = '', ...lines] = String(body).split('\r\n').slice(0, -1);
    const columns = names.split(',');
    const cells = lines.map((line) =>
      Object.fromEntries(line.split(',').map((cell, at) => [columns[at], cell])),
    );
    expect(
      cells
        .filter(({ currency }) => currency !== '')
        .toSorted((a, b) => String(a.currency).localeCompare(String(b.currency))),
    ).toMatchObject([
      { id: String(program.partnerId), currency: 'JPY', revenue: '700' },
      { id: String(program.partnerId), currency: 'USD', revenue: '100.50' },
    ]);
  });

  test('commissions begin with what they are read for: partner, sale and rate, as a percentage', async () => {
    const { send, program } = await openProgram(service);
    const { transactionId, customerKey } = await sale(service, program, { amountCents: 12_345 });
    const [names = '', line = ''] = String((await send('GET', '/commissions?format=csv')).body).split('\r\n');
    const cells = line.split(',');
    expect(
      names
        .split(',')
        .slice(2, 12)
        .map((name, at) => [name, cells[at + 2]]),
    ).toEqual([
      ['transaction_id', transactionId],
      ['partner_name', 'Jane'],
      ['customer_key', customerKey],
      ['sale_amount', '123.45'],
      ['sale_currency', 'USD'],
      ['rule_type', 'percent'],
      ['percent', '20.00'],
      ['original_amount', '24.69'],
      ['amount', '24.69'],
      ['currency', 'USD'],
    ]);
  });

  test('short lists without pages are files like all others', async () => {
    const { program, cookie } = await openProgram(service);
    const members = `/api/workspaces/${program.workspaceId}/members`;
    const csv = await ask(service, `${members}?format=csv`, { cookie });
    const [names, ...lines] = String(csv.body).split('\r\n').slice(0, -1);
    expect([csv.headers.get('content-type'), names]).toEqual([
      'text/csv; charset=utf-8',
      expect.stringMatching(/^user_id,name,email,role,/),
    ]);
    const { body } = await ask(service, members, { cookie });
    expect(lines).toHaveLength(body.data.length);
    const found = await ask(service, `${members}?format=ndjson&q=nobody-has-this-name`, { cookie });
    expect([found.status, found.body]).toEqual([200, null]);
    const own = await ask(service, '/api/partner/programs', { cookie, headers: { accept: 'text/csv' } });
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(String(own.body)).toMatch(/^program_id,name,/);
    expect((await ask(service, `${members}?format=pdf`, { cookie })).status).toBe(400);
  });

  test('a page that a browser opens is JSON, and what else is asked for by Accept is what it prefers', async () => {
    const { program, cookie } = await openProgram(service);
    const typeOf = async (accept: string) => {
      const answer = await ask(service, `/api/programs/${program.programId}/sales`, {
        cookie,
        headers: { accept },
      });
      return answer.headers.get('content-type')?.split(';')[0];
    };
    expect(await typeOf(BROWSER)).toBe('application/json');
    expect(await typeOf('*/*')).toBe('application/json');
    expect(await typeOf('application/json, text/csv')).toBe('application/json');
    expect(await typeOf('application/json;q=0.5, text/csv')).toBe('text/csv');
    expect(await typeOf('Application/X-NDJSON')).toBe('application/x-ndjson');
  });

  test('all rows come in order, in parts, and each download is in the security log', async () => {
    const { program, send, inWorkspace } = await openProgram(service);
    await service.pool.query(
      `insert into customers (id, workspace_id, program_id, customer_key, status, click_ms, click_number, created_at, test_mode)
       select nextval('tracking_id_blocks') * 1000, $1, $2::bigint, 'many-' || $2 || '-' || lpad(n::text, 5, '0'), 'visitor', null, null, now(), false
         from generate_series(1, 2500) n`,
      [program.workspaceId, program.programId],
    );
    const { body, headers } = await send('GET', '/customers?format=ndjson&sort=customer_key');
    const keys = String(body)
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).customer_key);
    expect(keys).toEqual(
      Array.from({ length: 2500 }, (_, at) => `many-${program.programId}-${String(at + 1).padStart(5, '0')}`),
    );
    const csv = String((await send('GET', '/customers?format=csv')).body).split('\r\n');
    expect([csv.length, csv.filter((line) => line.startsWith('id,')).length]).toEqual([2502, 1]);
    const log = await inWorkspace('GET', '/security-log?type=export.downloaded');
    expect(log.body.data).toHaveLength(2);
    expect(log.body.data[1].data).toMatchObject({
      file: /filename="(.*)"/.exec(headers.get('content-disposition') ?? '')?.[1],
      route: '/api/programs/:programId/customers',
      program_id: program.programId,
    });
  });

  test('a file that may not be had is refused as JSON and is in no log', async () => {
    const { program, cookie, inWorkspace } = await openProgram(service);
    const other = await openProgram(service);
    const refused = await ask(service, `/api/programs/${other.program.programId}/sales?format=csv`, {
      cookie,
    });
    expect([refused.status, refused.body]).toEqual([404, { error: 'Not found' }]);
    const wrong = await ask(service, `/api/programs/${program.programId}/partners?format=csv&from=x`, {
      cookie,
    });
    expect([wrong.status, wrong.body]).toEqual([400, { error: 'from is invalid' }]);
    expect((await inWorkspace('GET', '/security-log?type=export.downloaded')).body.data).toEqual([]);
  });
});
