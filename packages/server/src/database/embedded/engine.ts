import fs from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { joinBytes } from './bytes.js';
import { type DurableFiles, durableFiles } from './durable-files.js';
import { compileEngine } from './engine-code.js';
import { createDatabaseDirectory } from './new-directory.js';
import { type AskAlone, type Turns, takeTurns } from './turns.js';
import { createWalFiles } from './wal-files.js';

const LONGEST_TURN_MS = 5;
const KEPT_LOG_LINES = 20;
const STDERR = 2;
const MEGABYTE = 1024 * 1024;
const LEAST_BUFFERS_MB = 16;
const MOST_BUFFERS_MB = 96;

/** Asks the engine on behalf of a client, see `Turns`. */
export type Ask = Turns['ask'];

/** A running PGlite, durable. Its clients share one session. */
export interface Engine {
  readonly ask: Ask;
  /** Sends what was written to the disk beside the engine's work, so that a checkpoint finds only the newest still to be sent. */
  syncWritten(): Promise<void>;
  /** Writes a checkpoint, between transactions. */
  checkpoint(): Promise<void>;
  /** Ends the database with a checkpoint, after everything it was asked. */
  close(): Promise<void>;
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
 * few hundred thousand customers need; more makes checkpoints longer, for which all queries wait.
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
 * Starts the engine on a directory that this process has locked, creating the database when it isn't there. It computes, and
 * waits for the disk, in the thread that calls this. Throws when it does not start or commits would not reach the disk.
 *
 * `onWalFile` is called from inside a query, each time another 16 MB file of the write-ahead log is started. Must not throw.
 */
export async function startEngine(directory: string, onWalFile: () => void): Promise<Engine> {
  if (!fs.existsSync(join(directory, 'PG_VERSION'))) await createDatabaseDirectory(directory);
  // Left by a crash, it stops the start when its contents were lost. That nobody else has the directory we know from our own lock.
  fs.rmSync(join(directory, 'postmaster.pid'), { force: true });
  const walFiles = createWalFiles(join(directory, 'pg_wal'));
  const { pglite, files } = await startDurably(directory, (name) => {
    walFiles.onStarted(name);
    onWalFile();
  });
  const turns = takeTurns(yielding(pglite));
  return {
    ask: turns.ask,
    syncWritten: () => files.syncWritten(),
    checkpoint: () =>
      turns.alone(() => files.syncingAhead(async () => void (await pglite.exec('checkpoint')))),
    close: () =>
      turns.alone(async () => {
        await walFiles.close();
        await files.close();
        await pglite.close();
      }),
  };
}

/**
 * Without a query that each start of PGlite makes, and that takes a twentieth of ours: which arrays the database has. It is for PGlite's
 * way of reading answers, and here the `pg` driver reads them.
 */
export class PlainPGlite extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}

interface Started {
  readonly pglite: PGlite;
  readonly files: DurableFiles;
}

async function startDurably(directory: string, onWalFile: (name: string) => void): Promise<Started> {
  const log: string[] = [];
  let serving = false;
  const files = durableFiles(directory, {
    onWalFile,
    onAbort() {
      if (serving) end(directory, severeLines(log) || 'aborted');
    },
    onSyncFailed: (error) => end(directory, error.message),
  });
  try {
    const pglite = new PlainPGlite({
      fs: files.files,
      pgliteWasmModule: await compileEngine(),
      startParams: durableStartParams(bufferMegabytes(directory)),
      onStderr: (line) => {
        log.push(line);
        if (log.length > KEPT_LOG_LINES) log.shift();
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
 * PGlite computes where it is called and answers without going through the event loop, so that queries which follow
 * each other would keep everything else in this thread waiting until the last of them. This lets it in between.
 */
export function yielding(pglite: PGlite): AskAlone {
  let yieldedMs = performance.now();
  return async (messages) => {
    if (performance.now() - yieldedMs > LONGEST_TURN_MS) {
      await setImmediate();
      yieldedMs = performance.now();
    }
    const answer: Uint8Array[] = [];
    // Its other ways of asking read the answer too, and keep what they have read for as long as the engine lives.
    await pglite.execProtocolRawStream(messages, {
      syncToFs: false,
      // A view of the engine's memory, which the next piece overwrites.
      onRawData: (bytes) => answer.push(bytes.slice()),
    });
    return joinBytes(answer);
  };
}

/**
 * What PostgreSQL does when the log can't be written or synced: stop at once, and recover from the log at the next
 * start. PGlite would swallow the abort and spin forever inside the query, so the process has to end here; where the engine has a
 * thread of its own this ends only that, and the process when it hears of it. Written at once: nothing runs after this.
 */
function end(directory: string, reason: string): never {
  const text = `The database in ${directory} stopped (${reason}); ending the process, the next start recovers it\n`;
  fs.writeSync(STDERR, text);
  process.exit(1);
}

function severeLines(log: string[]): string {
  return log.flatMap((line) => /\b(?:PANIC|FATAL|DETAIL): {1,2}(.*)/.exec(line)?.[1] ?? []).join('; ');
}
