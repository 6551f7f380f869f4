import type { ReportAnswer } from '@svc/contract';
import type { Pool } from 'pg';
import { codeTotals } from './code-totals.js';
import type { Days } from './days.js';
import { slicesOfDays } from './slices-of-days.js';
import { addTotals, keptTotals, SUM_COLUMNS, type SumsRow, type Totals, totalsFromRow } from './totals.js';

interface ReportRow extends SumsRow {
  readonly day: string | null;
  readonly partner_id: number | null;
  readonly link_id: number | null;
  readonly name: string | null;
  readonly short_link: string | null;
}

const DAY_MS = 86_400_000;
/** Days whose totals one statement reads at first. */
const DAYS_AT_ONCE = 16;

/** The period of the same length that ends the day before. */
export function daysBefore({ from, to }: Days): Days {
  const fromMs = Date.parse(from);
  const lengthMs = Date.parse(to) - fromMs + DAY_MS;
  const reportDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
  // Nothing happened before 1970; years before the first have no day that could be written.
  return { from: reportDay(Math.max(0, fromMs - lengthMs)), to: reportDay(fromMs - DAY_MS) };
}

/** What a report is of, where it is not of everything. */
interface ReportOf {
  readonly partnerId?: number | null;
  readonly linkId?: number | null;
  readonly codeId?: number | null;
}

/** The rows to sum, with the values of their parameters from $4 on. */
function totalsOf({ partnerId = null, linkId = null, codeId = null }: ReportOf) {
  const values = [partnerId, linkId, codeId].filter((value) => value !== null);
  const conditions = ['program_id = $1', 'day between $2 and $3'];
  if (partnerId !== null) conditions.push('partner_id = $4');
  if (linkId !== null) conditions.push(`link_id = $${partnerId === null ? 4 : 5}`);
  const condition = conditions.join(' and ');
  return {
    values,
    totals: codeId === null ? keptTotals(condition) : codeTotals(`$${3 + values.length}`, condition),
  };
}

/** Reads the sums of days, by day and by link; a link has a row for each statement. */
async function loadRows(pool: Pool, programId: number, days: Days, of: ReportOf): Promise<ReportRow[]> {
  const { totals: counted, values: owner } = totalsOf(of);
  const found: ReportRow[] = [];
  // Those of a code are counted from all of its sales, at each time.
  const slices = slicesOfDays(pool, { programId, days, first: DAYS_AT_ONCE });
  for await (const { from, to } of of.codeId == null ? slices : [days]) {
    // Twice over the rows, by day and by link: the sums of partners and of all follow from those of links.
    const { rows } = await pool.query<ReportRow>(
      `with summed as (
         select day, partner_id, link_id, currency, ${SUM_COLUMNS} from (${counted}) kept
          group by grouping sets ((day, currency), (partner_id, link_id, currency)))
       select summed.*, p.name, l.short_link
         from summed left join partners p on p.id = summed.partner_id left join links l on l.id = summed.link_id
        order by day, currency, summed.partner_id, summed.link_id`,
      [programId, from, to, ...owner],
    );
    found.push(...rows);
  }
  return found;
}

/** Compares rows of links by currency, partner and link. */
function compareLinks(a: ReportRow, b: ReportRow): number {
  if (a.currency !== b.currency) return a.currency < b.currency ? -1 : 1;
  return (a.partner_id ?? 0) - (b.partner_id ?? 0) || (a.link_id ?? 0) - (b.link_id ?? 0);
}

/**
 * What happened in a program in a period: in all, by day, by partner and by link, each per currency, and in all in the
 * period before; `of`: only what one partner, link or code brought. Read from the totals that are kept per day; only those of a code
 * are counted from its sales.
 */
export async function loadReport(
  pool: Pool,
  programId: number,
  days: Days,
  of: ReportOf = {},
): Promise<ReportAnswer> {
  const rows = await loadRows(pool, programId, days, of);
  const before = daysBefore(days);
  const previous = await loadRows(pool, programId, before, of);
  const byLink = linksOf(rows);
  return {
    ...days,
    totals: sumBy(byLink, () => '').map(({ totals }) => totals),
    previous: {
      ...before,
      totals: sumBy(linksOf(previous), () => '').map(({ totals }) => totals),
      days: daysFrom(previous),
    },
    days: daysFrom(rows),
    partners: sumBy(byLink, (row) => row.partner_id ?? 0).map(({ first, totals }) => ({
      partner_id: first.partner_id === 0 ? null : first.partner_id,
      name: first.name,
      ...totals,
    })),
    links: sumBy(byLink, (row) => row.link_id ?? 0).map(({ first, totals }) => ({
      link_id: first.link_id === 0 ? null : first.link_id,
      short_link: first.short_link,
      ...totals,
    })),
  };
}

function linksOf(rows: readonly ReportRow[]): ReportRow[] {
  return rows.filter(({ day }) => day === null).sort(compareLinks);
}

function daysFrom(rows: readonly (SumsRow & Pick<ReportRow, 'day'>)[]): ReportAnswer['days'] {
  return rows.flatMap((row) => (row.day === null ? [] : [{ day: row.day, ...totalsFromRow(row) }]));
}

interface Summed {
  readonly first: ReportRow;
  readonly totals: Totals;
}

/** Sums of rows per currency and key, in the order in which both first appear, which is that of the statement. */
function sumBy(rows: readonly ReportRow[], keyOf: (row: ReportRow) => string | number): Summed[] {
  const sums = new Map<string, Summed>();
  for (const row of rows) {
    const key = `${row.currency} ${keyOf(row)}`;
    const known = sums.get(key);
    const totals = totalsFromRow(row);
    sums.set(key, known ? { ...known, totals: addTotals(known.totals, totals) } : { first: row, totals });
  }
  return [...sums.values()];
}
