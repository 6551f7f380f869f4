import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findHolder } from '../database/embedded/lock.js';
import { BackupError } from './backup-error.js';

/** What asks a running service for a backup. Processes that have not said that they take it would be ended by it. */
export const BACKUP_SIGNAL = 'SIGUSR2';
const LOOK_EVERY_MS = 100;
/** The service does not hear the signal while it works on another request, so it is sent again. */
const ASK_AGAIN_EVERY_MS = 1_000;
const LONGEST_TO_BEGIN_MS = 300_000;

/** The files by which the two processes talk, all in the data directory. */
const READY = 'backup-ready';
const REQUEST = 'backup-request.json';
const ANSWER = 'backup-answer.json';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Answer {
  readonly id: string;
  readonly error: string | null;
  /** ISO 8601. */
  readonly until: string;
}

const archiveOf = (dataDir: string, id: string) => join(dataDir, `backup-${id}.tar.gz`);

/** What the lock of the database says: of this process as long as it has the database, and of no other ever. */
function readLock(dataDir: string): string | null {
  return readText(join(dataDir, 'db.lock'));
}

/**
 * Takes requests for backups while this process has the database of `dataDir` open; `write` writes one to a file that is there. One at a
 * time. Gives what stops it and waits for the one under way.
 */
export function takeBackupRequests(
  dataDir: string,
  write: (file: string, signal: AbortSignal) => Promise<Date>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  clearAway(dataDir);
  let running: Promise<void> | null = null;
  const ending = new AbortController();
  const onSignal = () => {
    running ??= answerRequest(dataDir, (file) => write(file, ending.signal))
      .catch(onError)
      .finally(() => {
        running = null;
      });
  };
  process.on(BACKUP_SIGNAL, onSignal);
  writeWhole(join(dataDir, READY), readLock(dataDir) ?? '');
  return async () => {
    fs.rmSync(join(dataDir, READY), { force: true });
    ending.abort(new Error('the service is shutting down'));
    await running;
    process.off(BACKUP_SIGNAL, onSignal);
  };
}

/** What processes have left that ended in between. */
function clearAway(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir))
    if ([READY, REQUEST, ANSWER].includes(name) || (name.startsWith('backup-') && name.endsWith('.tar.gz')))
      fs.rmSync(join(dataDir, name), { force: true });
}

async function answerRequest(dataDir: string, write: (file: string) => Promise<Date>): Promise<void> {
  const id = requestId(dataDir);
  // It only ever writes a name of its own in its own directory, whatever the request says.
  if (id === null) return;
  const file = archiveOf(dataDir, id);
  // The signal was sent again after the work on this request had begun.
  if (fs.existsSync(file)) return;
  const answer = (error: string | null, until: string) =>
    writeWhole(join(dataDir, ANSWER), JSON.stringify({ id, error, until } satisfies Answer));
  try {
    fs.writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
    const until = await write(file);
    answer(null, until.toISOString());
  } catch (error) {
    fs.rmSync(file, { force: true });
    answer(error instanceof Error ? error.message : String(error), '');
    throw error;
  }
  // The process that asked has gone: nobody will fetch it.
  if (requestId(dataDir) !== id) fs.rmSync(file, { force: true });
}

function requestId(dataDir: string): string | null {
  const { id } = parse<{ id?: unknown }>(readText(join(dataDir, REQUEST))) ?? {};
  return typeof id === 'string' && ID.test(id) ? id : null;
}

/** Whether a process has the database of a data directory open. */
export function isServed(dataDir: string): boolean {
  return findHolder(join(dataDir, 'db')) !== null;
}

/**
 * Asks the process that serves `dataDir` for a backup, and waits for it. Gives the path of the archive, which the caller takes away, and
 * until when what was answered is in it. `onBytes` hears how much has been written. Throws `BackupError`, also where the service has not
 * begun after `longestToBeginMs` (five minutes).
 */
export async function requestBackup(
  dataDir: string,
  onBytes: (bytes: number) => void,
  longestToBeginMs: number = LONGEST_TO_BEGIN_MS,
): Promise<{ readonly archive: string; readonly until: Date }> {
  const holder = findHolder(join(dataDir, 'db'));
  if (holder === null) throw new BackupError('The service has ended');
  const lock = readLock(dataDir);
  // Of an earlier process, or of one that does something else with the database: the signal would end that.
  if (lock === null || readText(join(dataDir, READY)) !== lock || holder.isElsewhere)
    throw new BackupError(
      holder.isElsewhere
        ? `Process ${holder.pid} in another container or on another machine has the database open: run this command there`
        : `Process ${holder.pid} has the database open and takes no requests for backups: it is still starting, or no \`svc-server serve\``,
    );
  const id = randomUUID();
  try {
    placeRequest(dataDir, id);
    for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
      const begun = fs.statSync(archiveOf(dataDir, id), { throwIfNoEntry: false });
      const answer = parse<Answer>(readText(join(dataDir, ANSWER)));
      if (answer?.id === id && answer.error !== null)
        throw new BackupError(`The service says: ${answer.error}`);
      if (answer?.id === id) return { archive: archiveOf(dataDir, id), until: new Date(answer.until) };
      if (readLock(dataDir) !== lock || !isServed(dataDir))
        throw new BackupError('The service has ended before the backup was complete');
      if (begun === undefined && waitedMs >= longestToBeginMs)
        throw new BackupError('The service has not begun the backup: its log may say why');
      if (begun === undefined && waitedMs % ASK_AGAIN_EVERY_MS === 0) process.kill(holder.pid, BACKUP_SIGNAL);
      onBytes(begun?.size ?? 0);
      await delay(LOOK_EVERY_MS);
    }
  } finally {
    if (requestId(dataDir) === id) fs.rmSync(join(dataDir, REQUEST), { force: true });
  }
}

/** Refused while another request is under way; one whose process has ended is replaced. */
function placeRequest(dataDir: string, id: string): void {
  const path = join(dataDir, REQUEST);
  const found = parse<{ pid?: unknown }>(readText(path));
  if (typeof found?.pid === 'number' && found.pid !== process.pid && isRunning(found.pid))
    throw new BackupError(`Process ${found.pid} is making a backup already: wait for it`);
  fs.rmSync(path, { force: true });
  const file = fs.openSync(path, 'wx', 0o600);
  try {
    // When root makes the request, the service must be able to read and remove the file. Its owner changes by descriptor, because the owner of the
    // directory could put a link at its path.
    const { uid, gid } = fs.statSync(dataDir);
    if (process.geteuid?.() === 0) fs.fchownSync(file, uid, gid);
    fs.writeFileSync(file, JSON.stringify({ id, pid: process.pid }));
  } finally {
    fs.closeSync(file);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The file appears with its whole content. */
function writeWhole(path: string, text: string): void {
  const draft = `${path}.draft`;
  fs.writeFileSync(draft, text, { mode: 0o600 });
  fs.renameSync(draft, path);
}

function readText(path: string): string | null {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function parse<Value>(text: string | null): Value | null {
  try {
    return text === null ? null : (JSON.parse(text) as Value);
  } catch {
    return null;
  }
}
