import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const heartbeatMs = 1_000;
const pollMs = 100;

interface Holder {
  pid: number;
  /** Start of the process in clock ticks since boot; distinguishes two processes with the same number. */
  started: string | null;
  /** The boot and the pid namespace in which the number means that process. */
  realm: string | null;
  token: string;
}

/** The embedded database directory belongs to another running process, or to this one already. */
export class DirectoryInUseError extends Error {
  constructor(directory: string, holder: Holder | undefined, elsewhere: boolean) {
    const who = holder === undefined ? 'another process' : `process ${holder.pid}`;
    const where = elsewhere ? ' (in another container or on another machine)' : '';
    super(
      `The database in ${directory} is in use by ${who}${where}; stop it, or choose another data directory`,
    );
    this.name = 'DirectoryInUseError';
  }
}

/** Who has `${directory}.lock`, if it may be alive; null: nobody. A holder elsewhere cannot be asked or signalled. */
export function findHolder(
  directory: string,
): { readonly pid: number; readonly isElsewhere: boolean } | null {
  const text = readIfThere(`${directory}.lock`);
  const holder = text === undefined ? undefined : parse(text);
  if (holder === undefined) return null;
  const state = holderState(holder);
  if (state === 'dead') return null;
  return { pid: holder.pid, isElsewhere: state === 'unknown' };
}

const held = new Map<string, string>();

/**
 * Takes `${directory}.lock` for this process and gives back how to release it; it is also released when the process
 * exits. The lock of a dead process is taken over. Throws `DirectoryInUseError` when somebody else has it.
 *
 * A process in another container or on another machine can't be asked whether it lives. Its lock file is watched
 * instead for `patienceMs`: a holder touches it every second.
 */
export async function lockDirectory(directory: string, patienceMs = 10_000): Promise<() => void> {
  const path = `${directory}.lock`;
  const text = await take(path, directory, patienceMs);
  if (held.size === 0) process.on('exit', releaseAll);
  held.set(path, text);
  const heartbeat = setInterval(() => {
    // Others only look whether it changes.
    const seconds = (performance.timeOrigin + performance.now()) / 1000;
    fs.promises.utimes(path, seconds, seconds).catch(() => {});
  }, heartbeatMs);
  heartbeat.unref();
  return () => {
    clearInterval(heartbeat);
    release(path);
    if (held.size === 0) process.off('exit', releaseAll);
  };
}

function release(path: string): void {
  const text = held.get(path);
  held.delete(path);
  if (text !== undefined && readIfThere(path) === text) fs.rmSync(path, { force: true });
}

function releaseAll(): void {
  for (const path of [...held.keys()]) release(path);
}

async function take(path: string, directory: string, patienceMs: number): Promise<string> {
  const mine = JSON.stringify(self());
  while (!create(path, mine)) {
    const found = readIfThere(path);
    if (found === undefined) continue;
    const holder = parse(found);
    const state = holderState(holder);
    if (state === 'alive' || (state === 'unknown' && (await changes(path, found, patienceMs)))) {
      // A file just created may still have been empty at the first look.
      const current = parse(readIfThere(path) ?? found) ?? holder;
      throw new DirectoryInUseError(directory, current, holderState(current) === 'unknown');
    }
    await removeStale(path, found, directory, patienceMs);
  }
  return mine;
}

/**
 * Two processes may find the same dead holder. Only who holds the guard named after that holder's lock may remove it,
 * and looks once more before doing so: the file may have become a live lock in the meantime. A guard left by
 * a crash is itself a lock of a dead process, and is taken over the same way.
 */
async function removeStale(
  path: string,
  found: string,
  directory: string,
  patienceMs: number,
): Promise<void> {
  const guard = `${path}.${createHash('sha256').update(found).digest('hex').slice(0, 16)}`;
  const mine = await take(guard, directory, patienceMs);
  if (readIfThere(path) === found) fs.rmSync(path, { force: true });
  if (readIfThere(guard) === mine) fs.rmSync(guard, { force: true });
}

function create(path: string, text: string): boolean {
  let file: number;
  try {
    file = fs.openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    fs.writeSync(file, text);
  } finally {
    fs.closeSync(file);
  }
  return true;
}

function readIfThere(path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null;
    return Number.isInteger(holder?.pid) ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
}

function holderState(holder: Holder | undefined): 'alive' | 'dead' | 'unknown' {
  if (holder === undefined || holder.realm !== realm()) return 'unknown';
  if (!isRunning(holder.pid)) return 'dead';
  const { started, zombie } = processStat(holder.pid);
  if (zombie) return 'dead';
  if (started === null || holder.started === null) return 'unknown';
  return started === holder.started ? 'alive' : 'dead';
}

/** Whether the file's text or its modification time changes while we look. */
async function changes(path: string, text: string, patienceMs: number): Promise<boolean> {
  const before = modifiedMs(path);
  for (const endMs = performance.now() + patienceMs; performance.now() < endMs; ) {
    await delay(pollMs);
    const now = readIfThere(path);
    if (now === undefined) return false;
    if (now !== text || modifiedMs(path) !== before) return true;
  }
  return false;
}

function modifiedMs(path: string): number | undefined {
  return fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function self(): Holder {
  return { pid: process.pid, started: processStat(process.pid).started, realm: realm(), token: randomUUID() };
}

function realm(): string | null {
  try {
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${fs.readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null;
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

function processStat(pid: number): { started: string | null; zombie: boolean } {
  try {
    // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { started: fields[19] ?? null, zombie: fields[0] === 'Z' || fields[0] === 'X' };
  } catch {
    return { started: null, zombie: false };
  }
}
