import type { Pool } from 'pg';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { type PrivatePostgres, startPrivatePostgres } from '../support/engines.js';
import { createRandom, seedFrom } from '../support/random.js';
import { repetitions } from '../support/repetitions.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { statusOf, until } from '../support/service-process.js';
import { type BuiltService, directPool, postgresEnv, startBuiltService } from './built-service.js';
import { type HttpClient, httpClient, requireAnswer } from './http-client.js';
import { compareStored, createLoad, type Load, wrongAnswers } from './load.js';
import { startTcpProxy } from './tcp-proxy.js';

const OUTAGE_MS = 10_000;
const TERMINATIONS = 30;
const STOPS = repetitions({ usual: 3, thorough: 5 });

describe('the service while PostgreSQL goes away', () => {
  const seed = seedFrom(process.env.OUTAGE_SEED);
  const random = createRandom(seed);
  let server: PrivatePostgres;
  let direct: Pool;
  let program: SeededProgram;

  beforeAll(async () => {
    console.info(`OUTAGE_SEED=${seed}: the moments at which connections break`);
    server = await startPrivatePostgres();
    const { pool } = await openDatabase({ databaseUrl: server.url, dataDir: '' });
    await migrate(pool);
    await pool.end();
    return () => server.dispose();
  });

  beforeEach(async () => {
    direct = await directPool(server.url);
    program = await seedProgram(direct, { holdDays: 0 });
  });

  async function startWithClient(
    databaseUrl = server.url,
  ): Promise<{ service: BuiltService; client: HttpClient }> {
    const service = await startBuiltService(postgresEnv(databaseUrl));
    return { service, client: httpClient(service.baseUrl, program.apiKey) };
  }

  /** The service with requests coming in until `end`, which waits for the answers to all of them. */
  async function startUnderLoad() {
    const { service, client } = await startWithClient();
    const load = createLoad(program, random, () => client);
    let isOver = false;
    const running = load.run(() => isOver);
    const stopLoad = () => {
      isOver = true;
      return running;
    };
    return { service, client, load, stopLoad };
  }

  const readiness = (service: BuiltService) => statusOf(`${service.baseUrl}/readyz`);

  /** Every response is true, before anything is sent again and after. */
  async function expectNothingLost(service: BuiltService, load: Load): Promise<void> {
    await until(async () => (await readiness(service)) === 200);
    expect(load.journal.filter(({ answers }) => answers.includes(null))).toEqual([]);
    expect(wrongAnswers(load.journal)).toEqual([]);
    expect(await compareStored(direct, program, load.journal)).toEqual([]);
    await load.retryUncertain();
    expect(await compareStored(direct, program, load.journal)).toEqual([]);
    expect((await verifyBooks(direct)).differences).toEqual([]);
  }

  const countUnavailable = (load: Load) =>
    load.journal.filter(({ answers }) => answers.some((answer) => answer?.status === 503)).length;

  test(`for ${OUTAGE_MS / 1000} seconds turns requests away, and then goes on by itself`, {
    timeout: 300_000,
  }, async () => {
    const { service, client, load, stopLoad } = await startUnderLoad();
    await until(() => load.answered() > 200);
    await server.stop();
    const stoppedMs = Date.now();
    await until(async () => (await readiness(service)) === 503);
    const during = load.answered();
    const refused = [
      await requireAnswer(client.post('/track/click', { affiliate_url: program.affiliateUrl })),
      await requireAnswer(client.post('/api/v1/track/lead', { customer_key: 'during' })),
      await requireAnswer(
        client.post('/api/v1/track/sale', {
          transaction_id: 'during',
          amount_cents: 1,
          customer_key: 'during',
        }),
      ),
      await requireAnswer(client.post('/api/v1/track/refund', { transaction_id: 'during' })),
      // A key the process has not seen yet cannot be looked up.
      await requireAnswer(
        httpClient(service.baseUrl, uniqueName('svc_test')).post('/api/v1/track/refund', {
          transaction_id: 'x',
        }),
      ),
    ];
    for (const answer of refused) {
      expect(answer).toEqual({ status: 503, body: { error: 'Service unavailable' }, retryAfter: '1' });
    }
    expect(await statusOf(`${service.baseUrl}/healthz`)).toBe(200);
    await until(() => Date.now() - stoppedMs >= OUTAGE_MS && load.answered() > during + 200);
    await server.start();
    await until(async () => (await readiness(service)) === 200);
    const after = load.answered();
    await until(() => load.answered() > after + 200);
    await stopLoad();
    expect(countUnavailable(load)).toBeGreaterThan(0);
    await expectNothingLost(service, load);
    await expectJobsGoOn(client);
    expect(await service.stop()).toBe(0);
  });

  /** Commissions without a hold time mature only by the job that looks for them. */
  async function expectJobsGoOn(client: HttpClient): Promise<void> {
    const click = await requireAnswer(client.post('/track/click', { affiliate_url: program.affiliateUrl }));
    const sale = { transaction_id: uniqueName('txn'), amount_cents: 500, click_id: click.body.click_id };
    const { body } = await requireAnswer(client.post('/api/v1/track/sale', sale));
    await until(async () => {
      const { rows } = await direct.query('select status from commissions where id = $1', [
        body.commission.id,
      ]);
      return rows[0]?.status === 'payable';
    });
  }

  test(`answers truthfully when its connections are cut, ${TERMINATIONS} times at any moment`, {
    timeout: 300_000,
  }, async () => {
    const { service, load, stopLoad } = await startUnderLoad();
    for (let cut = 0; cut < TERMINATIONS; cut++) {
      const at = load.answered() + random.int(20, 120);
      await until(() => load.answered() > at);
      await direct.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'svc' and state <> 'idle' and pid <> pg_backend_pid()`,
      );
    }
    await stopLoad();
    await expectNothingLost(service, load);
  });

  test(`answers truthfully when PostgreSQL is killed, ${STOPS} times at any moment`, {
    timeout: 300_000,
  }, async () => {
    const { service, load, stopLoad } = await startUnderLoad();
    for (let stop = 0; stop < STOPS; stop++) {
      const before = load.journal.length - countUnavailable(load);
      const enough = random.int(50, 400);
      await until(() => load.journal.length - countUnavailable(load) > before + enough);
      await server.stop();
      await server.start();
    }
    await stopLoad();
    await expectNothingLost(service, load);
  });

  test.each([
    ['answer-lost', 200, 409],
    ['never-sent', 503, 200],
    ['held', 503, 200],
  ] as const)(
    'answers a sale whose commit met this by whether it was stored: %s',
    async (fate, first, again) => {
      const proxy = await startTcpProxy(server.url);
      onTestFinished(() => proxy.close());
      const { service, client } = await startWithClient(proxy.url);
      const click = await requireAnswer(client.post('/track/click', { affiliate_url: program.affiliateUrl }));
      const sale = { transaction_id: uniqueName('txn'), amount_cents: 500, click_id: click.body.click_id };
      const met = proxy.breakNextCommit(fate);
      const answer = client.post('/api/v1/track/sale', sale);
      await met;
      expect((await requireAnswer(answer)).status).toBe(first);
      await until(async () => (await readiness(service)) === 200);
      expect((await requireAnswer(client.post('/api/v1/track/sale', sale))).status).toBe(again);
    },
  );
});
