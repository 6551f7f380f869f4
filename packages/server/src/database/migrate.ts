import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { MIGRATIONS_FOLDER } from './package-folders.js';
import { allowLongStatements } from './silence.js';
import { isRetryable, isUniqueViolation, withTransaction } from './transaction.js';

/** A program that still runs beside a migration can lock the same tables in another order: one of the two is then turned back. */
const MAX_ATTEMPTS = 5;
const fileName = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/** One file `NNNN_name.sql`. The checksum is SHA-256 of its text with Unix line ends. */
export interface Migration {
  version: number;
  name: string;
  checksum: string;
  text: string;
}

interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
}

/** The database was migrated by a newer program; this one must not touch it. */
export class SchemaTooNewError extends Error {
  constructor(databaseVersion: number, programVersion: number) {
    super(
      `The database has schema version ${databaseVersion}, but this program knows only versions up to ` +
        `${programVersion}: start a newer program`,
    );
    this.name = 'SchemaTooNewError';
  }
}

/** A migration file was edited after it had been applied. */
export class MigrationChangedError extends Error {
  constructor(version: number, name: string) {
    super(
      `Migration ${label(version, name)} was changed after it had been applied: restore it and add a new one`,
    );
    this.name = 'MigrationChangedError';
  }
}

/**
 * Brings the database to the newest version this program knows, each migration in a transaction of its own, and gives
 * back what this call applied. Any number of processes may call it at once. Forward only.
 *
 * Throws `SchemaTooNewError`, `MigrationChangedError`, or an error that names the migration that failed; of that one
 * nothing stays, and the ones before it do.
 */
export async function migrate(pool: pg.Pool, { directory = MIGRATIONS_FOLDER } = {}): Promise<Migration[]> {
  const migrations = await readMigrations(directory);
  await createVersionTable(pool);
  const applied: Migration[] = [];
  for (const migration of await findPending(pool, migrations)) {
    if (await applyMigration(pool, migration)) applied.push(migration);
  }
  // A newer program may have gone further while this one waited for its turn.
  await findPending(pool, migrations);
  return applied;
}

/** What `migrate` would apply now; changes nothing. Throws `SchemaTooNewError` and `MigrationChangedError` like it. */
export async function pendingMigrations(
  pool: pg.Pool,
  { directory = MIGRATIONS_FOLDER } = {},
): Promise<Migration[]> {
  const migrations = await readMigrations(directory);
  return (await hasVersionTable(pool)) ? findPending(pool, migrations) : migrations;
}

async function hasVersionTable(pool: pg.Pool): Promise<boolean> {
  const sql = `select to_regclass('schema_versions') is not null as found`;
  const { rows } = await pool.query<{ found: boolean }>(sql);
  return rows[0]?.found === true;
}

async function applyMigration(pool: pg.Pool, migration: Migration): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(pool, migration);
    } catch (error) {
      if (isRetryable(error) && attempt < MAX_ATTEMPTS) continue;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`Migration ${label(migration.version, migration.name)} failed: ${reason}`, {
        cause: error,
      });
    }
  }
}

function applyOnce(pool: pg.Pool, { version, name, checksum, text }: Migration): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    await allowLongStatements(client);
    // First of all, because this is where processes that start together take turns: the unique index lets one pass,
    // the others wait here until it has committed, and then see that there is nothing left to do.
    const inserted = await client.query(
      `insert into schema_versions (version, name, checksum) values ($1, $2, $3) on conflict do nothing`,
      [version, name, checksum],
    );
    if (inserted.rowCount === 0) return false;
    await client.query(text);
    return true;
  });
}

async function createVersionTable(pool: pg.Pool): Promise<void> {
  if (await hasVersionTable(pool)) return;
  try {
    await pool.query(
      `create table if not exists schema_versions (
         version integer primary key,
         name text not null,
         checksum text not null,
         applied_at timestamptz not null default now()
       )`,
    );
  } catch (error) {
    // "if not exists" looks first and creates afterwards: of two processes in between, one finds the table or its row type
    // there, or hits the catalog's unique index. Then the table is there.
    const isThere = ['42P07', '42710'].includes(String((error as { code?: unknown }).code));
    if (!isUniqueViolation(error) && !isThere) throw error;
  }
}

async function findPending(pool: pg.Pool, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await pool.query<AppliedMigration>(
    `select version, name, checksum from schema_versions order by version`,
  );
  const newest = rows.at(-1)?.version ?? 0;
  const known = migrations.at(-1)?.version ?? 0;
  if (newest > known) throw new SchemaTooNewError(newest, known);
  const done = new Map(rows.map((row) => [row.version, row]));
  return migrations.filter(({ version, name, checksum }) => {
    const row = done.get(version);
    if (row !== undefined && row.checksum !== checksum) throw new MigrationChangedError(version, name);
    return row === undefined;
  });
}

/**
 * The migrations of a directory, in their order. Numbers may be left out: several people work on migrations at once, each
 * with numbers of their own. Throws where two files have one number or a name is none.
 */
export async function readMigrations(directory = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  const numbers = files.map((file) => Number(fileName.exec(file)?.[1]));
  return Promise.all(
    files.map(async (file, index) => {
      const [, digits, name] = fileName.exec(file) ?? [];
      const version = Number(digits);
      if (name === undefined || numbers[index - 1] === version) {
        throw new Error(
          `${join(directory, file)}: each migration is a file 0001_name.sql with a number of its own`,
        );
      }
      const text = (await readFile(join(directory, file), 'utf8')).replaceAll('\r\n', '\n');
      return { version, name, checksum: createHash('sha256').update(text).digest('hex'), text };
    }),
  );
}

function label(version: number, name: string): string {
  return `${String(version).padStart(4, '0')}_${name}`;
}
