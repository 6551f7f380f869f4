import type { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { createRandom, seedFrom } from '../support/random.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { statusOf, until } from '../support/service-process.js';
import { startReplicatedPostgres } from '../support/standby.js';
import { directPool, postgresEnv, startBuiltService } from './built-service.js';
import { httpClient } from './http-client.js';
import { compareStored, createLoad, type Load, wrongAnswers } from './load.js';

/** The address of both servers, as an operator writes it. */
function addressOf(...urls: readonly string[]): string {
  const [first = ''] = urls;
  const { host } = new URL(first);
  return first.replace(host, urls.map((url) => new URL(url).host).join(','));
}

async function expectNothingLost(direct: Pool, program: SeededProgram, load: Load): Promise<void> {
  expect(load.journal.filter(({ answers }) => answers.includes(null))).toEqual([]);
  expect(wrongAnswers(load.journal)).toEqual([]);
  expect(await compareStored(direct, program, load.journal)).toEqual([]);
  await load.retryUncertain();
  expect(await compareStored(direct, program, load.journal)).toEqual([]);
  expect((await verifyBooks(direct)).differences).toEqual([]);
}

test('a standby that is promoted under load takes over: nothing answered is lost, doubled or wrong', {
  timeout: 300_000,
}, async () => {
  const seed = seedFrom(process.env.FAILOVER_SEED);
  console.info(`FAILOVER_SEED=${seed}: the moment at which the primary is killed`);
  const random = createRandom(seed);
  let program: SeededProgram | undefined;
  const servers = await startReplicatedPostgres(async (url) => {
    const { pool, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
    await migrate(pool);
    program = await seedProgram(pool);
    await close();
  });
  onTestFinished(() => servers.dispose());
  if (program === undefined) throw new Error('no program was seeded');
  const { primary, standby } = servers;
  const service = await startBuiltService(postgresEnv(addressOf(primary.url, standby.url)));
  const client = httpClient(service.baseUrl, program.apiKey);
  const load = createLoad(program, random, () => client);
  let isOver = false;
  const running = load.run(() => isOver);
  const readiness = () => statusOf(`${service.baseUrl}/readyz`);
  const stored = () =>
    load.journal.filter(({ answers }) => answers.some((answer) => answer?.status === 200)).length;
  const untilMoreIsStored = async () => {
    const before = stored();
    await until(() => stored() > before + 200);
  };

  const enough = random.int(100, 400);
  await until(() => stored() > enough);
  await servers.killPrimary();
  await until(async () => (await readiness()) === 503);
  await servers.promote();
  await until(async () => (await readiness()) === 200);
  await untilMoreIsStored();

  // The old primary is started again by somebody who does not know. What is written there would be lost.
  await primary.stop();
  await primary.start();
  const direct = await directPool(standby.url);
  await direct.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'svc' and pid <> pg_backend_pid()`,
  );
  await untilMoreIsStored();
  isOver = true;
  await running;
  await until(async () => (await readiness()) === 200);
  await expectNothingLost(direct, program, load);
  expect(await service.stop()).toBe(0);
});
