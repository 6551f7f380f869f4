import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Now } from '../clock.js';
import type { Encryption } from '../crypto/encryption.js';
import { isConnectionLost } from '../database/transaction.js';
import { rescheduleWork, retryPauseMs, type WorkHandler, type WorkItem } from '../database/work-items.js';
import { FIRST_ATTEMPTS, queueDeliveries, RETRIES } from '../features/webhooks/delivery-work.js';
import { type EncryptedSecrets, encryptStoredSecrets } from '../features/webhooks/encrypt-stored-secrets.js';
import type { Mailer } from '../mail/mailer.js';
import type { OutgoingRules } from '../net/outgoing.js';
import { renewLeases } from './renew-leases.js';
import { RETRY_PAUSES_MS } from './retry-schedule.js';
import { createSender } from './sender.js';
import {
  FIRST_SESSION,
  RETRY_SESSION,
  runSession,
  type SessionContext,
  type SessionKind,
} from './session.js';

/** What tests change so that nothing takes days; all times in milliseconds. */
export interface DeliveryTimes {
  /** How long a receiver may take, from looking up its name to the end of its answer. */
  readonly timeoutMs: number;
  readonly retryPausesMs: readonly number[];
  readonly disableAfterMs: number;
  /** When a process dies, another continues with its webhooks after this. */
  readonly leaseMs: number;
}

export const DELIVERY_TIMES: DeliveryTimes = {
  timeoutMs: 15_000,
  retryPausesMs: RETRY_PAUSES_MS,
  disableAfterMs: 5 * 86_400_000,
  leaseMs: 30_000,
};

export interface DelivererOptions {
  readonly pool: Pool;
  readonly mailer: Mailer;
  /** Decrypts secrets of webhooks. */
  readonly encryption: Encryption;
  readonly rules: OutgoingRules;
  readonly logger: Logger;
  /** The service as the outside sees it. */
  readonly baseUrl: string;
  readonly now: Now;
  readonly times?: Partial<DeliveryTimes>;
  /** Further certificate authorities, for tests. */
  readonly ca?: string;
}

/** Delivers events to webhooks. */
export interface Deliverer {
  readonly handlers: readonly WorkHandler[];
  /** Encrypts the secrets of all webhooks with the service's current secret. */
  encryptSecrets(): Promise<EncryptedSecrets>;
  /** Starts nothing more, ends what is under way, and resolves when the pool is no longer used. */
  stop(): Promise<void>;
}

/** Webhooks served at once by a process, with first attempts and with retries. One that never answers keeps its place. */
const MOST_SESSIONS = 256;
/** Work becomes due when there is something to send; without that it is due so late that it does not matter. */
const IDLE_MS = 86_400_000;

/**
 * Delivers events by the work table: a webhook is leased to one process, which runs a session for it. Sessions run beside each
 * other, so a receiver that is slow, or never answers, delays none of the others.
 */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { pool, rules, ca } = options;
  const times = { ...DELIVERY_TIMES, ...options.times };
  const stopping = new AbortController();
  const sender = createSender({ rules, timeoutMs: times.timeoutMs, ...(ca !== undefined && { ca }) });
  const context: SessionContext = { ...options, ...times, sender, signal: stopping.signal };
  const lanes = [
    createLane(context, { kind: FIRST_ATTEMPTS, session: FIRST_SESSION, leaseMs: times.leaseMs }),
    createLane(context, { kind: RETRIES, session: RETRY_SESSION, leaseMs: times.leaseMs }),
  ];
  return {
    handlers: lanes.map(({ handler }) => handler),
    encryptSecrets: () => encryptStoredSecrets(pool, options.encryption),
    async stop() {
      stopping.abort(new Error('the process stops'));
      await Promise.all(lanes.map((lane) => lane.stop()));
      sender.close();
    },
  };
}

interface LaneOptions {
  readonly kind: string;
  readonly session: SessionKind;
  readonly leaseMs: number;
}

/** Runs the sessions of one kind of work. */
function createLane(context: SessionContext, { kind, session, leaseMs }: LaneOptions) {
  const { pool, logger, signal } = context;
  const running = new Map<number, { item: WorkItem; done: Promise<void> }>();
  const renewing = setInterval(() => void renew(), leaseMs / 3);
  renewing.unref();
  let onFree: () => void = () => {};

  async function renew(): Promise<void> {
    const items = [...running.values()].map(({ item }) => item);
    if (items.length === 0) return;
    await renewLeases(pool, items, leaseMs).catch((err: unknown) =>
      logger.warn({ err }, 'leases of webhooks could not be renewed; other processes may continue with them'),
    );
  }

  function start(item: WorkItem): void {
    const current = running.get(item.key);
    if (current !== undefined) {
      // Its lease had run out, and came back here.
      current.item = item;
      return;
    }
    const started = { item, done: Promise.resolve() };
    running.set(item.key, started);
    started.done = serve(context, session, () => started.item).finally(() => {
      running.delete(item.key);
      onFree();
    });
  }

  const handler: WorkHandler = {
    kind,
    leaseMs,
    lane: kind,
    async run(items) {
      for (const item of items) {
        while (running.size >= MOST_SESSIONS && !signal.aborted)
          await new Promise<void>((resolve) => {
            onFree = resolve;
          });
        if (signal.aborted) return;
        start(item);
      }
    },
  };
  return {
    handler,
    async stop(): Promise<void> {
      onFree();
      clearInterval(renewing);
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** Runs a session, and makes the webhook's work due again when it will have something to send. Never rejects. */
async function serve(context: SessionContext, session: SessionKind, itemOf: () => WorkItem): Promise<void> {
  const { pool, logger } = context;
  const { key: webhookId, attempts } = itemOf();
  try {
    await runSession(context, webhookId, session);
    // In this order: what is queued meanwhile is due earlier than idle work, or found by the second statement.
    await rescheduleWork(pool, itemOf(), { pauseMs: IDLE_MS, error: null });
    await queueDeliveries(pool, { webhookIds: [webhookId] });
  } catch (err) {
    if (!isConnectionLost(err))
      logger.error({ err, webhookId }, 'a webhook could not be served; it is tried again');
    const pauseMs = retryPauseMs(attempts);
    await rescheduleWork(pool, itemOf(), { pauseMs, error: String(err) }).catch(() => {
      // The lease runs out instead.
    });
  }
}
