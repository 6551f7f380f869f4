import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type DurableFiles, durableFiles } from './durable-files.js';
import { compileEngine } from './engine-code.js';
import { lockDirectory } from './lock.js';
import { createDatabaseDirectory } from './new-directory.js';
import { createWalFiles } from './wal-files.js';

const keptLogLines = 20;
const MEGABYTE = 1024 * 1024;
const LEAST_BUFFERS_MB = 16;
const MOST_BUFFERS_MB = 96;

/** PGlite on a directory, durable and locked. */
export interface EmbeddedServer {
  pglite: PGlite;
  files: Pick<DurableFiles, 'syncWritten' | 'syncingAhead'>;
  /** Ends the database with a checkpoint and gives the directory free. All queries must have ended. */
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Called from inside a query, each time another 16 MB file of the write-ahead log is started. Must not throw. */
  onWalFile?: () => void;
}

/**
 * PGlite as shipped answers a commit before it is on disk: it starts with `-F` (fsync off), its file layer has no
 * fsync, and its fdatasync does nothing. So fsync is turned on and supplied, and the log uses fsync instead of
 * fdatasync. New files of the log are made ahead of time (see `createWalFiles`), not by the engine.
 */
export function durableStartParams(
  buffersMb: number,
  defaults: readonly string[] = PGlite.defaultStartParams,
): string[] {
  return [
    ...defaults.filter((param) => param !== '-F'),
    '-c',
    'wal_sync_method=fsync',
    '-c',
    'wal_init_zero=off',
    '-c',
    `shared_buffers=${buffersMb}MB`,
  ];
}

/**
 * How much of the database the engine keeps in memory, which it takes as a whole when it starts: as much as there is, so
 * that a small one takes little. What does not fit is read from the system's file cache, some microseconds a page. The most is what a
 * few hundred thousand customers need; more makes checkpoints longer, for which everything waits.
 */
function bufferMegabytes(directory: string): number {
  const base = join(directory, 'base');
  const bytes = fs
    .readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(join(entry.parentPath, entry.name)).size, 0);
  return Math.min(Math.max(Math.ceil(bytes / MEGABYTE), LEAST_BUFFERS_MB), MOST_BUFFERS_MB);
}

/**
 * Opens the embedded database in `directory`, creating it when it isn't there. Throws
 * `DirectoryInUseError` when another process has it, and refuses to open when commits would not reach the disk.
 */
export async function openEmbedded(
  directory: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedServer> {
  fs.mkdirSync(dirname(directory), { recursive: true, mode: 0o700 });
  const release = await lockDirectory(directory);
  try {
    if (!fs.existsSync(join(directory, 'PG_VERSION'))) await createDatabaseDirectory(directory);
    const walFiles = createWalFiles(join(directory, 'pg_wal'));
    const { pglite, files } = await startEngine(directory, (name) => {
      walFiles.onStarted(name);
      options.onWalFile?.();
    });
    const closeEngine = async () => {
      await walFiles.close();
      await files.close();
      await pglite.close();
      release();
    };
    return { pglite, files, close: closeEngine };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Without a query that each start of PGlite makes, and that takes a twentieth of ours: which arrays the database has. It is for PGlite's
 * way of reading answers, and here the `pg` driver reads them.
 */
class Engine extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}

interface Started {
  readonly pglite: PGlite;
  readonly files: DurableFiles;
}

async function startEngine(directory: string, onWalFile: (name: string) => void): Promise<Started> {
  const log: string[] = [];
  let serving = false;
  const files = durableFiles(directory, {
    onWalFile,
    onAbort() {
      if (serving) endProcess(directory, severeLines(log) || 'aborted');
    },
    onSyncFailed: (error) => endProcess(directory, error.message),
  });
  try {
    const pglite = new Engine({
      fs: files.files,
      pgliteWasmModule: await compileEngine(),
      startParams: durableStartParams(bufferMegabytes(directory)),
      onStderr: (line) => {
        log.push(line);
        if (log.length > keptLogLines) log.shift();
        return false;
      },
    });
    await pglite.waitReady;
    await checkDurable(pglite, files);
    serving = true;
    return { pglite, files };
  } catch (error) {
    const reason = severeLines(log) || (error instanceof Error ? error.message : String(error));
    throw new Error(`The database in ${directory} does not start: ${reason}`, { cause: error });
  }
}

async function checkDurable(pglite: PGlite, files: DurableFiles): Promise<void> {
  const { rows } = await pglite.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'wal_sync_method', 'synchronous_commit')`,
  );
  const settings = new Map(rows.map((row) => [row.name, row.setting]));
  const configured =
    settings.get('fsync') === 'on' &&
    settings.get('wal_sync_method') === 'fsync' &&
    settings.get('synchronous_commit') === 'on';
  // Starting writes the control file to disk, so by now fsync was called if it is called at all.
  if (configured && files.syncs() > 0) return;
  await pglite.close();
  throw new Error('commits would not reach the disk with this version of PGlite');
}

/**
 * What PostgreSQL does when the log can't be written or synced: stop at once, and recover from the log at the next
 * start. PGlite would swallow the abort and spin forever inside the query, so the process has to end here.
 */
function endProcess(directory: string, reason: string): never {
  console.error(
    `The database in ${directory} stopped (${reason}); ending the process, the next start recovers it`,
  );
  process.exit(1);
}

function severeLines(log: string[]): string {
  return log.flatMap((line) => /\b(?:PANIC|FATAL|DETAIL): {1,2}(.*)/.exec(line)?.[1] ?? []).join('; ');
}
