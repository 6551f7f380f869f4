import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, type Engine, openDatabase } from '../../src/database/open.js';
import { copyDirectory } from './embedded-template.js';
import { findPostgres } from './postgres-binaries.js';
import { createPostgres, type PostgresServer } from './postgres-server.js';
import { makeGuardedDirectory } from './run.js';

/** For `describe.each(engines)`: what holds on one engine has to hold on the other. `npm run test:quick` tries only one. */
export const engines: readonly Engine[] =
  process.env.SVC_TEST_QUICK === 'on' ? ['embedded'] : ['embedded', 'postgres'];

/** The same database as a replica shows it: what writes there fails. A pooler takes no such option. */
function readOnly(databaseUrl: string): string | undefined {
  if (inject('testRun').pooledUrl !== null) return undefined;
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  return url.href;
}

/** A migrated, empty database of its own, through the service's own way of opening it. */
export async function openTestDatabase(engine: Engine): Promise<Database> {
  if (engine === 'postgres') {
    const databaseUrl = await newPostgresUrl();
    return openDatabase({ databaseUrl, readUrl: readOnly(databaseUrl), dataDir: '' });
  }
  const dataDir = await newDataDir();
  const database = await openDatabase({ dataDir });
  const close = async () => {
    await database.close();
    // Not waited for: what is left goes at the end of the run.
    fs.promises.rm(dataDir, { recursive: true, force: true }).catch(() => {});
  };
  return { ...database, close };
}

/**
 * The address of a new, migrated database, for several pools or processes at once. With `npm run test:pooler`, through PgBouncer.
 */
export async function newPostgresUrl(): Promise<string> {
  const { templateDatabase, pooledUrl } = inject('testRun');
  const url = new URL(await createDatabase(`template ${templateDatabase}`));
  if (pooledUrl !== null) url.port = new URL(pooledUrl).port;
  return url.href;
}

/** The address of a new database with everything that another has, which nobody may have open. */
export async function newCopyUrl(databaseUrl: string): Promise<string> {
  return createDatabase(`template ${new URL(databaseUrl).pathname.slice(1)}`);
}

/** The address of a new database without any tables. */
export async function newEmptyPostgresUrl(): Promise<string> {
  return createDatabase('template template0');
}

/** A data directory that holds a migrated embedded database, for a process that shall open it. */
export async function newDataDir(): Promise<string> {
  return copyOf(inject('testRun').embedded.migrated);
}

/** A data directory that holds an embedded database without any tables. */
export async function newUnmigratedDataDir(): Promise<string> {
  return copyOf(inject('testRun').embedded.empty);
}

async function copyOf(template: string): Promise<string> {
  const dataDir = newEmptyDataDir();
  await copyDirectory(template, dataDir);
  return dataDir;
}

/** An empty data directory. */
export function newEmptyDataDir(): string {
  return fs.mkdtempSync(join(inject('testRun').directory, 'data-'));
}

/** A PostgreSQL of the test's own, empty and not migrated, to be stopped and started again. */
export interface PrivatePostgres extends PostgresServer {
  /** Ends it and removes its data. */
  dispose(): Promise<void>;
}

/** Takes about a second. `stop` ends it at once; `start` continues on the same port and data. */
export async function startPrivatePostgres(): Promise<PrivatePostgres> {
  const { directory, remove } = makeGuardedDirectory();
  const server = await createPostgres(findPostgres(directory), join(directory, 'postgres'));
  const dispose = async () => {
    await server.stop();
    remove();
  };
  return { ...server, dispose };
}

async function createDatabase(template: string): Promise<string> {
  const url = new URL(inject('testRun').adminUrl);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name} ${template} strategy file_copy`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
