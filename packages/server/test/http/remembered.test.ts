import { afterEach, describe, expect, test, vi } from 'vitest';
import { createReadCache } from '../../src/adapters/http/read-cache.js';
import { systemNow } from '../../src/clock.js';
import { engines } from '../support/engines.js';
import { seedApiKey, seedOrigin, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { trackingClient } from './tracking-client.js';

describe('what was read is remembered for a while', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A table of one row, which counts how often it is read, and can be made to wait. */
  function createTable() {
    const state = { row: { name: 'first' } as { name: string } | null, reads: 0, gate: Promise.resolve() };
    const cache = createReadCache<{ name: string }>({
      max: 10,
      ttlMs: 5_000,
      now: systemNow,
      async find() {
        state.reads += 1;
        const { row } = state;
        await state.gate;
        return row;
      },
    });
    return { state, cache };
  }

  test('for as long as it may be, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    const { state, cache } = createTable();
    expect(await cache.read('k')).toEqual({ name: 'first' });
    state.row = { name: 'second' };
    expect(cache.peek('k', 4_999)).toEqual({ name: 'first' });
    expect(cache.peek('k', 5_000)).toBeUndefined();
    vi.setSystemTime(5_000);
    expect(await cache.read('k')).toEqual({ name: 'second' });
    expect(state.reads).toBe(2);
  });

  test('many who ask at a time ask once', async () => {
    const { state, cache } = createTable();
    await Promise.all(Array.from({ length: 50 }, () => cache.read('k')));
    expect(state.reads).toBe(1);
  });

  test('nothing is remembered of what does not exist, so that it can begin to exist', async () => {
    const { state, cache } = createTable();
    state.row = null;
    expect(await cache.read('k')).toBeNull();
    state.row = { name: 'new' };
    expect(await cache.read('k')).toEqual({ name: 'new' });
  });

  test('a change forgets what was read before it, also what was being read at that moment', async () => {
    const { state, cache } = createTable();
    let releaseRead = () => {};
    state.gate = new Promise((resolve) => {
      releaseRead = () => resolve();
    });
    const reading = cache.read('k');
    state.row = { name: 'changed' };
    cache.clear();
    const after = cache.read('k');
    releaseRead();
    expect(await reading).toEqual({ name: 'first' });
    expect(await after).toEqual({ name: 'changed' });
    expect(cache.peek('k', Date.now())).toEqual({ name: 'changed' });
  });

  test('a failure is returned to every waiting caller, and not cached', async () => {
    const { state, cache } = createTable();
    state.gate = Promise.reject(new Error('away'));
    const answers = await Promise.allSettled([cache.read('k'), cache.read('k')]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    state.gate = Promise.resolve();
    expect(await cache.read('k')).toEqual({ name: 'first' });
  });
});

describe.each(engines)('keys and origins on %s', (engine) => {
  test('the last use of a key is written down when the service stops at the latest', async () => {
    const service = await startService(engine);
    const before = Date.now();
    const used = await seedProgram(service.pool);
    const unused = await seedApiKey(service.pool, used.programId);
    await trackingClient(service).refund({}, { key: used.apiKey });
    await service.app.close();
    const { rows } = await service.pool.query<{ id: number; last_used_at: Date | null }>(
      'select id, last_used_at from api_keys where program_id = $1',
      [used.programId],
    );
    const lastUsedAt = new Map(rows.map((row) => [row.id, row.last_used_at]));
    expect(lastUsedAt.get(used.apiKeyId)?.getTime()).toBeGreaterThanOrEqual(before);
    expect(lastUsedAt.get(unused.apiKeyId)).toBeNull();
    await service.close();
  });

  test('a key that expires while it is remembered stops working at once', async () => {
    const service = await startService(engine);
    try {
      const client = trackingClient(service);
      const program = await seedProgram(service.pool);
      vi.useFakeTimers({ toFake: ['Date'] });
      const expiresAt = new Date(Date.now() + 1_000);
      const { apiKey } = await seedApiKey(service.pool, program.programId, { expiresAt });
      expect((await client.refund({}, { key: apiKey })).status).toBe(400);
      vi.setSystemTime(expiresAt);
      expect((await client.refund({}, { key: apiKey })).body).toEqual({ error: 'Invalid API key' });
    } finally {
      vi.useRealTimers();
      await service.close();
    }
  });

  test('a new key and a new origin work at once, also right after they were refused', async () => {
    const service = await startService(engine);
    try {
      const client = trackingClient(service);
      const program = await seedProgram(service.pool);
      const apiKey = uniqueName('svc_test');
      expect((await client.refund({}, { key: apiKey })).status).toBe(401);
      await seedApiKey(service.pool, program.programId, { apiKey });
      expect((await client.refund({}, { key: apiKey })).status).toBe(400);

      const origin = `https://${uniqueName('new')}.test`;
      const allowedOrigin = async () =>
        (await client.lead({}, { origin })).headers.get('access-control-allow-origin');
      expect(await allowedOrigin()).toBeNull();
      await seedOrigin(service.pool, program.programId, origin);
      expect(await allowedOrigin()).toBe(origin);
    } finally {
      vi.useRealTimers();
      await service.close();
    }
  });
});
