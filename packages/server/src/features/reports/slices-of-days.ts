import type { Pool } from 'pg';
import { slicesOf } from '../../database/slices.js';
import type { Days } from './days.js';

const DAY_MS = 86_400_000;

/** A period of a program. `first`: the days that one statement reads at first on the embedded engine. */
interface DaysToSlice {
  readonly programId: number;
  readonly days: Days;
  readonly first: number;
}

/**
 * Divides a period into slices of days, in order, for one statement each. It begins with the first day on which anything was counted for
 * the program: on a busy machine, statements that read nothing take long, too, and a period of decades would have thousands.
 */
export async function* slicesOfDays(
  pool: Pool,
  { programId, days: { from, to }, first: length }: DaysToSlice,
): AsyncGenerator<Days> {
  const dayText = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
  const dayOf = (text: string) => Date.parse(text) / DAY_MS;
  const { rows } = await pool.query<{ readonly first: string | null }>(
    `select least((select min(day) from daily_totals where program_id = $1),
                  (select min(day) from missed_totals where program_id = $1))::text as first`,
    [programId],
  );
  const counted = Math.min(dayOf(rows[0]?.first ?? to), dayOf(to));
  const span = { from: Math.max(dayOf(from), counted), to: dayOf(to) };
  for (const slice of slicesOf(pool, span, length))
    yield { from: dayText(slice.from), to: dayText(slice.to) };
}
