import type { Pool } from 'pg';
import { findLimit } from './oldest-month-kept.js';

/** Clicks wait on the embedded engine while so many are looked at. */
const ROWS_AT_ONCE = 1_000;

interface Program {
  readonly id: number;
  readonly keepMonths: number;
  /** Clicks from before, in milliseconds, have been removed; null: none. */
  readonly removedBeforeMs: number | null;
}

/** The place behind a click, in the order of the table. */
interface Place {
  readonly clickedMs: number;
  readonly number: number;
}

/**
 * Removes the old clicks of programs that keep theirs for a number of months (`click_retention_months`), and gives how many. Clicks that
 * customers came with stay, because stories show them. Many short transactions: tracking goes on meanwhile, and a run that was
 * interrupted begins again. Contract 2, section 15.
 */
export async function removeClicksOfPrograms(
  pool: Pool,
  { signal, atOnce = ROWS_AT_ONCE }: { readonly signal: AbortSignal; readonly atOnce?: number },
): Promise<number> {
  let removed = 0;
  for (const program of await loadPrograms(pool)) {
    const limitMs = await findLimit(pool, { keepMonths: program.keepMonths, programId: program.id });
    if (limitMs <= (program.removedBeforeMs ?? 0)) continue;
    // What verify counts again has to be known before the first click is gone.
    await pool.query(
      'update programs set clicks_removing_before_ms = greatest(clicks_removing_before_ms, $2) where id = $1',
      [program.id, limitMs],
    );
    let after: Place | null = { clickedMs: 0, number: 0 };
    while (after !== null && !signal.aborted) {
      const step: Step = await removeSome(pool, program.id, { after, limitMs, atOnce });
      removed += step.removed;
      after = step.last;
    }
    if (signal.aborted) break;
    await pool.query('update programs set clicks_removed_before_ms = $2 where id = $1', [
      program.id,
      limitMs,
    ]);
  }
  return removed;
}

async function loadPrograms(pool: Pool): Promise<readonly Program[]> {
  const { rows } = await pool.query<Program>(
    `select id, click_retention_months as "keepMonths", clicks_removed_before_ms as "removedBeforeMs"
       from programs where click_retention_months is not null order by id`,
  );
  return rows;
}

interface Step {
  readonly removed: number;
  /** The last click that was looked at; null: there are no more. */
  readonly last: Place | null;
}

/** Looks at the next clicks of a program, and removes those that nobody came with. */
async function removeSome(
  pool: Pool,
  programId: number,
  { after, limitMs, atOnce }: { readonly after: Place; readonly limitMs: number; readonly atOnce: number },
): Promise<Step> {
  const { rows } = await pool.query<{ seen: number; removed: number; last: [number, number] | null }>(
    `with old as materialized (
       select clicked_ms, number from clicks
        where program_id = $1 and (clicked_ms, number) > ($2::bigint, $3::bigint) and clicked_ms < $4
        order by clicked_ms, number limit $5
     ), gone as (
       delete from clicks k using old o
        where k.clicked_ms = o.clicked_ms and k.number = o.number
          and not exists (select 1 from customers c where c.click_ms = o.clicked_ms and c.click_number = o.number)
          and not exists (select 1 from customers c where c.former_click_ms = o.clicked_ms and c.former_click_number = o.number)
          and not exists (select 1 from credit_changes h where h.from_click_ms = o.clicked_ms and h.from_click_number = o.number)
          and not exists (select 1 from credit_changes h where h.to_click_ms = o.clicked_ms and h.to_click_number = o.number)
       returning 1
     )
     select (select count(*) from old) as seen, (select count(*) from gone) as removed,
            (select json_build_array(clicked_ms, number) from old order by clicked_ms desc, number desc limit 1) as last`,
    [programId, after.clickedMs, after.number, limitMs, atOnce],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate gave no row');
  const isMore = row.seen === atOnce && row.last !== null;
  return {
    removed: row.removed,
    last: isMore && row.last !== null ? { clickedMs: row.last[0], number: row.last[1] } : null,
  };
}
