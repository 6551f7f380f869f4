import type { Outcome, PaymentCommand } from '@svc/core';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';
import { createTracking, UnavailableError } from '../../src/ingest/index.js';
import { clickOf, leadOf, saleOf } from '../support/commands.js';
import { engines, startPrivatePostgres } from '../support/engines.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { until } from '../support/service-process.js';
import { httpClient } from './http-client.js';
import { openPipeline, type PipelineContext } from './pipeline-context.js';

/** A gate that everything waits at until it is opened. */
function createGate() {
  let openQueue = () => {};
  const opened = new Promise<void>((resolve) => {
    openQueue = resolve;
  });
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const wait = () => {
    reach();
    return opened;
  };
  return { wait, open: openQueue, reached };
}

type Gate = ReturnType<typeof createGate>;

describe.each(engines)('the queue on %s', (engine) => {
  const MAX_QUEUED = 10;
  let context: PipelineContext;
  let gate: Gate | null = null;

  beforeEach(async () => {
    gate = null;
    context = await openPipeline(engine, {
      maxQueued: MAX_QUEUED,
      lanes: 1,
      atStep: (step) => (step === 'loaded' ? gate?.wait() : undefined),
    });
    return async () => {
      gate?.open();
      await context.close();
    };
  });

  const storedKeys = async (keys: readonly (string | null)[]) => {
    const { rows } = await context.pool.query<{ customer_key: string }>(
      'select customer_key from customers where customer_key = any($1)',
      [keys],
    );
    return new Set(rows.map((row) => row.customer_key));
  };

  test('takes no more than its limit; refused commands get a response at once, and nothing of theirs is stored', async () => {
    const { tracking, pool } = context;
    const program = await seedProgram(pool);
    gate = createGate();
    const first = tracking.submit(clickOf(program));
    await gate.reached;
    const leads = Array.from({ length: 3 * MAX_QUEUED }, () => leadOf(program));
    const answers = leads.map((lead) => tracking.submit(lead));
    expect(tracking.queued()).toBe(MAX_QUEUED);
    const refused = await Promise.allSettled(answers.slice(MAX_QUEUED));
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(UnavailableError) });
    }
    gate.open();
    expect(await first).toMatchObject({ kind: 'click' });
    for (const outcome of await Promise.all(answers.slice(0, MAX_QUEUED))) {
      expect(outcome).toMatchObject({ kind: 'lead' });
    }
    const stored = await storedKeys(leads.map((lead) => lead.customerKey));
    expect(stored).toEqual(new Set(leads.slice(0, MAX_QUEUED).map((lead) => lead.customerKey)));
    expect(await tracking.submit(leadOf(program))).toMatchObject({ kind: 'lead' });
    expect(await context.differences()).toEqual([]);
  });

  test('anonymous clicks get half of it, while everyone else still gets in', async () => {
    const { tracking, pool } = context;
    const program = await seedProgram(pool);
    const customerKey = await context.customer(program);
    const anonymous = () => clickOf(program, { caller: { mode: 'browser', origin: program.origin } });
    const page = { mode: 'browser', origin: program.origin } as const;
    const report: PaymentCommand = {
      kind: 'payment',
      caller: { mode: 'server', workspaceId: program.workspaceId },
      references: [uniqueName('pi'), uniqueName('ch')],
      adjustments: [],
      atMs: Date.now(),
    };
    gate = createGate();
    const first = tracking.submit(anonymous());
    await gate.reached;
    const clicks = Array.from({ length: 3 * MAX_QUEUED }, () => tracking.submit(anonymous()));
    expect(tracking.queued()).toBe(MAX_QUEUED / 2);
    const refused = await Promise.allSettled(clicks.slice(MAX_QUEUED / 2));
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(UnavailableError) });
    }
    const others = [
      tracking.submit(clickOf(program)),
      tracking.submit(leadOf(program)),
      tracking.submit(leadOf(program, { caller: page })),
      tracking.submit(saleOf(program, { customerKey })),
      tracking.submit(report),
    ];
    expect(tracking.queued()).toBe(MAX_QUEUED);
    await expect(tracking.submit(leadOf(program))).rejects.toThrow(UnavailableError);
    gate.open();
    const taken = await Promise.all([first, ...clicks.slice(0, MAX_QUEUED / 2), ...others]);
    const kinds = taken.map(({ kind }) => kind);
    expect(kinds.slice(-5)).toEqual(['click', 'lead', 'lead', 'sale', 'payment']);
    expect(new Set(kinds.slice(0, -5))).toEqual(new Set(['click']));
    expect(await tracking.submit(anonymous())).toMatchObject({ kind: 'click' });
    expect(
      await context.number('select count(*) from clicks where program_id = $1', [program.programId]),
    ).toBe(
      // The customer's, the first, those that got in, the one with a key and the last.
      1 + 1 + MAX_QUEUED / 2 + 1 + 1,
    );
    expect(await context.differences()).toEqual([]);
  });

  test('anonymous clicks get their half again as batches are taken off it', async () => {
    const limited = await openPipeline(engine, {
      maxQueued: 8,
      maxBatch: 2,
      lanes: 1,
      atStep: (step) => (step === 'loaded' ? gate?.wait() : undefined),
    });
    onTestFinished(() => limited.close());
    const program = await seedProgram(limited.pool);
    const clickFromPage = () =>
      limited.tracking.submit(clickOf(program, { caller: { mode: 'browser', origin: program.origin } }));
    const settledBy = async (clicks: readonly Promise<Outcome>[]) =>
      (await Promise.allSettled(clicks)).filter(({ status }) => status === 'fulfilled').length;
    for (let round = 0; round < 3; round++) {
      const here = createGate();
      gate = here;
      const first = clickFromPage();
      await here.reached;
      const clicks = Array.from({ length: 8 }, clickFromPage);
      expect(limited.tracking.queued()).toBe(4);
      here.open();
      expect(await settledBy([first, ...clicks])).toBe(5);
    }
  });

  test('when closing, everything that was taken is settled, and nothing more is taken', async () => {
    const { tracking, pool } = context;
    const program = await seedProgram(pool);
    gate = createGate();
    const first = tracking.submit(clickOf(program));
    await gate.reached;
    const leads = Array.from({ length: MAX_QUEUED }, () => leadOf(program));
    const answers = leads.map((lead) => tracking.submit(lead));
    let isClosed = false;
    const closed = tracking.close().then(() => {
      isClosed = true;
    });
    await expect(tracking.submit(leadOf(program))).rejects.toThrow(UnavailableError);
    expect(isClosed).toBe(false);
    gate.open();
    await closed;
    const outcomes = await Promise.all([first, ...answers]);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['click', ...leads.map(() => 'lead')]);
    expect((await storedKeys(leads.map((lead) => lead.customerKey))).size).toBe(MAX_QUEUED);
  });

  test('a batch is what came while the one before was under way, and never more than it may be', async () => {
    const sizes: number[] = [];
    const limited = await openPipeline(engine, {
      maxBatch: 8,
      lanes: 1,
      onBatch: (size) => void sizes.push(size),
    });
    onTestFinished(() => limited.close());
    const program = await seedProgram(limited.pool);
    await Promise.all(Array.from({ length: 20 }, () => limited.tracking.submit(clickOf(program))));
    expect(sizes).toEqual([8, 8, 4]);
  });

  test('over HTTP pages are turned away with their clicks, and leads of theirs get in', async () => {
    gate = createGate();
    const here = gate;
    const service = await startService(engine, {
      tracking: { maxQueued: 6, lanes: 1, atStep: (step) => (step === 'loaded' ? here.wait() : undefined) },
    });
    onTestFinished(() => service.close());
    const program = await seedProgram(service.pool);
    const postFromPage = async (path: string, body: object) => {
      const response = await fetch(service.baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: program.origin },
        body: JSON.stringify(body),
      });
      const { headers, status } = response;
      return { status, retryAfter: headers.get('retry-after'), code: headers.get('svc-error-code') };
    };
    const clickFromPage = () => postFromPage('/track/click', { affiliate_url: program.affiliateUrl });
    const first = clickFromPage();
    await here.reached;
    const clicks = Array.from({ length: 10 }, clickFromPage);
    const refusals = clicks.map((answer) =>
      answer.then((given) => {
        if (given.status !== 503) throw new Error('not refused');
        return given;
      }),
    );
    for (const refusal of await Promise.all(firstOf(refusals, 7))) {
      expect(refusal).toEqual({ status: 503, retryAfter: '1', code: 'unavailable' });
    }
    const lead = postFromPage('/api/v1/track/lead', { customer_key: uniqueName('customer') });
    await until(async () => service.tracking.queued() === 4);
    here.open();
    expect(await lead).toMatchObject({ status: 200 });
    const statuses = (await Promise.all([first, ...clicks])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  });

  test('over HTTP who is turned away is answered 503 with Retry-After, and may send the same again', async () => {
    gate = createGate();
    const here = gate;
    const service = await startService(engine, {
      tracking: { maxQueued: 5, lanes: 1, atStep: (step) => (step === 'loaded' ? here.wait() : undefined) },
    });
    onTestFinished(() => service.close());
    const { apiKey } = await seedProgram(service.pool);
    const { post } = httpClient(service.baseUrl, apiKey);
    const first = post('/api/v1/track/lead', { customer_key: 'first' });
    await here.reached;
    const keys = Array.from({ length: 20 }, (_, index) => `customer-${index}`);
    const answers = keys.map((customer_key) => post('/api/v1/track/lead', { customer_key }));
    const refusals = answers.map((answer) =>
      answer.then((given) => {
        if (given?.status !== 503) throw new Error('not refused');
        return given;
      }),
    );
    // The embedded database's one connection belongs to the batch at the gate, so nothing is asked of it here.
    for (const refusal of await Promise.all(firstOf(refusals, 15))) {
      expect(refusal).toMatchObject({
        status: 503,
        body: { error: 'Service unavailable' },
        retryAfter: '1',
      });
    }
    here.open();
    expect(await first).toMatchObject({ status: 200 });
    const statuses = (await Promise.all(answers)).map((answer) => answer?.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    for (const [index, customer_key] of keys.entries()) {
      const again = await post('/api/v1/track/lead', { customer_key });
      expect(again?.status).toBe(statuses[index] === 503 ? 200 : 400);
    }
  });
});

