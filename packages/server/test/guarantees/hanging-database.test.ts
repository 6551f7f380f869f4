import pg from 'pg';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/database/open.js';
import { allowLongStatements } from '../../src/database/silence.js';
import { isConnectionLost, withTransaction } from '../../src/database/transaction.js';
import { createTracking, type Tracking, UnavailableError } from '../../src/ingest/index.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { clickOf, leadOf } from '../support/commands.js';
import { newPostgresUrl } from '../support/engines.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

const unavailable = { status: 'rejected', reason: expect.any(UnavailableError) };

describe('a database that hangs', () => {
  let databaseUrl: string;
  /** Straight to PostgreSQL, to look at what is stored. */
  let direct: pg.Pool;
  let proxy: TcpProxy;
  let pool: pg.Pool;
  let tracking: Tracking;
  let program: SeededProgram;

  beforeAll(async () => {
    databaseUrl = await newPostgresUrl();
    // Rows that it writes are recorded as the service's.
    direct = new pg.Pool({ connectionString: databaseUrl, application_name: 'svc' });
    program = await seedProgram(direct);
    return async () => {
      await direct.end();
    };
  });

  beforeEach(async () => {
    proxy = await startTcpProxy(databaseUrl);
    const database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', silenceLimitMs: 1000 });
    pool = database.pool;
    tracking = createTracking({ pool, engine: 'postgres', logger: pino({ level: 'silent' }), maxQueued: 20 });
    return async () => {
      await tracking.close();
      await database.close();
      await proxy.close();
    };
  });

  async function storedLeads(keys: readonly (string | null)[]): Promise<number> {
    const { rows } = await direct.query('select 1 from customers where customer_key = any($1)', [keys]);
    return rows.length;
  }

  const untilTrackingIsUp = () => expect.poll(() => tracking.isDatabaseUp(), { timeout: 30_000 }).toBe(true);

  test('keeps no caller waiting for ever: all are asked to retry, and nothing of theirs is stored', async () => {
    await tracking.submit(clickOf(program));
    proxy.freeze();
    const leads = Array.from({ length: 30 }, () => leadOf(program));
    const answers = await Promise.allSettled(leads.map((lead) => tracking.submit(lead)));
    for (const answer of answers) expect(answer).toMatchObject(unavailable);
    await expect(tracking.submit(clickOf(program))).rejects.toThrow(UnavailableError);
    await expect(pool.query('select 1')).rejects.toThrow();
    proxy.thaw();
    await untilTrackingIsUp();
    expect(await storedLeads(leads.map((lead) => lead.customerKey))).toBe(0);
    const retried = await Promise.allSettled(leads.slice(0, 20).map((lead) => tracking.submit(lead)));
    for (const answer of retried) expect(answer).toMatchObject({ status: 'fulfilled' });
    expect((await verifyBooks(direct)).differences).toEqual([]);
  });

  test('while a commit is on its way to it: what was answered is what is stored', async () => {
    const lead = leadOf(program);
    await tracking.submit(clickOf(program));
    const met = proxy.breakNextCommit('frozen');
    const answer = tracking.submit(lead).then(
      () => 1,
      (error: unknown) => (error instanceof UnavailableError ? 0 : error),
    );
    await met;
    await expect.poll(() => tracking.isDatabaseUp(), { timeout: 30_000 }).toBe(false);
    proxy.thaw();
    expect(await answer).toBe(await storedLeads([lead.customerKey]));
    await untilTrackingIsUp();
    expect(await tracking.submit(clickOf(program))).toMatchObject({ kind: 'click' });
  });

  test('is distinguished from a busy one: only where that is expected may a statement take long', async () => {
    const slow = `select pg_sleep(2)`;
    await withTransaction(pool, async (client) => {
      await allowLongStatements(client);
      await client.query(slow);
    });
    // The same connection, back from where it was allowed.
    const lost = await pool.query(slow).catch((error: unknown) => error);
    expect(isConnectionLost(lost)).toBe(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('does not keep the service from ending', async () => {
    await tracking.submit(clickOf(program));
    proxy.freeze();
    onTestFinished(proxy.thaw);
    await expect(tracking.submit(clickOf(program))).rejects.toThrow(UnavailableError);
    await tracking.close();
    await expect(tracking.submit(clickOf(program))).rejects.toThrow(UnavailableError);
  });
});
