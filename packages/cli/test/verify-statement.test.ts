import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MonthStatement } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refund } from '../../server/test/support/management.js';
import { openProgramWithPayee, type Payee } from '../../server/test/support/paying.js';
import { type RunningService, startService } from '../../server/test/support/service.js';
import { payableSale } from '../../server/test/support/workspace.js';
import { silentTerminal } from '../src/terminal.js';
import { verifyStatement } from '../src/verify-statement.js';
import { newProject } from './support.js';

let service: RunningService;
beforeAll(async () => {
  service = await startService('postgres');
});
afterAll(() => service.close());

const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7);
const monthAfter = (month: string) => monthOf(Date.parse(`${month}-01T00:00:00Z`) + 32 * 86_400_000);

/** A partner who earned twice, gave back once, was paid once, and has a payout that was cancelled. */
async function openAccount() {
  const paying = await openProgramWithPayee(service);
  const { program, jane } = paying;
  await payableSale(service, program, 12_345);
  const { body: run } = await paying.run();
  await paying.team('POST', `/payouts/${run.payouts[0].id}/cancel`, {});
  const sold = await payableSale(service, program, 9_999);
  await refund(service, program, { transactionId: sold.transactionId, amountCents: 1_000 });
  expect((await paying.run()).status).toBe(200);
  await jane.sell();
  return { ...paying, from: monthOf(Date.now() - 45 * 86_400_000) };
}

async function statementOf(jane: Payee, month: string): Promise<MonthStatement> {
  const { status, body } = await jane.send('GET', `/statements/${month}`);
  expect(status).toBe(200);
  return body;
}

/** Checks a statement as `svc verify-statement FILE` does. */
function check(
  statement: unknown,
  options: Parameters<typeof verifyStatement>[2] = { baseUrl: service.baseUrl },
) {
  const file = join(newProject().folder, 'statement.json');
  writeFileSync(file, typeof statement === 'string' ? statement : JSON.stringify(statement));
  return verifyStatement({ terminal: silentTerminal }, file, options);
}

describe('a signed statement', () => {
  test('of each month is genuine and adds up, and begins where the month before ends', async () => {
    const { jane, from } = await openAccount();
    let before: MonthStatement | null = null;
    let lines = 0;
    const last = monthAfter(monthOf(Date.now()));
    for (let month = from; month <= last; month = monthAfter(month)) {
      const statement = await statementOf(jane, month);
      expect(await check(statement)).toEqual({ is_genuine: true, adds_up: true, problems: [] });
      for (const { currency, opening } of statement.currencies)
        expect(opening).toEqual(
          before?.currencies.find((one) => one.currency === currency)?.closing ?? {
            owed_cents: 0,
            paid_cents: 0,
          },
        );
      lines += statement.currencies.reduce((sum, one) => sum + one.lines.length, 0);
      before = statement;
    }
    expect(lines).toBeGreaterThan(6);
    const { rows } = await service.pool.query(
      `select sum(case when to_account = 'paid' then amount_cents else 0 end)
            - sum(case when from_account = 'paid' then amount_cents else 0 end) as paid
         from ledger_movements where partner_id = $1`,
      [jane.partnerId],
    );
    expect(before?.currencies.map(({ closing }) => closing.paid_cents)).toEqual([Number(rows[0]?.paid)]);
  });

  test('is not genuine when any number or text in it was changed', async () => {
    const { jane } = await openAccount();
    const text = JSON.stringify(await statementOf(jane, monthOf(Date.now())));
    const values = [...text.matchAll(/:(\d+|"[^"]+")/g)].filter(
      ({ 0: value }) => !/svc-statement/.test(value),
    );
    expect(values.length).toBeGreaterThan(30);
    for (const { 0: value, index } of values) {
      const digit = value.search(/[0-9a-zA-Z]/);
      const other = value[digit] === '1' ? '2' : '1';
      const changed = value.slice(0, digit) + other + value.slice(digit + 1);
      const forged = text.slice(0, index) + changed + text.slice(index + value.length);
      const found = await check(forged).catch((error: Error) => error);
      const isFound = found instanceof Error || !found.is_genuine;
      expect(isFound, forged.slice(index - 20, index + value.length)).toBe(true);
    }
  });

  test('says what does not add up', async () => {
    const { jane } = await openAccount();
    const statement = await statementOf(jane, monthOf(Date.now()));
    const [first] = statement.currencies;
    if (first === undefined) throw new Error('the statement has no currency');
    const { adds_up, problems } = await check({
      ...statement,
      currencies: [{ ...first, closing: { ...first.closing, owed_cents: first.closing.owed_cents + 1 } }],
    });
    expect(adds_up).toBe(false);
    expect(problems.at(-1)).toMatch(/^USD: owed_cents adds up to -?\d+, and the closing balance is -?\d+\.$/);
  });

  test('is checked offline with the key in a file, as it is answered or as PEM, and not with that of another service', async () => {
    const { jane } = await openAccount();
    const statement = await statementOf(jane, monthOf(Date.now()));
    const key = await (await fetch(`${service.baseUrl}/.well-known/svc-seal-key`)).text();
    const file = join(newProject().folder, 'key');
    for (const text of [key, JSON.parse(key).public_key]) {
      writeFileSync(file, text);
      expect(await check(statement, { key: file })).toMatchObject({ is_genuine: true, adds_up: true });
    }
    const other = await startService('postgres');
    await openProgramWithPayee(other).then(({ run, jane: theirs }) => theirs.sell().then(run));
    writeFileSync(file, await (await fetch(`${other.baseUrl}/.well-known/svc-seal-key`)).text());
    expect(await check(statement, { key: file })).toMatchObject({
      is_genuine: false,
      problems: [expect.stringContaining('signed with a key that the service does not have')],
    });
    await other.close();
  });

  test('is for the partner alone, and of months that there are', async () => {
    const { jane } = await openAccount();
    for (const month of ['2026-13', '2026-1', 'now', '1969-12'])
      expect((await jane.send('GET', `/statements/${month}`)).status, month).toBe(404);
    const { currencies } = await statementOf(jane, '2001-01');
    expect(currencies).toEqual([]);
    const stranger = await openProgramWithPayee(service);
    const { body } = await stranger.jane.send('GET', `/statements/${monthOf(Date.now())}`);
    expect(body.partner.id).toBe(stranger.jane.partnerId);
  });
});

test('svc verify-statement ends with 0 only for a genuine statement, and with 2 where it cannot be told', async () => {
  const { jane } = await openAccount();
  const project = newProject();
  const statement = await statementOf(jane, monthOf(Date.now()));
  await project.write('right.json', JSON.stringify(statement));
  await project.write('wrong.json', JSON.stringify({ ...statement, month: '2020-01' }));
  const withUrl = ['--base-url', service.baseUrl];
  const right = await project.svc(['verify-statement', 'right.json', ...withUrl]);
  expect(right.stderr + right.stdout).toContain('It is genuine, and it adds up.');
  expect(right.code).toBe(0);
  const wrong = await project.svc(['verify-statement', 'wrong.json', ...withUrl]);
  expect(wrong.stderr + wrong.stdout).toContain('It is NOT genuine');
  expect(wrong.code).toBe(1);
  const json = await project.svc(['verify-statement', 'wrong.json', ...withUrl, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ is_genuine: false });
  expect((await project.svc(['verify-statement', 'missing.json', ...withUrl])).code).toBe(2);
  expect((await project.svc(['verify-statement', 'right.json'])).code).toBe(2);
});
