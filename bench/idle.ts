// What an idle service does: how long background work takes to start on a new and on a known database, and how many
// statements it sends in a minute in which nothing happens. `npx tsx bench/idle.ts [seconds]`; embedded engine.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { systemNow } from '../packages/server/src/clock.js';
import { createEncryption } from '../packages/server/src/crypto/encryption.js';
import { migrate } from '../packages/server/src/database/migrate.js';
import { openDatabase } from '../packages/server/src/database/open.js';
import { createDeliverer } from '../packages/server/src/delivery/deliverer.js';
import { createEventNews } from '../packages/server/src/events/event-news.js';
import { createStopLinks } from '../packages/server/src/features/notifications/stop-links.js';
import { createSealKeys } from '../packages/server/src/features/seals/seal-keys.js';
import { createTracking } from '../packages/server/src/ingest/index.js';
import { outgoingRules } from '../packages/server/src/net/outgoing.js';
import { createProcessor } from '../packages/server/src/payments/processor.js';
import { configureProviders } from '../packages/server/src/service/payment-providers.js';
import { startJobs } from '../packages/server/src/work/index.js';

const seconds = Number(process.argv[2] ?? 60);
const logger = pino({ level: 'silent' });
const encryption = createEncryption({ current: 'x'.repeat(32), previous: [] }, 'payout details');
const testEvents = 'test' as const;
const settings = {
  secretKey: null,
  clientId: null,
  webhookSecrets: [],
  apiBase: null,
  connectBase: null,
  testEvents,
};
const { providers } = configureProviders(settings);
const dataDir = await mkdtemp(join(tmpdir(), 'svc-idle-'));

function countStatements(pool: Pool): () => number {
  let count = 0;
  const { query } = pool;
  const connect = pool.connect.bind(pool) as () => Promise<{ query: (...args: unknown[]) => unknown }>;
  const patched = new WeakSet<object>();
  Object.assign(pool, {
    connect: async (...args: unknown[]) => {
      if (args.length > 0)
        return (pool.constructor.prototype.connect as (...all: unknown[]) => unknown).apply(pool, args);
      const client = await connect();
      if (!patched.has(client)) {
        patched.add(client);
        const ask = client.query.bind(client);
        client.query = (...all) => {
          count += 1;
          return ask(...all);
        };
      }
      return client;
    },
    query: (...args: unknown[]) => {
      count += 1;
      return (query as (...all: unknown[]) => unknown).apply(pool, args);
    },
  });
  return () => count;
}

async function measureIdle(label: string, idleSeconds: number): Promise<void> {
  const { pool, engine, close } = await openDatabase({ dataDir });
  await migrate(pool);
  const eventNews = createEventNews();
  const tracking = createTracking({ pool, engine, logger });
  const statements = countStatements(pool);
  const processor = createProcessor({ pool, providers, tracking, logger, testEvents, now: systemNow });
  const delivering = {
    mailer: { hasServer: true, send: async () => true },
    baseUrl: '',
    rules: outgoingRules(false),
  };
  const delivery = {
    deliverer: createDeliverer({ pool, encryption, logger, now: systemNow, ...delivering }),
    eventNews,
    invitationMails: { mailer: delivering.mailer, baseUrl: '' },
    notificationMails: { mailer: delivering.mailer, stopLinks: createStopLinks(['key'], ''), baseUrl: '' },
  };
  const startedMs = performance.now();
  const jobs = await startJobs({
    pool,
    engine,
    tracking,
    processor,
    connections: {
      handler: {
        kind: 'payment_connection',
        leaseMs: 1_000,
        lane: 'payment_connection',
        run: async () => undefined,
      },
    },
    encryption,
    sealKeys: createSealKeys(encryption, systemNow),
    logger,
    now: systemNow,
    ...delivery,
  });
  const ms = Math.round(performance.now() - startedMs);
  console.log(`${label}: background work started in ${ms} ms with ${statements()} statements`);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const before = statements();
  await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1000));
  if (idleSeconds > 0)
    console.log(
      `${label}: ${Math.round(((statements() - before) * 60) / idleSeconds)} statements in an idle minute`,
    );
  await jobs.stop();
  await processor.close();
  await tracking.close();
  await close();
}

await measureIdle('new database', 0);
await measureIdle('known database', seconds);
await rm(dataDir, { recursive: true });
