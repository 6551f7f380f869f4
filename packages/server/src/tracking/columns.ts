/**
 * Turns rows into the column arrays that `unnest($1::…[], $2::…[])` reads: a statement writes any number of rows with
 * a fixed number of parameters, so it is prepared once whatever the size of the batch.
 *
 * Arrays are written as PostgreSQL array literals here rather than by the driver, which quotes every number.
 */
export function columnsOf<Row>(rows: readonly Row[], ...pick: ((row: Row) => ColumnValue)[]): string[] {
  return pick.map((column) => {
    let literal = '{';
    for (let index = 0; index < rows.length; index++) {
      if (index > 0) literal += ',';
      literal += elementOf(column(rows[index] as Row));
    }
    return `${literal}}`;
  });
}

type ColumnValue = string | number | bigint | boolean | null;

function elementOf(value: ColumnValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`;
  return String(value);
}
