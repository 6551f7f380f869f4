import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listAudit } from '../../src/features/audit/list-audit.js';
import { loadEvents, loadEventsById } from '../../src/features/events/load-events.js';
import { readEventFeed } from '../../src/features/events/read-event-feed.js';
import { createReads } from '../../src/operations/reads.js';
import { runOperation } from '../../src/operations/run-operation.js';
import { engines, newEmptyPostgresUrl, openTestDatabase } from '../support/engines.js';
import { EVENTS_AND_NUMBERS, insertEventRows, numberAllEvents } from '../support/event-rows.js';
import { followFeed, readFeed } from '../support/feed.js';
import { ask, refund, sale, signInAs } from '../support/management.js';
import { requestOf } from '../support/operations.js';
import { seedProgram, seedWorkspace } from '../support/seed.js';
import { startService } from '../support/service.js';
import { until } from '../support/service-process.js';
import { shared } from '../support/shared.js';

describe.each(engines)('the event feed on %s', (engine) => {
  const service = shared(() => startService(engine, { numbersEvents: true }));

  /** A program with a viewer, who reads the feed of its workspace. */
  async function open() {
    const program = await seedProgram(service.pool);
    const { workspaceId } = program;
    const cookie = await signInAs(service, workspaceId, 'viewer');
    const reader = { workspaceId, cookie };
    const read = (query: Readonly<Record<string, string | number>> = {}) => readFeed(service, reader, query);
    const refusal = async (query: string) => {
      const { status, body } = await ask(service, `/api/workspaces/${workspaceId}/event-feed?${query}`, {
        cookie,
      });
      return [status, body.error];
    };
    return { program, cookie, read, refusal };
  }

  test('shows a lead, a sale, its commission and a refund in this order, soon after the commit', async () => {
    const { program, read } = await open();
    const { transactionId } = await sale(service, program);
    await refund(service, program, { transactionId });
    const events = await followFeed(read, (all) => all.length === 5);
    expect(events.map(({ type, sequence }) => [sequence, type])).toEqual([
      [1, 'lead.created'],
      [2, 'sale.created'],
      [3, 'commission.created'],
      [4, 'sale.refunded'],
      [5, 'commission.changed'],
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(5);
    for (const event of events) {
      expect(event).toMatchObject({ workspace_id: program.workspaceId, program_id: program.programId });
      expect(event.id).toMatch(/^evt_[0-9a-f]{16}$/);
    }
    expect(await read({ after: 2, limit: 2 })).toEqual({ data: events.slice(2, 4), last_sequence: 4 });
    expect(await read({ after: 5 })).toEqual({ data: [], last_sequence: 5 });
    expect(await read({ after: 99 })).toEqual({ data: [], last_sequence: 99 });
  });

  test('gives webhooks the same events, by id', async () => {
    const { program, read } = await open();
    await sale(service, program);
    const events = await followFeed(read, (all) => all.length === 3);
    const { workspaceId } = program;
    expect(await loadEvents(service.pool, { workspaceId, after: 0, limit: 10 })).toEqual(events);
    const { rows } = await service.pool.query<{ id: number; sequence: number }>(
      `select id, sequence from ${EVENTS_AND_NUMBERS} e where workspace_id = $1 order by sequence desc`,
      [workspaceId],
    );
    const asked = [...rows.filter(({ sequence }) => sequence !== 2), { id: 2 ** 50, sequence: 77 }];
    expect(await loadEventsById(service.pool, workspaceId, asked)).toEqual([events[0], events[2]]);
  });

  test('a filtered reader that stores last_sequence misses nothing and sees nothing twice', async () => {
    const { program, read } = await open();
    const other = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    for (const one of [program, other, program]) await sale(service, one);
    await followFeed(read, (all) => all.length === 9);
    const types = 'sale.created,commission.created';
    const filtered = await followFeed(read, (all) => all.length === 4, {
      types,
      program_id: program.programId,
      limit: 1,
    });
    expect(filtered.map(({ type, sequence }) => [sequence, type])).toEqual([
      [2, 'sale.created'],
      [3, 'commission.created'],
      [8, 'sale.created'],
      [9, 'commission.created'],
    ]);
    expect(await read({ types: 'payout.paid' })).toEqual({ data: [], last_sequence: 9 });
  });

  test('looks at 10,000 numbers at a time for a rare type, and finds it behind them', async () => {
    const workspaceId = await seedWorkspace(service.pool);
    const cookie = await signInAs(service, workspaceId, 'viewer');
    await insertEventRows(service.pool, workspaceId, 10_001);
    await service.pool.query(
      `insert into events (workspace_id, type, test_mode, object_id) values ($1, 'payout.paid', true, 0)`,
      [workspaceId],
    );
    await numberAllEvents(service.pool);
    const read = (after: number, wait: number) =>
      readFeed(service, { workspaceId, cookie }, { after, types: 'payout.paid', wait_seconds: wait });
    expect(await read(0, 0)).toEqual({ data: [], last_sequence: 10_000 });
    expect(await read(10_000, 0)).toMatchObject({ data: [{ sequence: 10_002 }], last_sequence: 10_002 });
    expect(await read(0, 30)).toMatchObject({ data: [{ sequence: 10_002 }], last_sequence: 10_002 });
  });

  test('waits for an event that fits, and answers as soon as it is numbered', async () => {
    const { program, read } = await open();
    const waiting = read({ types: 'sale.created', wait_seconds: 30 });
    await until(() => service.eventWatch.waiting() === 1);
    await sale(service, program);
    expect(await waiting).toMatchObject({ data: [{ type: 'sale.created', sequence: 2 }] });
    expect(service.eventWatch.waiting()).toBe(0);
  });

  test('answers with nothing when the time is over', async () => {
    const { read } = await open();
    expect(await read({ wait_seconds: 1 })).toEqual({ data: [], last_sequence: 0 });
  });

  test('no longer waits for a caller who is gone', async () => {
    const { program, cookie } = await open();
    const leaving = new AbortController();
    const path = `/api/workspaces/${program.workspaceId}/event-feed?wait_seconds=30`;
    const waiting = fetch(`${service.baseUrl}${path}`, { headers: { cookie }, signal: leaving.signal });
    await until(() => service.eventWatch.waiting() === 1);
    leaving.abort();
    await expect(waiting).rejects.toThrow();
    await until(() => service.eventWatch.waiting() === 0);
  });

  test('lets a hundred callers of a workspace wait, and refuses one more', async () => {
    const { program, read, refusal } = await open();
    const waiting = Array.from({ length: 100 }, () => read({ wait_seconds: 30 }));
    await until(() => service.eventWatch.waiting() === 100);
    expect(await refusal('wait_seconds=30')).toEqual([429, 'Too many requests']);
    await sale(service, program);
    for (const page of await Promise.all(waiting)) expect(page.data.length).toBeGreaterThan(0);
  });

  test('takes empty values for ones not given, and names what is wrong', async () => {
    const { read, refusal } = await open();
    expect(await read({ after: '', limit: '', types: '', program_id: '', wait_seconds: '' })).toEqual({
      data: [],
      last_sequence: 0,
    });
    expect(await refusal('after=-1')).toEqual([400, 'after is invalid']);
    expect(await refusal('after=one')).toEqual([400, 'after is invalid']);
    expect(await refusal('limit=0')).toEqual([400, 'limit is invalid']);
    expect(await refusal('limit=1.5')).toEqual([400, 'limit is invalid']);
    expect(await refusal('types=sale.created,sale.made')).toEqual([400, 'types is invalid']);
    expect(await refusal('program_id=mine')).toEqual([400, 'program_id is invalid']);
    expect(await refusal('wait_seconds=31')).toEqual([400, 'wait_seconds is invalid']);
    expect(await refusal('wait_seconds=-1')).toEqual([400, 'wait_seconds is invalid']);
    const stranger = await seedProgram(service.pool);
    expect(await refusal(`program_id=${stranger.programId}`)).toEqual([404, 'Not found']);
  });

  test('shows nothing to members of other workspaces', async () => {
    const { program } = await open();
    const { cookie } = await open();
    const { status, body } = await ask(service, `/api/workspaces/${program.workspaceId}/event-feed`, {
      cookie,
    });
    expect([status, body.error]).toEqual([404, 'Not found']);
  });
});

describe('the event feed beside a replica', () => {
  test('reads the database itself, unlike lists', async () => {
    const { pool, close } = await openTestDatabase('postgres');
    onTestFinished(close);
    // A replica that has none of it yet: not even the tables.
    const replica = new pg.Pool({ connectionString: await newEmptyPostgresUrl() });
    onTestFinished(() => replica.end());
    const workspaceId = await seedWorkspace(pool);
    await insertEventRows(pool, workspaceId, 3);
    await numberAllEvents(pool);
    const request = await requestOf({ pool }, { workspaceId, input: {} });
    const reads = createReads({ pool, readPool: replica }, () => undefined);
    const beside = { ...request, services: { ...request.services, reads } };
    await expect(runOperation(listAudit, beside)).rejects.toThrow('does not exist');
    expect(await runOperation(readEventFeed, beside)).toMatchObject({
      data: [{ sequence: 1 }, { sequence: 2 }, { sequence: 3 }],
      last_sequence: 3,
    });
  });
});

describe('the event feed while the service stops', () => {
  test('answers those who wait at once', async () => {
    const service = await startService('embedded');
    const { workspaceId } = await seedProgram(service.pool);
    const cookie = await signInAs(service, workspaceId, 'viewer');
    const waiting = readFeed(service, { workspaceId, cookie }, { wait_seconds: 30 });
    await until(() => service.eventWatch.waiting() === 1);
    await service.close();
    expect(await waiting).toEqual({ data: [], last_sequence: 0 });
  });
});
