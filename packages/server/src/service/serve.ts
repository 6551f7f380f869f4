import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../adapters/http/context.js';
import { createMetrics } from '../adapters/http/metrics.js';
import { createAuth } from '../auth/create-auth.js';
import { BACKUP_SIGNAL, takeBackupRequests } from '../backup/requests.js';
import { writeBackup } from '../backup/write-backup.js';
import { createEncryption, type Secrets } from '../crypto/encryption.js';
import { deriveKey, loadOrCreateSecret } from '../crypto/secret.js';
import { hashSecret } from '../crypto/secret-text.js';
import { migrate } from '../database/migrate.js';
import type { Database } from '../database/open.js';
import { createEventNews } from '../events/event-news.js';
import { createEventWatch } from '../events/event-watch.js';
import { ensureClickPartitions } from '../features/clicks/ensure-click-partitions.js';
import { createStopLinks } from '../features/notifications/stop-links.js';
import { PAYOUT_DETAILS_PURPOSE } from '../features/payouts/stored-details.js';
import { createSealKeys, SEAL_KEYS_PURPOSE } from '../features/seals/seal-keys.js';
import { isSetupNeeded } from '../features/workspaces/is-setup-needed.js';
import { createTracking } from '../ingest/index.js';
import type { Mailer } from '../mail/mailer.js';
import { createStoredResponses, STORED_RESPONSES_PURPOSE } from '../operations/stored-responses.js';
import { createConnector } from '../payments/connector.js';
import { applyProvision, type ProvisionFile } from '../provision/index.js';
import { type Jobs, startJobs } from '../work/index.js';
import { buildApp, closeApp } from './app.js';
import { findBuiltFiles } from './built-files.js';
import { type CommandContext, describeKept, describeProvision, passwords } from './commands.js';
import type { Config } from './config.js';
import { makeDirectoryPrivate } from './data-directory.js';
import {
  encryptOldDetails,
  encryptPlainDetails,
  encryptTwoFactors,
  encryptWebhookSecrets,
} from './encrypt-stored.js';
import { guardExit } from './exit-guard.js';
import { redactText } from './logger.js';
import { openConnections, openDelivery, openMailer, openProcessor } from './open-parts.js';
import { configureProviders } from './payment-providers.js';
import { prepareSealing } from './prepare-sealing.js';
import { connectionsOf, openConfigured, untilReachable } from './reach-database.js';
import { readProvisionFile } from './read-provision-file.js';
import { createShutdown, type Shutdown } from './shutdown.js';

/**
 * While old objects are collected, on threads of their own, answers are late where there are few processors. So they may grow to
 * three times what the last collection left, which takes memory and leaves long pauses between collections.
 */
const COLLECT_RARELY = '--heap-growing-percent=200';
const SHUTDOWN_LIMIT_MS = 10_000;
/** Exiting takes milliseconds; a process that has not ended by then never will. */
const EXIT_LIMIT_MS = SHUTDOWN_LIMIT_MS + 5_000;

/** The address cannot be listened on. */
export class ListenError extends Error {
  constructor(reason: string, options: ErrorOptions) {
    super(reason, options);
    this.name = 'ListenError';
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: `port ${port} on ${host} is in use; stop what uses it, or set PORT`,
      EACCES: `port ${port} needs more rights than this process has; set PORT to one above 1023`,
      EADDRNOTAVAIL: `${host} is no address of this machine; set HOST`,
      ENOTFOUND: `${host} is no known host; set HOST`,
    };
    const reason = reasons[String(code)];
    if (reason === undefined) throw error;
    throw new ListenError(reason, { cause: error });
  }
}

/** Brings schema, partitions and the provision file's content into the database. */
async function prepareDatabase(
  { config, logger, print, now }: CommandContext,
  { pool }: Database,
  file: ProvisionFile | null,
): Promise<void> {
  // One line, however many: a key that is shown once must not be lost between them.
  const applied = await migrate(pool);
  if (applied.length > 0) {
    logger.info({ count: applied.length, newest: applied.at(-1)?.name }, 'migrations applied');
  }
  await ensureClickPartitions(pool, { fromMs: now() }).catch((err: unknown) => {
    logger.warn(
      { err },
      'could not create click partitions; clicks go to the default partition until they exist',
    );
  });
  if (file === null) return;
  const report = await applyProvision(pool, file, { passwords, isForced: false });
  for (const kept of report.kept) {
    const { workspace, program, path, field } = kept;
    logger.warn({ workspace, program, path, field }, redactText(describeKept(kept)));
  }
  logger.info({ file: config.provisionFile, counts: report.counts }, 'provision file applied');
  if (report.programs.some(({ apiToken }) => apiToken !== null)) describeProvision(report).forEach(print);
}

/** What a simulation has of its own. Its jobs do not look for work by themselves. */
export interface GivenParts {
  readonly database: Database;
  readonly mailer: Mailer;
}

