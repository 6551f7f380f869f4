import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, inject, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { openDatabase } from '../../src/database/open.js';
import { columnTypes } from '../../src/database/types.js';
import { insertManagementKey } from '../../src/features/management-keys/insert-management-key.js';
import { runChange } from '../../src/operations/change.js';
import { type CommandContext, runVerify } from '../../src/service/commands.js';
import { readConfig } from '../../src/service/config.js';
import { startServing } from '../../src/service/serve.js';
import { createShutdown } from '../../src/service/shutdown.js';
import { createStatusLine } from '../../src/service/status-line.js';
import { newDataDir, newEmptyPostgresUrl, newPostgresUrl } from '../support/engines.js';
import { freePort } from '../support/free-port.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { runServer } from '../support/service-process.js';

const SVC_SECRET = 'a-secret-of-more-than-32-characters';
const ROLE_PASSWORD = 'of-a-role';

/** A database of one program, and the address under which the service opens it. */
interface Prepared {
  readonly env: Readonly<Record<string, string>>;
  readonly program: SeededProgram;
  readonly managementKey: string;
}

async function seed(pool: pg.Pool) {
  const program = await seedProgram(pool);
  const place = { workspaceId: program.workspaceId, programId: null };
  const by = 'database-settings.test';
  const change = { actor: { userId: null, email: by }, action: 'management_key.create', place } as const;
  const key = {
    ...place,
    name: by,
    permissions: ['report:read'],
    expiresAtMs: null,
    createdBy: by,
    creatorId: null,
  } as const;
  const made = await runChange(pool, change, (client) => insertManagementKey(client, key));
  return { program, managementKey: made.management_key };
}

/** The address of a new database of the server itself, also where other tests go through a pooler. */
async function newDirectUrl(): Promise<string> {
  const { port } = new URL(inject('testRun').adminUrl);
  return Object.assign(new URL(await newPostgresUrl()), { port }).href;
}

async function preparePostgres(): Promise<Prepared & { readonly database: string; readonly url: string }> {
  const url = await newDirectUrl();
  const pool = new pg.Pool({ connectionString: url, types: columnTypes, application_name: 'svc' });
  const seeded = await seed(pool);
  await pool.end();
  const database = new URL(url).pathname.slice(1);
  return { ...seeded, database, url, env: { DATABASE_URL: url, SVC_SECRET } };
}

function newRole(): string {
  return `role_${randomUUID().replaceAll('-', '')}`;
}

/** The same address, as another role. */
function asRole(url: string, role: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${role}:${ROLE_PASSWORD}@${host}${pathname}`;
}

async function contextOf(env: Prepared['env'], lines: string[] = []): Promise<CommandContext> {
  const config = readConfig({ ...env, PORT: String(await freePort()), SVC_RATE_LIMIT: 'off' });
  return { config, logger: pino({ level: 'silent' }), print: (line) => lines.push(line), now: systemNow };
}

/** Starts the service, records a click and a sale, lists sales, stops it, and verifies the books. */
async function useService({ env, program, managementKey }: Prepared): Promise<void> {
  const context = await contextOf(env);
  const shutdown = createShutdown(context.logger);
  try {
    await startServing(context, shutdown);
    const ask = async (path: string, token: string, body?: object) => {
      const response = await fetch(`http://127.0.0.1:${context.config.port}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const { apiKey, affiliateUrl, programId } = program;
    const click = await ask('/track/click', apiKey, { affiliate_url: affiliateUrl });
    const sale = { transaction_id: 'order \\ 1', amount_cents: 10_000, click_id: click.body.click_id };
    expect(await ask('/api/v1/track/sale', apiKey, { ...sale, customer_key: 'Zoë' })).toMatchObject({
      status: 200,
      body: { commission: { amount_cents: 2_000 } },
    });
    expect(await ask(`/api/programs/${programId}/sales`, managementKey)).toMatchObject({
      status: 200,
      body: {
        data: [
          {
            transaction_id: sale.transaction_id,
            customer_key: 'Zoë',
            occurred_at: expect.stringMatching(/Z$/),
          },
        ],
      },
    });
  } finally {
    await shutdown.run();
  }
  const lines: string[] = [];
  const isRight = await runVerify(await contextOf(env, lines), { status: createStatusLine(process.stderr) });
  expect([lines.at(-1), isRight]).toEqual(['no differences found', true]);
}

