import type { ClientBase, Pool, QueryResultRow } from 'pg';
import { isSearched, type Search, searchCondition } from './search.js';

/** Where a page ends: the value that its last row is sorted by, and what decides among rows of the same value. */
export type Position = readonly (number | string)[];

/** A column that rows can be sorted by. Of text, the order is that of its folded form, byte by byte; nothing comes before everything. */
export interface SortColumn {
  /** An expression that is never null. An index on the very same expression makes the order cheap. */
  readonly sql: string;
  readonly type: 'time' | 'number' | 'text';
}

/** What a list can be sorted by, as `sort` names it. The first one, descending, is the order of a list that names none. */
export type SortColumns = Readonly<Record<string, SortColumn>>;

/** What a list is asked for. */
export interface PageRequest {
  readonly limit: number;
  /** The position to go on after, as `next` of the page before gave it; null: the first page. */
  readonly after: Position | null;
  /** A column, descending behind a minus sign; left out: the list's own order. */
  readonly sort?: string | undefined;
  /** What to search for, as it was typed; null: everything. */
  readonly search?: string | null;
}

/** One page of a list. `next` is null on the last page. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next: Position | null;
}

/** An order of rows. */
export interface Order extends SortColumn {
  readonly isDescending: boolean;
}

/** The order that a request asks for. */
export function orderOf({ sort }: Pick<PageRequest, 'sort'>, columns: SortColumns): Order {
  const name = sort?.replace(/^-/, '') ?? Object.keys(columns)[0] ?? '';
  const column = columns[name];
  if (column === undefined) throw new Error(`a list cannot be sorted by ${name}`);
  return { ...column, isDescending: sort === undefined || sort.startsWith('-') };
}

/** Text as lists sort it and as indexes for that have it. */
export function sortText(column: string): string {
  return `(fold(${column}) collate "C")`;
}

/** As `sortText`, for a column that can be null. */
export function sortOptionalText(column: string): string {
  return `coalesce(${sortText(column)}, '')`;
}

/** Rows that can be read page by page. */
export interface PagedRows {
  /** `select … from …`, up to the conditions. */
  readonly select: string;
  readonly where: string;
  /** Of the parameters in `where`, from $1. */
  readonly values: readonly unknown[];
  /** A unique number of each row, which decides among rows of the same value. */
  readonly id: string;
  readonly sorts: SortColumns;
  /** How rows are searched; left out: they cannot be. */
  readonly search?: Search;
}

/** Reads one page of rows and shows each as an item. */
export async function loadPage<Row extends QueryResultRow, Item>(
  pool: Pool | ClientBase,
  request: PageRequest,
  rows: PagedRows,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const order = orderOf(request, rows.sorts);
  const values: unknown[] = [...rows.values];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [rows.where];
  if (rows.search !== undefined && isSearched(request.search))
    conditions.push(searchCondition(rows.search, request.search, parameter));
  if (request.after !== null) conditions.push(isAfter(order, rows.id, request.after, parameter));
  const direction = order.isDescending ? 'desc' : 'asc';
  const found = await pool.query<Row & { sort_key: number | string; sort_id: number }>(
    `${withPosition(rows.select, order, rows.id)}
      where ${conditions.join(' and ')}
      order by ${order.sql} ${direction}, ${rows.id} ${direction} limit ${parameter(request.limit + 1)}`,
    values,
  );
  const shown = found.rows.slice(0, request.limit);
  const last = shown.at(-1);
  const isMore = found.rows.length > request.limit && last !== undefined;
  return {
    data: shown.map(({ sort_key: _key, sort_id: _id, ...row }) => toItem(row as unknown as Row)),
    next: isMore ? [last.sort_key, last.sort_id] : null,
  };
}

/** The condition that rows come after a position. It is a comparison of rows, which an index on both columns answers. */
function isAfter(order: Order, id: string, after: Position, parameter: (value: unknown) => string): string {
  const [key, rowId] = after;
  const given = parameter(key);
  const value = { time: timeOfMicros(given), number: `${given}::bigint`, text: `${given}::text` }[order.type];
  return `(${order.sql}, ${id}) ${order.isDescending ? '<' : '>'} (${value}, ${parameter(rowId)}::bigint)`;
}

/** Adds a row's position to what is selected of it. */
function withPosition(select: string, { sql, type }: Order, id: string): string {
  const key = type === 'time' ? microsOf(sql) : sql;
  return select.replace(/^\s*select\s/, `select ${key} as sort_key, ${id} as sort_id, `);
}

/**
 * A time column as whole microseconds since 1970, which is all PostgreSQL keeps of it. A position in milliseconds would
 * stand before some rows of its own millisecond and after others, and a page would skip or repeat them.
 */
export function microsOf(column: string): string {
  return `(extract(epoch from ${column}) * 1000000)::bigint`;
}

/** The time that a parameter in microseconds since 1970 stands for. */
export function timeOfMicros(parameter: string): string {
  return `(timestamptz 'epoch' + ${parameter}::float8 * interval '1 microsecond')`;
}

/**
 * Makes a page of rows read with a limit of one more than asked for: the extra row shows that there is a next page,
 * which begins after the last row of this one.
 */
export function toPage<Row, Item>(
  rows: readonly Row[],
  request: PageRequest,
  positionOfRow: (row: Row) => Position,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, request.limit);
  const last = shown.at(-1);
  const next = rows.length > request.limit && last !== undefined ? positionOfRow(last) : null;
  return { data: shown.map(toItem), next };
}
