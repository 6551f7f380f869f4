import fs from 'node:fs';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { durableStartParams } from '../../src/database/embedded/engine.js';
import { type Database, openDatabase } from '../../src/database/open.js';
import { createDisk } from '../support/disk.js';
import { newDataDir, newEmptyDataDir, openTestDatabase } from '../support/engines.js';
import { startProgramWith } from '../support/spawn.js';
import { killWhileCommitting } from './kill-while-committing.js';

const failSyncAhead = new URL('./programs/fail-sync-ahead.ts', import.meta.url);
const failFsync = new URL('./programs/fail-fsync.ts', import.meta.url);

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase('embedded');
});

afterAll(() => database.close());

afterEach(() => {
  vi.restoreAllMocks();
});

/** Where the methods of open files are, to watch them. */
async function fileHandlePrototype(path: string): Promise<fs.promises.FileHandle> {
  const handle = await fs.promises.open(path);
  await handle.close();
  return Object.getPrototypeOf(handle) as fs.promises.FileHandle;
}

describe('the embedded database', () => {
  test('is started with fsync on', async () => {
    expect(durableStartParams(96, ['--single', '-F', '-O'])).toEqual([
      '--single',
      '-O',
      '-c',
      'wal_sync_method=fsync',
      '-c',
      'wal_init_zero=off',
      '-c',
      'shared_buffers=96MB',
    ]);
    const { pool } = database;
    const settings = await pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'wal_sync_method') order by name`,
    );
    expect(settings.rows.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
      'fsync=on',
      'full_page_writes=on',
      'synchronous_commit=on',
      'wal_sync_method=fsync',
    ]);
  });

  test('syncs its log to the disk exactly once per commit, before the commit is answered', async () => {
    const { pool } = database;
    await pool.query('create table numbers (n integer primary key)');
    const syncs = vi.spyOn(fs, 'fdatasyncSync');
    for (let n = 1; n <= 20; n += 1) {
      await pool.query('insert into numbers values ($1)', [n]);
      expect(syncs).toHaveBeenCalledTimes(n);
    }
    await pool.query('select * from numbers');
    expect(syncs).toHaveBeenCalledTimes(20);
  });

  test('syncs a directory when a file of the log was added to it', async () => {
    const { pool } = database;
    await pool.query('create table texts (t text)');
    const directories = vi.spyOn(fs, 'fsyncSync');
    await pool.query(`insert into texts select repeat('x', 1000) from generate_series(1, 40000)`);
    expect(directories).toHaveBeenCalled();
  });

  test('keeps every answered commit when the process is killed', async () => {
    await killWhileCommitting({ commits: 50 });
  });

  test('does not answer a commit that could not be synced, ends the process, and recovers', async () => {
    const dataDir = await newDataDir();
    const disk = createDisk();
    const program = startProgramWith(disk.env, failFsync, dataDir);
    expect(await program.nextLine()).toBe('first answered');
    disk.break();
    program.child.stdin?.write('go on\n');
    expect(await program.nextLine()).toBeUndefined();
    const { code, errors } = await program.ended;
    expect(code).toBe(1);
    expect(errors).toContain(`The database in ${join(dataDir, 'db')} stopped (could not fsync file`);
    const { pool, close } = await openDatabase({ dataDir });
    const { rows } = await pool.query<{ n: number }>('select n from numbers order by n');
    expect(rows[0]).toEqual({ n: 1 });
    await close();
  });

  test('ends the process, too, when what it sent to the disk ahead of a checkpoint did not arrive', async () => {
    const dataDir = await newDataDir();
    const disk = createDisk();
    const program = startProgramWith(disk.env, failSyncAhead, dataDir);
    expect(await program.nextLine()).toBe('answered');
    disk.break();
    program.child.stdin?.write('go on\n');
    expect(await program.nextLine()).toBeUndefined();
    const { code, errors } = await program.ended;
    expect(code).toBe(1);
    expect(errors).toContain(`The database in ${join(dataDir, 'db')} stopped (EIO`);
    const { pool, close } = await openDatabase({ dataDir });
    expect((await pool.query('select n from numbers')).rows).toEqual([{ n: 1 }]);
    await close();
  });

  test('is created whole or not at all', async () => {
    const dataDir = newEmptyDataDir();
    fs.mkdirSync(join(dataDir, 'db.new'));
    fs.writeFileSync(join(dataDir, 'db.new', 'PG_VERSION'), 'left by a crash');
    const rename = vi.spyOn(fs, 'renameSync');
    const sync = vi.spyOn(await fileHandlePrototype(dataDir), 'sync');
    const { pool, close } = await openDatabase({ dataDir });
    expect(rename).toHaveBeenCalledWith(join(dataDir, 'db.new'), join(dataDir, 'db'));
    const firstOf = (orders: number[]) => orders[0] ?? 0;
    const synced = sync.mock.invocationCallOrder.filter(
      (order) => order < firstOf(rename.mock.invocationCallOrder),
    );
    expect(synced.length).toBeGreaterThan(300);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(fs.readdirSync(dataDir).sort()).toEqual(['db', 'db.lock']);
    await close();
  });

  test('does not start in a directory that holds something else', async () => {
    const dataDir = newEmptyDataDir();
    fs.mkdirSync(join(dataDir, 'db'));
    fs.writeFileSync(join(dataDir, 'db', 'notes.txt'), 'mine');
    await expect(openDatabase({ dataDir })).rejects.toThrow('is not empty and is not an svc database');
    expect(fs.readdirSync(join(dataDir, 'db'))).toEqual(['notes.txt']);
  });

  test('says why it does not start, and leaves the directory unlocked', async () => {
    const dataDir = await newDataDir();
    fs.writeFileSync(join(dataDir, 'db', 'PG_VERSION'), '12\n');
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      /db does not start: database files are incompatible/,
    );
    expect(fs.readdirSync(dataDir)).toEqual(['db']);
  });

  test('refuses to open when its file layer has changed so that fsync would be lost', async () => {
    const dataDir = await newDataDir();
    const init = NodeFS.prototype.init;
    vi.spyOn(NodeFS.prototype, 'init').mockImplementation(async function (this: NodeFS, ...args) {
      const { emscriptenOpts } = await init.apply(this, args);
      const rename = (module: { NODEFS: object }) => {
        Object.assign(module, { NODEFS: { ...module.NODEFS, stream_ops: undefined } });
      };
      return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), rename] } };
    });
    await expect(openDatabase({ dataDir })).rejects.toThrow('commits would not reach the disk');
  });
});
