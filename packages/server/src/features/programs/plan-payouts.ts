import { dayIn, movedPayoutMs, nextPayoutMs, type PayoutSchedule } from '@svc/contract';
import type { ClientBase } from 'pg';

interface Clock {
  readonly timeZone: string;
  readonly nowMs: number;
}

const CLOCK = `w.time_zone as "timeZone", floor(extract(epoch from now()) * 1000)::float8 as "nowMs"`;

/**
 * The clocks of a program's workspace, which nobody changes until the transaction ends. To be asked before the program is locked: a change
 * of the time zone locks the workspace, and then its programs.
 */
export async function lockClockOf(client: ClientBase, programId: number): Promise<Clock> {
  const { rows } = await client.query<Clock>(
    `select ${CLOCK} from workspaces w
      where w.id = (select workspace_id from programs where id = $1) for share of w`,
    [programId],
  );
  if (rows[0] === undefined) throw new Error(`program ${programId} is gone`);
  return rows[0];
}

/** The same, where the program is yet to be made. */
export async function lockWorkspaceClock(client: ClientBase, workspaceId: number): Promise<Clock> {
  const { rows } = await client.query<Clock>(
    `select ${CLOCK} from workspaces w where w.id = $1 for share of w`,
    [workspaceId],
  );
  if (rows[0] === undefined) throw new Error(`workspace ${workspaceId} is gone`);
  return rows[0];
}

/** The first payout run that the schedule plans from now on; null: none. */
export function nextPayoutOf(schedule: PayoutSchedule | null, { timeZone, nowMs }: Clock): Date | null {
  return schedule && new Date(nextPayoutMs(schedule, timeZone, nowMs));
}

/** Plans the next payout run of a program, whose schedule is new or counts again. */
export async function planPayouts(
  client: ClientBase,
  programId: number,
  schedule: PayoutSchedule | null,
  clock: Clock,
): Promise<void> {
  await client.query('update programs set next_payout_at = $2 where id = $1 and archived_at is null', [
    programId,
    nextPayoutOf(schedule, clock),
  ]);
}

/**
 * Moves the payout runs that are planned in a workspace, whose row the caller has locked, to the clocks of its new time zone. Each keeps
 * its day, so that a change neither repeats nor leaves out any; one whose hour has passed by the new clocks is due at once.
 */
export async function movePlannedPayouts(
  client: ClientBase,
  workspaceId: number,
  zones: { readonly from: string; readonly to: string },
): Promise<void> {
  const { rows } = await client.query<{ id: number; next_payout_at: Date }>(
    `select id, next_payout_at from programs where workspace_id = $1 and next_payout_at is not null
      order by id for no key update`,
    [workspaceId],
  );
  for (const { id, next_payout_at: nextAt } of rows) {
    const movedAt = new Date(movedPayoutMs(nextAt.getTime(), zones));
    await client.query('update programs set next_payout_at = $2 where id = $1', [id, movedAt]);
  }
}

/** The day of the next payout run by the clocks of the workspace, as YYYY-MM-DD. */
export function payoutDay(nextAt: Date | null, timeZone: string): string | null {
  return nextAt && dayIn(timeZone, nextAt.getTime());
}
