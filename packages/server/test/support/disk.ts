import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { until } from './service-process.js';

const HOOK = fileURLToPath(new URL('./disk-hook.cjs', import.meta.url));

/** The disk of a program in a process of its own, as far as syncs go. */
export interface Disk {
  /** For the program's start. */
  readonly env: { readonly NODE_OPTIONS: string; readonly SVC_TEST_DISK: string };
  /** From now on every sync waits. */
  hold(): void;
  /** Resolves when a sync waits, which it does in the engine's own thread. */
  untilHeld(): Promise<void>;
  /** Lets them go on. */
  release(): void;
  /** From now on every sync fails. */
  break(): void;
  /** How many syncs there were, held ones included. */
  syncs(): number;
}

/** A disk on which syncs succeed until `hold` or `break` is called. */
export function createDisk(): Disk {
  const folder = fs.mkdtempSync(join(inject('testRun').directory, 'disk-'));
  const put = (name: string) => fs.writeFileSync(join(folder, name), '');
  const remove = (name: string) => fs.rmSync(join(folder, name), { force: true });
  return {
    env: { NODE_OPTIONS: `--require ${HOOK}`, SVC_TEST_DISK: folder },
    hold() {
      remove('waiting');
      put('held');
    },
    untilHeld: () => until(() => fs.existsSync(join(folder, 'waiting'))),
    release: () => remove('held'),
    break: () => put('broken'),
    syncs: () => fs.statSync(join(folder, 'syncs'), { throwIfNoEntry: false })?.size ?? 0,
  };
}
