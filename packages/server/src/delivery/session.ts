import type { SvcEvent } from '@svc/contract';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Now } from '../clock.js';
import type { Encryption } from '../crypto/encryption.js';
import { loadEventsById } from '../features/events/load-events.js';
import { messageIdOf } from '../features/webhooks/delivery-item.js';
import { queueDeliveries } from '../features/webhooks/delivery-work.js';
import type { Mailer } from '../mail/mailer.js';
import { disableWebhook } from './disable-webhook.js';
import { writeBodies } from './formats/write-bodies.js';
import { loadTarget, type WebhookTarget } from './load-target.js';
import { type Attempt, recordAttempts } from './record-attempts.js';
import { retryInMs } from './retry-schedule.js';
import type { Sender, SendResult } from './sender.js';
import { signedHeaders } from './sign.js';
import { type DueDelivery, type TakenDeliveries, takeFirst, takeRetries } from './take-deliveries.js';

/** What sessions share. */
export interface SessionContext {
  readonly pool: Pool;
  readonly sender: Sender;
  readonly encryption: Encryption;
  readonly mailer: Mailer;
  readonly logger: Logger;
  /** The service as the outside sees it. */
  readonly baseUrl: string;
  readonly now: Now;
  readonly retryPausesMs: readonly number[];
  /** How long a webhook may have nothing but failures. */
  readonly disableAfterMs: number;
  /** Aborted when the process stops: what is under way is not waited for, and attempted again later. */
  readonly signal: AbortSignal;
}

/** What a session attempts, and how many at a time. */
export interface SessionKind {
  take(pool: Pool, webhookId: number): Promise<TakenDeliveries>;
  readonly atOnce: number;
}

/** First attempts are made one after the other, in the order of the events. */
export const FIRST_SESSION: SessionKind = { take: takeFirst, atOnce: 1 };
export const RETRY_SESSION: SessionKind = { take: takeRetries, atOnce: 4 };

/** After so long others get their turn. */
const SESSION_MS = 20_000;
/** What came of attempts is on disk so soon, also where each takes long. */
const RECORD_EVERY_MS = 1_000;
const GONE = 410;

/**
 * Attempts what is due for one webhook, until nothing is or the session's time is over. Ends early when the process stops or the
 * webhook is disabled.
 */
export async function runSession(
  context: SessionContext,
  webhookId: number,
  { take, atOnce }: SessionKind,
): Promise<void> {
  const { pool, encryption, signal } = context;
  const endsMs = performance.now() + SESSION_MS;
  while (!signal.aborted && performance.now() < endsMs) {
    const target = await loadTarget(pool, webhookId, encryption);
    if (target === null) return;
    const { deliveries, mayHaveMore } = await take(pool, webhookId);
    if (deliveries.length > 0) {
      if (await deliver(context, target, { deliveries, atOnce, endsMs })) return;
    } else if (!mayHaveMore) return;
  }
}

interface Due {
  readonly deliveries: readonly DueDelivery[];
  readonly atOnce: number;
  readonly endsMs: number;
}

/** Attempts deliveries and records what came of it; whether the webhook was disabled because of it. */
async function deliver(
  context: SessionContext,
  target: WebhookTarget,
  { deliveries, atOnce, endsMs }: Due,
): Promise<boolean> {
  const bodies = await loadBodies(context, target, deliveries);
  const recorder = createRecorder(context, target);
  const queued = [...deliveries];
  let isGone = false;

  async function attemptInTurn(): Promise<void> {
    for (let next = queued.shift(); next !== undefined; next = queued.shift()) {
      if (isGone || context.signal.aborted || performance.now() >= endsMs) return;
      const result = await attempt(context, target, next, bodies.get(messageIdOf(next)) ?? null);
      if (result === null) return;
      isGone ||= result.status === GONE;
      await recorder.add(toAttempt(context, next, result));
    }
  }

  await Promise.all(Array.from({ length: atOnce }, attemptInTurn));
  const failingMs = await recorder.flush();
  const isFailing = failingMs !== null && failingMs >= context.disableAfterMs;
  if (!isGone && !isFailing) return false;
  const reason = isGone ? 'gone' : 'failing';
  context.logger.warn({ webhookId: target.id, reason }, 'webhook disabled');
  await disableWebhook(context, target, reason);
  return true;
}

/** The bodies of deliveries, by what `webhook-id` carries; one whose event no longer exists has none. */
async function loadBodies(
  { pool, baseUrl }: SessionContext,
  target: WebhookTarget,
  deliveries: readonly DueDelivery[],
): Promise<ReadonlyMap<string, string>> {
  const numbered = deliveries.flatMap(({ event_id: id, sequence }) =>
    id === null || sequence === null ? [] : { id, sequence },
  );
  const tests = deliveries.filter(({ sequence }) => sequence === null);
  const events = await loadEventsById(pool, target.workspaceId, numbered);
  const all = [...events, ...tests.map((delivery) => testEvent(target, delivery))];
  return writeBodies(pool, all, { format: target.format, baseUrl });
}

/** What a test sends: an event of no program, with no number. */
function testEvent({ workspaceId }: WebhookTarget, delivery: DueDelivery): SvcEvent {
  return {
    id: messageIdOf(delivery),
    type: 'webhook.test',
    sequence: 0,
    workspace_id: workspaceId,
    program_id: null,
    created_at: delivery.created_at.toISOString(),
    test_mode: true,
    data: {},
  };
}

/** Sends one delivery; null when the process stops meanwhile. */
async function attempt(
  { sender, signal, now }: SessionContext,
  { url, secrets }: WebhookTarget,
  delivery: DueDelivery,
  body: string | null,
): Promise<SendResult | null> {
  if (secrets === null) return { status: null, error: "The webhook's secret cannot be decrypted: rotate it" };
  if (body === null) return { status: null, error: 'The event no longer exists' };
  const headers = signedHeaders({ id: messageIdOf(delivery), body, nowMs: now() }, secrets);
  try {
    return await sender.send({ url, headers, body }, signal);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

function toAttempt(
  { retryPausesMs }: SessionContext,
  { id, round, attempts }: DueDelivery,
  { status, error }: SendResult,
): Attempt {
  const isDelivered = status !== null && status >= 200 && status < 300;
  const retry = isDelivered || status === GONE ? null : retryInMs(attempts + 1, retryPausesMs, Math.random());
  const why = isDelivered ? null : (error ?? describeStatus(status ?? 0));
  return { deliveryId: id, round, isDelivered, status, error: why, retryInMs: retry };
}

function describeStatus(status: number): string {
  const isRedirect = status >= 300 && status < 400;
  return isRedirect ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`;
}

/** Collects attempts and records them together, every second. */
function createRecorder({ pool }: SessionContext, { id }: WebhookTarget) {
  let waiting: Attempt[] = [];
  let recordedMs = performance.now();
  let failingMs: number | null = null;

  async function flush(): Promise<number | null> {
    const attempts = waiting;
    waiting = [];
    recordedMs = performance.now();
    if (attempts.length === 0) return failingMs;
    failingMs = await recordAttempts(pool, id, attempts);
    const isAnyTriedAgain = attempts.some(({ retryInMs: pauseMs }) => pauseMs !== null);
    if (isAnyTriedAgain) await queueDeliveries(pool, { webhookIds: [id] });
    return failingMs;
  }

  return {
    flush,
    async add(done: Attempt): Promise<void> {
      waiting.push(done);
      if (performance.now() - recordedMs >= RECORD_EVERY_MS) await flush();
    },
  };
}
