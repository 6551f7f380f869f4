import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createWalFiles, nextName } from '../../src/database/embedded/wal-files.js';
import { openDatabase } from '../../src/database/open.js';
import { newDataDir, newEmptyDataDir } from '../support/engines.js';
import { killWhileCommitting } from './kill-while-committing.js';

const FILE_BYTES = 16 * 1024 * 1024;

/** Files of the log that follow the one that is written now. */
async function filesAhead(dataDir: string, current: string): Promise<string[]> {
  const names = fs.readdirSync(join(dataDir, 'db', 'pg_wal'));
  return names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name > current).sort();
}

describe('the name after that of a file of the log', () => {
  test.each([
    ['000000010000000000000001', '000000010000000000000002'],
    ['00000001000000000000000F', '000000010000000000000010'],
    ['0000000100000000000000FF', '000000010000000100000000'],
    ['00000001000000FF000000FF', '000000010000010000000000'],
  ])('%s is %s', (name, next) => {
    expect(nextName(name)).toBe(next);
  });
});

describe('files for the log of the embedded database', () => {
  test('are ready, with room for all that goes into them, before they are needed', async () => {
    const dataDir = await newDataDir();
    const { pool, close } = await openDatabase({ dataDir });
    await pool.query('create table texts (t text)');
    const current = async () => {
      await pool.query(`insert into texts select repeat('x', 1000) from generate_series(1, 2000)`);
      const { rows } = await pool.query<{ name: string }>(
        'select pg_walfile_name(pg_current_wal_lsn()) as name',
      );
      return rows[0]?.name ?? '';
    };
    const first = await current();
    await expect
      .poll(async () => (await current()) > nextName(first), { timeout: 30_000, interval: 20 })
      .toBe(true);
    const now = await current();
    await expect
      .poll(() => filesAhead(dataDir, now), { timeout: 30_000 })
      .toEqual(expect.arrayContaining([nextName(now), nextName(nextName(now))]));
    for (const name of [nextName(now), nextName(nextName(now))]) {
      const { size, blocks } = fs.statSync(join(dataDir, 'db', 'pg_wal', name));
      expect(size).toBe(FILE_BYTES);
      expect(blocks * 512).toBeGreaterThanOrEqual(FILE_BYTES);
    }
    await close();
  });

  test('keep every answered commit that went into them when the process is killed', async () => {
    // 100 kB each: the third file, the first that was made ahead, is full after some 480.
    await killWhileCommitting({ commits: 700, length: 100_000 });
  });

  test('that are there already stay as they are, and none is made once it is closed', async () => {
    const directory = newEmptyDataDir();
    const [first, second, third] = ['01', '02', '03'].map((end) => `0000000100000000000000${end}`) as [
      string,
      string,
      string,
    ];
    fs.writeFileSync(join(directory, second), 'the engine’s own');
    const files = createWalFiles(directory);
    files.onStarted(first);
    files.onStarted(first);
    await expect.poll(() => fs.existsSync(join(directory, third))).toBe(true);
    await files.close();
    files.onStarted(third);
    await files.close();
    expect(fs.readFileSync(join(directory, second), 'utf8')).toBe('the engine’s own');
    expect(fs.readdirSync(directory).sort()).toEqual([second, third]);
  });

  test('are not made for a service that writes so little that it stays in its first', async () => {
    const directory = newEmptyDataDir();
    const files = createWalFiles(directory);
    files.onStarted('000000010000000000000001');
    await files.close();
    expect(fs.readdirSync(directory)).toEqual([]);
  });

  test('that cannot be made are left to the engine', async () => {
    const files = createWalFiles(join(newEmptyDataDir(), 'missing'));
    files.onStarted('000000010000000000000001');
    files.onStarted('000000010000000000000002');
    await expect(files.close()).resolves.toBeUndefined();
  });
});
