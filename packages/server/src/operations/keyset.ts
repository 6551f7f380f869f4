/** What a list is asked for. */
export interface PageRequest {
  readonly limit: number;
  /** The position to go on after, as `next` of the page before gave it; null: the first page. */
  readonly after: readonly number[] | null;
}

/** One page of a list, newest first. `next` is null on the last page. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next: readonly number[] | null;
}

// No time and no id reaches it, so "after" it is the newest row: the first page is read by the same statement, with the
// same index condition, as all others.
const BEGINNING = Number.MAX_SAFE_INTEGER;

/** The position a request goes on after: `length` numbers. */
export function positionOf(request: PageRequest, length: number): readonly number[] {
  return request.after ?? Array.from({ length }, () => BEGINNING);
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
  positionOfRow: (row: Row) => readonly number[],
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, request.limit);
  const last = shown.at(-1);
  const next = rows.length > request.limit && last !== undefined ? positionOfRow(last) : null;
  return { data: shown.map(toItem), next };
}
