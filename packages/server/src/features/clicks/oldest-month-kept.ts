import type { Pool } from 'pg';

const DAY_MS = 86_400_000;
/** The clocks of processes, which say how old a click is, differ by less than this from the database's. */
const CLOCKS_DAYS = 1;
/**
 * A payment provider reports a sale with the time it happened at, which is what its click's age counts to. The event comes
 * up to three days later, and can be processed for another 90 (`forget-processor-events`).
 */
const LATE_SALES_DAYS = 95;

/**
 * The beginning of the oldest month (UTC) whose clicks stay, in milliseconds, by the database's one clock: of one program, or of all
 * (null), archived ones too. Clicks that could still be given credit stay, whatever the number of months is.
 */
export async function findLimit(
  pool: Pool,
  { keepMonths, programId }: { readonly keepMonths: number; readonly programId: number | null },
): Promise<number> {
  const { rows } = await pool.query<{ now_ms: number; days: number }>(
    `select (extract(epoch from now()) * 1000)::bigint as now_ms,
            coalesce(max(p.cookie_window_days + case when exists (
              select 1 from payment_connections c where c.workspace_id = p.workspace_id and c.status <> 'not_connected')
              then $1::integer else 0 end), 0) as days
       from programs p
      where $2::bigint is null or p.id = $2`,
    [LATE_SALES_DAYS, programId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database gave no time');
  const now = new Date(row.now_ms);
  const creditableFrom = new Date(row.now_ms - (row.days + CLOCKS_DAYS) * DAY_MS);
  return Math.min(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keepMonths, 1),
    Date.UTC(creditableFrom.getUTCFullYear(), creditableFrom.getUTCMonth(), 1),
  );
}
