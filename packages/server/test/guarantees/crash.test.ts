import { describe, expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import { compareEvents } from '../support/events.js';
import { createRandom, seedFrom } from '../support/random.js';
import { repetitions } from '../support/repetitions.js';
import { seedProgram } from '../support/seed.js';
import { type BuiltService, newStore, startBuiltService } from './built-service.js';
import { type HttpClient, httpClient } from './http-client.js';
import { compareStored, createLoad, wrongAnswers } from './load.js';

const ROUNDS = repetitions({ usual: 5, thorough: 10 });

describe.each(engines)('on %s', (engine) => {
  test(`kill -9 under load, ${ROUNDS} times: all that was answered is there, nothing is there twice, the books are right`, {
    timeout: 600_000,
  }, async () => {
    const seed = seedFrom(process.env.CRASH_SEED);
    console.info(`CRASH_SEED=${seed}: the moments at which the service is killed, on ${engine}`);
    const random = createRandom(seed);
    const store = await newStore(engine);
    const program = await store.look((pool) => seedProgram(pool));
    let client: HttpClient;
    const load = createLoad(program, random, () => client);
    const startBuilt = async (): Promise<BuiltService> => {
      const service = await startBuiltService(store.env);
      client = httpClient(service.baseUrl, program.apiKey);
      return service;
    };
    for (let round = 0; round < ROUNDS; round++) {
      const service = await startBuilt();
      const killAt = load.answered() + random.int(1, 400);
      let killed: Promise<void> | null = null;
      await load.run(() => {
        if (load.answered() < killAt) return false;
        killed ??= service.kill();
        return true;
      });
      await killed;
    }
    const cut = load.journal.filter(({ answers }) => answers.includes(null)).length;
    expect(cut).toBeGreaterThan(0);
    const last = await startBuilt();
    await load.retryUncertain();
    expect(await last.stop()).toBe(0);
    expect(wrongAnswers(load.journal)).toEqual([]);
    await store.look(async (pool) => {
      expect(await compareStored(pool, program, load.journal)).toEqual([]);
      expect((await verifyBooks(pool)).differences).toEqual([]);
      expect(await compareEvents(pool)).toEqual([]);
    });
  });
});