/** The first `count` of these to be kept. */
function firstOf<Value>(promises: readonly Promise<Value>[], count: number): Promise<Value>[] {
  const settled: ((value: Value) => void)[] = [];
  const firsts = Array.from({ length: count }, () => new Promise<Value>((resolve) => settled.push(resolve)));
  for (const promise of promises) {
    promise.then(
      (value) => settled.shift()?.(value),
      () => {},
    );
  }
  return firsts;
}

describe('two batches under way at once', () => {
  test('decide between them like two processes: one sale is taken, by whichever stores it first', async () => {
    const gate = createGate();
    let isFirst = true;
    const context = await openPipeline('postgres', {
      lanes: 2,
      laneOpensAt: 1,
      atStep(step) {
        if (step !== 'activity' || !isFirst) return undefined;
        isFirst = false;
        return gate.wait();
      },
    });
    onTestFinished(() => context.close());
    const { pool, tracking } = context;
    const program = await seedProgram(pool);
    isFirst = false;
    const clickId = await context.click(program);
    isFirst = true;
    const sale = saleOf(program, { clickId });
    const first = tracking.submit(sale);
    await gate.reached;
    const second = tracking.submit(sale);
    // It has found nothing stored, and waits for what the other batch makes of it.
    await until(async () => {
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      return (await pool.query(waiting)).rows.length > 0;
    });
    gate.open();
    expect(await first).toMatchObject({ kind: 'sale' });
    expect(await second).toMatchObject({ kind: 'refused', refusal: 'sale_duplicate' });
    expect(await context.differences()).toEqual([]);
  });
});

describe('a database that is away', () => {
  let server: Awaited<ReturnType<typeof startPrivatePostgres>>;

  beforeAll(async () => {
    server = await startPrivatePostgres();
    return () => server.dispose();
  });

  test('does not keep the queue from closing', async () => {
    const database = await openDatabase({ databaseUrl: server.url, dataDir: '' });
    await migrate(database.pool);
    const program = await seedProgram(database.pool);
    const tracking = createTracking({
      pool: database.pool,
      engine: 'postgres',
      logger: pino({ level: 'silent' }),
    });
    await tracking.submit(clickOf(program));
    await server.stop();
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => tracking.submit(clickOf(program))),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(UnavailableError) });
    }
    expect(tracking.isDatabaseUp()).toBe(false);
    await tracking.close();
    await database.close();
  });
});
