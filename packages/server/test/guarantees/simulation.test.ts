import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { createTracking } from '../../src/ingest/index.js';
import { engines, openTestDatabase } from '../support/engines.js';
import { createRandom, seedFrom } from '../support/random.js';
import { repetitions } from '../support/repetitions.js';
import { simulate } from './simulation/run.js';
import { seedWorld, type World } from './simulation/world.js';

const STEPS = Number(process.env.SIMULATION_STEPS || repetitions({ usual: 2_500, thorough: 10_000 }));
const START_MS = Date.UTC(2025, 0, 15, 8);

describe.each(engines)('on %s', (engine) => {
  test(`${STEPS} random steps leave the books as a simple model has them, at every step`, {
    timeout: 100 * STEPS + 60_000,
  }, async () => {
    const seed = seedFrom(process.env.SIMULATION_SEED);
    const replay = `SIMULATION_SEED=${seed} SIMULATION_STEPS=${STEPS}`;
    console.info(`${replay} repeats this simulation on ${engine}`);
    const database = await openTestDatabase(engine);
    const { pool } = database;
    const random = createRandom(seed);
    const openSimulation = () =>
      createTracking({
        pool,
        engine,
        logger: pino({ level: 'silent' }),
        atStep(step) {
          if (step === 'committed' || world.faultRate === 0 || !random.chance(world.faultRate)) return;
          world.faults += 1;
          throw new Error(`a fault after the step ${step}`);
        },
      });
    const world: World = {
      engine,
      random,
      pool,
      tracking: undefined as never,
      model: await seedWorld(pool),
      nowMs: START_MS,
      isRefusingCommissions: false,
      faultRate: 0,
      faults: 0,
      nextNumber: 1,
    };
    world.tracking = openSimulation();
    const restart = async () => {
      await world.tracking.close();
      world.tracking = openSimulation();
    };
    await simulate(world, { restart }, STEPS).catch((error: unknown) => {
      throw new Error(`${replay}: ${(error as Error).message}`, { cause: error });
    });
    expect(world.model.sales.length).toBeGreaterThan(STEPS / 20);
    await world.tracking.close();
    await database.close();
  });
});
