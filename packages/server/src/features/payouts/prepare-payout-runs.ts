import {
  type DueItem,
  nextPayoutMs,
  PAYOUT_SCHEDULE,
  type PayoutRunDetail,
  type PayoutSchedule,
} from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import type { Static } from 'typebox';
import { isConnectionLost } from '../../database/transaction.js';
import type { IdSource } from '../../ingest/ids.js';
import {
  type Actor,
  answering,
  type Change,
  type ChangeOrigin,
  runChange,
  unchanged,
} from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import type { BookServices, Services } from '../../operations/services.js';
import { recipientsOf } from '../notifications/kinds.js';
import { deliveryOf } from '../notifications/settings.js';
import { findIncompleteRun, type NewPayoutRun, type Wanted } from './incomplete-run.js';
import { isPayable, loadDue } from './load-due.js';
import {
  CREATE_RUN,
  finishPayoutRun,
  resumePayoutRun,
  type StartedRun,
  startPayoutRun,
} from './make-payout-run.js';
import type { PayingServices } from './pay-part.js';

/** Who makes a run that nobody asked for. */
const ACTOR: Actor = { userId: null, email: PAYOUT_SCHEDULE };

/** A run that was begun so long ago is completed by a job; the request that began it may still be at it, which does no harm. */
const INTERRUPTED_AFTER_MS = 60_000;

const DELIVERY = deliveryOf('payouts_ready', 'r.user_id');

/** What payout runs are made with. */
export interface Preparation extends Pick<Services, 'encryption'> {
  readonly pool: Pool;
  readonly ids: IdSource;
  readonly books: Pick<BookServices, 'seal'>;
  /** Ends it between two runs. */
  readonly signal?: AbortSignal;
}

/** How much is done at once. */
export interface PreparationLimits {
  readonly nowMs: number;
  /** Programs. */
  readonly limit: number;
  /** Payouts in one run (500). */
  readonly maxPayouts?: number;
}

interface DueProgram {
  readonly id: number;
  readonly workspace_id: number;
}

/**
 * Makes the payout runs that schedules have planned for now, for up to `limit` programs, and tells who may pay them; gives how many programs
 * were looked at. Nothing is paid. A program's next date is planned once nobody is left to pay, so dates that were missed have one run
 * together. A run that a killed process has begun is completed. What does not fit in a run is in another one at once; where nobody can be
 * paid, there is none. What fails in one program keeps nothing from the others, and is thrown when they are done.
 */
