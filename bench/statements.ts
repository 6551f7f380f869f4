// What each statement of a click and of a sale costs inside the engine, in the order in which a batch runs them.
// `npx --no-install tsx --conditions=svc-source bench/statements.ts [batches]` (150).
//
// 64 callers send one workload; each batch is theirs. On the embedded engine every statement is handed to it by itself and
// timed, with a few microseconds of handing it over; on PostgreSQL the server times them (pg_stat_statements).
import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickCommand, Command } from '@svc/core';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { joinBytes } from '../packages/server/src/database/embedded/bytes.js';
import type { Ask } from '../packages/server/src/database/embedded/engine.js';
import { migrate } from '../packages/server/src/database/migrate.js';
import { type Database, openDatabase } from '../packages/server/src/database/open.js';
import { createTracking } from '../packages/server/src/ingest/index.js';
import { findPostgres } from '../packages/server/test/support/postgres-binaries.js';
import { createPostgres, guardDirectory } from '../packages/server/test/support/postgres-server.js';
import { type SeededProgram, seedProgram } from '../packages/server/test/support/seed.js';

const CALLERS = 64;
const WARM_UP_BATCHES = 50;
/** A tagged click has parameters, a referrer and a visitor of its own: everything that the breakdown counts. */
const KINDS = ['click', 'tagged click', 'sale'] as const;
const SHOWN_CHARS = 60;
const batches = Number(process.argv[2] ?? 150);

/** Milliseconds spent in the engine, by the text of the statement. */
type Costs = Map<string, { calls: number; ms: number }>;

/** Between measurements: forgets what was counted, and gives it. */
interface Meter {
  reset(pool: Pool): Promise<void>;
  read(pool: Pool): Promise<Costs>;
}

const PARSE = 0x50;
const BIND = 0x42;
const EXECUTE = 0x45;
const QUERY = 0x51;
const FLUSH = Uint8Array.of(0x48, 0, 0, 0, 4);

/** Hands the engine one statement after the other and notes what each took. */
function meterAsk(ask: Ask, costs: Costs): Ask {
  const texts = new Map<string, string>();
  return async (messages, client) => {
    const answers: Uint8Array[] = [];
    const bytes = Buffer.from(messages.buffer, messages.byteOffset, messages.byteLength);
    let from = 0;
    let text = '';
    for (let at = 0; at < bytes.length; ) {
      const type = bytes[at];
      const end = at + 1 + bytes.readInt32BE(at + 1);
      const words = bytes.toString('utf8', at + 5, end).split('\0');
      if (type === PARSE) texts.set(words[0] ?? '', words[1] ?? '');
      else if (type === BIND) text = texts.get(words[1] ?? '') ?? '';
      else if (type === QUERY) text = words[0] ?? '';
      at = end;
      if (type !== EXECUTE && type !== QUERY && at < bytes.length) continue;
      const startedMs = performance.now();
      answers.push(
        await ask(joinBytes([bytes.subarray(from, at), ...(type === EXECUTE ? [FLUSH] : [])]), client),
      );
      note(costs, text, 1, performance.now() - startedMs);
      from = at;
    }
    return joinBytes(answers);
  };
}

function note(costs: Costs, text: string, calls: number, ms: number): void {
  const cost = costs.get(text) ?? { calls: 0, ms: 0 };
  costs.set(text, { calls: cost.calls + calls, ms: cost.ms + ms });
}

const ofServer: Meter = {
  async reset(pool) {
    await pool.query('create extension if not exists pg_stat_statements');
    await pool.query('select pg_stat_statements_reset()');
  },
  async read(pool) {
    const { rows } = await pool.query<{ query: string; calls: number; ms: number }>(
      'select query, calls::integer as calls, total_exec_time + total_plan_time as ms from pg_stat_statements order by ms desc',
    );
    const costs: Costs = new Map();
    for (const { query, calls, ms } of rows)
      if (!query.includes('pg_stat_statements')) note(costs, query, calls, ms);
    return costs;
  },
};

