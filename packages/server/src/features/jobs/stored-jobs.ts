import type { ClientBase, Pool } from 'pg';
import type { LongJob } from '../../operations/long-work.js';
import type { FileAnswer } from '../../operations/operation.js';

/** A process that has not said for so long that it runs a job does not run it any more. */
const LOST_AFTER = '60 seconds';
/** How long results can be fetched. */
const KEPT_FOR = '1 hour';
/** Error of a job whose process has ended. */
export const LOST = 'The process that did this has ended. Ask again.';

/** Name of the result of a job from when it is certain to come, until it is there; such a job is not cancelled. */
const CERTAIN = 'result';

/** How far a job is, as its process knows it. */
export type JobState = Omit<LongJob, 'id'>;

/** Stores a job that goes on after its request was answered; returns its id. */
export async function insertJob(
  pool: Pool,
  {
    account,
    operation,
    state,
  }: { readonly account: string; readonly operation: string; readonly state: JobState },
): Promise<number> {
  const { rows } = await pool.query<{ readonly id: number }>(
    'insert into long_jobs (account, operation, status, done, total, file_name) values ($1, $2, $3, $4, $5, $6) returning id',
    [account, operation, state.status, state.done, state.total, state.canCancel ? null : CERTAIN],
  );
  if (rows[0] === undefined) throw new Error('the job was not stored');
  return rows[0].id;
}

/** Stores how far a job is. Returns whether it is to go on: false where it was cancelled. */
export async function updateJob(pool: Pool, id: number, { status, done, total }: JobState): Promise<boolean> {
  const { rows } = await pool.query<{ readonly is_cancelled: boolean }>(
    `update long_jobs set status = case when is_cancelled then status else $2 end, done = $3, total = $4, seen_at = now()
      where id = $1 returning is_cancelled`,
    [id, status, done, total],
  );
  return rows[0]?.is_cancelled === false;
}

/** Makes a job one that is not cancelled any more. Returns false where it was before. */
export async function refuseCancel(pool: Pool, id: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update long_jobs set file_name = $2, seen_at = now() where id = $1 and not is_cancelled',
    [id, CERTAIN],
  );
  return rowCount === 1;
}

/** Stores the result of a job. */
export async function finishJob(
  pool: Pool,
  id: number,
  file: FileAnswer & { readonly type: string },
  { done, total }: Pick<JobState, 'done' | 'total'>,
): Promise<void> {
  const { name, type, content } = file;
  await pool.query(
    `update long_jobs set status = 'done', done = $5, total = $6, seen_at = now(), file_name = $2, file_type = $3, content = $4
      where id = $1 and not is_cancelled`,
    [id, name, type, typeof content === 'string' ? Buffer.from(content) : content, total ?? done, total],
  );
}

/** Stores why a job failed. */
export async function failJob(pool: Pool, id: number, error: string): Promise<void> {
  await pool.query(
    `update long_jobs set status = 'failed', error = coalesce(error, $2), seen_at = now() where id = $1`,
    [id, error],
  );
}

/** A job of an account; null where it has none of this id. */
export async function findJob(db: Pool | ClientBase, account: string, id: number): Promise<LongJob | null> {
  const { rows } = await db.query<LongJob>(
    `select id, case when is_lost then 'failed' else status end as status, done, total,
            case when is_lost then $3 else error end as error, file_name is null as "canCancel"
       from (select *, status in ('waiting', 'running') and seen_at < now() - interval '${LOST_AFTER}' as is_lost
               from long_jobs where id = $1 and account = $2) job`,
    [id, account, LOST],
  );
  return rows[0] ?? null;
}

/** The result of a job of an account; null where there is none. */
export async function findJobFile(
  pool: Pool,
  account: string,
  id: number,
): Promise<{ readonly name: string; readonly type: string; readonly content: Buffer } | null> {
  const { rows } = await pool.query<{ name: string; type: string; content: Buffer }>(
    `select file_name as name, file_type as type, content from long_jobs
      where id = $1 and account = $2 and status = 'done'`,
    [id, account],
  );
  return rows[0] ?? null;
}

/** Asks the process that runs a job to stop. Returns false where the account has no such job, or it is too late to cancel it. */
export async function cancelJob(db: Pool | ClientBase, account: string, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update long_jobs set is_cancelled = true, status = case when status = 'done' then 'done' else 'failed' end,
            error = case when status = 'done' then error else coalesce(error, 'Cancelled') end
      where id = $1 and account = $2 and file_name is null`,
    [id, account],
  );
  return rowCount === 1;
}

/** Deletes up to `limit` jobs whose results are no longer kept; returns how many. */
export async function deleteOldJobs(pool: Pool, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from long_jobs where id in (
       select id from long_jobs where created_at < now() - interval '${KEPT_FOR}'
          and (status in ('done', 'failed') or seen_at < now() - interval '${LOST_AFTER}')
        order by created_at limit $1)`,
    [limit],
  );
  return rowCount ?? 0;
}
