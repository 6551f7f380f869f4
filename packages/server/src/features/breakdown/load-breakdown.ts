import type { BreakdownAnswer, BreakdownBy, BreakdownSort } from '@svc/contract';
import { PLAIN_PATH } from '@svc/core';
import type { Pool } from 'pg';
import { slicesOf } from '../../database/slices.js';
import type { Days } from '../reports/days.js';
import { slicesOfDays } from '../reports/slices-of-days.js';
import { keptTotals } from '../reports/totals.js';
import { salesOfLink, saleTimesOfLink, visitsOfLink } from './broken-by-link.js';
import { add, figuresOf, isNothing, noFigures, type SummedRow, type Sums, subtract } from './figures.js';

/** What all that is not listed is called, here and where values are written. */
const OTHER = '(other)';
const MAX_ROWS = 1_000;
/** What one statement reads at first. */
const DAYS_AT_ONCE = 4;
const SALE_SECONDS_AT_ONCE = 86_400;

/** What a breakdown is of: a program, or one partner in it. */
export interface BreakdownScope {
  readonly programId: number;
  /** null: all partners. */
  readonly partnerId: number | null;
  /** null: all links. */
  readonly linkId?: number | null;
  readonly by: BreakdownBy;
  readonly days: Days;
  /** Left out: the most clicks first. */
  readonly sort?: BreakdownSort;
  readonly limit: number | null;
}

type Named = Pick<BreakdownAnswer['data'][number], 'link_id' | 'partner_id' | 'name'>;

/** A value with what it came to. */
interface Value extends Named {
  readonly value: string | null;
  readonly sums: Sums;
}

/** A row of one of the statements: what a place came to in one currency. */
interface PlacedRow extends SummedRow {
  /** `value`: of a value of the dimension; `linked`, `direct`: of everything, with or without a link. */
  readonly part: 'value' | 'linked' | 'direct';
  readonly value: string | null;
  readonly name: string | null;
  readonly id: number | null;
}

interface BrokenRow extends PlacedRow {
  readonly program_currency?: string;
}

/**
 * What a program got from each value of a dimension in a period, read from the totals that are kept per day; only those of one
 * link are counted from its events.
 * Only values that are there are kept, so what clicks without one came to is what is left of everything. Contract 2 section 10.
 */
export async function loadBreakdown(pool: Pool, scope: BreakdownScope): Promise<BreakdownAnswer> {
  const { by, days } = scope;
  const rows = [...(await loadKept(pool, scope)), ...(await loadSales(pool, scope))];
  const currency = rows[0]?.program_currency ?? '';
  const found = valuesOf(
    rows.filter(({ part }) => part !== null),
    by,
  );
  const totals = noFigures();
  for (const { sums } of found) add(totals, sums);
  const ranked = rank(found, scope.sort ?? '-clicks', currency);
  const listed = shorten(ranked, Math.min(scope.limit ?? MAX_ROWS, MAX_ROWS));
  return {
    ...days,
    data: listed.map(({ sums, ...named }) => ({ ...named, ...figuresOf(sums, currency) })),
    totals: figuresOf(totals, currency),
  };
}

/** The parameters of a statement from $4 on, and what selects its rows. */
function narrowedTo({ partnerId, linkId = null, by }: BreakdownScope) {
  const values = [by, ...[partnerId, linkId].filter((value) => value !== null)];
  return {
    values,
    link: `$${3 + values.length}::bigint`,
    condition: `program_id = $1 and day between $2 and $3${partnerId === null ? '' : ' and partner_id = $5'}`,
  };
}

