import type { Pool } from 'pg';

/** Work that this process has leased. */
export interface WorkItem {
  /** Which handler runs it. */
  readonly kind: string;
  /** What it is about: the id of a row that the handler knows; 0 where there is one item of its kind. */
  readonly key: number;
  /** How often it was leased since it last succeeded, with this time. */
  readonly attempts: number;
}

/** Runs the work of one kind. */
export interface WorkHandler {
  readonly kind: string;
  /** How long an item belongs to the process that leased it. When that process dies, another leases it after that. */
  readonly leaseMs: number;
  /** Handlers of one lane run one after the other, those of different lanes at the same time. */
  readonly lane: string;
  /**
   * Runs the items, and finishes or reschedules each of them. Rejects when none could be run: they are tried again after a
   * pause. It may run twice for one item, also at once.
   */
  run(items: readonly WorkItem[]): Promise<void>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 600_000;

/** How long to wait before work is tried again that has failed this often: one second, doubled up to ten minutes. */
export function retryPauseMs(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(Math.max(attempts, 1) - 1, 20), LONGEST_PAUSE_MS);
}

/** Adds one item of each of these kinds, due now, unless it is there. */
export async function ensureWork(pool: Pool, kinds: readonly string[]): Promise<void> {
  await pool.query(
    `insert into work_items (kind, key, due_at)
     select kind, 0, now() from unnest($1::text[]) as new (kind) order by kind on conflict (kind, key) do nothing`,
    [kinds],
  );
}

/** Leases up to `limit` due items of the handlers' kinds to `leaseHolder`, the longest due first. */
export async function leaseWork(
  pool: Pool,
  leaseHolder: string,
  handlers: readonly Pick<WorkHandler, 'kind' | 'leaseMs'>[],
  limit: number,
): Promise<WorkItem[]> {
  const { rows } = await pool.query<WorkItem>({
    name: 'lease-work',
    text: `with free as (
             select kind, key from work_items
              where due_at <= now() and (leased_until is null or leased_until <= now()) and kind = any($1::text[])
              order by due_at limit $3 for update skip locked)
           update work_items w
              set leased_until = now() + lease.ms * interval '1 ms', leased_by = $4, attempts = w.attempts + 1
             from free join unnest($1::text[], $2::bigint[]) as lease (kind, ms) on lease.kind = free.kind
            where w.kind = free.kind and w.key = free.key
           returning w.kind, w.key, w.attempts`,
    values: [handlers.map(({ kind }) => kind), handlers.map(({ leaseMs }) => leaseMs), limit, leaseHolder],
  });
  return rows;
}

/**
 * Ends the lease of an item and makes it due again after a pause. `error`: why this run failed; null: it succeeded. An item
 * that another process has leased since stays as it is.
 */
export async function rescheduleWork(
  pool: Pool,
  item: WorkItem,
  { pauseMs, error }: { readonly pauseMs: number; readonly error: string | null },
): Promise<void> {
  await pool.query({
    name: 'reschedule-work',
    text: `update work_items
              set due_at = now() + $4::bigint * interval '1 ms', leased_until = null, last_error = $5::text,
                  attempts = case when $5::text is null then 0 else attempts end
            where kind = $1 and key = $2 and attempts = $3`,
    values: [item.kind, item.key, item.attempts, pauseMs, error],
  });
}

/** Of kinds that have one item each: makes those due now for which the kind is `due`, and the others not before the next call. */
export async function chooseDueWork(
  pool: Pool,
  kinds: { readonly due: readonly string[]; readonly others: readonly string[] },
): Promise<void> {
  await pool.query({
    name: 'choose-due-work',
    text: `update work_items
              set due_at = case when kind = any($1::text[]) then least(due_at, now()) else 'infinity' end
            where key = 0 and kind = any($1::text[] || $2::text[])`,
    values: [kinds.due, kinds.others],
  });
}

/** Whether any work is due or leased. */
export async function isWorkLeft(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is_left: boolean }>({
    name: 'is-work-left',
    text: 'select exists (select from work_items where due_at <= now() or leased_until is not null) as is_left',
  });
  return rows[0]?.is_left === true;
}

/** Ends the leases of items that were not run. */
export async function releaseWork(pool: Pool, kind: string, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  await pool.query(
    'update work_items set leased_until = null where kind = $1 and key = any($2::bigint[]) and leased_until is not null',
    [kind, keys],
  );
}

/** Ends the leases of one holder, of these kinds. */
export async function releaseWorkOf(
  pool: Pool,
  leaseHolder: string,
  kinds: readonly string[],
): Promise<void> {
  await pool.query(
    'update work_items set leased_until = null where leased_by = $1 and kind = any($2) and leased_until is not null',
    [leaseHolder, kinds],
  );
}

/** Ends all leases, where it is known that every process that held one has ended. */
export async function releaseAllWork(pool: Pool): Promise<void> {
  await pool.query('update work_items set leased_until = null where leased_until is not null');
}
