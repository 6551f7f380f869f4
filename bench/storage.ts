import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../packages/server/src/database/open.js';
import { findPostgres } from '../packages/server/test/support/postgres-binaries.js';
import { createPostgres } from '../packages/server/test/support/postgres-server.js';
import { type Dataset, PROGRAM, shortLinkAt } from './dataset.js';
import type { Engine } from './options.js';
import { type Environment, runCommand } from './processes.js';
import { seed } from './seed.js';
import type { Counts } from './workloads.js';

/** A database on one of the engines, filled with a dataset, and what should be in it by now. */
export interface Storage {
  readonly engine: Engine;
  readonly dataset: Dataset;
  /** For the service. */
  readonly environment: Environment;
  readonly seededMs: number;
  /** Adds what was answered to what should be stored. */
  expect(answered: Counts): void;
  /** Adds rows of one table. */
  expectRows(table: string, count: number): void;
  /** What PostgreSQL has written to its log by now, in bytes; null on the embedded engine. */
  logBytes(): Promise<number | null>;
  /** Compares what is stored with what should be, and recomputes the books; no service may be running on it. */
  check(): Promise<StorageCheck>;
}

export interface StorageCheck {
  readonly rows: Readonly<Record<string, { readonly expected: number; readonly stored: number }>>;
  readonly areRowsRight: boolean;
  /** What `svc-server verify` says at the end: how much it read, and what it found. */
  readonly verify: string;
  readonly areBooksRight: boolean;
}

/** Makes databases in a directory; on PostgreSQL, on a server of its own that it starts when it is first needed. */
export interface Storages {
  create(engine: Engine, dataset: Dataset): Promise<Storage>;
  /** A database without a schema, which the caller fills. */
  createEmpty(engine: Engine): Promise<Environment>;
  close(): Promise<void>;
}

/**
 * What a server has by itself, but for connections from elsewhere. Durable: fsync and synchronous_commit are on. One
 * that has run for a while uses the files of its log again; a new one does not fill them with zeros here, lest each be
 * a pause that nobody would see later.
 */
const POSTGRES_SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'wal_init_zero=off'];

/**
 * What docs/scale.md advises for a server with more than a few million rows: with the settings of a new one, a filled
 * database measures how often 128 MB of buffers and 1 GB of log force a page out, not what svc asks of PostgreSQL.
 */
function settingsForScale(): string[] {
  const buffersMb = Math.floor(totalmem() / 4 / 2 ** 20);
  return [
    `shared_buffers=${buffersMb}MB`,
    'max_wal_size=16GB',
    'checkpoint_timeout=15min',
    'wal_compression=on',
  ];
}

/** `isFilled`: PostgreSQL, empty or filled, gets the settings that docs/scale.md advises. */
export function openStorages(directory: string, isFilled = false): Storages {
  let server: ReturnType<typeof createPostgres> | undefined;
  let count = 0;
  const provisionFile = join(directory, 'provision.json');

  async function newPostgresUrl(name: string): Promise<string> {
    const settings = [...POSTGRES_SETTINGS, ...(isFilled ? settingsForScale() : [])];
    server ??= createPostgres(findPostgres(directory), join(directory, 'postgres'), settings);
    const url = new URL((await server).url);
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    url.pathname = `/${name}`;
    return url.href;
  }

  const environmentOf = async (engine: Engine, name: string): Promise<Environment> => ({
    SVC_DATA_DIR: join(directory, name),
    ...(engine === 'postgres' && {
      DATABASE_URL: await newPostgresUrl(name),
      SVC_SECRET: randomBytes(16).toString('hex'),
    }),
  });

  return {
    createEmpty: (engine) => environmentOf(engine, `bench_${++count}_empty`),
    async create(engine, dataset) {
      const name = `bench_${++count}_${dataset.name}`;
      fs.writeFileSync(provisionFile, JSON.stringify(provision(dataset)), { mode: 0o600 });
      const environment = {
        ...(await environmentOf(engine, name)),
        SVC_PROVISION_FILE: provisionFile,
      };
      const startedMs = Date.now();
      runCommand(environment, 'provision', provisionFile);
      await withPool(environment, (pool) => seed(pool, dataset));
      return storageOf(engine, dataset, environment, Date.now() - startedMs);
    },
    async close() {
      await (await server)?.stop();
    },
  };
}

