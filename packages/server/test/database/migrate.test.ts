import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  MigrationChangedError,
  migrate,
  pendingMigrations,
  SchemaTooNewError,
} from '../../src/database/migrate.js';
import { type Database, openDatabase } from '../../src/database/open.js';
import { engines, newEmptyDataDir, newEmptyPostgresUrl, openTestDatabase } from '../support/engines.js';
import { startProgram } from '../support/spawn.js';

const migrateOnce = new URL('./programs/migrate-once.ts', import.meta.url);

const first = 'create table first (n integer);\ninsert into first values (1);\n';
const second = `
create table second (n integer);
-- several statements, one of them with semicolons inside
create function two() returns integer language plpgsql as $$ begin perform 1; return 2; end $$;
insert into second select two();`;

function directoryOf(files: Record<string, string>): string {
  const directory = newEmptyDataDir();
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(join(directory, name), text);
  return directory;
}

function versions(migrations: { version: number }[]): number[] {
  return migrations.map(({ version }) => version);
}

describe.each(engines)('migrate on %s', (engine) => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });

  afterAll(() => database.close());

  beforeEach(async () => {
    await database.pool.query('drop schema public cascade');
    await database.pool.query('create schema public');
  });

  test('applies what is pending, in order, once', async () => {
    const { pool } = database;
    const directory = directoryOf({ '0002_second.sql': second, '0001_first.sql': first });
    expect(versions(await pendingMigrations(pool, { directory }))).toEqual([1, 2]);
    expect(versions(await migrate(pool, { directory }))).toEqual([1, 2]);
    expect(versions(await pendingMigrations(pool, { directory }))).toEqual([]);
    expect(await migrate(pool, { directory })).toEqual([]);
    expect((await pool.query('select n from first union all select n from second order by n')).rows).toEqual([
      { n: 1 },
      { n: 2 },
    ]);
    const { rows } = await pool.query('select version, name from schema_versions order by version');
    expect(rows).toEqual([
      { version: 1, name: 'first' },
      { version: 2, name: 'second' },
    ]);
  });

  test('leaves nothing of a migration that fails, and keeps those before it', async () => {
    const { pool } = database;
    const failing = 'create table second (n integer); insert into second values (1); select 1 / 0;';
    const directory = directoryOf({ '0001_first.sql': first, '0002_second.sql': failing });
    await expect(migrate(pool, { directory })).rejects.toThrow(
      'Migration 0002_second failed: division by zero',
    );
    const { rows } = await pool.query(
      `select to_regclass('first')::text as first, to_regclass('second')::text as second`,
    );
    expect(rows).toEqual([{ first: 'first', second: null }]);
    expect(versions(await pendingMigrations(pool, { directory }))).toEqual([2]);
    fs.writeFileSync(join(directory, '0002_second.sql'), second);
    expect(versions(await migrate(pool, { directory }))).toEqual([2]);
  });

  test('refuses a file that was changed after it had been applied', async () => {
    const { pool } = database;
    const directory = directoryOf({ '0001_first.sql': first });
    await migrate(pool, { directory });
    fs.writeFileSync(join(directory, '0001_first.sql'), first.replaceAll('\n', '\r\n'));
    expect(await migrate(pool, { directory })).toEqual([]);
    fs.writeFileSync(join(directory, '0001_first.sql'), `${first}-- edited`);
    await expect(migrate(pool, { directory })).rejects.toThrow(MigrationChangedError);
    await expect(pendingMigrations(pool, { directory })).rejects.toThrow('0001_first was changed');
  });

  test('refuses a database that a newer program has migrated', async () => {
    const { pool } = database;
    await migrate(pool, { directory: directoryOf({ '0001_first.sql': first, '0002_second.sql': second }) });
    const older = directoryOf({ '0001_first.sql': first });
    await expect(migrate(pool, { directory: older })).rejects.toThrow(SchemaTooNewError);
    await expect(pendingMigrations(pool, { directory: older })).rejects.toThrow(
      'The database has schema version 2, but this program knows only versions up to 1',
    );
  });

  test('applies a migration whose number was left out until now', async () => {
    const { pool } = database;
    const files = { '0001_first.sql': first, '0003_third.sql': 'create table third (n integer)' };
    expect(versions(await migrate(pool, { directory: directoryOf(files) }))).toEqual([1, 3]);
    const directory = directoryOf({ ...files, '0002_second.sql': second });
    expect(versions(await migrate(pool, { directory }))).toEqual([2]);
    await expect(migrate(pool, { directory: directoryOf({ '0001_first.sql': first }) })).rejects.toThrow(
      'The database has schema version 3, but this program knows only versions up to 1',
    );
  });

  test('refuses two files with one number and other names, before it changes anything', async () => {
    const { pool } = database;
    const twice = directoryOf({ '0001_first.sql': first, '0001_other.sql': second });
    await expect(migrate(pool, { directory: twice })).rejects.toThrow('a number of its own');
    const nameless = directoryOf({ 'first.sql': first });
    await expect(migrate(pool, { directory: nameless })).rejects.toThrow('0001_name.sql');
    expect((await pool.query(`select to_regclass('schema_versions') as found`)).rows).toEqual([
      { found: null },
    ]);
  });

  test('applies each migration once when called many times at once', async () => {
    const { pool } = database;
    const directory = directoryOf({ '0001_first.sql': first, '0002_second.sql': second });
    const results = await Promise.all(Array.from({ length: 10 }, () => migrate(pool, { directory })));
    expect(versions(results.flat()).sort()).toEqual([1, 2]);
    expect((await pool.query('select n from first')).rows).toEqual([{ n: 1 }]);
  });

  test('applies the service’s own migrations to a new database', async () => {
    await migrate(database.pool);
    expect(await pendingMigrations(database.pool)).toEqual([]);
  });
});

