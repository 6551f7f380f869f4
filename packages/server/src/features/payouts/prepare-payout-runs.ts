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
import { type Actor, answering, type Change, runChange, unchanged } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import type { BookServices, Services } from '../../operations/services.js';
import { recipientsOf } from '../notifications/kinds.js';
import { deliveryOf } from '../notifications/settings.js';
import { isPayable, loadDue } from './load-due.js';
import { makePayoutRun } from './make-payout-run.js';

/** Who makes a run that nobody asked for. */
const ACTOR: Actor = { userId: null, email: PAYOUT_SCHEDULE };

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
 * were looked at. Nothing is paid. A program's run and its next date are written in one transaction, so that processes take turns, a killed
 * one leaves nothing behind, and dates that were missed have one run together. What does not fit in a run is in another one at once; where
 * nobody can be paid, there is none. What fails in one program keeps nothing from the others, and is thrown when they are done.
 */
export async function preparePayoutRuns(
  preparation: Preparation,
  limits: PreparationLimits,
): Promise<number> {
  const { pool, books, signal } = preparation;
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

/** True: there are more partners to pay than fitted in the run. */
async function prepareOne(
  preparation: Preparation,
  program: DueProgram,
  limits: PreparationLimits,
): Promise<boolean> {
  const place = { workspaceId: program.workspace_id, programId: program.id };
  const by = { actor: ACTOR, action: 'payout_run.create', place };
  const change = (run: (client: ClientBase) => Promise<Change<boolean>>) =>
    runChange(preparation.pool, by, run);
  try {
    return await change((client) => prepareNext(client, preparation, program, limits));
  } catch (error) {
    // Everybody was paid meanwhile, or cannot be paid any more.
    if (!(error instanceof RefusedError && error.code === 'nothing_due')) throw error;
  }
  return change(async (client) => {
    const schedule = await lockDue(client, program, limits.nowMs);
    if (schedule !== null) await moveOn(client, program, schedule, limits.nowMs);
    return unchanged(false);
  });
}

async function prepareNext(
  client: ClientBase,
  { ids, encryption }: Preparation,
  program: DueProgram,
  { nowMs, maxPayouts }: PreparationLimits,
): Promise<Change<boolean>> {
  const planned = await lockDue(client, program, nowMs);
  if (planned === null) return unchanged(false);
  const { id: programId } = program;
  const loadWanted = async () => (await loadDue(client, programId, encryption)).filter(isWanted);
  const wanted = await loadWanted();
  if (!wanted.some(isPayable)) {
    await moveOn(client, program, planned, nowMs);
    return unchanged(false);
  }
  const made = await makePayoutRun(
    client,
    { tracking: { ids }, encryption },
    {
      programId,
      createdBy: PAYOUT_SCHEDULE,
      input: { partner_ids: wanted.map((item) => item.partner_id) },
      nowMs,
      maxPayouts,
    },
  );
  // A run that only skips is kept where a person asked for it.
  if (made.answer.payouts.length === 0) throw new RefusedError('nothing_due');
  const isMore = (await loadWanted()).some(isPayable);
  if (!isMore) await moveOn(client, program, planned, nowMs);
  await tell(client, program, made.answer);
  return answering(made, () => isMore);
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