function provision({ links }: Dataset): unknown {
  const partners = Array.from({ length: links }, (_, index) => ({
    email: `partner-${index}@partners.test`,
    name: `Partner ${index}`,
    status: 'approved',
    links: [{ short_link: shortLinkAt(index), destination_url: `https://${PROGRAM.domain}/` }],
  }));
  const program = {
    name: PROGRAM.name,
    domain: PROGRAM.domain,
    currency: PROGRAM.currency,
    cookie_window_days: 60,
    api_token: PROGRAM.apiToken,
    allowed_origins: [PROGRAM.origin],
    commission: { type: 'percent', basis_points: 2000, duration_months: null },
    hold_days: PROGRAM.holdDays,
    partners,
  };
  const { ownerEmail: email, ownerPassword: password, processorAccount } = PROGRAM;
  const workspace = {
    name: PROGRAM.workspace,
    members: [{ email, password, name: 'Owner', role: 'owner' }],
    processor: { status: 'connected', account_id: processorAccount, charges_enabled: true },
    programs: [program],
  };
  return { workspaces: [workspace] };
}

/** Gives the database's pool to `run` while no service is on it. */
export async function withPool<T>(environment: Environment, run: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const database = await openDatabase({
    databaseUrl: environment.DATABASE_URL,
    dataDir: environment.SVC_DATA_DIR ?? '',
    // Filling a large database takes minutes a statement.
    silenceLimitMs: 0,
  });
  try {
    return await run(database.pool);
  } finally {
    await database.close();
  }
}

function storageOf(engine: Engine, dataset: Dataset, environment: Environment, seededMs: number): Storage {
  const { clicks, customers, sales } = dataset;
  const expected: Record<string, number> = {
    clicks,
    customers,
    leads: customers,
    sales,
    sale_references: sales,
    commissions: sales,
    ledger_movements: sales,
  };
  const addTable = (table: string, count: number) => {
    expected[table] = (expected[table] ?? 0) + count;
  };
  return {
    engine,
    dataset,
    environment,
    seededMs,
    expectRows: addTable,
    expect({ click, redirect, lead, sale, coded }) {
      addTable('clicks', click + redirect);
      addTable('leads', lead);
      addTable('customers', lead + coded);
      for (const table of ['sales', 'sale_references', 'commissions', 'ledger_movements'])
        addTable(table, sale + coded);
    },
    async logBytes() {
      const { DATABASE_URL } = environment;
      if (DATABASE_URL === undefined) return null;
      const client = new pg.Client({ connectionString: DATABASE_URL });
      await client.connect();
      const { rows } = await client.query(`select (pg_current_wal_lsn() - '0/0')::float8 as bytes`);
      await client.end();
      return rows[0].bytes;
    },
    async check() {
      const rows: Record<string, { expected: number; stored: number }> = {};
      await withPool(environment, async (pool) => {
        for (const [table, count] of Object.entries(expected)) {
          const counted = await pool.query<{ count: number }>(`select count(*) as count from ${table}`);
          rows[table] = { expected: count, stored: counted.rows[0]?.count ?? 0 };
        }
      });
      const areRowsRight = Object.values(rows).every((row) => row.expected === row.stored);
      return { rows, areRowsRight, ...runVerify(environment) };
    },
  };
}

function runVerify(environment: Environment): Pick<StorageCheck, 'verify' | 'areBooksRight'> {
  try {
    const lines = runCommand(environment, 'verify').trimEnd().split('\n');
    return { verify: lines.slice(-2).join('; '), areBooksRight: true };
  } catch (error) {
    return { verify: error instanceof Error ? error.message : String(error), areBooksRight: false };
  }
}
