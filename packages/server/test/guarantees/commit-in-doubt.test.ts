import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';
import { begin, NotBegunError } from '../../src/ingest/commit.js';
import { createTracking, type Tracking, UnavailableError } from '../../src/ingest/index.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { clickOf, leadOf, refundOf, saleOf } from '../support/commands.js';
import { engines, openTestDatabase, type PrivatePostgres, startPrivatePostgres } from '../support/engines.js';
import { type SeededProgram, seedLink, seedPartner, seedProgram, uniqueName } from '../support/seed.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

const logger = pino({ level: 'silent' });

let server: PrivatePostgres;
/** Straight to PostgreSQL, to look at what is stored. */
let direct: pg.Pool;
let proxy: TcpProxy;
let tracking: Tracking;
let program: SeededProgram;

/** A pipeline that reaches the database through a proxy of its own. */
async function openTracking(databaseUrl: string, onProxy?: (proxy: TcpProxy) => void): Promise<Tracking> {
  const way = await startTcpProxy(databaseUrl);
  onProxy?.(way);
  const database = await openDatabase({ databaseUrl: way.url, dataDir: '' });
  const opened = createTracking({ pool: database.pool, engine: 'postgres', logger });
  onTestFinished(async () => {
    await opened.close();
    await database.close();
    await way.close();
  });
  return opened;
}

async function countRows(text: string, values: unknown[]): Promise<number> {
  const { rows } = await direct.query<{ count: number }>(
    `select count(*)::int as count from ${text}`,
    values,
  );
  return rows[0]?.count ?? -1;
}

const salesOf = (transactionId: string) => countRows('sales where transaction_id = $1', [transactionId]);

async function sellOnce(): Promise<string> {
  const lead = leadOf(program, { clickId: await newClickId() });
  await tracking.submit(lead);
  const sale = saleOf(program, { customerKey: lead.customerKey });
  expect(await tracking.submit(sale)).toMatchObject({ kind: 'sale' });
  return sale.transactionId;
}

async function newClickId(): Promise<string> {
  const outcome = await tracking.submit(clickOf(program));
  if (outcome.kind !== 'click') throw new Error(`click refused: ${JSON.stringify(outcome)}`);
  return outcome.clickId;
}

async function untilTrackingIsUp(): Promise<void> {
  await expect.poll(() => tracking.isDatabaseUp(), { timeout: 30_000 }).toBe(true);
}

beforeAll(async () => {
  server = await startPrivatePostgres();
  const database = await openDatabase({ databaseUrl: server.url, dataDir: '' });
  await migrate(database.pool);
  direct = database.pool;
});

afterAll(async () => {
  const { differences } = await verifyBooks(direct);
  expect(differences).toEqual([]);
  await direct.end();
  await server.dispose();
});

