import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DirectoryInUseError, lockDirectory } from '../../src/database/embedded/lock.js';
import { openDatabase } from '../../src/database/open.js';
import { newDataDir, newEmptyDataDir } from '../support/engines.js';
import { startProgram } from '../support/spawn.js';

const holdDatabase = new URL('./programs/hold-database.ts', import.meta.url);
const takeLock = new URL('./programs/take-lock.ts', import.meta.url);

interface LockFile {
  pid: number;
  started: string | null;
  realm: string | null;
  token: string;
}

function readLock(directory: string): LockFile {
  return JSON.parse(fs.readFileSync(`${directory}.lock`, 'utf8')) as LockFile;
}

function writeLock(directory: string, changes: Partial<LockFile>): void {
  fs.writeFileSync(`${directory}.lock`, JSON.stringify({ ...readLock(directory), ...changes }));
}

/** A lock file as this process would leave it behind, were it killed now. */
async function leaveLock(): Promise<string> {
  const directory = join(newEmptyDataDir(), 'db');
  const release = await lockDirectory(directory);
  const text = fs.readFileSync(`${directory}.lock`, 'utf8');
  release();
  fs.writeFileSync(`${directory}.lock`, text);
  return directory;
}

describe('the embedded database', () => {
  test('is refused to a second process, naming directory and process, and free again after close', async () => {
    const dataDir = await newDataDir();
    const holder = startProgram(holdDatabase, dataDir);
    expect(await holder.nextLine()).toBe('open');
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      `The database in ${join(dataDir, 'db')} is in use by process ${holder.child.pid};`,
    );
    holder.child.stdin?.end();
    await holder.ended;
    expect(fs.readdirSync(dataDir)).toEqual(['db']);
    const { close } = await openDatabase({ dataDir });
    await close();
  });

  test('is refused to the process that already has it', async () => {
    const dataDir = await newDataDir();
    const { close } = await openDatabase({ dataDir });
    await expect(openDatabase({ dataDir })).rejects.toThrow(`is in use by process ${process.pid};`);
    await close();
    await close();
    const again = await openDatabase({ dataDir });
    await again.close();
  });

  test('is taken over from a process that was killed', async () => {
    const dataDir = await newDataDir();
    const holder = startProgram(holdDatabase, dataDir);
    expect(await holder.nextLine()).toBe('open');
    holder.child.kill('SIGKILL');
    await holder.ended;
    expect(readLock(join(dataDir, 'db')).pid).toBe(holder.child.pid);
    const { pool, close } = await openDatabase({ dataDir });
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(readLock(join(dataDir, 'db')).pid).toBe(process.pid);
    await close();
  });
});

describe('the lock', () => {
  test('is given back when the process exits without closing', async () => {
    const directory = join(newEmptyDataDir(), 'db');
    const program = startProgram(takeLock, directory);
    expect(await program.nextLine()).toBe('ready');
    program.child.stdin?.end('go\n');
    expect(await program.nextLine()).toBe('locked');
    await program.ended;
    expect(fs.existsSync(`${directory}.lock`)).toBe(false);
  });

  test('of a dead process goes to exactly one of many that want it at once', async () => {
    const directory = await leaveLock();
    writeLock(directory, { started: '1' });
    const programs = Array.from({ length: 6 }, () => startProgram(takeLock, directory));
    for (const program of programs) expect(await program.nextLine()).toBe('ready');
    for (const program of programs) program.child.stdin?.write('go\n');
    const answers = await Promise.all(programs.map((program) => program.nextLine()));
    expect(answers.sort()).toEqual([...Array(5).fill('DirectoryInUseError'), 'locked']);
  });

  test.runIf(process.platform === 'linux')(
    'is stale when its process number now means another process',
    async () => {
      const directory = await leaveLock();
      await expect(lockDirectory(directory)).rejects.toThrow(DirectoryInUseError);
      writeLock(directory, { started: '1' });
      (await lockDirectory(directory))();
    },
  );

  test('left by a process of another container or machine is stale when nobody touches it', async () => {
    const directory = await leaveLock();
    writeLock(directory, { realm: 'elsewhere' });
    (await lockDirectory(directory, 300))();
  });

  test('held by a process of another container or machine is refused', async () => {
    const directory = await leaveLock();
    writeLock(directory, { realm: 'elsewhere' });
    const lock = `${directory}.lock`;
    const before = fs.statSync(lock).mtimeMs;
    const attempt = expect(lockDirectory(directory)).rejects.toThrow(
      /\(in another container or on another machine\)/,
    );
    const holder = fs.watch(lock);
    fs.utimesSync(lock, new Date(), new Date(before + 1000));
    await once(holder, 'change');
    holder.close();
    await attempt;
  });

  test('is touched while it is held, for others to see', async () => {
    const directory = join(newEmptyDataDir(), 'db');
    const release = await lockDirectory(directory);
    const watcher = fs.watch(`${directory}.lock`);
    await once(watcher, 'change');
    watcher.close();
    release();
  });

  test('left empty by a crash is taken over, and so is the guard of a crashed take-over', async () => {
    const directory = await leaveLock();
    const stale = { ...readLock(directory), started: '1' };
    fs.writeFileSync(`${directory}.lock`, '');
    // The guard's name is the start of the hash of the empty text.
    fs.writeFileSync(`${directory}.lock.e3b0c44298fc1c14`, JSON.stringify(stale));
    const release = await lockDirectory(directory, 300);
    expect(readLock(directory).pid).toBe(process.pid);
    release();
  });

  test('is left alone when it has become somebody else’s', async () => {
    const directory = join(newEmptyDataDir(), 'db');
    const release = await lockDirectory(directory);
    writeLock(directory, { token: 'of another' });
    release();
    expect(readLock(directory).token).toBe('of another');
  });
});