/** Commands of one kind, no two alike. */
function commandsOf(program: SeededProgram) {
  const { programId, workspaceId, shortLink, affiliateUrl } = program;
  const caller = { mode: 'server', programId, workspaceId } as const;
  let count = 0;
  const makers = {
    click: (): ClickCommand => ({
      kind: 'click',
      caller,
      key: { number: randomInt(2 ** 47), clickedMs: Date.now() },
      shortLinkKey: shortLink.toLowerCase(),
      affiliateUrl,
      redirectClickId: null,
      visitor: null,
      referrer: null,
      testMode: false,
      bot: false,
      additionalData: null,
    }),
    'tagged click': (): ClickCommand => ({
      ...makers.click(),
      affiliateUrl: `${affiliateUrl}&sub1=post-${++count % 100}&utm_source=newsletter`,
      visitor: randomInt(2 ** 47),
      referrer: 'https://blog.test/',
    }),
    lead: (customer: number, clickId: string): Command => ({
      kind: 'lead',
      code: null,
      occurredAtMs: null,
      caller,
      clickId,
      customerKey: `customer-${customer}`,
      email: null,
      programId: null,
      testMode: false,
      additionalData: null,
      atMs: Date.now(),
    }),
    sale: (): Command => ({
      kind: 'sale',
      code: null,
      discountIds: [],
      caller,
      transactionId: `transaction-${++count}`,
      references: [],
      amountCents: 1000 + (count % 9000),
      taxCents: 0,
      items: null,
      currency: 'USD',
      customerKey: `customer-${count % CUSTOMERS}`,
      clickId: null,
      testMode: false,
      source: 'api',
      additionalData: null,
      occurredAtMs: null,
      atMs: Date.now(),
    }),
  };
  return makers;
}

const CUSTOMERS = 2_000;

/** Measures both workloads over a migrated database and prints what each statement took. */
async function measure({ pool, trackingPool, engine }: Database, meter: Meter): Promise<void> {
  const program = await seedProgram(pool);
  const tracking = createTracking({
    pool: trackingPool,
    engine,
    logger: pino({ level: 'silent' }),
    lanes: 1,
  });
  const make = commandsOf(program);
  for (let customer = 0; customer < CUSTOMERS; customer++) {
    const click = await tracking.submit(make.click());
    if (click.kind !== 'click') throw new Error('a click was refused');
    await tracking.submit(make.lead(customer, click.clickId));
  }
  for (const kind of KINDS) {
    const sendBatches = async (count: number) => {
      for (let batch = 0; batch < count; batch++)
        await Promise.all(Array.from({ length: CALLERS }, () => tracking.submit(make[kind]())));
    };
    await sendBatches(WARM_UP_BATCHES);
    await meter.reset(pool);
    await sendBatches(batches);
    print(`${engine}, ${kind}`, await meter.read(pool));
  }
  await tracking.close();
}

function print(title: string, costs: Costs): void {
  const commands = batches * CALLERS;
  const shown = [...costs].filter(([, { calls }]) => calls >= batches / 2);
  const sum = shown.reduce((ms, [, cost]) => ms + cost.ms, 0);
  const us = (ms: number) => ((ms * 1000) / commands).toFixed(1).padStart(7);
  console.log(`\n${title}: microseconds per ${title.split(', ')[1]}, ${batches} batches of ${CALLERS}`);
  for (const [text, { ms }] of shown)
    console.log(`${us(ms)} ${`${Math.round((100 * ms) / sum)} %`.padStart(5)}  ${shorten(text)}`);
  console.log(`${us(sum)} 100 %  all`);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS)} …` : line || '(sync)';
}

const directory = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'svc-statements-')));
fs.chmodSync(directory, 0o711);
const unguard = guardDirectory(directory);

const costs: Costs = new Map();
const embedded = await openDatabase({
  dataDir: join(directory, 'embedded'),
  embeddedAsk: (ask) => meterAsk(ask, costs),
});
await migrate(embedded.pool);
await measure(embedded, { reset: async () => costs.clear(), read: async () => new Map(costs) });
await embedded.close();

const server = await createPostgres(findPostgres(directory), join(directory, 'postgres'), [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_preload_libraries=pg_stat_statements',
]);
const postgres = await openDatabase({ databaseUrl: server.url, dataDir: directory });
await migrate(postgres.pool);
await measure(postgres, ofServer);
await postgres.close();
await server.stop();
fs.rmSync(directory, { recursive: true, force: true });
unguard();
