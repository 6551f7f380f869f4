import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { newPostgresUrl } from '../support/engines.js';
import { type ProgramOverrides, type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { postgresEnv, startBuiltService } from './built-service.js';
import { type Answer, type HttpClient, httpClient, type Path, requireAnswer } from './http-client.js';

const AT_ONCE = 200;

/** Services that share a database, and a pool of the test's own on it. */
interface Running {
  readonly baseUrls: readonly string[];
  readonly pool: Pool;
  close(): Promise<void>;
}

async function startEmbedded(): Promise<Running> {
  const service = await startService('embedded');
  return { baseUrls: [service.baseUrl], pool: service.pool, close: service.close };
}

async function startPostgres(count: number): Promise<Running> {
  const databaseUrl = await newPostgresUrl();
  const env = postgresEnv(databaseUrl);
  const services = await Promise.all(
    Array.from({ length: count }, () => startBuiltService(env, 'by caller')),
  );
  const { pool } = await openDatabase({ databaseUrl, dataDir: '' });
  return {
    baseUrls: services.map(({ baseUrl }) => baseUrl),
    pool,
    async close() {
      await Promise.all(services.map((service) => service.stop()));
      await pool.end();
    },
  };
}

describe.each([
  ['one process on the embedded database', startEmbedded],
  ['one process on PostgreSQL', () => startPostgres(1)],
  ['two processes on one PostgreSQL', () => startPostgres(2)],
] as const)('%s', (_name, start) => {
  let running: Running;
  let program: SeededProgram;
  let clients: HttpClient[];

  beforeAll(async () => {
    running = await start();
  });

  afterAll(async () => {
    expect((await verifyBooks(running.pool)).differences).toEqual([]);
    await running.close();
  });

  async function use(overrides: ProgramOverrides): Promise<void> {
    program = await seedProgram(running.pool, overrides);
    clients = running.baseUrls.map((baseUrl) => httpClient(baseUrl, program.apiKey));
  }

  beforeEach(() => use({}));

  function postToProcess(path: Path, body: Readonly<Record<string, unknown>>, index = 0): Promise<Answer> {
    const client = clients[index % clients.length];
    if (client === undefined) throw new Error('no service');
    return requireAnswer(client.post(path, body));
  }

  /** The same request many times at once, spread over all processes. */
  const manyTimes = (path: Path, body: Readonly<Record<string, unknown>>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => postToProcess(path, body, index)));

  async function newClick(): Promise<string> {
    return (await postToProcess('/track/click', { affiliate_url: program.affiliateUrl })).body.click_id;
  }

  async function newSale(amount_cents: number): Promise<string> {
    const transaction_id = uniqueName('txn');
    const answer = await postToProcess('/api/v1/track/sale', {
      transaction_id,
      amount_cents,
      click_id: await newClick(),
    });
    expect(answer.status).toBe(200);
    return transaction_id;
  }

  const byStatus = (answers: readonly Answer[], status: number) =>
    answers.filter((answer) => answer.status === status);

  async function number(text: string): Promise<number> {
    const { rows } = await running.pool.query<{ count: number }>(text, [program.programId]);
    return rows[0]?.count ?? Number.NaN;
  }

  const sumOf = (kind: string) =>
    number(
      `select coalesce(sum(amount_cents), 0)::bigint as count from ledger_movements
        where kind = '${kind}' and program_id = $1`,
    );

  test(`${AT_ONCE} times the same sale: one is recorded, the others are refused, and one commission is earned`, async () => {
    const click_id = await newClick();
    const body = { transaction_id: uniqueName('txn'), amount_cents: 10_000, click_id };
    const answers = await manyTimes('/api/v1/track/sale', body);
    expect(byStatus(answers, 200)).toHaveLength(1);
    const duplicates = byStatus(answers, 409);
    expect(duplicates).toHaveLength(AT_ONCE - 1);
    for (const { body: said } of duplicates) {
      expect(said).toEqual({ error: 'Duplicate transaction_id. This sale has already been recorded.' });
    }
    expect(await number('select count(*) from sales where program_id = $1')).toBe(1);
    expect(await number('select count(*) from commissions where program_id = $1')).toBe(1);
    expect(await number('select count(*) from ledger_movements where program_id = $1')).toBe(1);
    expect(await sumOf('earn')).toBe(2_000);
  });

  test(`${AT_ONCE} times the same lead: one is recorded, the others get the customer's status`, async () => {
    const body = { click_id: await newClick(), customer_key: uniqueName('customer') };
    const answers = await manyTimes('/api/v1/track/lead', body);
    expect(byStatus(answers, 200)).toHaveLength(1);
    const later = byStatus(answers, 400);
    expect(later).toHaveLength(AT_ONCE - 1);
    for (const { body: said } of later) {
      expect(said).toEqual({ error: 'Customer status cannot be updated to lead. Current status: lead' });
    }
    expect(await number('select count(*) from customers where program_id = $1')).toBe(1);
    expect(await number('select count(*) from leads where program_id = $1')).toBe(1);
  });

  test(`${AT_ONCE} times the same refund of all: it is done once, and the others find it done`, async () => {
    const answers = await manyTimes('/api/v1/track/refund', { transaction_id: await newSale(10_000) });
    expect(byStatus(answers, 200)).toHaveLength(AT_ONCE);
    for (const { body } of answers) expect(body.refunded_amount_cents).toBe(10_000);
    expect(answers.filter(({ body }) => body.already_refunded === false)).toHaveLength(1);
    expect(await number('select count(*) from refunds where program_id = $1')).toBe(1);
    expect(await sumOf('reverse')).toBe(2_000);
  });

  test(`${AT_ONCE} refunds of a part at once never come to more than the sale`, async () => {
    const transaction_id = await newSale(10_000);
    const answers = await manyTimes('/api/v1/track/refund', { transaction_id, amount_cents: 75 });
    // 133 times 75 fit into 10,000, and 25 are left.
    expect(byStatus(answers, 200)).toHaveLength(133);
    for (const { body } of byStatus(answers, 400)) {
      expect(body).toEqual({ error: 'amount_cents exceeds the refundable amount' });
    }
    const totals = byStatus(answers, 200).map(({ body }) => body.refunded_amount_cents);
    expect(totals.sort((a, b) => a - b)).toEqual(Array.from({ length: 133 }, (_, index) => (index + 1) * 75));
    expect(await sumOf('reverse')).toBe(1_995);
    const rest = await postToProcess('/api/v1/track/refund', { transaction_id });
    expect(rest.body).toMatchObject({ refunded_amount_cents: 10_000, commission: { status: 'reversed' } });
    expect(await sumOf('reverse')).toBe(2_000);
  });

  test(`${AT_ONCE} times one refund of a part, by its id: it counts once`, async () => {
    const transaction_id = await newSale(10_000);
    const body = { transaction_id, amount_cents: 75, refund_id: 'the-same' };
    for (const answer of await manyTimes('/api/v1/track/refund', body)) {
      expect(answer).toMatchObject({ status: 200, body: { refunded_amount_cents: 75 } });
    }
    expect(await number('select count(*) from refunds where program_id = $1')).toBe(1);
  });

  test('lead and sale of the same click at once make one customer', async () => {
    const clickIds = await Promise.all(Array.from({ length: 50 }, newClick));
    await Promise.all(
      clickIds.map(async (click_id, index) => {
        const customer_key = uniqueName('customer');
        const [lead, sale] = await Promise.all([
          postToProcess('/api/v1/track/lead', { click_id, customer_key }, index),
          postToProcess(
            '/api/v1/track/sale',
            { transaction_id: uniqueName('txn'), amount_cents: 500, click_id, customer_key },
            index + 1,
          ),
        ]);
        expect(sale.status).toBe(200);
        // The sale may have made the customer already, who is then past being a lead.
        if (lead.status !== 200) {
          expect(lead.body.error).toBe('Customer status cannot be updated to lead. Current status: customer');
        }
      }),
    );
    expect(await number('select count(*) from customers where program_id = $1')).toBe(50);
    expect(await number('select count(*) from commissions where program_id = $1')).toBe(50);
  });

  test('of many first sales of one customer at once only one is the first', async () => {
    await use({ rule: { type: 'flat', basisPoints: null, amountCents: 500, durationMonths: 0 } });
    // Nobody has named the customers yet, so that each sale may be the one that makes its customer.
    for (const click_id of await Promise.all(Array.from({ length: 4 }, newClick))) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          postToProcess(
            '/api/v1/track/sale',
            { transaction_id: uniqueName('txn'), amount_cents: 500, click_id },
            index,
          ),
        ),
      );
      expect(byStatus(answers, 200)).toHaveLength(50);
      expect(answers.filter(({ body }) => body.commission !== null)).toHaveLength(1);
    }
    expect(await number('select count(*) from commissions where program_id = $1')).toBe(4);
    expect(await sumOf('earn')).toBe(2_000);
  });
});
