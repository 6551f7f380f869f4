import type { Pool } from 'pg';
import type { Days } from '../reports/days.js';
import { keptTotals, SUM_COLUMNS, type SumsRow, type Totals, totalsFromRow } from '../reports/totals.js';

/** What each of these partners brought to a program in a period, by partner. */
export async function loadPartnerFigures(
  pool: Pool,
  programId: number,
  partnerIds: readonly number[],
  days: Days,
): Promise<ReadonlyMap<number, readonly Totals[]>> {
  const condition = 'program_id = $1 and partner_id = any($2::bigint[]) and day between $3 and $4';
  const { rows } = await pool.query<SumsRow & { partner_id: number }>(
    `select partner_id, currency, ${SUM_COLUMNS} from (${keptTotals(condition)}) kept
      group by partner_id, currency order by partner_id, currency`,
    [programId, partnerIds, days.from, days.to],
  );
  const figures = new Map<number, Totals[]>();
  for (const row of rows) {
    figures.set(row.partner_id, [...(figures.get(row.partner_id) ?? []), totalsFromRow(row)]);
  }
  return figures;
}