describe('a connection that breaks during a commit', () => {
  beforeAll(async () => {
    program = await seedProgram(direct);
  });

  async function openBehindProxy(): Promise<void> {
    tracking = await openTracking(server.url, (way) => {
      proxy = way;
    });
  }

  test('after PostgreSQL took it: every command of the batch gets its own outcome, and counts once', async () => {
    await openBehindProxy();
    const sold = await sellOnce();
    const click = await newClickId();
    const sale = saleOf(program, { clickId: click });
    const met = proxy.breakNextCommit('answer-lost');
    const answers = Promise.all([
      tracking.submit(clickOf(program)),
      tracking.submit(leadOf(program, { customerKey: 'doubtful' })),
      tracking.submit(sale),
      tracking.submit(sale),
      tracking.submit(refundOf(program, sold, { amountCents: 300 })),
      tracking.submit(refundOf(program, 'unknown')),
    ]);
    await met;
    expect((await answers).map((outcome) => outcome.kind)).toEqual([
      'click',
      'lead',
      'sale',
      'refused',
      'refund',
      'refused',
    ]);
    expect(await salesOf(sale.transactionId)).toBe(1);
    expect(await countRows(`customers where customer_key = $1`, ['doubtful'])).toBe(1);
    await untilTrackingIsUp();
    expect(await tracking.submit(refundOf(program, sold, { amountCents: 1 }))).toMatchObject({
      refundedCents: 301,
    });
  });

  test('of a refused lead that moves credit, or only names: the response matches what is stored', async () => {
    await openBehindProxy();
    const other = await seedLink(direct, {
      ...program,
      ...(await seedPartner(direct, program)),
      shortLink: uniqueName('other'),
    });
    for (const fate of ['answer-lost', 'never-sent'] as const) {
      for (const changes of [1, 0]) {
        const customerKey = uniqueName('user');
        const page = { mode: 'browser', origin: program.origin } as const;
        // The click that a page has named confirms its claim; another one moves the credit.
        const { shortLink } = changes === 1 ? other : program;
        const click = await tracking.submit(clickOf(program, { shortLinkKey: shortLink }));
        const clickId = click.kind === 'click' ? click.clickId : null;
        const named = changes === 1 ? null : clickId;
        await tracking.submit(leadOf(program, { customerKey, clickId: named, caller: page }));
        const lead = leadOf(program, { customerKey, clickId });
        const met = proxy.breakNextCommit(fate);
        const answer = Promise.allSettled([tracking.submit(lead)]);
        await met;
        const isStored = fate === 'answer-lost';
        expect(await answer).toMatchObject([
          isStored
            ? { status: 'fulfilled', value: { kind: 'refused', refusal: 'status_not_visitor' } }
            : { status: 'rejected', reason: expect.any(UnavailableError) },
        ]);
        const stored = [
          'customers where customer_key = $1 and named_by = $2 and credit_changes = $3',
          [customerKey, isStored ? 'server' : 'browser', isStored ? changes : 0],
        ] as const;
        expect(await countRows(stored[0], [...stored[1]])).toBe(1);
        await untilTrackingIsUp();
        expect(await tracking.submit(lead)).toMatchObject({ kind: 'refused' });
        expect(await countRows(stored[0], [customerKey, 'server', changes])).toBe(1);
      }
    }
  });

  test.each(['never-sent', 'held'] as const)(
    'before PostgreSQL took it (%s): all callers are asked to retry, nothing is stored, and retrying works',
    async (fate) => {
      await openBehindProxy();
      const sold = await sellOnce();
      const sale = saleOf(program, { clickId: await newClickId() });
      const refund = refundOf(program, sold, { amountCents: 300 });
      const met = proxy.breakNextCommit(fate);
      const answers = Promise.allSettled([tracking.submit(sale), tracking.submit(refund)]);
      await met;
      for (const answer of await answers) {
        expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(UnavailableError) });
      }
      expect(await salesOf(sale.transactionId)).toBe(0);
      await untilTrackingIsUp();
      expect(await tracking.submit(refund)).toMatchObject({ refundedCents: 300 });
      expect(await tracking.submit(sale)).toMatchObject({ kind: 'sale' });
    },
  );

  test('whose server then refuses the sign-in for a while: the truth is found once it can be asked', async () => {
    const role = uniqueName('svc').replace('-', '_');
    await direct.query(`create role ${role} superuser login password 'secret'`);
    const url = new URL(server.url);
    url.username = role;
    url.password = 'secret';
    tracking = await openTracking(url.href, (way) => {
      proxy = way;
    });
    const sold = await sellOnce();
    const met = proxy.breakNextCommit('answer-lost');
    const answer = tracking.submit(refundOf(program, sold, { amountCents: 300 }));
    await Promise.all([met, direct.query(`alter role ${role} nologin`)]);
    const refused = proxy.connections() + 2;
    await expect.poll(() => proxy.connections(), { timeout: 30_000 }).toBeGreaterThan(refused);
    await direct.query(`alter role ${role} login`);
    expect(await answer).toMatchObject({ kind: 'refund', refundedCents: 300 });
    expect(
      await countRows('refunds r join sales s on s.id = r.sale_id where s.transaction_id = $1', [sold]),
    ).toBe(1);
  });
});

test('a row that stays locked for too long: every caller gets a retryable error, and nothing is stored later', async () => {
  program = await seedProgram(direct);
  const silenceLimitMs = 1_000;
  const database = await openDatabase({ databaseUrl: server.url, dataDir: '', silenceLimitMs });
  tracking = createTracking({ pool: database.pool, engine: 'postgres', logger });
  const sold = await sellOnce();
  const holder = await direct.connect();
  await holder.query('begin; lock table daily_totals in exclusive mode');
  await expect(tracking.submit(refundOf(program, sold, { amountCents: 300 }))).rejects.toBeInstanceOf(
    UnavailableError,
  );
  await holder.query('rollback');
  holder.release();
  // Only now the server detects that the client is gone.
  await expect
    .poll(
      () =>
        countRows(
          `pg_stat_activity where application_name = 'svc' and state <> 'idle' and pid <> pg_backend_pid()`,
          [],
        ),
      {
        timeout: 30_000,
      },
    )
    .toBe(0);
  expect(
    await countRows('refunds r join sales s on s.id = r.sale_id where s.transaction_id = $1', [sold]),
  ).toBe(0);
  await untilTrackingIsUp();
  expect(await tracking.submit(refundOf(program, sold, { amountCents: 300 }))).toMatchObject({
    refundedCents: 300,
  });
  await tracking.close();
  await database.close();
});

