import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { newPostgresUrl } from '../support/engines.js';
import { createRandom, seedFrom } from '../support/random.js';
import { type SeededProgram, seedLink, seedProgram, uniqueName } from '../support/seed.js';
import { until } from '../support/service-process.js';
import { directPool, postgresEnv, startBuiltService } from './built-service.js';
import { type Answer, type HttpClient, httpClient, type Path, requireAnswer } from './http-client.js';
import { compareStored, createLoad, wrongAnswers } from './load.js';

const ANSWERS = 2_500;

describe.each([2, 4])('%i processes on one PostgreSQL', (count) => {
  async function startProcess(): Promise<{
    pool: Pool;
    program: SeededProgram;
    clients: HttpClient[];
    all: (path: Path, body: Readonly<Record<string, unknown>>) => Promise<Answer[]>;
  }> {
    const databaseUrl = await newPostgresUrl();
    const pool = await directPool(databaseUrl);
    const program = await seedProgram(pool);
    const env = postgresEnv(databaseUrl);
    const services = await Promise.all(Array.from({ length: count }, () => startBuiltService(env)));
    const clients = services.map(({ baseUrl }) => httpClient(baseUrl, program.apiKey));
    /** The same request to every process, one after the other. */
    const all = async (path: Path, body: Readonly<Record<string, unknown>>) => {
      const answers: Answer[] = [];
      for (const client of clients) answers.push(await requireAnswer(client.post(path, body)));
      return answers;
    };
    return { pool, program, clients, all };
  }

  test('under a mixed load answer every request, and keep the same books', { timeout: 300_000 }, async () => {
    const seed = seedFrom(process.env.PROCESSES_SEED);
    console.info(`PROCESSES_SEED=${seed}: what is sent to which of ${count} processes`);
    const random = createRandom(seed);
    const { pool, program, clients } = await startProcess();
    const load = createLoad(program, random, () => random.pick(clients));
    await load.run(() => load.answered() >= ANSWERS);
    expect(wrongAnswers(load.journal)).toEqual([]);
    const statuses = new Set(load.journal.flatMap(({ answers }) => answers.map((answer) => answer?.status)));
    expect(statuses).not.toContain(503);
    expect(statuses).not.toContain(undefined);
    expect(await compareStored(pool, program, load.journal)).toEqual([]);
    expect((await verifyBooks(pool)).differences).toEqual([]);
  });

  test('give the same answers, and see a change of configuration soon', { timeout: 300_000 }, async () => {
    const { pool, program, clients, all } = await startProcess();
    const [click] = await all('/track/click', { affiliate_url: program.affiliateUrl });
    const lead = { customer_key: uniqueName('customer'), click_id: click?.body.click_id };
    const sale = { transaction_id: uniqueName('txn'), amount_cents: 500, customer_key: lead.customer_key };
    const refund = { transaction_id: sale.transaction_id };
    const others = Array.from({ length: count - 1 });
    const statusesOf = async (path: Path, body: Readonly<Record<string, unknown>>) =>
      (await all(path, body)).map(({ status }) => status);
    expect(await statusesOf('/api/v1/track/lead', lead)).toEqual([200, ...others.map(() => 400)]);
    expect(await statusesOf('/api/v1/track/sale', sale)).toEqual([200, ...others.map(() => 409)]);
    const refunds = await all('/api/v1/track/refund', refund);
    expect(refunds.map(({ body }) => body.already_refunded)).toEqual([false, ...others.map(() => true)]);
    expect(new Set(refunds.map(({ body }) => body.refunded_amount_cents))).toEqual(new Set([500]));

    const { shortLink } = await seedLink(pool, {
      workspaceId: program.workspaceId,
      programId: program.programId,
      partnerId: program.partnerId,
    });
    const added = { affiliate_url: `https://shop.test/?aff=${shortLink}` };
    expect(new Set(await statusesOf('/track/click', added))).toEqual(new Set([200]));
    await pool.query(`update enrollments set status = 'suspended' where id = $1`, [program.enrollmentId]);
    await until(async () => (await statusesOf('/track/click', added)).every((status) => status === 400));
    await pool.query('update api_keys set expires_at = now() where id = $1', [program.apiKeyId]);
    await until(async () => {
      const answers = await Promise.all(clients.map((client) => client.post('/api/v1/track/refund', refund)));
      return answers.every((answer) => answer?.status === 401);
    });
  });
});
