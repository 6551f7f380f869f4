import type { ClientBase } from 'pg';

const CURSOR = 'rows_to_read';
const ROWS_AT_ONCE = 2_000;
/** A JSON text has line breaks only between its parts, where a space means the same. */
const LINE_BREAKS = /[\r\n]/g;

/** Which rows, and in which order. Both are SQL. */
export interface RowsToRead {
  readonly table: string;
  readonly where: string;
  readonly orderBy: string;
  /** The row as it is read, of the type of the table; left out: as it is. */
  readonly row?: string | undefined;
}

/**
 * Reads rows in a transaction, some thousand at a time, each as the JSON text that PostgreSQL makes of it: one line, integers and
 * decimals with all their digits, times in UTC with microseconds. `json_populate_recordset` makes the same row of it again.
 */
export async function* readRows(
  client: ClientBase,
  { table, where, orderBy, row = table }: RowsToRead,
): AsyncGenerator<readonly string[]> {
  // Rows come by an index in their order, where there is one; sorting a large table would go over disk.
  await client.query('set local cursor_tuple_fraction = 0.001');
  await client.query(
    `declare ${CURSOR} no scroll cursor for
       select row_to_json(${row})::text as row from ${table} where ${where} order by ${orderBy}`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from ${CURSOR}`);
    if (rows.length > 0) yield rows.map(({ row }) => row.replaceAll(LINE_BREAKS, ' '));
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query(`close ${CURSOR}`);
}
