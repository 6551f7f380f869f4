import { type EventReason, eventReason } from '@svc/contract/event-reasons';
import { carriesOurs, type PaidCommand, type PaymentCommand } from '@svc/core';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Now } from '../clock.js';
import { retryPauseMs } from '../database/work-items.js';
import { type Tracking, UnavailableError } from '../ingest/index.js';
import type { Coverage, EventResult, EventStatus, LeasedEvent } from './event-row.js';
import {
  accountKey,
  type Connection,
  findConnections,
  findWorkspacesOfPrograms,
} from './find-connections.js';
import { type Carried, isNoticed, type NoticedLog, whatCarries } from './noticed-events.js';
import {
  type AccountReport,
  type PaymentProvider,
  type PaymentReport,
  type ProviderAccount,
  type ProviderEvent,
  type Providers,
  withPrefix,
} from './provider.js';
import { type EventContext, type Reading, readEvent } from './read-event.js';
import { verdictOn } from './reasons.js';
import { recordResults } from './record-results.js';
import { endConnection, updateConnection } from './update-connection.js';

/** The steps of processing events after which `atStep` is called. */
export type EventStep = 'stored' | 'leased' | 'read' | 'submitted' | 'recorded';

/** What processing events needs. */
export interface ProcessingContext {
  readonly pool: Pool;
  readonly providers: Providers;
  readonly tracking: Pick<Tracking, 'submit'>;
  readonly logger: Logger;
  readonly testEvents: 'test' | 'live';
  readonly now: Now;
  /** Workspaces by program, as far as they were asked for: a program never changes its workspace. */
  readonly workspacesOfPrograms: Map<number, number>;
  readonly noticedLog: NoticedLog;
  /** Called after each step; tests fail or kill the process there. */
  readonly atStep: (step: EventStep) => void | Promise<void>;
}

/** About two hours of trying, in which nothing but this event failed. */
const MAX_ATTEMPTS = 20;
/** An event whose customer is not known is tried again after this, and after pauses that double: for almost six days. */
const CUSTOMER_PAUSE_MS = 15_000;
const CUSTOMER_TRIES = 15;
/** With pauses that grow fourfold, almost as long: most payments of an account are of customers whom no partner brought. */
const CHECKOUT_TRIES = 8;

interface Item {
  readonly leased: LeasedEvent;
  readonly provider: PaymentProvider | null;
  readonly event: ProviderEvent | null;
  readonly report: PaymentReport | AccountReport | null;
  /** Why it could not be translated; null: it could. */
  readonly fault: unknown;
}

/**
 * Processes events together: one look-up for all, one batch of the pipeline, one statement for their results. All of it
 * can be repeated without harm, so a crash anywhere only means that it is repeated.
 */
export async function processEvents(
  context: ProcessingContext,
  events: readonly LeasedEvent[],
): Promise<void> {
  const items = events.map((leased) => translateEvent(context.providers, leased));
  const eventContext = await loadContext(context, items);
  await context.atStep('read');
  const results = await Promise.all(items.map((item) => processEvent(context, item, eventContext)));
  await context.atStep('submitted');
  await recordResults(context.pool, results);
  await context.atStep('recorded');
  context.noticedLog.add(results);
}

/** An event that cannot be translated is a fault of its own, so that the others of its batch take effect. */
function translateEvent(providers: Providers, leased: LeasedEvent): Item {
  const provider = providers.get(leased.provider) ?? null;
  const event = provider?.parse(leased.body) ?? null;
  if (provider === null || event === null) return { leased, provider, event, report: null, fault: null };
  try {
    const report = provider.translate(event);
    const prefixed = 'kind' in report ? report : withPrefix(report, provider);
    return { leased, provider, event, report: prefixed, fault: null };
  } catch (fault) {
    return { leased, provider, event, report: null, fault };
  }
}

async function loadContext(context: ProcessingContext, items: readonly Item[]): Promise<EventContext> {
  const { pool, testEvents, workspacesOfPrograms } = context;
  const accounts = items.flatMap((item) => accountOf(item) ?? []);
  const programIds = new Set(
    items.flatMap(({ report }) =>
      report !== null && 'paid' in report ? (report.paid?.keys.programId ?? []) : [],
    ),
  );
  const unknown = new Set([...programIds].filter((id) => !workspacesOfPrograms.has(id)));
  for (const [id, workspaceId] of await findWorkspacesOfPrograms(pool, unknown)) {
    workspacesOfPrograms.set(id, workspaceId);
  }
  const ownIds = items.flatMap(({ leased }) => leased.connectionId ?? []);
  const connections = await findConnections(pool, accounts, ownIds);
  return { connections, workspacesOfPrograms, testEvents };
}

/** Returns the account that an event at the platform's endpoint names. At the endpoint of a connection, accounts in the body count for nothing. */
function accountOf({ leased, event }: Pick<Item, 'leased' | 'event'>): ProviderAccount | null {
  const accountId = leased.connectionId === null ? (event?.account ?? null) : null;
  return accountId === null ? null : { provider: leased.provider, accountId };
}

