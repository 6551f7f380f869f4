import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open.js';
import { DataDirectoryError, makeDirectoryPrivate } from '../../src/service/data-directory.js';
import { newStore, startBuiltService } from '../guarantees/built-service.js';
import { newDataDir, newEmptyDataDir } from '../support/engines.js';
import { seedUser } from '../support/management.js';
import { seedProgram } from '../support/seed.js';
import { runServer, until } from '../support/service-process.js';

const isRoot = process.geteuid?.() === 0;
const NOBODY = 65_534;

/** Everything in a directory, itself too, that has another mode than it should, as `0755 path`. */
function looseIn(directory: string): string[] {
  const below = fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name));
  return [directory, ...below].flatMap((path) => {
    const stat = fs.lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    const mode = stat.mode & 0o777;
    return mode === (stat.isDirectory() ? 0o700 : 0o600) ? [] : [`${mode.toString(8)} ${path}`];
  });
}

/** Lets everybody read and write everything, as an older version and a careless umask left it. */
function loosen(directory: string): void {
  for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
    fs.chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o777 : 0o666);
  }
  fs.chmodSync(directory, 0o755);
}

/** Writes to the database until it has started another file of its log, and has the service write a mail. */
async function writeUntilNextFile(
  baseUrl: string,
  dataDir: string,
  email: string,
  apiKey: string,
): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
  const leadNumber = (index: number) =>
    fetch(`${baseUrl}/api/v1/track/lead`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        customer_key: `user-${index}`,
        additional_data: { text: 'x'.repeat(3_500) },
      }),
    });
  const newestLogFile = () =>
    fs
      .readdirSync(join(dataDir, 'db/pg_wal'))
      .filter((name) => /^[0-9A-F]{24}$/.test(name))
      .toSorted()
      .at(-1) ?? '';
  const before = newestLogFile();
  for (let index = 0; newestLogFile() <= before; ) {
    const answers = await Promise.all(Array.from({ length: 200 }, () => leadNumber(index++)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
  }
  const asked = await fetch(`${baseUrl}/api/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(asked.status).toBe(200);
  await until(
    () => fs.existsSync(join(dataDir, 'mails')) && fs.readdirSync(join(dataDir, 'mails')).length > 0,
  );
}

describe('the data directory', { timeout: 300_000 }, () => {
  test('is private whatever the umask, also where it existed before, and so is what is made later', async () => {
    const dataDir = await newDataDir();
    const database = await openDatabase({ dataDir });
    const { apiKey } = await seedProgram(database.pool);
    const { email } = await seedUser(database.pool);
    await database.close();
    fs.mkdirSync(join(dataDir, 'old'));
    fs.writeFileSync(join(dataDir, 'old', 'backup.sql'), 'x');
    loosen(dataDir);
    expect(looseIn(dataDir).length).toBeGreaterThan(500);
    const service = await startBuiltService({ SVC_DATA_DIR: dataDir }, 'with the test', '000');
    expect(looseIn(dataDir)).toEqual([]);
    await writeUntilNextFile(service.baseUrl, dataDir, email, apiKey);
    expect(looseIn(dataDir)).toEqual([]);
    expect(await service.stop()).toBe(0);
    expect(looseIn(dataDir)).toEqual([]);
  });

  test('is private from the beginning where there was none', async () => {
    const dataDir = join(newEmptyDataDir(), 'new', 'data');
    const service = await startBuiltService({ SVC_DATA_DIR: dataDir }, 'with the test', '000');
    expect(looseIn(dataDir)).toEqual([]);
    expect(fs.existsSync(join(dataDir, 'secret'))).toBe(true);
    await service.stop();
    expect(looseIn(dataDir)).toEqual([]);
  });

  test('is private where only mails are in it, because the database is elsewhere', async () => {
    const dataDir = newEmptyDataDir();
    fs.mkdirSync(join(dataDir, 'mails'));
    fs.writeFileSync(join(dataDir, 'mails', 'old.txt'), 'x');
    loosen(dataDir);
    const { env } = await newStore('postgres');
    await startBuiltService({ ...env, SVC_DATA_DIR: dataDir }, 'with the test', '000');
    expect(looseIn(dataDir)).toEqual([]);
  });

  test('of somebody else stops the start, also of the commands, and nothing is changed', async () => {
    const dataDir = isRoot ? newEmptyDataDir() : '/etc';
    if (isRoot) fs.chownSync(dataDir, NOBODY, NOBODY);
    const { mode } = fs.statSync(dataDir);
    for (const args of [['serve'], ['migrate'], ['verify']]) {
      const { code, stderr, stdout } = await runServer(args, { SVC_DATA_DIR: dataDir });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(
        /^svc-server: The data directory \S+ belongs to user \d+, and this process runs as/,
      );
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
    expect(fs.statSync(dataDir).mode).toBe(mode);
  });
});

describe('making a directory private', () => {
  const startRefusal = (directory: string) => {
    try {
      makeDirectoryPrivate(directory);
    } catch (error) {
      if (error instanceof DataDirectoryError) return error.message;
      throw error;
    }
    return null;
  };

  test('refuses one that is shared by design, holds the program, or is none', () => {
    const file = join(newEmptyDataDir(), 'file');
    fs.writeFileSync(file, 'x');
    expect(startRefusal(file)).toContain('it is not a directory');
    expect(startRefusal(join(file, 'below'))).toContain('it is not a directory');
    expect(startRefusal('/')).toContain('contains the program itself');
    const shared = newEmptyDataDir();
    fs.chmodSync(shared, 0o1777);
    expect(startRefusal(shared)).toContain('is shared with other users');
    expect(fs.statSync(shared).mode & 0o7777).toBe(0o1777);
  });

  test('does not follow links, and refuses those to what others can read', () => {
    const elsewhere = newEmptyDataDir();
    const target = join(elsewhere, 'target');
    fs.writeFileSync(target, 'x', { mode: 0o644 });
    const directory = newEmptyDataDir();
    fs.chmodSync(directory, 0o755);
    const link = join(directory, 'link');
    fs.symlinkSync(target, link);
    expect(startRefusal(directory)).toContain(link);
    expect(fs.statSync(target).mode & 0o777).toBe(0o644);
    expect(fs.statSync(directory).mode & 0o777).toBe(0o755);
    fs.chmodSync(target, 0o600);
    expect(startRefusal(directory)).toBeNull();
    fs.rmSync(target);
    expect(startRefusal(directory)).toBeNull();
  });

  test.skipIf(!isRoot)(
    'names files of other users that others can read, and leaves private ones alone',
    () => {
      const directory = newEmptyDataDir();
      fs.chmodSync(directory, 0o755);
      const file = join(directory, 'theirs');
      fs.writeFileSync(file, 'x', { mode: 0o644 });
      fs.chownSync(file, NOBODY, NOBODY);
      expect(startRefusal(directory)).toContain(`cannot make private, because they belong to another user`);
      expect(startRefusal(directory)).toContain(file);
      expect(fs.statSync(directory).mode & 0o777).toBe(0o755);
      fs.chmodSync(file, 0o600);
      expect(startRefusal(directory)).toBeNull();
      expect(fs.statSync(directory).mode & 0o777).toBe(0o700);
    },
  );
});
