import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardDirectory } from './postgres-server.js';

/** What the global setup made for all test files of a run. */
export interface TestRun {
  /** Holds everything below; removed at the end of the run. */
  directory: string;
  /** Superuser's address of the shared PostgreSQL. */
  adminUrl: string;
  /** A migrated database on it, to make others from. */
  templateDatabase: string;
  /** A migrated embedded database to copy, as a service's data directory. */
  templateDataDir: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    testRun: TestRun;
  }
}

/** A new directory. `remove` removes it and ends a PostgreSQL in it; so does the end of this process. */
export function makeGuardedDirectory(): { directory: string; remove: () => void } {
  const directory = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'svc-test-')));
  // The user PostgreSQL runs as has to pass through it.
  fs.chmodSync(directory, 0o711);
  return { directory, remove: guardDirectory(directory) };
}
