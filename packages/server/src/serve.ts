import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './app.js';
import { createAuth } from './auth/create-auth.js';
import { type CommandContext, describeProvision, passwords, readProvisionFile } from './commands.js';
import type { Config } from './config.js';
import { migrate } from './database/migrate.js';
import type { Database } from './database/open.js';
import { startJobs } from './jobs/index.js';
import { ensureClickPartitions } from './operations/ensure-click-partitions.js';
import { applyProvision } from './operations/provision/index.js';
import { reachDatabase } from './reach-database.js';
import { deriveKey, loadOrCreateSecret } from './secret.js';
import { createShutdown, type Shutdown } from './shutdown.js';
import { createTracking } from './tracking/index.js';

const SHUTDOWN_LIMIT_MS = 10_000;

/** The address cannot be listened on. */
export class ListenError extends Error {
  constructor(reason: string, options: ErrorOptions) {
    super(reason, options);
    this.name = 'ListenError';
  }
}

/** Opens the database and brings schema, partitions and the provision file's content into it. */
async function prepareDatabase(context: CommandContext, shutdown: Shutdown): Promise<Database> {
  const { config, logger, print } = context;
  // Read first: a file that is refused should not cost a migration.
  const file = config.provisionFile === null ? null : await readProvisionFile(config.provisionFile);
  const database = await reachDatabase(config, { logger, signal: shutdown.signal });
  shutdown.add('database', () => database.close());
  for (const { name } of await migrate(database.pool)) logger.info({ migration: name }, 'migration applied');
  await ensureClickPartitions(database.pool).catch((err: unknown) => {
    logger.warn({ err }, 'click partitions could not be made; the default one serves until they are');
  });
  if (file !== null) {
    const report = await applyProvision(database.pool, file, { passwords });
    logger.info({ file: config.provisionFile, counts: report.counts }, 'provision file applied');
    if (report.programs.some(({ apiToken }) => apiToken !== null)) describeProvision(report).forEach(print);
  }
  return database;
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

/**
 * Listening comes last. Until then connections are refused, which every load balancer and orchestrator reads as "not
 * ready": a listener that could only answer 503 during the migration would add a second life to the service and say
 * nothing more, and the provision file has to be applied before the first request anyway.
 */
async function start(context: CommandContext, shutdown: Shutdown): Promise<void> {
  const { config, logger, print } = context;
  const { pool, engine } = await prepareDatabase(context, shutdown);
  shutdown.signal.throwIfAborted();
  const secret = config.secret ?? (await loadOrCreateSecret(config.dataDir));
  const tracking = createTracking({ pool, engine, logger });
  shutdown.add('tracking', () => tracking.close());
  const jobs = await startJobs({ pool, engine, tracking, logger });
  shutdown.add('jobs', () => jobs.stop());
  const auth = createAuth({ pool, secret: deriveKey(secret, 'sessions'), baseUrl: config.baseUrl, logger });
  const app = await buildApp({ config, pool, tracking, auth, logger });
  shutdown.add('app', () => closeApp(app));
  shutdown.signal.throwIfAborted();
  await listen(app, config);
  announce(config, engine, logger, print);
}

function announce(
  { host, port, baseUrl, dataDir }: Config,
  engine: string,
  logger: Logger,
  print: (line: string) => void,
): void {
  if (process.stdout.isTTY) {
    const storage = engine === 'embedded' ? `embedded database in ${dataDir}` : 'PostgreSQL';
    print(`svc is ready at ${baseUrl} (${storage}); Ctrl-C ends it`);
  } else {
    logger.info({ host, port, baseUrl, engine }, 'ready');
  }
}

/**
 * Runs the service until a signal ends the process; resolves when it listens. Whatever fails before that is thrown
 * when everything opened so far is closed again.
 */
export async function serve(context: CommandContext): Promise<void> {
  const { logger } = context;
  const shutdown = createShutdown(logger);
  const grace = closeWithGrace(
    {
      delay: SHUTDOWN_LIMIT_MS,
      logger: false,
      onSecondSignal: (signal) => logger.fatal({ signal }, 'second signal: ending at once'),
      onSecondError: (err) => logger.fatal({ err }, 'an error while shutting down: ending at once'),
      onTimeout: () =>
        logger.fatal(`shutting down took more than ${SHUTDOWN_LIMIT_MS / 1000} s: ending at once`),
    },
    async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'an error that nobody handled; shutting down');
      else logger.info({ signal }, 'shutting down');
      await shutdown.run();
      logger.info('stopped');
    },
  );
  try {
    await start(context, shutdown);
  } catch (error) {
    // A signal during the start makes it fail; the process then ends by itself, the same way as later.
    if (shutdown.signal.aborted) return;
    grace.uninstall();
    await shutdown.run();
    throw error;
  }
}
