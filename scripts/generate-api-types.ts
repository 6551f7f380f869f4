// Writes the types of the HTTP interface, for the dashboard and for the management client of @svc/node, from what the service
// describes at /openapi.json. With --check it only says whether they are fresh.
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import pg from 'pg';
import { pino } from 'pino';
import { createMetrics } from '../packages/server/src/adapters/http/metrics.js';
import { createAuth } from '../packages/server/src/auth/create-auth.js';
import { systemNow } from '../packages/server/src/clock.js';
import { createEncryption } from '../packages/server/src/crypto/encryption.js';
import { createEventNews } from '../packages/server/src/events/event-news.js';
import { createEventWatch } from '../packages/server/src/events/event-watch.js';
import { createStopLinks } from '../packages/server/src/features/notifications/stop-links.js';
import { createSealKeys } from '../packages/server/src/features/seals/seal-keys.js';
import { createTracking } from '../packages/server/src/ingest/index.js';
import { outgoingRules } from '../packages/server/src/net/outgoing.js';
import { createStoredResponses } from '../packages/server/src/operations/stored-responses.js';
import { createConnections } from '../packages/server/src/payments/connections/connections.js';
import { createConnector } from '../packages/server/src/payments/connector.js';
import { createProcessor } from '../packages/server/src/payments/processor.js';
import { buildApp } from '../packages/server/src/service/app.js';
import { configureProviders } from '../packages/server/src/service/payment-providers.js';

const HEADER =
  '// Written by `npm run generate` from the description of the service; edit packages/contract and the operations instead.\n';

/** The description of the HTTP interface, from an application whose database nobody ever asks. */
async function describe(): Promise<string> {
  const pool = new pg.Pool({ max: 1 });
  const logger = pino({ level: 'silent' });
  const mailer = { hasServer: true, send: async () => true };
  const baseUrl = 'http://localhost:4600';
  const processorSettings = {
    secretKey: null,
    clientId: null,
    webhookSecrets: [],
    apiBase: null,
    connectBase: null,
    testEvents: 'test' as const,
  };
  const secret = randomBytes(32).toString('hex');
  const encryption = createEncryption({ current: secret, previous: [] }, 'payout details');
  const sealKeys = createSealKeys(encryption, systemNow);
  const engine = 'postgres' as const;
  const tracking = createTracking({ pool, otherPools: [pool], engine, logger });
  const eventNews = createEventNews();
  const { providers, webhooks } = configureProviders(processorSettings);
  const shared = { pool, providers, logger, now: systemNow };
  const processor = createProcessor({ ...shared, tracking, testEvents: 'test' });
  const connector = createConnector({ ...shared, baseUrl, mailer });
  const connections = createConnections({ ...shared, encryption, baseUrl, processor });
  const app = await buildApp({
    now: systemNow,
    webFolder: null,
    trackerScript: null,
    guidesFolder: null,
    settings: {
      baseUrl,
      hosts: [],
      dnsServer: null,
      setupTokenHash: Buffer.alloc(32),
      metricsToken: null,
      publicDocs: true,
      rateLimit: false,
      trustProxy: false,
    },
    database: { pool, trackingPool: pool, readPool: pool },
    sealKeys,
    tracking,
    eventNews,
    eventWatch: createEventWatch(pool, eventNews),
    providers,
    webhooks,
    processor,
    connector,
    connections,
    auth: createAuth({ pool, mailer, secret, baseUrl, logger, now: systemNow }),
    mailer,
    webhookServices: { encryption, rules: outgoingRules(false) },
    stopLinks: createStopLinks([secret], baseUrl),
    encryption,
    storedResponses: createStoredResponses(encryption),
    logger,
    metrics: createMetrics(),
    lifecycle: { phase: 'serving' },
  });
  const description = JSON.stringify(app.swagger());
  await app.close();
  await processor.close();
  await tracking.close();
  await pool.end();
  return description;
}

/** What a management key can open: routes of a workspace or program that ask for a permission of members. Errors all have one type. */
function forManagementKeys(description: Description): Description {
  const entries = Object.entries(description.paths).flatMap(([path, methods]) => {
    if (!/^\/api\/(programs|workspaces)\b/.test(path)) return [];
    const open = Object.entries(methods).flatMap(([method, route]) =>
      route['x-permission']?.includes(':')
        ? [[method, { ...route, responses: { 200: route.responses[200] } }]]
        : [],
    );
    return open.length === 0 ? [] : [[path, Object.fromEntries(open)] as const];
  });
  return { ...description, paths: Object.fromEntries(entries) };
}

interface Route {
  readonly 'x-permission'?: string;
  readonly responses: Readonly<Record<number, unknown>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Route>>>>;
}

const description = JSON.parse(await describe()) as Description;
const targets = [
  [new URL('../packages/dashboard/src/api/schema.ts', import.meta.url), description],
  [new URL('../packages/node/src/management/schema.ts', import.meta.url), forManagementKeys(description)],
] as const;
for (const [file, described] of targets) {
  const text = HEADER + astToString(await openapiTS(JSON.stringify(described)));
  if (!process.argv.includes('--check')) {
    await writeFile(file, text);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${fileURLToPath(file)} does not fit the routes: run npm run generate`);
    process.exitCode = 1;
  }
}
