// What the numbering of events costs: processor time per sale and lead with and without it, how many events a second are
// numbered, and how long a look takes when there are none. `npx --no-install tsx --conditions=svc-source bench/numbering.ts
// [rounds] [events]` (10 and 100,000); both engines. Processor time is that of this process and of PostgreSQL, so other programs
// disturb it less than they disturb rates; rounds with and without numbering take turns.
import fs from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickCommand, Command } from '@svc/core';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { migrate } from '../packages/server/src/database/migrate.js';
import { type Database, openDatabase } from '../packages/server/src/database/open.js';
import { createEventNews } from '../packages/server/src/events/event-news.js';
import { hasUnnumberedEvents, numberEvents } from '../packages/server/src/events/number-events.js';
import { startNumbering } from '../packages/server/src/events/start-numbering.js';
import { createTracking } from '../packages/server/src/ingest/index.js';
import { findPostgres } from '../packages/server/test/support/postgres-binaries.js';
import { createPostgres } from '../packages/server/test/support/postgres-server.js';
import { seedProgram } from '../packages/server/test/support/seed.js';

const rounds = Number(process.argv[2] ?? 10);
const events = Number(process.argv[3] ?? 100_000);
const WORKSPACES = 10;
const LOOKS = 1_000;
const CALLERS = 64;
const COMMANDS_OF_ROUND = 4_000;
/** Statements that wrote events. */
const NUMBERED_AT_ONCE = 64;
const KINDS = ['lead', 'sale'] as const;
const logger = pino({ level: 'silent' });

/** Processor time so far, in milliseconds: of this process and of the server's, with those that have ended. */
function processorMs(dataDir: string | null): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1000;
  return dataDir === null ? own : own + serverMs(dataDir);
}

const MS_PER_TICK = 10;

function serverMs(dataDir: string): number {
  const main = fs.readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  let ticks = 0;
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = fs
        .readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      if (pid === main) ticks += Number(fields[13]) + Number(fields[14]);
      if (pid === main || fields[1] === main) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended since.
    }
  }
  return ticks * MS_PER_TICK;
}

/** Leads of new customers, and sales to those who have one. */
async function startSending({ pool, trackingPool, engine }: Database) {
  const { programId, workspaceId, affiliateUrl, shortLink } = await seedProgram(pool);
  const caller = { mode: 'server', programId, workspaceId } as const;
  const always = { caller, testMode: false, additionalData: null } as const;
  const common = { ...always, code: null, occurredAtMs: null } as const;
  const news = createEventNews();
  const onRecorded = () => news.emit('written');
  const tracking = createTracking({ pool: trackingPool, engine, logger, onRecorded });
  const counts = { click: 0, lead: 0, sale: 0 };
  const clickIds: string[] = [];
  const makeClick = (): ClickCommand => ({
    ...always,
    kind: 'click',
    key: { number: ++counts.click, clickedMs: Date.now() },
    shortLinkKey: shortLink.toLowerCase(),
    affiliateUrl,
    redirectClickId: null,
    visitor: null,
    referrer: null,
    bot: false,
  });
  const make: Record<(typeof KINDS)[number], () => Command> = {
    lead: () => ({
      ...common,
      kind: 'lead',
      clickId: clickIds[counts.lead] ?? null,
      customerKey: `customer-${counts.lead++}`,
      email: null,
      programId: null,
      atMs: Date.now(),
    }),
    sale: () => ({
      ...common,
      kind: 'sale',
      clickId: null,
      discountIds: [],
      transactionId: `transaction-${counts.sale}`,
      references: [],
      amountCents: 1_000,
      taxCents: 0,
      items: null,
      currency: 'USD',
      customerKey: `customer-${counts.sale++ % counts.lead}`,
      source: 'api',
      atMs: Date.now(),
    }),
  };
  async function submit(command: Command): Promise<void> {
    const outcome = await tracking.submit(command);
    if (outcome.kind !== command.kind) throw new Error(`a ${command.kind} was ${outcome.kind}`);
    if (outcome.kind === 'click') clickIds.push(outcome.clickId);
  }

  async function sendAll(next: () => Command): Promise<void> {
    let left = COMMANDS_OF_ROUND;
    const sendInTurn = async () => {
      while (left-- > 0) await submit(next());
    };
    await Promise.all(Array.from({ length: CALLERS }, sendInTurn));
  }

  return {
    news,
    close: () => tracking.close(),
    /** What the next leads come from. */
    sendClicks: () => sendAll(makeClick),
    send: (kind: (typeof KINDS)[number]) => sendAll(make[kind]),
  };
}