/** What is kept per day, or of a link its clicks and leads, some days at a time; a value has several rows. */
async function loadKept(pool: Pool, scope: BreakdownScope): Promise<BrokenRow[]> {
  const { programId, linkId = null, by, days } = scope;
  const { values, link, condition } = narrowedTo(scope);
  const found: BrokenRow[] = [];
  for await (const { from, to } of slicesOfDays(pool, { programId, days, first: DAYS_AT_ONCE })) {
    const { rows } = await pool.query<BrokenRow>(
      `with kept as (${keptTotals(linkId === null ? condition : `${condition} and link_id = ${link}`)}),
            broken as (${linkId === null ? keptBreakdown(condition) : visitsOfLink(link, condition)}),
            placed as (${by === 'link' || by === 'partner' ? OF_OWNERS[by] : ofValues(by)})
       select placed.*, g.currency as program_currency from programs g left join placed on true where g.id = $1`,
      [programId, from, to, ...values],
    );
    found.push(...rows);
  }
  return found;
}

/** The sales of a link by the values of a dimension; nothing where the breakdown is of more than a link. */
async function loadSales(pool: Pool, scope: BreakdownScope): Promise<BrokenRow[]> {
  const { programId, linkId = null, by, days } = scope;
  if (linkId === null || by === 'link' || by === 'partner') return [];
  const { rows: spans } = await pool.query<{ from: number | null; to: number | null }>(
    saleTimesOfLink('$2::bigint'),
    [programId, linkId],
  );
  const { from: first = null, to: last = null } = spans[0] ?? {};
  if (first === null || last === null) return [];
  const { values, link, condition } = narrowedTo(scope);
  const span = { from: `$${4 + values.length}`, to: `$${5 + values.length}` };
  const found: BrokenRow[] = [];
  for (const { from, to } of slicesOf(pool, { from: first, to: last }, SALE_SECONDS_AT_ONCE)) {
    const { rows } = await pool.query<BrokenRow>(
      `with broken as (${salesOfLink(link, condition, span)})
       select 'value' as part, ${by === 'code' ? CODE : 'value'} as value, null as name, null::bigint as id, currency, ${SUMS},
              sum(unique_clicks) as unique_clicks from broken group by broken.value, currency`,
      [programId, days.from, days.to, ...values, from, to],
    );
    found.push(...rows);
  }
  return found;
}

const BROKEN =
  'partner_id, dimension, value, currency, clicks, unique_clicks, leads, customers, sales, revenue_cents, commission_cents';

/** Both tables in one statement, because a job moves rows from one to the other. */
function keptBreakdown(condition: string): string {
  const ofDimension = `${condition} and dimension in ($4, 'link')`;
  return `select ${BROKEN} from daily_breakdown where ${ofDimension}
          union all select ${BROKEN} from missed_breakdown where ${ofDimension}`;
}

const SUMS = `sum(clicks) as clicks, sum(leads) as leads, sum(customers) as customers, sum(sales) as sales,
              sum(revenue_cents) as revenue_cents, sum(commission_cents) as commission_cents`;

/** A code by its id, which is its value. */
const CODE = `case when value ~ '^[0-9]+$' then (select c.code from codes c where c.id = value::bigint) else value end`;

/** Values as they were written, and everything with and without a link; unique clicks always have one. */
const ofValues = (by: BreakdownBy) => `
  select 'value' as part, ${by === 'code' ? CODE : 'value'} as value, null::text as name, null::bigint as id, currency, ${SUMS}, sum(unique_clicks) as unique_clicks
    from broken where dimension = $4 group by broken.value, currency
  union all
  select case when link_id = 0 then 'direct' else 'linked' end, null, null, null, currency, ${SUMS}, 0 from kept group by 1, currency
  union all
  select 'linked', null, null, null, max(currency), 0, 0, 0, 0, 0, 0, sum(unique_clicks)
    from broken where dimension = 'link' having count(*) > 0`;