async function runSql(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** The sentence with which the service refuses to start. */
async function refusalOf(env: Prepared['env']): Promise<string> {
  const context = await contextOf(env);
  const shutdown = createShutdown(context.logger);
  const started = startServing(context, shutdown).then(
    () => 'started',
    (error: Error) => (error.name === 'DatabaseUnusableError' ? error.message : `${error.stack}`),
  );
  return started.finally(() => shutdown.run());
}

/** Settings with which the service works, as `alter database` takes them. */
const WORKING: readonly (readonly string[])[] = [
  [`datestyle = 'German, DMY'`],
  [`datestyle = 'SQL, DMY'`, `timezone = 'Asia/Kolkata'`, `intervalstyle = 'iso_8601'`],
  [`datestyle = 'Postgres, MDY'`, `timezone = 'America/St_Johns'`, `intervalstyle = 'sql_standard'`],
  ['search_path = nowhere'],
  [`search_path = 'pg_catalog'`],
  ['standard_conforming_strings = off', 'escape_string_warning = off', `backslash_quote = 'off'`],
  ['extra_float_digits = -15', `bytea_output = 'escape'`],
  ['array_nulls = off', 'transform_null_equals = on', 'quote_all_identifiers = on'],
  [`statement_timeout = '100ms'`, `lock_timeout = '1ms'`],
  [
    `idle_in_transaction_session_timeout = '1ms'`,
    `idle_session_timeout = '1s'`,
    `transaction_timeout = '1s'`,
  ],
  [`default_transaction_isolation = 'serializable'`, 'default_transaction_deferrable = on'],
  ['synchronous_commit = off', `xmloption = 'document'`, `client_encoding = 'LATIN1'`],
  ['enable_indexscan = off', 'enable_bitmapscan = off', 'enable_nestloop = off', 'enable_seqscan = off'],
];

// Each starts the service and verifies the books.
describe('a database with settings of its own', { timeout: 60_000 }, () => {
  test.each(WORKING.map((settings) => [settings.join(', '), settings] as const))(
    'works with %s',
    async (_title, settings) => {
      const prepared = await preparePostgres();
      const { database, url } = prepared;
      await runSql(url, ...settings.map((setting) => `alter database ${database} set ${setting}`));
      await useService(prepared);
    },
  );

  test('works with the settings of a role, and with its own schema', async () => {
    const prepared = await preparePostgres();
    const role = newRole();
    await runSql(
      prepared.url,
      `create role ${role} login password '${ROLE_PASSWORD}'`,
      `alter role ${role} set datestyle = 'German'`,
      `alter role ${role} set search_path = "$user", public`,
      `alter role ${role} set timezone = 'Australia/Adelaide'`,
      `grant all on schema public to ${role}`,
      `grant all on all tables in schema public to ${role}`,
      `grant all on all sequences in schema public to ${role}`,
      `alter table clicks owner to ${role}`,
      `alter table clicks_outside owner to ${role}`,
    );
    await useService({ ...prepared, env: { ...prepared.env, DATABASE_URL: asRole(prepared.url, role) } });
  });

  test('verifies a database that takes no writes', async () => {
    const prepared = await preparePostgres();
    const { database, url, env } = prepared;
    await runSql(url, `alter database ${database} set default_transaction_read_only = on`);
    const lines: string[] = [];
    await runVerify(await contextOf(env, lines), { status: createStatusLine(process.stderr) });
    expect(lines.at(-1)).toBe('no differences found');
  });

  test('works in the embedded database, too', async () => {
    const dataDir = await newDataDir();
    const database = await openDatabase({ dataDir });
    const seeded = await seed(database.pool);
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
    for (const setting of [`datestyle = 'German'`, `timezone = 'Asia/Kolkata'`, 'search_path = nowhere'])
      await database.pool.query(`alter database "${rows[0]?.name}" set ${setting}`);
    await database.close();
    await useService({ ...seeded, env: { SVC_DATA_DIR: dataDir, SVC_SECRET } });
  });
});

describe('a database behind PgBouncer', { timeout: 60_000 }, () => {
  const { pooledUrl } = inject('testRun');
  const throughPooler = (url: string): string =>
    Object.assign(new URL(url), { port: new URL(pooledUrl ?? url).port }).href;

  // With `npm run test:pooler` alone, which needs the program.
  test.skipIf(pooledUrl === null)('works with the settings that it keeps', async () => {
    const prepared = await preparePostgres();
    const { database, env, url } = prepared;
    await runSql(
      url,
      `alter database ${database} set datestyle = 'German'`,
      `alter database ${database} set timezone = 'Asia/Kolkata'`,
    );
    await useService({ ...prepared, env: { ...env, DATABASE_URL: throughPooler(url) } });
  });

  test.skipIf(pooledUrl === null)('refuses settings that it does not keep', async () => {
    const { database, env, url } = await preparePostgres();
    await runSql(url, `alter database ${database} set bytea_output = 'escape'`);
    expect(await refusalOf({ ...env, DATABASE_URL: throughPooler(url) })).toBe(
      "bytea_output is escape, and behind a pooler svc cannot set it: run `alter role postgres set bytea_output = 'hex'` and reconnect the pooler",
    );
  });
});

/** What stops the start: statements, and what the sentence says. */
const REFUSED: readonly (readonly [string, readonly string[], RegExp])[] = [
  [
    'takes no writes',
    ['alter database %d set default_transaction_read_only = on'],
    /^The database \w+ takes no writes, because default_transaction_read_only is on: switch it off for/,
  ],
  [
    'does not fire triggers',
    ['alter database %d set session_replication_role = replica'],
    /^session_replication_role is replica, .* run `alter role postgres reset session_replication_role`/,
  ],
  [
    'has its tables in another schema than those of the search path',
    ['create schema app', 'alter database %d set search_path = app'],
    /^search_path does not lead to the tables of svc, .* run `alter role \w+ set search_path = public`, or use a new/,
  ],
];

/** What a role lacks: statements, and what the sentence says. */
const LACKING: readonly (readonly [string, readonly string[], RegExp])[] = [
  [
    'the right to create tables',
    ['grant all on all tables in schema public to %r'],
    /^The role \w+ may not create tables in the schema public: run `grant create on schema public to \w+`/,
  ],
  [
    'the right to read',
    ['grant create on schema public to %r'],
    /^The role \w+ may not read the table clicks: connect as/,
  ],
  [
    'the right to write',
    ['grant create on schema public to %r', 'grant select on all tables in schema public to %r'],
    /^The role \w+ may not write the table clicks: connect as/,
  ],
  [
    'connections',
    [
      'grant all on schema public to %r',
      'grant all on all tables in schema public to %r',
      'alter role %r connection limit 3',
    ],
    /^The role \w+ takes 3 connections, and one process of svc needs 18: run `alter role \w+ connection limit -1`$/,
  ],
];

describe('the start is refused in one sentence', { timeout: 60_000 }, () => {
  test.each(REFUSED)('where the database %s', async (_title, statements, sentence) => {
    const { database, url, env } = await preparePostgres();
    await runSql(url, ...statements.map((statement) => statement.replaceAll('%d', database)));
    expect(await refusalOf(env)).toMatch(sentence);
  });

  test.each(LACKING)('where the role lacks %s', async (_title, statements, sentence) => {
    const { url } = await preparePostgres();
    const role = newRole();
    await runSql(
      url,
      `create role ${role} login password '${ROLE_PASSWORD}'`,
      ...statements.map((statement) => statement.replaceAll('%r', role)),
    );
    expect(await refusalOf({ DATABASE_URL: asRole(url, role), SVC_SECRET })).toMatch(sentence);
  });

  test.each(['LATIN1', 'SQL_ASCII'])('where the database has the encoding %s', async (encoding) => {
    const url = new URL(inject('testRun').adminUrl);
    const name = `other_${randomUUID().replaceAll('-', '')}`;
    await runSql(url.href, `create database ${name} encoding '${encoding}' locale 'C' template template0`);
    url.pathname = `/${name}`;
    expect(await refusalOf({ DATABASE_URL: url.href, SVC_SECRET })).toMatch(
      `The database ${name} has the encoding ${encoding}, in which names of all languages cannot be stored: create one with`,
    );
  });

  test('where the server offers no TLS, or a file of the address is missing', async () => {
    const url = await newEmptyPostgresUrl();
    expect(await refusalOf({ DATABASE_URL: `${url}?sslmode=verify-full`, SVC_SECRET })).toBe(
      'The PostgreSQL server offers no TLS: switch `ssl` on there, or remove sslmode from DATABASE_URL',
    );
    const missing = '/nowhere/ca.pem';
    expect(await refusalOf({ DATABASE_URL: `${url}?sslrootcert=${missing}`, SVC_SECRET })).toBe(
      `DATABASE_URL names the file ${missing}, which cannot be read (ENOENT): correct sslrootcert, sslcert or sslkey`,
    );
  });

  test('with exit code 1 and nothing else on stderr, by each command', async () => {
    const { database, url, env } = await preparePostgres();
    await runSql(url, `alter database ${database} set session_replication_role = replica`);
    const ended = await Promise.all([['serve'], ['verify'], ['migrate']].map((args) => runServer(args, env)));
    for (const { code, stderr } of ended) {
      expect(code).toBe(1);
      expect(stderr.split('\n')).toEqual([
        expect.stringMatching(/^svc-server: session_replication_role is/),
        '',
      ]);
    }
  });
});
