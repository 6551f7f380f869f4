import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newEmptyDataDir, newUnmigratedDataDir } from '../support/engines.js';
import { createRandom, seedFrom } from '../support/random.js';
import { repetitions } from '../support/repetitions.js';
import { startProgram } from '../support/spawn.js';

const PROGRAM = new URL('./programs/lose-power.ts', import.meta.url);
const FAILURES = repetitions({ usual: 100, thorough: 500 });
/** An engine that has lost its power keeps its memory as long as its process lives. */
const FAILURES_PER_PROCESS = 25;

test(`${FAILURES} power failures in a row, each of which forgets what was not synced, lose nothing that was answered`, {
  timeout: 900_000,
}, async () => {
  const seed = seedFrom(process.env.POWER_SEED);
  console.info(`POWER_SEED=${seed}: when the power fails, and what is lost`);
  const random = createRandom(seed);
  const directory = join(await newUnmigratedDataDir(), 'db');
  const graveyard = newEmptyDataDir();
  let commits = 0;
  let failedStarts = 0;
  for (let failures = 0; failures < FAILURES; failures += FAILURES_PER_PROCESS) {
    const numbers = [random.int(0, 2 ** 31), FAILURES_PER_PROCESS, commits];
    const program = startProgram(PROGRAM, directory, graveyard, ...numbers.map(String));
    const said = await program.nextLine();
    const { code, errors } = await program.ended;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const counts = /^(\d+) commits, (\d+) failed starts$/.exec(said ?? '');
    commits = Number(counts?.[1]);
    failedStarts += Number(counts?.[2]);
  }
  expect(commits).toBeGreaterThan(FAILURES);
  expect(failedStarts).toBeGreaterThan(0);
});
