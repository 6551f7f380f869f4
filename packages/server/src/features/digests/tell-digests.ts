import type { ClientBase, Pool } from 'pg';
import { isConnectionLost, withTransaction } from '../../database/transaction.js';
import { PERMISSIONS, type Role } from '../../operations/permissions.js';
import { recipientsOf } from '../notifications/kinds.js';
import { deliveryOf } from '../notifications/settings.js';
import { countsOf, loadFigures, tellable } from './load-digest.js';
import { latestWeek, type Week } from './week.js';

const DELIVERY = deliveryOf('weekly_digest', 'r.user_id');
/** Who reads a digest, and in which role: members who may read reports, were there when it was due, and did not turn it off. */
const READERS = `
  select r.user_id, m.role
    from s cross join lateral (${recipientsOf({ kind: 'weekly_digest', needs: 'report:read' })}) r
    join workspace_members m on m.workspace_id = s.workspace_id and m.user_id = r.user_id
   where ${DELIVERY} <> 'off'`;

interface DueWorkspace {
  readonly id: number;
  readonly time_zone: string;
  readonly is_known: boolean;
}

/** What a week has to tell: of all programs, and the roles that have anything to read. */
interface Told {
  readonly clicks: bigint;
  readonly sales: bigint;
  readonly to: readonly {
    readonly role: Role;
    /** null: of several. */
    readonly programId: number | null;
  }[];
}

/**
 * Tells teams of the week that ended, up to `limit` workspaces; gives how many were looked at. Which week a workspace was told of last changes in
 * the transaction that tells it, so that processes take turns and a killed one leaves nothing behind. A workspace that is new here is told
 * from the next week on. What fails in one keeps nothing from the others, and is thrown when they are done.
 */
export async function tellDigests(
  pool: Pool,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<number> {
  const { rows } = await pool.query<DueWorkspace>(
    `select w.id, w.time_zone, d.workspace_id is not null as is_known
       from workspaces w left join digest_weeks d on d.workspace_id = w.id
      where d.workspace_id is null or d.next_at <= $1 or d.time_zone <> w.time_zone order by w.id limit $2`,
    [new Date(nowMs), limit],
  );
  const failures: unknown[] = [];
  for (const workspace of rows) {
    try {
      await tellOne(pool, workspace, nowMs);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return rows.length;
}

async function tellOne(pool: Pool, workspace: DueWorkspace, nowMs: number): Promise<void> {
  const { id, time_zone: timeZone, is_known: isKnown } = workspace;
  const { week, nextMs } = latestWeek(timeZone, nowMs);
  const next = { id, week, timeZone, nextMs };
  if (!isKnown) {
    await pool.query(
      `insert into digest_weeks (workspace_id, told_week, time_zone, next_at) values ($1, $2, $3, $4)
       on conflict (workspace_id) do nothing`,
      [id, week.from, timeZone, new Date(nextMs)],
    );
    return;
  }
  // Before the lock, because it may take a while. Whether it is still to be told is decided under the lock.
  const told = (await isTold(pool, id, week)) ? null : await loadTold(pool, id, week, nowMs);
  await withTransaction(pool, async (client) => {
    const isToldNow = await isTold(client, id, week, 'for update');
    if (told !== null && !isToldNow) await insertRows(client, id, week, told);
    await moveOn(client, next);
  });
}

/** Weeks only go on, also where the time zone changed in between. */
async function isTold(db: Pool | ClientBase, id: number, { from }: Week, lock = ''): Promise<boolean> {
  const { rows } = await db.query<{ is_told: boolean }>(
    `select told_week >= $2::date as is_told from digest_weeks where workspace_id = $1 ${lock}`,
    [id, from],
  );
  return rows[0]?.is_told ?? true;
}

async function moveOn(
  client: ClientBase,
  next: { readonly id: number; readonly week: Week; readonly timeZone: string; readonly nextMs: number },
): Promise<void> {
  await client.query(
    `update digest_weeks set told_week = greatest(told_week, $2::date), time_zone = $3, next_at = $4 where workspace_id = $1`,
    [next.id, next.week.from, next.timeZone, new Date(next.nextMs)],
  );
}

/** null: nobody would read it. */
async function loadTold(pool: Pool, workspaceId: number, week: Week, nowMs: number): Promise<Told | null> {
  const roles = await rolesOfReaders(pool, workspaceId, week);
  if (roles.length === 0) return null;
  const figures = await loadFigures(pool, workspaceId, week);
  const to: Told['to'][number][] = [];
  for (const role of roles) {
    const scope = { workspaceId, permissions: PERMISSIONS[role] };
    const [first, ...others] = await tellable(pool, scope, figures, nowMs);
    if (first) to.push({ role, programId: others.length === 0 ? first.programId : null });
  }
  return { ...countsOf(figures), to };
}

async function rolesOfReaders(pool: Pool, workspaceId: number, { dueMs }: Week): Promise<readonly Role[]> {
  const { rows } = await pool.query<{ role: Role }>(
    `with s as (select $1::bigint as workspace_id, $2::timestamptz as created_at)
     select distinct role from (${READERS}) as readers order by role`,
    [workspaceId, new Date(dueMs)],
  );
  return rows.map(({ role }) => role);
}

async function insertRows(client: ClientBase, workspaceId: number, week: Week, told: Told): Promise<void> {
  await client.query(
    `with s as (select $1::bigint as workspace_id, $2::timestamptz as created_at),
          readers as (${READERS})
     insert into notifications
            (user_id, workspace_id, program_id, audience, kind, source, object_id, count, last_sequence, happened_at, mail_at,
             week, week_clicks, week_sales)
     select r.user_id, s.workspace_id, told.program_id, 'team', 'weekly_digest', s.workspace_id || ' ' || $3::text, s.workspace_id, 1, 0,
            s.created_at, case when ${DELIVERY} = 'email' then now() end, $3::text::date, $4::bigint, $5::bigint
       from s cross join readers r
       join unnest($6::text[], $7::bigint[]) as told (role, program_id) on told.role = r.role
     on conflict (user_id, kind, source) do nothing`,
    [
      workspaceId,
      new Date(week.dueMs),
      week.from,
      told.clicks,
      told.sales,
      told.to.map(({ role }) => role),
      told.to.map(({ programId }) => programId),
    ],
  );
}