describe('migrate on one PostgreSQL from many sides', () => {
  // Slow enough that all the others arrive while the first is at it.
  const slow = `select pg_sleep(0.2);\n${first}`;

  test('applies each migration once for 20 pools at once', async () => {
    const databaseUrl = await newEmptyPostgresUrl();
    const directory = directoryOf({ '0001_first.sql': slow, '0002_second.sql': second });
    const databases = await Promise.all(
      Array.from({ length: 20 }, () => openDatabase({ databaseUrl, dataDir: '', poolSize: 2 })),
    );
    const results = await Promise.all(databases.map(({ pool }) => migrate(pool, { directory })));
    expect(versions(results.flat()).sort()).toEqual([1, 2]);
    await Promise.all(databases.map(({ close }) => close()));
  });

  test('applies each migration once for several processes at once', async () => {
    const databaseUrl = await newEmptyPostgresUrl();
    const directory = directoryOf({ '0001_first.sql': slow, '0002_second.sql': second });
    const programs = Array.from({ length: 3 }, () => startProgram(migrateOnce, databaseUrl, directory));
    const applied = await Promise.all(
      programs.map(async (program) => JSON.parse((await program.nextLine()) ?? '')),
    );
    expect(applied.flat().sort()).toEqual([1, 2]);
    for (const program of programs) expect(await program.ended).toEqual({ code: 0, errors: '' });
  });

  test('lets the others try when the one whose turn it was fails', async () => {
    const databaseUrl = await newEmptyPostgresUrl();
    const good = directoryOf({ '0001_first.sql': slow });
    const { pool, close } = await openDatabase({ databaseUrl, dataDir: '' });
    await migrate(pool, { directory: directoryOf({}) });
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`insert into schema_versions (version, name, checksum) values (1, 'first', 'x')`);
    const waiting = migrate(pool, { directory: good });
    await untilSomebodyWaits(pool);
    await client.query('rollback');
    client.release();
    expect(versions(await waiting)).toEqual([1]);
    await close();
  });

  test('tries again when it and a running program wait for each other', async () => {
    const databaseUrl = await newEmptyPostgresUrl();
    const { pool, close } = await openDatabase({ databaseUrl, dataDir: '' });
    await pool.query('create table one (n integer); create table two (n integer)');
    const alters = 'alter table one add column m integer;\nalter table two add column m integer;';
    const client = await pool.connect();
    // The one of the two that waits longer without looking is the one that goes on.
    await client.query(`set deadlock_timeout = '10min'`);
    await client.query('begin');
    await client.query('insert into two values (1)');
    const migrated = migrate(pool, { directory: directoryOf({ '0001_alters.sql': alters }) });
    await untilSomebodyWaits(pool);
    await client.query('insert into one values (1)');
    await client.query('commit');
    expect(versions(await migrated)).toEqual([1]);
    expect((await pool.query('select n, m from one')).rows).toEqual([{ n: 1, m: null }]);
    await client.query('reset deadlock_timeout');
    client.release();
    await close();
  });

  test('detects that the process it waited for applied another file under the same number', async () => {
    const databaseUrl = await newEmptyPostgresUrl();
    const { pool, close } = await openDatabase({ databaseUrl, dataDir: '' });
    await migrate(pool, { directory: directoryOf({}) });
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`insert into schema_versions (version, name, checksum) values (1, 'first', 'x')`);
    const waiting = expect(
      migrate(pool, { directory: directoryOf({ '0001_first.sql': first }) }),
    ).rejects.toThrow(MigrationChangedError);
    await untilSomebodyWaits(pool);
    await client.query('commit');
    client.release();
    await waiting;
    await close();
  });
});

async function untilSomebodyWaits(pool: Database['pool']): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}
