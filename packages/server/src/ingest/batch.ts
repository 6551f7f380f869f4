import { type Command, decide, eventsOf, type Facts, fold, type Outcome } from '@svc/core';
import type { Pool, PoolClient } from 'pg';
import type { Statement } from '../database/statements.js';
import { isConnectionLost, isRetryable, isUniqueViolation } from '../database/transaction.js';
import type { BreakdownMemory } from './breakdown.js';
import { begin, CommitInDoubtError, NotBegunError, settleCommit, type Transaction } from './commit.js';
import { insertEvents } from './events.js';
import type { IdSource } from './ids.js';
import { markRewardMissing } from './leads.js';
import type { LinkCatalog } from './links.js';
import { loadFacts, paysForLeads } from './load.js';
import { areRecorded, type Changes, collect, noChanges, recordActivity, recordMoney } from './record.js';
import { markCommissionMissing } from './sales.js';
import { addTotals, keepMissedTotals } from './totals.js';
import { UnavailableError } from './unavailable-error.js';

/** Between which steps of a batch `atStep` is called. */
export type Step = 'started' | 'loaded' | 'activity' | 'money' | 'totals' | 'committed';

/** Hears of what a batch could not do as it should. */
export interface BatchLogger {
  error(about: object, text: string): void;
  warn(about: object, text: string): void;
}

/** What a batch works with. */
export interface BatchContext {
  readonly pool: Pool;
  readonly engine: 'postgres' | 'embedded';
  readonly links: LinkCatalog;
  readonly breakdown: BreakdownMemory;
  readonly ids: IdSource;
  /** This lane's own rows of the totals, so that it does not wait for other lanes and processes. */
  readonly slot: number;
  readonly logger: BatchLogger;
  /** Called after each step, inside the transaction, once the database has done it. Tests fail or kill the process there. */
  readonly atStep: ((step: Step, commands: readonly Command[]) => void | Promise<void>) | null;
  /** Called when the database went away during a commit, before its fate is looked up. */
  readonly onDatabaseAway: () => void;
}

/** What came of one command: its outcome once that is on disk, or why there is none. */
export type Settled = { readonly outcome: Outcome } | { readonly error: unknown };

const MAX_ATTEMPTS = 6;

/** How many row ids deciding a command may need at most: customer, lead or sale, commission, movement. */
const IDS_NEEDED = { click: 0, lead: 2, sale: 4, refund: 2, payment: 4, paid: 4 } as const;
/** A lead that earns a reward: its commission, movement. */
const IDS_NEEDED_FOR_REWARD = 2;
/** A sale whose payment was reported before it may be refunded, reversed and held at once. */
const IDS_NEEDED_FOR_ADJUSTMENTS = 4;

type Write = (transaction: Transaction, changes: Changes, outcomes: Outcome[]) => Promise<void>;

/**
 * Loads, decides and records commands in one transaction, and answers them in their order. Where that cannot be done
 * the batch is halved until the command that cannot be recorded stands alone, so it never fails its neighbours. When
 * the database is away nothing was recorded, and all get `UnavailableError`.
 */
export async function runBatch(context: BatchContext, commands: readonly Command[]): Promise<Settled[]> {
  try {
    const outcomes = await transactWithRetries(context, commands, (transaction, changes) =>
      recordAll(context, transaction, changes, commands),
    );
    return outcomes.map((outcome) => ({ outcome }));
  } catch (error) {
    if (error instanceof UnavailableError || error instanceof CommitInDoubtError) {
      return commands.map(() => ({ error }));
    }
    if (commands.length === 1) return [await runAlone(context, commands[0] as Command)];
    const middle = commands.length >> 1;
    const first = await runBatch(context, commands.slice(0, middle));
    return [...first, ...(await runBatch(context, commands.slice(middle)))];
  }
}

/**
 * Runs one command whose transaction failed, with a savepoint around its money and another around its totals: a
 * failed commission leaves the sale, and a failed total is a warning. What is missing is completed later.
 */
async function runAlone(context: BatchContext, command: Command): Promise<Settled> {
  try {
    const [outcome] = await transactWithRetries(context, [command], (transaction, changes, outcomes) =>
      recordInStages(context, transaction, changes, outcomes, command),
    );
    return outcome === undefined ? { error: new Error('a command got no outcome') } : { outcome };
  } catch (error) {
    return { error };
  }
}

