import type { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/database/open.js';
import { encryptSecret, generateSecret } from '../../src/features/webhooks/webhook-secret.js';
import { encryptionOf } from '../support/encryption.js';
import { type engines, newDataDir, newPostgresUrl } from '../support/engines.js';
import { createRandom, seedFrom } from '../support/random.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { until } from '../support/service-process.js';
import { type Program, startProgram } from '../support/spawn.js';
import { type Receiver, startReceiver } from './receiver.js';

const PROGRAM = new URL('./deliver-until-killed.ts', import.meta.url);
const KILLS = 5;

interface Place {
  readonly engine: (typeof engines)[number];
  readonly where: string;
}

/** Opens the database, also while a process uses it where the engine lets several do so. */
async function withPool<Answer>(
  { engine, where }: Place,
  use: (pool: Pool) => Promise<Answer>,
): Promise<Answer> {
  const isEmbedded = engine === 'embedded';
  const database = await openDatabase(isEmbedded ? { dataDir: where } : { databaseUrl: where, dataDir: '' });
  try {
    return await use(database.pool);
  } finally {
    await database.close();
  }
}

async function insertWebhook(pool: Pool, { workspaceId }: SeededProgram, url: string): Promise<number> {
  const secret = encryptSecret(workspaceId, generateSecret(), encryptionOf());
  const { rows } = await pool.query<{ id: number }>(
    `insert into webhooks (workspace_id, url, format, secret, position) values ($1, $2, 'standard', $3, 0) returning id`,
    [workspaceId, url, secret],
  );
  return rows[0]?.id ?? 0;
}

/** Events that were committed and have no number yet. */
async function insertEvents(pool: Pool, program: SeededProgram, count: number): Promise<void> {
  await pool.query(
    `insert into events (workspace_id, program_id, type, test_mode, object_id)
     select $1, $2, 'partner.updated', false, $3 from generate_series(1, $4::int)`,
    [program.workspaceId, program.programId, program.partnerId, count],
  );
}

/** The numbers that arrived, each at its first arrival. */
function firstArrivals({ received }: Receiver): number[] {
  return [...new Set(received.map(({ body }) => JSON.parse(body).sequence as number))];
}

test.each([
  { engine: 'postgres', events: 10_000 },
  { engine: 'embedded', events: 1_500 },
] as const)(
  '$events events on $engine, a receiver that fails at random and kills: each arrives, in order where all is well',
  { timeout: 240_000 },
  async ({ engine, events }) => {
    const random = createRandom(seedFrom(process.env.DELIVERIES_SEED));
    const place = { engine, where: engine === 'embedded' ? await newDataDir() : await newPostgresUrl() };
    const accepted = new Set<string>();
    const healthy = await startReceiver();
    const flaky = await startReceiver(({ id }, response) => {
      const chance = random.int(1, 10);
      if (chance === 1) return 500;
      if (chance === 2) {
        response.destroy();
        return null;
      }
      accepted.add(id);
      return 200;
    });
    onTestFinished(() => Promise.all([healthy.close(), flaky.close()]).then(() => undefined));
    await withPool(place, async (pool) => {
      const program = await seedProgram(pool);
      for (const { url } of [healthy, flaky]) await insertWebhook(pool, program, url);
      await insertEvents(pool, program, events);
    });

    for (let kills = 0; kills <= KILLS; kills += 1) {
      const process = startProgram(PROGRAM, engine, place.where);
      expect(await process.nextLine()).toBe('delivering');
      const enough =
        kills === KILLS ? events : Math.round((events * (kills + random.int(1, 9) / 10)) / (KILLS + 1));
      await until(
        async () => accepted.size >= enough && new Set(healthy.received.map(({ id }) => id)).size >= enough,
      );
      // The last one has everything delivered; it records the end of it before it is stopped.
      if (kills === KILLS) await untilRecorded(place, process);
      process.child.kill('SIGKILL');
      await process.ended;
    }

    const all = Array.from({ length: events }, (_, index) => index + 1);
    expect(firstArrivals(healthy)).toEqual(all);
    expect(accepted.size).toBe(events);
    for (const { received } of [healthy, flaky]) {
      const ids = new Set(
        received.map(({ id, body }) => `${id} ${JSON.parse(body).sequence} ${JSON.parse(body).id}`),
      );
      expect(ids.size).toBe(events);
      expect([...ids].every((one) => one.split(' ')[0] === one.split(' ')[2])).toBe(true);
    }
    const repeated = healthy.received.length - events;
    console.info(`${engine}: ${repeated} of ${events} events arrived again after ${KILLS} kills`);
  },
);

/** Waits until the end of every delivery is recorded. Nobody else can look into the embedded engine's database. */
async function untilRecorded(place: Place, process: Program): Promise<void> {
  if (place.engine === 'embedded') return;
  await withPool(place, (pool) =>
    until(async () => {
      const { rows } = await pool.query(
        `select 1 from webhook_deliveries where status <> 'delivered' limit 1`,
      );
      return rows.length === 0;
    }),
  );
  expect(process.child.exitCode).toBeNull();
}
