/**
 * Turns rows into the column arrays that `unnest($1::…[], $2::…[])` reads: a statement writes any number of rows with
 * a fixed number of parameters, so it is prepared once whatever the size of the batch.
 *
 * Arrays are written as PostgreSQL array literals here rather than by the driver, which quotes every number. Times are in
 * milliseconds, and read as `to_timestamp(… ::float8 / 1000)`: a numeric would cost eight times as much and say the same.
 */
export function columnsOf<Row>(rows: readonly Row[], ...pick: ((row: Row) => ColumnValue)[]): string[] {
  return pick.map((column) => {
    const elements = new Array<string>(rows.length);
    for (let index = 0; index < rows.length; index++) elements[index] = elementOf(column(rows[index] as Row));
    return `{${elements.join(',')}}`;
  });
}

/** One such array, of ids or names. */
export function arrayOf(values: Iterable<ColumnValue>): string {
  return `{${Array.from(values, elementOf).join(',')}}`;
}

type ColumnValue = string | number | bigint | boolean | null;

function elementOf(value: ColumnValue): string {
  if (typeof value !== 'string') return value === null ? 'NULL' : String(value);
  const isPlain = !value.includes('"') && !value.includes('\\');
  return isPlain ? `"${value}"` : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
