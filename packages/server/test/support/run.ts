import fs from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedTemplates } from './embedded-template.js';
import { guardDirectory } from './postgres-server.js';

/** What the global setup made for all test files of a run. */
export interface TestRun {
  /** Holds everything below; removed at the end of the run. */
  directory: string;
  /** Superuser's address of the shared PostgreSQL. */
  adminUrl: string;
  /** The same through PgBouncer; null without it. */
  readonly pooledUrl: string | null;
  /** A migrated database on it, to make others from. */
  templateDatabase: string;
  embedded: EmbeddedTemplates;
}

declare module 'vitest' {
  export interface ProvidedContext {
    testRun: TestRun;
  }
}

const MEMORY = '/dev/shm';
/** A whole run needs about a third of it. */
const ROOMY_BYTES = 8 * 2 ** 30;

/**
 * A new directory, in memory where there is plenty of it: what is under test is that the service asks for its data to be
 * synced and answers only then, not that a disk does it. `remove` removes it and ends a PostgreSQL in it; so does the end
 * of this process.
 */
export function makeGuardedDirectory(): { directory: string; remove: () => void } {
  const directory = fs.realpathSync(fs.mkdtempSync(join(temporaryParent(), 'svc-test-')));
  // The user PostgreSQL runs as has to pass through it.
  fs.chmodSync(directory, 0o711);
  return { directory, remove: guardDirectory(directory) };
}

/** Where directories of tests are made: in memory where there is plenty of it. */
export function temporaryParent(): string {
  return hasRoomInMemory() ? MEMORY : tmpdir();
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) > ROOMY_BYTES;
  } catch {
    return false;
  }
}