export async function preparePayoutRuns(
  preparation: Preparation,
  limits: PreparationLimits,
): Promise<number> {
  const { pool, books, signal } = preparation;
  await completeInterrupted(preparation, limits.nowMs);
  const { rows } = await pool.query<DueProgram>(
    `select id, workspace_id from programs where next_payout_at <= $1 and archived_at is null
      order by next_payout_at, id limit $2`,
    [new Date(limits.nowMs), limits.limit],
  );
  // What the payouts follow from is sealed before them.
  if (rows.length > 0) await books.seal();
  const failures: unknown[] = [];
  for (const program of rows) {
    try {
      let isMore = true;
      while (isMore && !signal?.aborted) isMore = await prepareOne(preparation, program, limits);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return rows.length;
}

/** Whether a run that nobody looked at first is for somebody: those whom a person would leave out are left to a person. */
function isWanted({ is_due, status, method }: DueItem): boolean {
  return is_due && status === 'approved' && method !== null;
}

/** Makes the next run of a program. True: there may be more partners to pay than fitted in it. */
async function prepareOne(
  preparation: Preparation,
  program: DueProgram,
  limits: PreparationLimits,
): Promise<boolean> {
  const { pool, signal } = preparation;
  const by = originOf(program, ACTOR);
  try {
    const next = await runChange(pool, by, (client) => prepareNext(client, preparation, program, limits));
    if (next === null) return false;
    const { payouts } = await finishPayoutRun(pool, servicesOf(preparation), by, next.started, signal);
    if (payouts.length > 0) return next.isMore;
  } catch (error) {
    // A person is making a run, after which there may be something to do.
    if (error instanceof RefusedError && error.code === 'payout_run_incomplete') return false;
    // Everybody was paid meanwhile, or cannot be paid any more.
    if (!(error instanceof RefusedError && error.code === 'nothing_due')) throw error;
  }
  return runChange(pool, by, async (client) => {
    const schedule = await lockDue(client, program, limits.nowMs);
    if (schedule !== null) await moveOn(client, program, schedule, limits.nowMs);
    return unchanged(false);
  });
}

/** Starts the next run of a program, or plans its next date where nobody is left to pay: then null. */
async function prepareNext(
  client: ClientBase,
  preparation: Preparation,
  program: DueProgram,
  { nowMs, maxPayouts }: PreparationLimits,
): Promise<Change<{ readonly started: StartedRun; readonly isMore: boolean } | null>> {
  const planned = await lockDue(client, program, nowMs);
  if (planned === null) return unchanged(null);
  const { id: programId } = program;
  const begun = await findIncompleteRun(client, programId);
  if (begun !== null) throw new RefusedError('payout_run_incomplete');
  const loadWanted = async () => (await loadDue(client, programId, preparation.encryption)).filter(isWanted);
  const wanted = await loadWanted();
  if (!wanted.some(isPayable)) {
    await moveOn(client, program, planned, nowMs);
    return unchanged(null);
  }
  const started = await startPayoutRun(client, servicesOf(preparation), {
    programId,
    createdBy: PAYOUT_SCHEDULE,
    input: { partner_ids: wanted.map((item) => item.partner_id) },
    nowMs,
    maxPayouts,
    onComplete: (completing, run) => tell(completing, program, run),
  });
  if (!started.answer.isComplete) return answering(started, (run) => ({ started: run, isMore: true }));
  // A run that only skips is kept where a person asked for it.
  if (started.answer.detail.payouts.length === 0) throw new RefusedError('nothing_due');
  // Where nobody is left, the next date is planned with the run.
  const isMore = (await loadWanted()).some(isPayable);
  if (!isMore) await moveOn(client, program, planned, nowMs);
  return answering(started, (run) => ({ started: run, isMore }));
}

function originOf({ id: programId, workspace_id: workspaceId }: DueProgram, actor: Actor): ChangeOrigin {
  return { actor, action: CREATE_RUN, place: { workspaceId, programId } };
}

const servicesOf = ({ ids, encryption }: Preparation): PayingServices => ({ tracking: { ids }, encryption });

interface InterruptedRun extends DueProgram {
  readonly run_id: number;
  readonly created_by: string;
  readonly wanted: Wanted;
}

/** Completes runs whose process ended before it had created all of their payouts. */
async function completeInterrupted(preparation: Preparation, nowMs: number): Promise<void> {
  const { pool, signal } = preparation;
  const { rows } = await pool.query<InterruptedRun>(
    `select r.id as run_id, r.created_by, r.wanted, p.id, p.workspace_id
       from payout_runs r join programs p on p.id = r.program_id
      where not r.is_complete and r.created_at <= to_timestamp($1::float8 / 1000) order by r.id`,
    [nowMs - INTERRUPTED_AFTER_MS],
  );
  for (const { run_id: id, created_by: createdBy, wanted, ...program } of rows) {
    const isScheduled = createdBy === PAYOUT_SCHEDULE;
    const request: NewPayoutRun = {
      programId: program.id,
      createdBy,
      input: {},
      nowMs,
      ...(isScheduled && { onComplete: (client, run) => tell(client, program, run) }),
    };
    const by = originOf(program, isScheduled ? ACTOR : { userId: null, email: createdBy });
    const services = servicesOf(preparation);
    const started = await runChange(pool, by, async (client) =>
      unchanged(await resumePayoutRun(client, services, request, { id, wanted })),
    );
    await finishPayoutRun(pool, services, by, started, signal).catch((error: unknown) => {
      // Everybody was paid meanwhile, so the run was removed.
      if (!(error instanceof RefusedError && error.code === 'nothing_due')) throw error;
    });
  }
}

interface Planned {
  readonly schedule: PayoutSchedule;
  readonly timeZone: string;
}

/** Locks a program; null: another process has made its run, or no run is planned any more. */
async function lockDue(client: ClientBase, { id }: DueProgram, nowMs: number): Promise<Planned | null> {
  const { rows: due } = await client.query<{ schedule: PayoutSchedule }>(
    `select payout_schedule as schedule from programs
      where id = $1 and next_payout_at <= $2 and archived_at is null for no key update`,
    [id, new Date(nowMs)],
  );
  // A statement of its own: the one that had to wait for the lock still sees what was there before it waited.
  const { rows: zones } = await client.query<{ timeZone: string }>(
    `select w.time_zone as "timeZone" from workspaces w join programs p on p.workspace_id = w.id where p.id = $1`,
    [id],
  );
  return due[0] && zones[0] ? { ...due[0], ...zones[0] } : null;
}

async function moveOn(
  client: ClientBase,
  { id }: DueProgram,
  { schedule, timeZone }: Planned,
  nowMs: number,
): Promise<void> {
  await client.query('update programs set next_payout_at = $2 where id = $1', [
    id,
    new Date(nextPayoutMs(schedule, timeZone, nowMs)),
  ]);
}

/** Tells the members who may pay that there is a run for them, and how much it pays where all of it is in one currency. */
async function tell(
  client: ClientBase,
  { id: programId, workspace_id: workspaceId }: DueProgram,
  { id: runId, payouts, totals, created_at }: Static<typeof PayoutRunDetail>,
): Promise<void> {
  const [total, ...others] = totals;
  const sum = others.length === 0 ? total : undefined;
  await client.query(
    `with s as (select $1::bigint as workspace_id, $2::timestamptz as created_at)
     insert into notifications
            (user_id, workspace_id, program_id, audience, kind, source, object_id, count, amount_cents, currency, last_sequence,
             happened_at, mail_at)
     select r.user_id, s.workspace_id, $3::bigint, 'team', 'payouts_ready', 'payout run ' || $4::bigint, $4::bigint, $5::bigint, $6::bigint,
            $7::text, 0, s.created_at, case when ${DELIVERY} = 'email' then now() end
       from s cross join lateral (${recipientsOf({ kind: 'payouts_ready', needs: 'payout:write' })}) r
      where ${DELIVERY} <> 'off'
     on conflict (user_id, kind, source) do nothing`,
    [
      workspaceId,
      created_at,
      programId,
      runId,
      payouts.length,
      sum?.amount_cents ?? null,
      sum?.currency ?? null,
    ],
  );
}
