import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { MANAGEMENT_KEY_PERMISSIONS } from '@svc/contract';
import type { Pool } from 'pg';
import { destination, pino } from 'pino';
import { openMemoryDatabase } from '../database/embedded/memory.js';
import { migrate } from '../database/migrate.js';
import { setSimulatedTime, simulateTime } from '../database/simulated-time.js';
import { insertManagementKey } from '../features/management-keys/insert-management-key.js';
import type { Mail } from '../mail/mail.js';
import { runChange } from '../operations/change.js';
import { applyProvision, type ProvisionReport, parseProvisionFile } from '../provision/index.js';
import { type VerifyReport, verifyBooks } from '../verify/verify.js';
import { nextMoment } from '../work/next-moment.js';
import { passwords } from './commands.js';
import type { Config, ProcessorConfig } from './config.js';
import { startServing } from './serve.js';
import { createShutdown } from './shutdown.js';

/** The whole service in this process, on a database in memory, in a time of its own that stands still until it is moved. */
export interface SimulatedService {
  readonly baseUrl: string;
  readonly pool: Pool;
  /** What would have been mailed, the oldest first. */
  readonly mails: readonly Mail[];
  /** Its time, in epoch milliseconds. */
  now(): number;
  /** Sets its time, which never goes back. `isLast`: it stays there; otherwise it only stops on its way. */
  moveTo(nowMs: number, isLast: boolean): Promise<void>;
  /** When something happens by itself next, up to `untilMs`; null: nothing does. */
  nextMoment(untilMs: number): Promise<number | null>;
  /** Resolves when nothing is left to do at this time: jobs, provider events, numbering of events, webhooks. */
  settle(): Promise<void>;
  /** Applies the content of a provision file. Throws `ProvisionError`, which lists what is wrong. */
  provision(file: unknown): Promise<ProvisionReport>;
  /** Makes a management key with all permissions of a workspace. */
  createManagementKey(workspaceId: number): Promise<string>;
  /** Recomputes the books, as `svc-server verify`. */
  verify(): Promise<VerifyReport>;
  close(): Promise<void>;
}

export interface SimulateOptions {
  /** When it begins, in epoch milliseconds. */
  readonly nowMs: number;
  readonly processor: Pick<ProcessorConfig, 'apiBase' | 'connectBase' | 'webhookSecrets'>;
}

const BY = 'simulation';

/** Starts one. Several may run side by side. */
export async function simulateService(options: SimulateOptions): Promise<SimulatedService> {
  let nowMs = options.nowMs;
  const now = () => nowMs;
  const logger = pino({ level: 'error' }, destination({ fd: 2, sync: true }));
  const shutdown = createShutdown(logger);
  const mails: Mail[] = [];
  const mailer = {
    hasServer: true,
    async send(mail: Mail) {
      mails.push(mail);
      return true;
    },
  };
  const config = configOf(options, await findFreePort());
  const database = await openMemoryDatabase(() => undefined);
  try {
    const { pool } = database;
    await migrate(pool);
    await simulateTime(pool, nowMs);
    const context = { config, logger, print: () => undefined, now };
    const { jobs, forgetConfiguration } = await startServing(context, shutdown, {
      database,
      mailer,
    });
    await jobs.settle();
    return {
      baseUrl: config.baseUrl,
      pool,
      mails,
      now,
      async moveTo(atMs, isLast) {
        if (atMs < nowMs) throw new RangeError('time does not go back');
        await setSimulatedTime(pool, atMs);
        nowMs = atMs;
        await jobs.leap({ isLast });
      },
      nextMoment: (untilMs) => nextMoment(pool, { nowMs, untilMs }),
      settle: jobs.settle,
      async provision(file) {
        const report = await applyProvision(pool, parseProvisionFile(JSON.stringify(file)), {
          passwords,
          isForced: false,
        });
        forgetConfiguration();
        await jobs.settle();
        return report;
      },
      async createManagementKey(workspaceId) {
        const place = { workspaceId, programId: null };
        const key = { ...place, name: BY, permissions: MANAGEMENT_KEY_PERMISSIONS, expiresAtMs: null };
        const change = {
          actor: { userId: null, email: BY },
          action: 'management_key.create',
          place,
        } as const;
        const made = await runChange(pool, change, (client) =>
          insertManagementKey(client, { ...key, createdBy: BY, creatorId: null }),
        );
        return made.management_key;
      },
      verify: () => verifyBooks(pool),
      close: () => shutdown.run(),
    };
  } catch (error) {
    await shutdown.run().catch(() => undefined);
    await database.close();
    throw error;
  }
}

function configOf({ processor }: SimulateOptions, port: number): Config {
  return {
    host: '127.0.0.1',
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    hosts: [],
    dnsServer: null,
    databaseUrl: null,
    readUrl: null,
    dataDir: '',
    secret: randomBytes(32).toString('hex'),
    previousSecrets: [],
    provisionFile: null,
    setupToken: null,
    clickRetentionMonths: null,
    webhooksAllowPrivate: true,
    metricsToken: null,
    publicDocs: false,
    rateLimit: false,
    trustProxy: false,
    processor: { ...processor, secretKey: 'sk_test_simulation', clientId: null, testEvents: 'live' },
    mail: null,
  };
}

/** The address is part of the configuration, so the port is chosen before anything listens on it. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