/** Tries a transaction again, with fresh facts, as long as only another process's transaction stood in its way. */
async function transactWithRetries(
  context: BatchContext,
  commands: readonly Command[],
  write: Write,
): Promise<Outcome[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact(context, commands, write);
    } catch (error) {
      const canRetry = isUniqueViolation(error) || isRetryable(error);
      if (!canRetry || tries === MAX_ATTEMPTS) throw error;
    }
  }
}

async function transact(
  context: BatchContext,
  commands: readonly Command[],
  write: Write,
): Promise<Outcome[]> {
  const client = await takeConnection(context);
  const transaction = begin(client, context.engine);
  let broken: Error | undefined;
  let decided: Decided = { outcomes: [], changes: noChanges() };
  try {
    await reach(context, 'started', transaction, commands);
    decided = await decideAll(context, transaction, commands);
    await write(transaction, decided.changes, decided.outcomes);
    await transaction.commit();
    context.breakdown.remember(decided.changes.totals);
    await context.atStep?.('committed', commands);
    return decided.outcomes;
  } catch (error) {
    if (error instanceof CommitInDoubtError) {
      broken = error;
      return await resolveDoubt(context, error, decided);
    }
    broken = isConnectionLost(error) ? (error as Error) : await transaction.rollback();
    if (error instanceof NotBegunError) throw unavailable(context, error.message, error.cause);
    if (isConnectionLost(error)) throw unavailable(context, 'the database went away', error);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** What was added goes out with what comes after it, unless somebody waits for the step. */
async function reach(
  { atStep }: BatchContext,
  step: Step,
  transaction: Transaction,
  commands: readonly Command[],
): Promise<void> {
  if (atStep === null) return;
  await transaction.flush();
  await atStep(step, commands);
}

async function takeConnection(context: BatchContext): Promise<PoolClient> {
  try {
    return await context.pool.connect();
  } catch (error) {
    throw unavailable(context, 'the database takes no connections', error);
  }
}

async function resolveDoubt(
  context: BatchContext,
  doubt: CommitInDoubtError,
  { outcomes, changes }: Decided,
): Promise<Outcome[]> {
  context.onDatabaseAway();
  if (await settleCommit(context.pool, doubt, () => areRecorded(context.pool, changes))) return outcomes;
  throw unavailable(context, 'the database went away before the commit', doubt);
}

function unavailable({ logger }: BatchContext, reason: string, cause: unknown): UnavailableError {
  logger.error({ err: cause }, reason);
  return new UnavailableError(reason, { cause });
}

interface Decided {
  readonly outcomes: Outcome[];
  readonly changes: Changes;
}

async function decideAll(
  context: BatchContext,
  transaction: Transaction,
  commands: readonly Command[],
): Promise<Decided> {
  const facts = await loadFacts(transaction, context.links, commands);
  await reach(context, 'loaded', transaction, commands);
  const newId = await context.ids.take(transaction.client, idsNeeded(commands, facts));
  const changes = noChanges();
  const outcomes = commands.map((command) => {
    const { outcome, effects } = decide(command, facts, newId);
    for (const effect of effects) {
      fold(facts, effect);
      collect(changes, effect);
    }
    if (command.kind !== 'click') changes.events.push(...eventsOf(effects, facts));
    return outcome;
  });
  return { outcomes, changes };
}

function idsNeeded(commands: readonly Command[], facts: Facts): number {
  const hasPayments =
    facts.payments.size > 0 || commands.some(({ kind }) => kind === 'payment' || kind === 'paid');
  const forReward = paysForLeads(facts) ? IDS_NEEDED_FOR_REWARD : 0;
  return commands.reduce((sum, command) => {
    const forAdjustments =
      hasPayments && (command.kind === 'sale' || command.kind === 'paid') ? IDS_NEEDED_FOR_ADJUSTMENTS : 0;
    return sum + IDS_NEEDED[command.kind] + forAdjustments + (command.kind === 'lead' ? forReward : 0);
  }, 0);
}

async function recordAll(
  context: BatchContext,
  transaction: Transaction,
  changes: Changes,
  commands: readonly Command[],
): Promise<void> {
  transaction.add(...recordActivity(changes));
  await reach(context, 'activity', transaction, commands);
  transaction.add(...recordMoney(changes), insertEvents(changes.events));
  await reach(context, 'money', transaction, commands);
  transaction.add(
    addTotals(changes.totals, context.slot),
    context.breakdown.add(changes.totals, context.slot),
    context.breakdown.noteBusyVisitors(),
  );
  await reach(context, 'totals', transaction, commands);
}

async function recordInStages(
  context: BatchContext,
  transaction: Transaction,
  changes: Changes,
  outcomes: Outcome[],
  command: Command,
): Promise<void> {
  const { logger } = context;
  const mayEarn =
    command.kind === 'sale' ||
    command.kind === 'paid' ||
    (command.kind === 'lead' && changes.newCommissions.size > 0);
  let { totals } = changes;
  const ofMoney = changes.events.filter(({ type }) => mayEarn && type.startsWith('commission.'));
  const ofEvents = changes.events.filter((event) => !ofMoney.includes(event));
  transaction.add(
    ...recordActivity(changes),
    ...(mayEarn ? [] : recordMoney(changes)),
    insertEvents(ofEvents),
  );
  await transaction.flush();
  await context.atStep?.('activity', [command]);
  const recordTheMoney = async () => {
    transaction.add(...recordMoney(changes), insertEvents(ofMoney));
    await transaction.flush();
    await context.atStep?.('money', [command]);
  };
  const failure = mayEarn ? await inSavepoint(transaction, recordTheMoney) : undefined;
  if (failure !== undefined) {
    transaction.add(markMissing(changes, failure.error, logger));
    // What a refund that came before its sale takes back of it is counted when it is completed, too.
    totals = totals.filter(
      ({ commissionCents, reversedCents }) => commissionCents === undefined && reversedCents === undefined,
    );
    const [outcome] = outcomes;
    if (outcome?.kind === 'sale') outcomes[0] = { ...outcome, commission: 'failed' };
  }
  const missed = await inSavepoint(transaction, async () => {
    transaction.add(addTotals(totals, context.slot), context.breakdown.add(totals, context.slot));
    await transaction.flush();
    await context.atStep?.('totals', [command]);
  });
  if (missed === undefined) return;
  logger.warn({ err: missed.error }, 'could not update totals; a job will add them later');
  const lost = await inSavepoint(transaction, () => {
    transaction.add(keepMissedTotals(totals), context.breakdown.keepMissed(totals));
    return transaction.flush();
  });
  if (lost !== undefined)
    logger.error({ err: lost.error, totals }, 'totals were lost; run `svc-server verify` to list them');
}

/** Marks the sale or the lead of these changes, whose commission failed. */
function markMissing(changes: Changes, error: unknown, logger: BatchLogger): Statement {
  const [sale] = changes.newSales.values();
  const [commission] = changes.newCommissions.values();
  if (sale !== undefined) {
    logger.error({ err: error, saleId: sale.id }, 'the commission of a sale failed; it will be completed');
    return markCommissionMissing(sale.id, commission);
  }
  const [lead] = changes.leads;
  if (lead === undefined || commission === undefined) throw error;
  logger.error({ err: error, leadId: lead.id }, 'the reward of a lead failed; it will be completed');
  return markRewardMissing(lead.id);
}

/** Runs `work` in a savepoint. A failure of its own is undone and returned; a lost connection or a race is thrown. */
async function inSavepoint(
  transaction: Transaction,
  work: () => Promise<void>,
): Promise<{ readonly error: unknown } | undefined> {
  transaction.add({ name: 'savepoint', text: 'savepoint stage' });
  await transaction.flush();
  try {
    await work();
    transaction.add({ name: 'release-savepoint', text: 'release savepoint stage' });
    await transaction.flush();
    return undefined;
  } catch (error) {
    if (isConnectionLost(error) || isRetryable(error)) throw error;
    transaction.add({ name: 'rollback-to-savepoint', text: 'rollback to savepoint stage' });
    await transaction.flush();
    return { error };
  }
}
