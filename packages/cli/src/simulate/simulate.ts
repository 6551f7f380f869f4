import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../context.js';
import { EXIT, Failure } from '../failure.js';
import { type Outcome, runScenario } from './run-scenario.js';
import { readScenario } from './scenario.js';
import { loadSimulation } from './simulation.js';

/** Runs the scenario of a file on a service of its own, which is gone afterwards. */
export async function simulate({ folder, terminal }: Context, file: string): Promise<Outcome> {
  const scenario = readScenario(await readText(resolve(folder, file), file), file);
  const createSimulation = await loadSimulation(folder);
  const { steps } = scenario;
  return terminal.waiting('Starting a service', (say) =>
    runScenario(createSimulation, scenario, file, (step, index) =>
      say(`Step ${index + 1} of ${steps.length}: ${step.type}`),
    ),
  );
}

async function readText(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new Failure(`${file} cannot be read: ${reason}`, 'Give the path of a scenario.', EXIT.wrongUse);
  }
}

/** Whether the books are right, and as the scenario expects them. */
export function isAsExpected({ ledger, expectations }: Outcome): boolean {
  return ledger.differences.length === 0 && expectations.mismatches.length === 0;
}
