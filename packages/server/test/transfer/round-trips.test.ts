import type { Command } from '@svc/core';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { fillDemo } from '../../../../demo/fill.js';
import { migrate } from '../../src/database/migrate.js';
import { type Database, type Engine, openDatabase } from '../../src/database/open.js';
import { OPERATIONS } from '../../src/features/index.js';
import { createTracking } from '../../src/ingest/index.js';
import { readDigests } from '../../src/transfer/digest.js';
import { importWorkspace } from '../../src/transfer/import-workspace.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { saleOf } from '../support/commands.js';
import { newEmptyDataDir, newEmptyPostgresUrl, openTestDatabase } from '../support/engines.js';
import { perform } from '../support/operations.js';
import { seedFrom } from '../support/random.js';
import { recordHistory } from './random-history.js';
import { contentsOf, exported } from './transfer-support.js';

const logger = pino({ level: 'silent' });
const NOW_MS = Date.now();
const EVENTS = 50_000;

interface Customer {
  readonly workspace: string;
  readonly workspaceId: number;
  readonly programId: number;
  readonly key: string;
}

/** What people see of a workspace: every row, every list and report of it and its programs, its digest, and what verify says. */
async function stateOf(pool: Pool, workspace: string) {
  const { differences } = await verifyBooks(pool);
  const [digest] = (await readDigests(pool)).filter((one) => one.workspace === workspace);
  return {
    contents: await contentsOf(pool, workspace),
    lists: await listsOf(pool, workspace),
    digest: digest?.digest,
    differences,
  };
}

/** What each operation answers that reads a workspace or a program and needs no more than its id. */
async function listsOf(pool: Pool, workspace: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<{ workspaceId: number; programId: number }>(
    `select w.id as "workspaceId", p.id as "programId" from workspaces w join programs p on p.workspace_id = w.id
      where w.name = $1 order by p.id`,
    [workspace],
  );
  const answers: Record<string, unknown> = {};
  for (const operation of OPERATIONS) {
    const { name, method, path, permission, file } = operation;
    const isAsked = method === 'GET' && /^\/api\/(workspaces|programs)\/:\w+[^:]*$/.test(path);
    if (!isAsked || file !== undefined || ['session', 'partner', 'anyone'].includes(permission)) continue;
    for (const place of rows)
      answers[`${name} ${place.programId}`] = await perform({ pool }, operation, {
        ...place,
        input: {},
        nowMs: NOW_MS,
      }).catch((error: Error) => error.message);
  }
  return answers;
}

/** The next sale as a database decides it: all of it but the ids that it gets and the time it is recorded at. */
async function decide({ pool, engine }: Pick<Database, 'pool' | 'engine'>, command: Command) {
  const tracking = createTracking({ pool, engine, logger });
  const outcome = await tracking.submit(command);
  await tracking.close();
  if (outcome.kind !== 'sale') throw new Error(JSON.stringify(outcome));
  const { commission } = outcome;
  if (commission === null || commission === 'failed') throw new Error('the sale earned nothing');
  const { rows } = await pool.query(
    `select to_jsonb(s) - '{id,decided_from,decided_until,written_in}'::text[] as sale,
            to_jsonb(c) - '{id,sale_id,written_in}'::text[] as commission
       from commissions c join sales s on s.id = c.sale_id where c.id = $1`,
    [commission.id],
  );
  return rows[0];
}

/** As a new service does it, the database is made after everything that is in the file. */
async function importInto(engine: Engine, file: string) {
  const database = await openDatabase({
    dataDir: newEmptyDataDir(),
    ...(engine === 'postgres' && { databaseUrl: await newEmptyPostgresUrl() }),
  });
  await migrate(database.pool);
  const report = await importWorkspace(database.pool, { file, engine });
  return { database, report };
}

/** Takes a workspace from an embedded database to PostgreSQL and back; `sale` is then asked of all three. */
async function goRound(source: Database, workspace: string, sale: Command) {
  const before = await stateOf(source.pool, workspace);
  expect(before.differences).toEqual([]);
  const out = await exported(source.pool, workspace);
  expect(out.digest).toBe(before.digest);
  expect(Object.values(before.lists).filter((answer) => typeof answer === 'object').length).toBeGreaterThan(
    60,
  );
  const there = await importInto('postgres', out.file);
  expect(there.report).toMatchObject({ workspace, rows: out.rows, digest: out.digest });
  expect(await stateOf(there.database.pool, workspace)).toEqual(before);
  const back = await exported(there.database.pool, workspace);
  const again = await importInto('embedded', back.file);
  expect(await stateOf(again.database.pool, workspace)).toEqual(before);
  const decided = await decide(source, sale);
  for (const { database } of [there, again]) {
    expect(await decide(database, sale)).toEqual(decided);
    await database.close();
  }
}

test('the demo is the same after embedded → PostgreSQL → embedded', { timeout: 180_000 }, async () => {
  const dataDir = newEmptyDataDir();
  await fillDemo({ dataDir, logger, nowMs: NOW_MS, onStart: () => undefined, onDay: () => undefined });
  const source = await openDatabase({ dataDir });
  const { rows } = await source.pool.query<Customer>(
    `select w.name as workspace, w.id as "workspaceId", c.program_id as "programId", c.customer_key as key
       from customers c join workspaces w on w.id = c.workspace_id join sales s on s.customer_id = c.id
      where not s.test_mode and s.commission_state = 'earned'
      group by w.name, w.id, c.id having count(*) > 2 order by c.id desc limit 1`,
  );
  const [customer] = rows;
  if (customer === undefined) throw new Error('the demo has no customer');
  await goRound(source, customer.workspace, saleOf(customer, { customerKey: customer.key, atMs: NOW_MS }));
  await source.close();
});

test('so is a random history of 50,000 events', { timeout: 300_000 }, async () => {
  const seed = seedFrom(process.env.HISTORY_SEED);
  console.info(`HISTORY_SEED=${seed} repeats this history`);
  const source = await openTestDatabase('embedded');
  const { workspace, customer } = await recordHistory(source.pool, seed, EVENTS);
  await goRound(
    source,
    workspace,
    saleOf(customer.program, { customerKey: customer.customerKey, atMs: NOW_MS }),
  );
  await source.close();
});