/** Microseconds per command in each round, by whether events were numbered. */
type Measured = Record<(typeof KINDS)[number], Record<'true' | 'false', number[]>>;

async function measureCost(label: string, database: Database, dataDir: string | null): Promise<void> {
  const { pool } = database;
  const { news, sendClicks, send, close } = await startSending(database);
  const us: Measured = { lead: { true: [], false: [] }, sale: { true: [], false: [] } };
  for (let round = 0; round <= rounds; round++) {
    for (const kind of KINDS) {
      for (const isNumbered of round % 2 === 0 ? [true, false] : [false, true]) {
        if (kind === 'lead') await sendClicks();
        const startedMs = processorMs(dataDir);
        const numbering = isNumbered ? startNumbering({ pool, news, logger }) : null;
        await send(kind);
        if (isNumbered) await numberAll(pool);
        await numbering?.stop();
        const tookUs = ((processorMs(dataDir) - startedMs) * 1000) / COMMANDS_OF_ROUND;
        // The first round warms up.
        if (round > 0) us[kind][`${isNumbered}`].push(tookUs);
        await numberAll(pool);
      }
    }
  }
  await close();
  for (const kind of KINDS) {
    const without = median(us[kind].false);
    const withIt = median(us[kind].true);
    const share = Math.round(((withIt - without) / without) * 100);
    console.log(
      `${label}: ${without.toFixed(0)} us of processor per ${kind} without numbering, ${withIt.toFixed(0)} with it (${share} % more)`,
    );
  }
}

async function numberAll(pool: Pool): Promise<void> {
  while (await hasUnnumberedEvents(pool)) await numberEvents(pool, { limit: NUMBERED_AT_ONCE });
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

async function measureSpeed(label: string, { pool }: Database): Promise<void> {
  await pool.query(
    `insert into events (workspace_id, program_id, type, test_mode, object_id)
     select 1 + n % $2, 1, 'sale.created', false, n from generate_series(1, $1::bigint) n`,
    [events, WORKSPACES],
  );
  const startedMs = performance.now();
  await numberAll(pool);
  const perSecond = Math.round((events * 1000) / (performance.now() - startedMs));
  const lookedMs = performance.now();
  for (let looks = 0; looks < LOOKS; looks++) await hasUnnumberedEvents(pool);
  const lookMs = (performance.now() - lookedMs) / LOOKS;
  console.log(`${label}: ${perSecond} events/s are numbered; a look takes ${lookMs.toFixed(2)} ms`);
}

async function measure(label: string, database: Database, dataDir: string | null): Promise<void> {
  await migrate(database.pool);
  await measureCost(label, database, dataDir);
  await measureSpeed(label, database);
  await database.close();
}

const folder = await mkdtemp(join(tmpdir(), 'svc-numbering-'));
await measure('embedded', await openDatabase({ dataDir: join(folder, 'data') }), null);
// PostgreSQL refuses to run as root, so its own user must get through the folder.
await chmod(folder, 0o711);
const server = await createPostgres(findPostgres(folder), join(folder, 'postgres'));
await measure('PostgreSQL', await openDatabase({ databaseUrl: server.url, dataDir: '' }), server.dataDir);
await server.stop();
await rm(folder, { recursive: true });
