import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Coverage, EventStatus, EventWork, SettledEvent } from '../operations/processor/event-row.js';
import { findConnections, findWorkspacesOfPrograms } from '../operations/processor/find-connections.js';
import { settleEvents } from '../operations/processor/settle-events.js';
import { endConnection, updateConnection } from '../operations/processor/update-connection.js';
import { type Tracking, UnavailableError } from '../tracking/index.js';
import { type ProcessorEvent, parseEvent } from './event.js';
import { type Reading, readEvent, type Surroundings } from './read-event.js';
import { verdictOn } from './reasons.js';
import { translateAccount } from './translate/account.js';
import type { AccountTelling, Telling } from './translate/telling.js';
import { translate } from './translate/translate.js';

/** Between which steps of working events off `atStep` is called. */
export type EventStep = 'stored' | 'claimed' | 'read' | 'submitted' | 'settled';

/** What working events off needs. */
export interface WorkContext {
  readonly pool: Pool;
  readonly tracking: Pick<Tracking, 'submit'>;
  readonly logger: Logger;
  readonly testEvents: 'test' | 'live';
  /** Workspaces by program, as far as they were asked for: a program never changes its workspace. */
  readonly workspacesOfPrograms: Map<number, number>;
  /** Called after each step; tests fail or kill the process there. */
  readonly atStep: (step: EventStep) => void | Promise<void>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 600_000;
/** About two hours of trying, in which nothing but this event failed. */
const MAX_ATTEMPTS = 20;
/** An event whose customer is not known is tried again after this, and after pauses that double: for almost six days. */
const CUSTOMER_PAUSE_MS = 15_000;
const CUSTOMER_TRIES = 15;

interface Item {
  readonly work: EventWork;
  readonly event: ProcessorEvent | null;
  readonly telling: Telling | AccountTelling | null;
  /** Why it could not be read; null: it could. */
  readonly fault: unknown;
}

/**
 * Works events off together: one look-up for all, one batch of the pipeline, one note of what came of them. Whatever it
 * does can be done again without harm, so a crash anywhere only means that it is done again.
 */
export async function workOff(context: WorkContext, works: readonly EventWork[]): Promise<void> {
  const items = works.map(itemOf);
  const surroundings = await lookAround(context, items);
  await context.atStep('read');
  const outcomes = await Promise.all(items.map((item) => settle(context, item, surroundings)));
  await context.atStep('submitted');
  await settleEvents(context.pool, outcomes);
  await context.atStep('settled');
}

/** One that cannot be read is a fault of its own, so that the others of its batch have their effect. */
function itemOf(work: EventWork): Item {
  const event = parseEvent(work.body);
  try {
    const telling = event && (translateAccount(event) ?? translate(event));
    return { work, event, telling, fault: null };
  } catch (fault) {
    return { work, event, telling: null, fault };
  }
}

async function lookAround(context: WorkContext, items: readonly Item[]): Promise<Surroundings> {
  const { pool, testEvents, workspacesOfPrograms } = context;
  const accountIds = new Set(items.flatMap(({ event }) => event?.account ?? []));
  const programIds = new Set(
    items.flatMap(({ telling }) =>
      telling !== null && 'paid' in telling ? (telling.paid?.keys.programId ?? []) : [],
    ),
  );
  const unknown = new Set([...programIds].filter((id) => !workspacesOfPrograms.has(id)));
  for (const [id, workspaceId] of await findWorkspacesOfPrograms(pool, unknown)) {
    workspacesOfPrograms.set(id, workspaceId);
  }
  return { connections: await findConnections(pool, accountIds), workspacesOfPrograms, testEvents };
}

async function settle(
  context: WorkContext,
  { work, event, telling, fault }: Item,
  surroundings: Surroundings,
): Promise<SettledEvent> {
  if (event === null) return settled(work, null, 'failed', 'It is no event.');
  const workspaceId = surroundings.connections.get(event.account ?? '')?.workspaceId ?? null;
  try {
    if (telling === null) throw fault;
    const reading = readEvent(event, telling, work.receivedAtMs, surroundings);
    if (reading.kind === 'ignore') return settled(work, workspaceId, 'ignored', reading.reason);
    if (reading.kind === 'submit') return await submit(context, work, reading);
    const reason = await applyToAccount(context.pool, event, reading.telling);
    return settled(work, workspaceId, 'processed', reason);
  } catch (error) {
    return failure(context, work, workspaceId, error);
  }
}

interface Rest {
  readonly paymentNames?: readonly string[] | null;
  readonly retryAtMs?: number | null;
  readonly coverage?: Coverage | null;
}

function settled(
  { id, attempts }: EventWork,
  workspaceId: number | null,
  status: EventStatus,
  reason: string,
  { paymentNames = null, retryAtMs = null, coverage = null }: Rest = {},
): SettledEvent {
  return { id, workspaceId, status, reason, attempts, paymentNames, retryAtMs, coverage };
}

async function submit(
  { tracking }: WorkContext,
  work: EventWork,
  { command, workspaceId, nothing, coverage }: Extract<Reading, { kind: 'submit' }>,
): Promise<SettledEvent> {
  const { status, reason, isEarly = false } = verdictOn(await tracking.submit(command), nothing);
  const names = command.kind === 'payment' ? command.references : null;
  const paymentNames = status === 'waiting' ? names : null;
  if (!isEarly || work.attempts > CUSTOMER_TRIES) {
    return settled(work, workspaceId, status, reason, { paymentNames, coverage });
  }
  const untilThen = `${reason} Until then it is tried again by itself, for some days.`;
  const retryAtMs = Date.now() + CUSTOMER_PAUSE_MS * 2 ** (work.attempts - 1);
  return settled(work, workspaceId, status, untilThen, { paymentNames, retryAtMs, coverage });
}

async function applyToAccount(pool: Pool, event: ProcessorEvent, telling: AccountTelling): Promise<string> {
  const accountId = event.account ?? '';
  if (telling.kind === 'deauthorized') {
    const isEnded = await endConnection(pool, accountId, event.createdMs);
    return isEnded
      ? 'The account was disconnected at the processor. What was recorded stays; later events of it are ignored.'
      : 'The account was disconnected before, or connected anew since.';
  }
  const isChanged = await updateConnection(pool, accountId, telling, event.createdMs);
  if (!isChanged) return 'Something newer is known of the account.';
  return telling.chargesEnabled
    ? 'The account is connected.'
    : 'The account can take no charges at the moment.';
}

/** While the service itself is out of order nothing is given up; what only this event makes fail is, in the end. */
function failure(
  { logger }: WorkContext,
  work: EventWork,
  workspaceId: number | null,
  error: unknown,
): SettledEvent {
  const isOurs = error instanceof UnavailableError;
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(work.attempts - 1, 20), LONGEST_PAUSE_MS);
  logger[isOurs ? 'warn' : 'error']({ err: error, eventRow: work.id }, 'an event could not be worked off');
  if (!isOurs && work.attempts >= MAX_ATTEMPTS) {
    const reason = `It failed ${work.attempts} times for a fault of the service; the log tells more. Replay it when that is mended.`;
    return settled(work, workspaceId, 'failed', reason);
  }
  const retryAtMs = Date.now() + pauseMs;
  return settled(work, workspaceId, 'waiting', 'It could not be recorded yet; it is tried again.', {
    retryAtMs,
  });
}