async function processEvent(
  context: ProcessingContext,
  { leased, provider, event, report, fault }: Item,
  eventContext: EventContext,
): Promise<EventResult> {
  const { connectionId, receivedAtMs } = leased;
  const account = accountOf({ leased, event });
  const source = connectionId ?? (account && accountKey(account));
  const connection = (source === null ? undefined : eventContext.connections.get(source)) ?? null;
  const place = { leased, connection, carried: whatCarries(report) };
  if (provider === null) {
    return resultOf(place, 'failed', eventReason('unknown_provider', { provider: leased.provider }));
  }
  if (event === null) return resultOf(place, 'failed', eventReason('invalid_event'));
  try {
    if (report === null) throw fault;
    const isOfConnection = connectionId !== null;
    const received = { provider, event, receivedAtMs, isOfConnection, connection };
    const reading = readEvent(received, report, eventContext);
    if (reading.kind === 'ignore') return resultOf(place, 'ignored', reading.reason);
    if (reading.kind === 'submit') return await submitCommand(context, place, reading);
    const accountId = event.account ?? '';
    const reason = await applyToAccount(
      context.pool,
      { provider: provider.id, accountId },
      reading.report,
      event.createdMs,
    );
    return resultOf(place, 'processed', reason);
  } catch (error) {
    return failure(context, place, error);
  }
}

/** The event that a result is for. */
interface Place {
  readonly leased: LeasedEvent;
  readonly connection: Connection | null;
  readonly carried: Carried;
}

interface Rest {
  readonly programId?: number | null | undefined;
  readonly paymentReferences?: readonly string[] | null;
  readonly retryAtMs?: number | null;
  readonly coverage?: Coverage | null;
}

function resultOf(
  { leased: { id, attempts, receivedAtMs }, connection, carried }: Place,
  status: EventStatus,
  reason: EventReason,
  { programId, paymentReferences = null, retryAtMs = null, coverage = null }: Rest = {},
): EventResult {
  return {
    id,
    workspaceId: connection?.workspaceId ?? null,
    connectionId: connection?.id ?? null,
    programId: programId ?? connection?.programId ?? null,
    status,
    reason,
    noticedAtMs: isNoticed(reason, carried) ? receivedAtMs : null,
    attempts,
    paymentReferences,
    retryAtMs,
    coverage,
  };
}

async function submitCommand(
  { tracking, now }: ProcessingContext,
  place: Place,
  { command, nothing, coverage }: Extract<Reading, { kind: 'submit' }>,
): Promise<EventResult> {
  const outcome = await tracking.submit(command);
  const pauseMs = pauseOf(command, place.leased.attempts);
  const nextTryMs = pauseMs === null ? null : now() + pauseMs;
  const { status, reason, retryAtMs } = verdictOn(outcome, { command, nothing, nextTryMs });
  const references = command.kind === 'payment' ? command.references : null;
  const paymentReferences = status === 'waiting' ? references : null;
  const programId = outcome.kind === 'refused' ? outcome.programId : null;
  return resultOf(place, status, reason, { programId, paymentReferences, retryAtMs, coverage });
}

/** When a payment whose customer is not known is tried again; null: not any more. One that carries nothing of ours waits for its checkout. */
function pauseOf(command: PaidCommand | PaymentCommand, attempts: number): number | null {
  const isOurs = command.kind === 'payment' || carriesOurs(command);
  const { growth, tries } = isOurs
    ? { growth: 2, tries: CUSTOMER_TRIES }
    : { growth: 4, tries: CHECKOUT_TRIES };
  return attempts > tries ? null : CUSTOMER_PAUSE_MS * growth ** (attempts - 1);
}

async function applyToAccount(
  pool: Pool,
  account: ProviderAccount,
  report: AccountReport,
  reportedAtMs: number,
): Promise<EventReason> {
  if (report.kind === 'disconnected') {
    const isEnded = await endConnection(pool, account, reportedAtMs);
    return eventReason(isEnded ? 'account_disconnected' : 'account_already_disconnected');
  }
  if (!(await updateConnection(pool, account, report, reportedAtMs))) return eventReason('account_outdated');
  return eventReason(report.chargesEnabled ? 'account_connected' : 'account_restricted');
}

/** While the service itself is out of order nothing is given up; what only this event makes fail is, in the end. */
function failure({ logger, now }: ProcessingContext, place: Place, error: unknown): EventResult {
  const { leased } = place;
  const isOurs = error instanceof UnavailableError;
  const pauseMs = retryPauseMs(leased.attempts);
  logger[isOurs ? 'warn' : 'error']({ err: error, eventRow: leased.id }, 'an event could not be processed');
  if (!isOurs && leased.attempts >= MAX_ATTEMPTS) {
    return resultOf(place, 'failed', eventReason('service_error', { attempts: leased.attempts }));
  }
  const retryAtMs = now() + pauseMs;
  return resultOf(place, 'waiting', eventReason('not_recorded_yet'), { retryAtMs });
}
