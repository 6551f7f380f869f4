import fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDatabaseDirectory } from '../../src/database/embedded/new-directory.js';
import {
  isPreparedCurrent,
  isPreparedUsable,
  packPrepared,
} from '../../src/database/embedded/prepared-database.js';
import { migrate, pendingMigrations } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { newDataDir, newEmptyDataDir } from '../support/engines.js';

/** A prepared database in a folder of its own, with its manifest changed. */
async function prepare(change: (manifest: { engine: string; migrations: string[] }) => void = () => {}) {
  const folder = join(newEmptyDataDir(), 'prepared');
  await packPrepared(join(await newDataDir(), 'db'), folder);
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
  change(manifest);
  fs.writeFileSync(file, JSON.stringify(manifest));
  return folder;
}

test('a new database is the prepared one, migrated and for its owner alone', async () => {
  const folder = await prepare();
  const dataDir = newEmptyDataDir();
  await createDatabaseDirectory(join(dataDir, 'db'), folder);
  const { pool, close } = await openDatabase({ dataDir });
  expect(await pendingMigrations(pool)).toEqual([]);
  expect((await verifyBooks(pool)).differences).toEqual([]);
  await close();
  const names = fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  const modes = names.map((name) => fs.statSync(join(dataDir, name)).mode & 0o077);
  expect(new Set(modes)).toEqual(new Set([0]));
});

test('one with fewer migrations is used, and migrated', async () => {
  const folder = await prepare(({ migrations }) => migrations.pop());
  expect(await isPreparedUsable(folder)).toBe(true);
  expect(await isPreparedCurrent(folder)).toBe(false);
});

test.each([
  ['another engine', (manifest: { engine: string }) => (manifest.engine = '0.0.1')],
  [
    'a migration that is different now',
    (manifest: { migrations: string[] }) => (manifest.migrations[3] = 'other'),
  ],
  [
    'a migration that this program does not know',
    (manifest: { migrations: string[] }) => manifest.migrations.push('new'),
  ],
])('one with %s is not used', async (_what, change) => {
  const folder = await prepare(change);
  expect(await isPreparedUsable(folder)).toBe(false);
  const dataDir = newEmptyDataDir();
  await createDatabaseDirectory(join(dataDir, 'db'), folder);
  const { pool, close } = await openDatabase({ dataDir });
  expect((await migrate(pool)).length).toBeGreaterThan(20);
  await close();
});

test('without a prepared one, as in a build that failed, the engine sets a database up', async () => {
  expect(await isPreparedUsable(newEmptyDataDir())).toBe(false);
});