/** Links and partners are those of the totals; of the breakdown comes only who is unique. */
const OF_OWNERS = {
  link: `
  select 'value' as part, l.short_link as value, null::text as name, nullif(summed.link_id, 0) as id, currency, clicks, leads, customers,
         sales, revenue_cents, commission_cents, unique_clicks
    from (select link_id, currency, ${SUMS}, 0 as unique_clicks from kept group by link_id, currency
          union all
          select value::bigint, max(currency), 0, 0, 0, 0, 0, 0, sum(unique_clicks) from broken where dimension = $4 group by value) summed
    left join links l on l.id = summed.link_id`,
  partner: `
  select 'value' as part, nullif(summed.partner_id, 0)::text as value, p.name, nullif(summed.partner_id, 0) as id, currency, clicks,
         leads, customers, sales, revenue_cents, commission_cents, unique_clicks
    from (select partner_id, currency, ${SUMS}, 0 as unique_clicks from kept group by partner_id, currency
          union all
          select partner_id, max(currency), 0, 0, 0, 0, 0, 0, sum(unique_clicks) from broken
           where dimension = 'link' and $4::text is not null group by partner_id) summed
    left join partners p on p.id = summed.partner_id`,
};

/** The values of a dimension, each once; what is left of everything belongs to clicks without one, or with the plain path. */
function valuesOf(rows: readonly PlacedRow[], by: BreakdownBy): Value[] {
  const values = new Map<string | null, Value>();
  const sumsOf = (value: string | null, named: Named = {}) => {
    let known = values.get(value);
    if (known === undefined) {
      known = { value, ...named, sums: noFigures() };
      values.set(value, known);
    }
    return known.sums;
  };
  const withoutValue = by === 'landing_path' ? PLAIN_PATH : null;
  for (const row of rows) {
    if (row.part === 'direct') add(sumsOf(null), row);
    else if (row.part === 'linked') add(sumsOf(withoutValue), row);
    else {
      add(sumsOf(row.value || null, namedOf(row, by)), row);
      if (by !== 'link' && by !== 'partner') subtract(sumsOf(withoutValue), row);
    }
  }
  return [...values.values()].filter(({ sums }) => !isNothing(sums));
}

function namedOf({ id, name }: PlacedRow, by: BreakdownBy): Named {
  if (id === null) return {};
  return by === 'link' ? { link_id: id } : { partner_id: id, ...(name !== null && { name }) };
}

/** The values in order; of equal ones those with the most clicks, then revenue, then leads. */
function rank(values: readonly Value[], sort: BreakdownSort, currency: string): Value[] {
  const sign = sort.startsWith('-') ? 1 : -1;
  const most = (one: Value, other: Value, name: string) => {
    const [a, b] = [fractionOf(one.sums, name, currency), fractionOf(other.sums, name, currency)];
    return compare(b.amount * a.per, a.amount * b.per);
  };
  return values.toSorted(
    (one, other) =>
      sign * most(one, other, sort.replace('-', '')) ||
      most(one, other, 'clicks') ||
      most(one, other, 'revenue_cents') ||
      most(one, other, 'leads') ||
      ((one.value ?? '') < (other.value ?? '') ? -1 : 1),
  );
}

/** A figure exactly: what is divided by what; of what was never clicked, rates are 0. */
function fractionOf(sums: Sums, name: string, currency: string): { amount: bigint; per: bigint } {
  const perClick = (amount: bigint) =>
    sums.clicks === 0n ? { amount: 0n, per: 1n } : { amount, per: sums.clicks };
  const commission = sums.commission.get(currency) ?? 0n;
  if (name === 'conversion') return perClick(sums.customers);
  if (name === 'epc_cents') return perClick(commission);
  if (name === 'commission_cents') return { amount: commission, per: 1n };
  if (name === 'revenue_cents') return { amount: sums.revenue.get(currency) ?? 0n, per: 1n };
  return { amount: sums[name as 'clicks'], per: 1n };
}

/** The first of the values; all others together are one row, at the end. */
function shorten(values: readonly Value[], limit: number): Value[] {
  const ranked = values.filter(({ value }) => value !== OTHER);
  const rest = noFigures();
  for (const { sums } of ranked.slice(limit)) add(rest, sums);
  for (const { value, sums } of values) if (value === OTHER) add(rest, sums);
  const listed = ranked.slice(0, limit);
  return isNothing(rest) ? listed : [...listed, { value: OTHER, sums: rest }];
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
