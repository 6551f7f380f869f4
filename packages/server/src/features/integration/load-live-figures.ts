import type { CliStatusAnswer } from '@svc/contract';
import type { Pool } from 'pg';
import { keptTotals } from '../reports/totals.js';
import { loadRefusedTracking } from './refused-tracking.js';

/** Today is one of them. */
const LIVE_DAYS = 7;
const DAY_MS = 86_400_000;
/** No table is counted through for a yes or no. */
const MOST_SALES_READ = 1_000;

type Live = CliStatusAnswer['live'];

/** What real visitors and customers did in the last seven days (UTC), and what of it was refused. Contract 2, section 17. */
export async function loadLiveFigures(pool: Pool, programId: number, nowMs: number): Promise<Live> {
  const fromMs = Math.floor(nowMs / DAY_MS) * DAY_MS - (LIVE_DAYS - 1) * DAY_MS;
  const fromDay = new Date(fromMs).toISOString().slice(0, 10);
  const { rows } = await pool.query<{ clicks: number; leads: number; sales: number }>(
    `select coalesce(sum(clicks), 0)::bigint as clicks, coalesce(sum(leads), 0)::bigint as leads,
            coalesce(sum(sales), 0)::bigint as sales
       from (${keptTotals('program_id = $1 and day >= $2::date')}) kept`,
    [programId, fromDay],
  );
  const { clicks = 0, leads = 0, sales = 0 } = rows[0] ?? {};
  return {
    clicks,
    leads,
    sales,
    last_event_at: await loadLastEventAt(pool, programId, fromMs),
    ...(await loadRefusedTracking(pool, programId, fromDay)),
  };
}

/** When the latest real click, lead or sale happened, from the index of each. */
async function loadLastEventAt(pool: Pool, programId: number, fromMs: number): Promise<string | null> {
  const latestOf = (table: 'leads' | 'sales') =>
    `(select occurred_at from ${table} where program_id = $1 and not test_mode
         and occurred_at >= to_timestamp($2::bigint / 1000.0) order by occurred_at desc limit 1)`;
  const { rows } = await pool.query<{ at: Date | null }>(
    `select greatest(${latestOf('leads')}, ${latestOf('sales')},
              (select to_timestamp(clicked_ms::float8 / 1000) from clicks
                where program_id = $1 and clicked_ms >= $2::bigint and not test_mode and not bot
                order by clicked_ms desc limit 1)) as at`,
    [programId, fromMs],
  );
  return rows[0]?.at?.toISOString() ?? null;
}

/** Whether a real sale was reported by API, among the latest 1,000 of the program. */
export async function isPaymentReported(pool: Pool, programId: number): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `select exists (
       select 1 from (select source, test_mode from sales where program_id = $1
                       order by occurred_at desc, id desc limit $2) latest
        where source = 'api' and not test_mode) as found`,
    [programId, MOST_SALES_READ],
  );
  return rows[0]?.found === true;
}