test.each(engines)(
  'a transaction that never began is distinguished from one that failed, on %s',
  async (engine) => {
    const { pool, close } = await openTestDatabase(engine);
    const client = await pool.connect();
    await client.query('begin');
    await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero');
    await expect(begin(client, engine).flush()).rejects.toBeInstanceOf(NotBegunError);
    await client.query('rollback');
    const failing = begin(client, engine);
    failing.add({ name: 'divide', text: 'select 1 / 0' });
    await expect(failing.flush()).rejects.not.toBeInstanceOf(NotBegunError);
    await failing.rollback();
    client.release();
    await close();
  },
);

test.each(engines)('the commit of a transaction that had failed is an error, on %s', async (engine) => {
  const { pool, close } = await openTestDatabase(engine);
  const client = await pool.connect();
  const transaction = begin(client, engine);
  await transaction.flush();
  await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero');
  await expect(transaction.commit()).rejects.toThrow('had failed');
  client.release();
  await close();
});

describe('a crash of PostgreSQL that takes back what was not on disk', () => {
  beforeAll(async () => {
    // Nobody writes the log for a transaction that has not committed.
    await direct.query(`alter system set wal_writer_delay = '10s'`);
    await direct.query('select pg_reload_conf()');
  });

  /** PostgreSQL crashes after the next batch was sent, and before its commit was. Nobody may ask about it yet. */
  async function crash(): Promise<void> {
    await server.stop();
    await server.start();
  }

  test('is not hidden by another transaction that gets the number of the lost one, and commits', async () => {
    tracking = await openTracking(server.url, (way) => {
      proxy = way;
    });
    const sold = await sellOnce();
    let lost = '';
    for (const command of [
      clickOf(program),
      leadOf(program),
      saleOf(program, { clickId: await newClickId() }),
      refundOf(program, sold, { amountCents: 1 }),
    ]) {
      const met = proxy.breakNextCommit('held').then(proxy.refuse);
      const answer = tracking.submit(command).then(
        () => 'recorded',
        (error: unknown) => error,
      );
      await met;
      const { rows } = await direct.query<{ id: string }>(
        `select backend_xid::text as id from pg_stat_activity where backend_xid is not null and application_name = 'svc'
          and pid <> pg_backend_pid()`,
      );
      lost = rows[0]?.id ?? '';
      await crash();
      let taken: string;
      do {
        const next = await direct.query<{ id: string }>('select pg_current_xact_id()::text as id');
        taken = next.rows[0]?.id ?? '';
      } while (Number(taken) < Number(lost));
      // Otherwise this test would prove nothing.
      expect(taken).toBe(lost);
      proxy.accept();
      expect(await answer).toBeInstanceOf(UnavailableError);
      await untilTrackingIsUp();
    }
  });

  test('does not lead to row ids being given out twice', async () => {
    tracking = await openTracking(server.url, (way) => {
      proxy = way;
    });
    await direct.query('checkpoint');
    const met = proxy.breakNextCommit('held').then(proxy.refuse);
    const answer = tracking.submit(leadOf(program)).catch((error: unknown) => error);
    await met;
    await crash();
    proxy.accept();
    expect(await answer).toBeInstanceOf(UnavailableError);
    await untilTrackingIsUp();
    // Through what is left of a block of 1,000 ids, and on into the next.
    const many = Array.from({ length: 450 }, () => tracking.submit(leadOf(program)));
    for (const outcome of await Promise.all(many)) expect(outcome).toMatchObject({ kind: 'lead' });
    for (let lead = 0; lead < 100; lead++) {
      expect(await tracking.submit(leadOf(program))).toMatchObject({ kind: 'lead' });
    }
  });
});
