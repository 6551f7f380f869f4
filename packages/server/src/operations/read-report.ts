import type { ReportAnswer } from '@svc/contract';
import type { Pool } from 'pg';
import { keptTotals, SUM_COLUMNS, type SumsRow, totalsFromRow } from './reports/totals.js';

interface ReportRow extends SumsRow {
  readonly kind: 'total' | 'day' | 'partner' | 'link';
  readonly day: string | null;
  readonly partner_id: number | null;
  readonly link_id: number | null;
  readonly name: string | null;
  readonly short_link: string | null;
}

/** A period, both days included, as YYYY-MM-DD in UTC. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

/** The period of the same length that ends the day before. */
export function daysBefore({ from, to }: Days): Days {
  const fromMs = Date.parse(from);
  const lengthMs = Date.parse(to) - fromMs + DAY_MS;
  const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
  // Nothing happened before 1970; years before the first have no day that could be written.
  return { from: dayOf(Math.max(0, fromMs - lengthMs)), to: dayOf(fromMs - DAY_MS) };
}

/**
 * What happened in a program in a period: in all, by day, by partner and by link, each per currency, and in all in the
 * period before. `partnerId`: only what one partner brought. Read from the totals that are kept per day; no event is
 * counted.
 */
export async function readReport(
  pool: Pool,
  programId: number,
  days: Days,
  partnerId: number | null = null,
): Promise<ReportAnswer> {
  const condition = `program_id = $1 and day between $2 and $3${partnerId === null ? '' : ' and partner_id = $4'}`;
  const owner = partnerId === null ? [] : [partnerId];
  const { rows } = await pool.query<ReportRow>(
    `with summed as (
       select case when grouping(day) = 0 then 'day' when grouping(partner_id) = 0 then 'partner'
                   when grouping(link_id) = 0 then 'link' else 'total' end
                as kind, day, partner_id, link_id, currency, ${SUM_COLUMNS}
         from (${keptTotals(condition)}) kept
        group by grouping sets ((currency), (day, currency), (partner_id, currency), (link_id, currency)))
     select summed.*, p.name, l.short_link
       from summed left join partners p on p.id = summed.partner_id left join links l on l.id = summed.link_id
      order by day, currency, summed.partner_id, summed.link_id`,
    [programId, days.from, days.to, ...owner],
  );
  const before = daysBefore(days);
  const { rows: previous } = await pool.query<SumsRow>(
    `select currency, ${SUM_COLUMNS} from (${keptTotals(condition)}) kept group by currency order by currency`,
    [programId, before.from, before.to, ...owner],
  );
  const of = (kind: ReportRow['kind']) => rows.filter((row) => row.kind === kind);
  return {
    ...days,
    totals: of('total').map(totalsFromRow),
    previous: { ...before, totals: previous.map(totalsFromRow) },
    days: of('day').map((row) => ({ day: row.day ?? '', ...totalsFromRow(row) })),
    partners: of('partner').map((row) => ({
      partner_id: row.partner_id === 0 ? null : row.partner_id,
      name: row.name,
      ...totalsFromRow(row),
    })),
    links: of('link').map((row) => ({
      link_id: row.link_id === 0 ? null : row.link_id,
      short_link: row.short_link,
      ...totalsFromRow(row),
    })),
  };
}
