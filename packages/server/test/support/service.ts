import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Logger, pino } from 'pino';
import type { AppDependencies, HttpSettings, Lifecycle } from '../../src/adapters/http/context.js';
import { createMetrics } from '../../src/adapters/http/metrics.js';
import { createAuth } from '../../src/auth/create-auth.js';
import { type Now, systemNow } from '../../src/clock.js';
import { createEncryption, type Secrets } from '../../src/crypto/encryption.js';
import { hashSecret } from '../../src/crypto/secret-text.js';
import { type Database, type Engine, openDatabase } from '../../src/database/open.js';
import { createEventNews, type EventNews } from '../../src/events/event-news.js';
import { createEventWatch, type EventWatch } from '../../src/events/event-watch.js';
import { startNumbering } from '../../src/events/start-numbering.js';
import { createStopLinks, type StopLinks } from '../../src/features/notifications/stop-links.js';
import { PAYOUT_DETAILS_PURPOSE } from '../../src/features/payouts/stored-details.js';
import { createSealKeys, SEAL_KEYS_PURPOSE } from '../../src/features/seals/seal-keys.js';
import { WEBHOOK_SECRETS_PURPOSE } from '../../src/features/webhooks/webhook-secret.js';
import { createTracking, type Tracking, type TrackingOptions } from '../../src/ingest/index.js';
import type { Mail } from '../../src/mail/mail.js';
import type { Mailer } from '../../src/mail/mailer.js';
import { type OutgoingRules, outgoingRules } from '../../src/net/outgoing.js';
import type { WebhookServices } from '../../src/operations/services.js';
import { createStoredResponses, STORED_RESPONSES_PURPOSE } from '../../src/operations/stored-responses.js';
import { CONNECTIONS_PURPOSE } from '../../src/payments/connections/connection-row.js';
import {
  type Connections,
  type ConnectionsOptions,
  createConnections,
} from '../../src/payments/connections/connections.js';
import { createConnector } from '../../src/payments/connector.js';
import { createProcessor, type Processor, type ProcessorOptions } from '../../src/payments/processor.js';
import { providersById, type WebhookEndpoint } from '../../src/payments/provider.js';
import { buildApp, closeApp } from '../../src/service/app.js';
import { findGuidesFolder, findTrackerScript } from '../../src/service/built-files.js';
import type { ProcessorConfig } from '../../src/service/config.js';
import { configureProviders } from '../../src/service/payment-providers.js';
import { type DnsServer, startDnsServer } from './dns-server.js';
import { openTestDatabase } from './engines.js';

export interface ServiceOptions {
  /** Off unless a test is about limits. */
  readonly rateLimit?: boolean;
  readonly trustProxy?: HttpSettings['trustProxy'];
  /** As in production unless a test waits for it. */
  readonly writeKeyUsesEveryMs?: number;
  readonly writeRefusedEveryMs?: number;
  readonly longWorkPatienceMs?: number;
  /** Further names of the service, and what is open or closed to strangers; as nothing set unless a test is about it. */
  readonly http?: Partial<
    Pick<HttpSettings, 'baseUrl' | 'hosts' | 'dnsServer' | 'metricsToken' | 'publicDocs'>
  >;
  /** The machine's unless a test sets it. */
  readonly now?: Now;
  /** Silent unless a test reads what is logged. */
  readonly logger?: Logger;
  /** The card processor; nothing is configured unless a test is about it. */
  readonly processor?: Partial<ProcessorConfig> & Pick<ProcessorOptions, 'atStep'>;
  /** Where webhooks may go; as in production unless a test has a receiver. */
  readonly webhookRules?: OutgoingRules;
  /** Webhooks of further payment providers; none unless a test is about the port. */
  readonly webhooks?: readonly WebhookEndpoint[];
  /** A PostgreSQL that others have open as well; a database of its own unless a test is about several processes. */
  readonly databaseUrl?: string;
  /** Secrets of the service; generated unless a test sets them. */
  readonly secrets?: Secrets;
  /** Where the web application is; nowhere unless a test is about it. */
  readonly webFolder?: string;
  /** Whether events are numbered, as the service's jobs do; only where a test reads them. */
  readonly numbersEvents?: boolean;
  /** False: as without an email server. */
  readonly hasEmailServer?: boolean;
  /** Whether the email server takes an email; all of them unless a test is about refusals. */
  readonly takesEmail?: (mail: Mail) => boolean;
  /** An open one, in place of one of its own; it is closed with the service. */
  readonly database?: Database;
  /** Turns of connections to payment providers. */
  readonly connections?: Pick<ConnectionsOptions, 'atStep'>;
  /** Turns of the pipeline. */
  readonly tracking?: Partial<
    Pick<TrackingOptions, 'maxQueued' | 'maxBatch' | 'lanes' | 'laneOpensAt' | 'atStep'>
  >;
}

/** The service in this process, listening on a port of its own over a database of its own. */
export interface RunningService {
  /** http://127.0.0.1:port */
  readonly baseUrl: string;
  readonly pool: Pool;
  readonly database: Database;
  readonly app: FastifyInstance;
  readonly tracking: Tracking;
  readonly processor: Processor;
  readonly connections: Connections;
  readonly eventNews: EventNews;
  readonly eventWatch: EventWatch;
  readonly lifecycle: Lifecycle;
  /** What was sent, the oldest first. */
  readonly mails: readonly Mail[];
  readonly mailer: Mailer;
  /** The name server that the service asks; it knows no name. */
  readonly dns: DnsServer;
  readonly webhookServices: WebhookServices;
  readonly stopLinks: StopLinks;
  /** Closes in the order in which the process does: application, pipeline, database. */
  close(): Promise<void>;
}

