import type { ClientBase } from 'pg';

// A row as the database has it, by column.
// biome-ignore lint/suspicious/noExplicitAny: the columns of any table
export type Row = Record<string, any>;

/** The row with these values, locked until the end of the transaction. */
export async function lockRow(
  client: ClientBase,
  table: string,
  find: Readonly<Record<string, unknown>>,
): Promise<Row | undefined> {
  const conditions = Object.keys(find).map((name, index) => `${name} = $${index + 1}`);
  const { rows } = await client.query<Row>(
    `select * from ${table} where ${conditions.join(' and ')} for no key update`,
    Object.values(find),
  );
  return rows[0];
}

/** The row with this id, locked until the end of the transaction. */
export function lockById(client: ClientBase, table: string, id: string | number): Promise<Row | undefined> {
  return lockRow(client, table, { id });
}
