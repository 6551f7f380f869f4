import type { ClientBase } from 'pg';

// A row as the database has it, by column.
// biome-ignore lint/suspicious/noExplicitAny: the columns of any table
export type Row = Record<string, any>;

type Values = Readonly<Record<string, unknown>>;

/** The row with these values, locked until the end of the transaction. */
export async function lockRow(client: ClientBase, table: string, find: Values): Promise<Row | undefined> {
  const { rows } = await client.query<Row>(
    `select * from ${table} where ${conditionsOf(find, 1)} for no key update`,
    Object.values(find),
  );
  return rows[0];
}

/** The row with this id, locked until the end of the transaction. */
export function lockById(client: ClientBase, table: string, id: string | number): Promise<Row | undefined> {
  return lockRow(client, table, { id });
}

/** Inserts a row unless the unique index over the columns of `key` has one; undefined then. */
export async function insertRow(
  client: ClientBase,
  table: string,
  key: Values,
  values: Values,
): Promise<Row | undefined> {
  const names = Object.keys(values);
  const marks = names.map((_, index) => `$${index + 1}`);
  const { rows } = await client.query<Row>(
    `insert into ${table} (${names.join(', ')}) values (${marks.join(', ')})
     on conflict (${Object.keys(key).join(', ')}) do nothing returning *`,
    Object.values(values),
  );
  return rows[0];
}

/** Changes columns of a row that is locked. It is known by its id, or else by the columns of its key. */
export async function updateRow(
  client: ClientBase,
  table: string,
  row: Row,
  key: Values,
  changes: Values,
): Promise<Row> {
  const names = Object.keys(changes);
  const sets = names.map((name, index) => `${name} = $${index + 1}`).join(', ');
  const identity = row.id === undefined ? key : { id: row.id };
  const { rows } = await client.query<Row>(
    `update ${table} set ${sets} where ${conditionsOf(identity, names.length + 1)} returning *`,
    [...Object.values(changes), ...Object.values(identity)],
  );
  return rows[0] as Row;
}

function conditionsOf(values: Values, first: number): string {
  return Object.keys(values)
    .map((name, index) => `${name} = $${first + index}`)
    .join(' and ');
}