/** Opens the database and builds everything on it; nothing asks it yet. */
async function assemble(context: CommandContext, shutdown: Shutdown, given: GivenParts | null) {
  const { config, logger, now } = context;
  // Mails without a server go there, whatever the database is.
  if (config.mail === null && existsSync(config.dataDir)) makeDirectoryPrivate(config.dataDir);
  const database = given?.database ?? (await openConfigured(config, logger));
  shutdown.add('database', () => database.close());
  const { pool, trackingPool, engine, connectBatches } = database;
  const secret = config.secret ?? (await loadOrCreateSecret(config.dataDir));
  const secrets = { current: secret, previous: config.previousSecrets };
  const encryption = createEncryption(secrets, PAYOUT_DETAILS_PURPOSE);
  const storedResponses = createStoredResponses(createEncryption(secrets, STORED_RESPONSES_PURPOSE));
  const sealKeys = createSealKeys(createEncryption(secrets, SEAL_KEYS_PURPOSE), now);
  const sessionSecrets = keysOf(secrets, 'sessions');
  const metrics = createMetrics();
  const { onBatch } = metrics;
  const eventNews = createEventNews();
  const eventWatch = createEventWatch(pool, eventNews);
  const tracking = createTracking({
    pool: trackingPool,
    otherPools: [pool],
    engine,
    connectBatches,
    logger,
    onBatch,
    onRecorded: () => eventNews.emit('written'),
  });
  shutdown.add('tracking', () => tracking.close());
  const mailer = given?.mailer ?? openMailer(config, secrets, { pool, logger, now });
  shutdown.add('mailer', async () => mailer.close?.());
  const [sessionSecret, ...previousSecrets] = sessionSecrets;
  const signing = { secret: sessionSecret, previousSecrets, baseUrl: config.baseUrl };
  const auth = createAuth({ ...signing, pool, mailer, logger, now });
  const stopLinks = createStopLinks(keysOf(secrets, 'notification emails'), config.baseUrl);
  const lifecycle: Lifecycle = { phase: 'starting' };
  const { providers, webhooks } = configureProviders(config.processor);
  const { webhookServices, deliverer } = openDelivery(config, secrets, { pool, mailer, logger, now });
  const processing = { pool: trackingPool, providers, tracking, logger, now };
  const processor = openProcessor(config, processing, { isSimulated: given !== null });
  const connector = createConnector({ pool, providers, baseUrl: config.baseUrl, mailer, logger, now });
  const connections = openConnections(config, secrets, { pool, providers, processor, logger, now });
  const parts = {
    database,
    tracking,
    eventNews,
    eventWatch,
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
  const setupToken = config.setupToken ?? deriveKey(secret, 'first setup');
  const settings = { ...config, setupTokenHash: hashSecret(setupToken) };
  const files = findBuiltFiles();
  const app = await buildApp({ settings, ...files, ...shared });
  shutdown.add('app', () => {
    lifecycle.phase = 'stopping';
    return closeApp(app).finally(() => processor.close());
  });
  return { ...parts, deliverer, sessionSecrets, lifecycle, app, setupToken };
}

/** The keys for one purpose, the one in use first. Those for `sessions` also encrypt the secrets of two-factor authentication. */
function keysOf({ current, previous }: Secrets, purpose: string): [string, ...string[]] {
  return [deriveKey(current, purpose), ...previous.map((secret) => deriveKey(secret, purpose))];
}

/**
 * Listening comes first, so that /readyz can say 503 while the database is waited for and migrated; other requests are
 * turned away with 503 until then. With a provision file it comes last: nobody shall meet a service without it.
 */
export async function startServing(
  context: CommandContext,
  shutdown: Shutdown,
  given: GivenParts | null = null,
): Promise<{ readonly jobs: Jobs; forgetConfiguration(): void }> {
  const { config, logger, now } = context;
  const { signal } = shutdown;
  // Read first of all: a file that is refused should not cost a migration.
  const file = config.provisionFile === null ? null : await readProvisionFile(config.provisionFile);
  const built = await assemble(context, shutdown, given);
  const {
    database,
    tracking,
    eventNews,
    deliverer,
    connections,
    processor,
    encryption,
    sessionSecrets,
    sealKeys,
    mailer,
    stopLinks,
    lifecycle,
    app,
    setupToken,
  } = built;
  const { pool, engine } = database;
  if (file === null) await listen(app, config);
  await untilReachable(database, { logger, signal, connections: connectionsOf(database) });
  await prepareDatabase(context, database, file);
  signal.throwIfAborted();
  await encryptPlainDetails({ pool, encryption, logger });
  await encryptTwoFactors({ pool, logger }, sessionSecrets);
  await prepareSealing({ pool, logger }, sealKeys);
  const { clickRetentionMonths } = config;
  const working = {
    pool,
    engine,
    tracking,
    eventNews,
    deliverer,
    connections,
    processor,
    encryption,
    sealKeys,
    invitationMails: { mailer, baseUrl: config.baseUrl },
    // Written into files, nobody would read them, and they would become more and more.
    notificationMails: mailer.hasServer ? { mailer, stopLinks, baseUrl: config.baseUrl } : null,
    logger,
    now,
  };
  const jobs = await startJobs({
    ...working,
    clickRetentionMonths,
    ...(given !== null && { lookEveryMs: null }),
  });
  const encrypting = Promise.all([
    encryptOldDetails({ pool, encryption, logger }, signal),
    encryptWebhookSecrets(deliverer, logger),
  ]);
  const stopBackups = given === null ? takeBackups(context, database) : async () => undefined;
  shutdown.add('jobs', () => Promise.all([jobs.stop(), encrypting, stopBackups()]).then(() => undefined));
  const needsSetup = await isSetupNeeded(pool);
  signal.throwIfAborted();
  lifecycle.phase = 'serving';
  if (file !== null) await listen(app, config);
  if (needsSetup) announceSetup(context, setupToken);
  announce(context, engine);
  return { jobs, forgetConfiguration: app.forgetConfiguration };
}

/** Lets `svc-server backup` ask for backups of the embedded database; gives what ends that. */
function takeBackups({ config, logger }: CommandContext, database: Database): () => Promise<void> {
  if (database.engine !== 'embedded') return async () => undefined;
  const { pool, keepingLog } = database;
  const { dataDir } = config;
  return takeBackupRequests(
    dataDir,
    async (file, signal) => {
      const startedMs = performance.now();
      const until = await writeBackup({ pool, keepingLog, dataDir, signal }, file);
      logger.info({ until, tookMs: Math.round(performance.now() - startedMs) }, 'backup written');
      return until;
    },
    (err) => logger.error({ err }, 'a backup failed'),
  );
}

function announce({ config, logger, print }: CommandContext, engine: Database['engine']): void {
  const { host, port, baseUrl, dataDir } = config;
  if (process.stdout.isTTY) {
    const storage = engine === 'embedded' ? `embedded database in ${dataDir}` : 'PostgreSQL';
    print(`svc is ready at ${baseUrl} (${storage}); Ctrl-C ends it`);
  } else {
    logger.info({ host, port, baseUrl, engine }, 'ready');
  }
}

/**
 * Says how the first account is made. The token is made from the secret, so every process with the same secret takes the
 * same one; one that the operator chose is not repeated.
 */
function announceSetup(
  { config: { baseUrl, setupToken: chosen }, print }: CommandContext,
  token: string,
): void {
  const page = `${baseUrl}/setup`;
  if (chosen !== null) {
    print(
      `No account exists yet: open ${page}. From another machine it asks for the token in SVC_SETUP_TOKEN.`,
    );
    return;
  }
  print(`No account exists yet: open ${page}#${token}`);
  print(`Setup token, which it asks for from another machine: ${token}`);
}

/**
 * Runs the service; resolves when it is ready, and the process then lives until a signal ends it: what was accepted is
 * answered and stored, then the exit code is 0. After an error that nobody handled the same happens, with 1; a second
 * signal, or ten seconds, end it at once with 1, and the log says what was still open. What fails before it is ready is thrown when all is closed again.
 */
export async function serve(context: CommandContext): Promise<void> {
  setFlagsFromString(COLLECT_RARELY);
  const { logger } = context;
  const shutdown = createShutdown(logger);
  const grace = closeWithGrace(
    {
      delay: SHUTDOWN_LIMIT_MS,
      // On the embedded database it asks for a backup, and elsewhere ends the process as other signals do.
      skip: context.config.databaseUrl === null ? [BACKUP_SIGNAL] : [],
      logger: false,
      onSecondSignal: (signal) => logger.fatal({ signal }, 'second signal: exiting immediately'),
      onSecondError: (err) => logger.fatal({ err }, 'error while shutting down: exiting immediately'),
      onTimeout: () =>
        logger.fatal(
          { open: shutdown.open(), resources: process.getActiveResourcesInfo() },
          `shutting down took over ${SHUTDOWN_LIMIT_MS / 1000} s: ending at once`,
        ),
    },
    async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'unhandled error: shutting down');
      else logger.info({ signal }, 'shutting down');
      guardExit(EXIT_LIMIT_MS);
      await shutdown.run();
      logger.info('stopped');
    },
  );
  try {
    await startServing(context, shutdown);
  } catch (error) {
    // A signal during the start is what made it fail; the process ends by itself, as later.
    if (shutdown.signal.aborted) return;
    grace.uninstall();
    // What could not be closed is in the log; why the start failed is what counts.
    await shutdown.run().catch(() => undefined);
    throw error;
  }
}
