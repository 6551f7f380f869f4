import { expect } from 'vitest';
import { openDatabase } from '../../src/database/open.js';
import { newDataDir } from '../support/engines.js';
import { startProgram } from '../support/spawn.js';

const commitForever = new URL('./programs/commit-forever.ts', import.meta.url);

/**
 * Kills a process after it was answered so many commits, each of so many characters (0), on an embedded database of its own;
 * fails unless everything it was answered is there, and nothing in between is missing.
 */
export async function killWhileCommitting({
  commits,
  length = 0,
}: {
  readonly commits: number;
  readonly length?: number;
}): Promise<void> {
  const dataDir = await newDataDir();
  const program = startProgram(commitForever, dataDir, String(length));
  let answered = 0;
  while (answered < commits) answered = Number(await program.nextLine());
  program.child.kill('SIGKILL');
  await program.ended;
  for (let line = await program.nextLine(); line !== undefined; line = await program.nextLine()) {
    answered = Number(line);
  }
  const { pool, close } = await openDatabase({ dataDir });
  const { rows } = await pool.query<{ n: number }>('select n from numbers order by n');
  expect(rows.length).toBeGreaterThanOrEqual(answered);
  expect(rows.map(({ n }) => n)).toEqual(Array.from(rows, (_, index) => index + 1));
  await close();
}
