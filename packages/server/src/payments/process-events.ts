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
  if (provider === null) return resultOf(leased, null, 'failed', `No provider ${leased.provider} is known.`);
  if (event === null) return resultOf(leased, null, 'failed', 'Not a valid event.');
  const { connectionId } = leased;
  const account = accountOf({ leased, event });
  const source = connectionId ?? (account && accountKey(account));
  const connection = (source === null ? undefined : eventContext.connections.get(source)) ?? null;
  try {
    if (report === null) throw fault;
    const { receivedAtMs } = leased;
    const reading = readEvent({ provider, event, receivedAtMs, connection }, report, eventContext);
    if (reading.kind === 'ignore') return resultOf(leased, connection, 'ignored', reading.reason);
    if (reading.kind === 'submit') return await submitCommand(context, leased, connection, reading);
    const accountId = event.account ?? '';
    const reason = await applyToAccount(
      context.pool,
      { provider: provider.id, accountId },
      reading.report,
      event.createdMs,
    );
    return resultOf(leased, connection, 'processed', reason);
  } catch (error) {
    return failure(context, leased, connection, error);
  }
}

interface Rest {
  readonly paymentReferences?: readonly string[] | null;
  readonly retryAtMs?: number | null;
  readonly coverage?: Coverage | null;
}

function resultOf(
  { id, attempts }: LeasedEvent,
  connection: Connection | null,
  status: EventStatus,
  reason: string,
  { paymentReferences = null, retryAtMs = null, coverage = null }: Rest = {},
): EventResult {
  const place = { workspaceId: connection?.workspaceId ?? null, connectionId: connection?.id ?? null };
  return { id, ...place, status, reason, attempts, paymentReferences, retryAtMs, coverage };
}

async function submitCommand(
  { tracking, now }: ProcessingContext,
  leased: LeasedEvent,
  connection: Connection | null,
  { command, nothing, coverage }: Extract<Reading, { kind: 'submit' }>,
): Promise<EventResult> {
  const outcome = await tracking.submit(command);
  const { status, reason, isEarly = false } = verdictOn(outcome, nothing);
  const references = command.kind === 'payment' ? command.references : null;
  const paymentReferences = status === 'waiting' ? references : null;
  const pauseMs = isEarly ? pauseOf(command, leased.attempts) : null;
  if (pauseMs === null) {
    return resultOf(leased, connection, status, reason, { paymentReferences, coverage });
  }
  const untilThen = `${reason} Until then it is tried again by itself, for some days.`;
  const retryAtMs = now() + pauseMs;
  return resultOf(leased, connection, status, untilThen, { paymentReferences, retryAtMs, coverage });
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
): Promise<string> {
  if (report.kind === 'disconnected') {
    return (await endConnection(pool, account, reportedAtMs))
      ? 'The account was disconnected at the processor. What was recorded stays; later events of it are ignored.'
      : 'The account was disconnected before, or connected again since.';
  }
  if (!(await updateConnection(pool, account, report, reportedAtMs)))
    return 'Something newer is known of the account.';
  return report.chargesEnabled
    ? 'The account is connected.'
    : 'The account can take no charges at the moment.';
}

/** While the service itself is out of order nothing is given up; what only this event makes fail is, in the end. */
function failure(
  { logger, now }: ProcessingContext,
  leased: LeasedEvent,
  connection: Connection | null,
  error: unknown,
): EventResult {
  const isOurs = error instanceof UnavailableError;
  const pauseMs = retryPauseMs(leased.attempts);
  logger[isOurs ? 'warn' : 'error']({ err: error, eventRow: leased.id }, 'an event could not be processed');
  if (!isOurs && leased.attempts >= MAX_ATTEMPTS) {
    const reason = `It failed ${leased.attempts} times because of an error in the service; see its log. Replay it once that is fixed.`;
    return resultOf(leased, connection, 'failed', reason);
  }
  const retryAtMs = now() + pauseMs;
  return resultOf(leased, connection, 'waiting', 'It could not be recorded yet; it is tried again.', {
    retryAtMs,
  });
}