/** What the first setup takes from another machine. */
export const SETUP_TOKEN = 'setup-token-of-the-tests';

const UNCONFIGURED: ProcessorConfig = {
  secretKey: null,
  clientId: null,
  webhookSecrets: [],
  apiBase: null,
  connectBase: null,
  testEvents: 'test',
};

/** Starts the service as `svc-server serve` does, without its jobs. */
export async function startService(engine: Engine, options: ServiceOptions = {}): Promise<RunningService> {
  const { databaseUrl, now = systemNow } = options;
  const database =
    options.database ??
    (await (databaseUrl === undefined
      ? openTestDatabase(engine)
      : openDatabase({ databaseUrl, dataDir: '' })));
  const { pool, trackingPool } = database;
  const logger = options.logger ?? pino({ level: 'silent' });
  const metrics = createMetrics();
  const { onBatch } = metrics;
  const eventNews = createEventNews();
  const eventWatch = createEventWatch(pool, eventNews);
  const turns = options.tracking;
  const tracking = createTracking({
    pool: trackingPool,
    otherPools: [pool],
    engine,
    logger,
    onBatch,
    onRecorded: () => eventNews.emit('written'),
    ...turns,
  });
  const lifecycle: Lifecycle = { phase: 'serving' };
  const dns = await startDnsServer();
  const settings = {
    baseUrl: 'http://service.test',
    hosts: [],
    dnsServer: dns.address,
    setupTokenHash: hashSecret(SETUP_TOKEN),
    metricsToken: null,
    publicDocs: true,
    ...options.http,
    rateLimit: options.rateLimit ?? false,
    trustProxy: options.trustProxy ?? false,
  };
  const processorConfig = { ...UNCONFIGURED, ...options.processor };
  const configured = configureProviders(processorConfig);
  const webhooks = [...configured.webhooks, ...(options.webhooks ?? [])];
  const providers = providersById(...webhooks.map(({ provider }) => provider));
  const mails: Mail[] = [];
  const mailer: Mailer = {
    hasServer: options.hasEmailServer ?? true,
    async send(mail) {
      if (options.takesEmail?.(mail) === false) return false;
      mails.push(mail);
      return options.hasEmailServer ?? true;
    },
  };
  const secrets = options.secrets ?? { current: randomBytes(32).toString('hex'), previous: [] };
  const encryption = createEncryption(secrets, PAYOUT_DETAILS_PURPOSE);
  const storedResponses = createStoredResponses(createEncryption(secrets, STORED_RESPONSES_PURPOSE));
  const sealKeys = createSealKeys(createEncryption(secrets, SEAL_KEYS_PURPOSE), now);
  const auth = createAuth({
    pool,
    mailer,
    secret: secrets.current,
    baseUrl: settings.baseUrl,
    logger,
    now,
  });
  const { testEvents } = processorConfig;
  const { atStep } = options.processor ?? {};
  const processor = createProcessor({
    pool,
    providers,
    tracking,
    logger,
    testEvents,
    now,
    apartMs: 0,
    ...(atStep && { atStep }),
  });
  const webhookServices: WebhookServices = {
    encryption: createEncryption(secrets, WEBHOOK_SECRETS_PURPOSE),
    rules: options.webhookRules ?? outgoingRules(false),
  };
  const connector = createConnector({
    pool,
    providers,
    baseUrl: settings.baseUrl,
    mailer,
    logger,
    now,
  });
  const connections = createConnections({
    pool,
    providers,
    encryption: createEncryption(secrets, CONNECTIONS_PURPOSE),
    baseUrl: settings.baseUrl,
    processor,
    logger,
    now,
    ...options.connections,
  });
  const stopLinks = createStopLinks([secrets.current, ...secrets.previous], settings.baseUrl);
  const events = { eventNews, eventWatch };
  const parts = {
    database,
    tracking,
    ...events,
    providers,
    webhooks,
    processor,
    connector,
    connections,
    auth,
    mailer,
    encryption,
    sealKeys,
    webhookServices,
    stopLinks,
  };
  const shared = { ...parts, storedResponses, logger, metrics, lifecycle, now };
  const { webFolder = null, writeKeyUsesEveryMs, writeRefusedEveryMs, longWorkPatienceMs } = options;
  const files = { webFolder, trackerScript: findTrackerScript(), guidesFolder: findGuidesFolder() };
  const dependencies: AppDependencies = {
    settings,
    ...files,
    writeKeyUsesEveryMs,
    writeRefusedEveryMs,
    longWorkPatienceMs,
    ...shared,
  };
  const app = await buildApp(dependencies);
  const numbering = options.numbersEvents ? startNumbering({ pool, news: eventNews, logger }) : null;
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    baseUrl,
    pool,
    database,
    app,
    tracking,
    processor,
    connections,
    ...events,
    lifecycle,
    mails,
    mailer,
    dns,
    webhookServices,
    stopLinks,
    async close() {
      await closeApp(app);
      await processor.close();
      await tracking.close();
      await numbering?.stop();
      await database.close();
      await dns.close();
    },
  };
}
