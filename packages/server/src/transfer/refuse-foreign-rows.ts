import type { ClientBase } from 'pg';
import { type Reference, referencesOf } from './references.js';
import { type Scope, WORKSPACE_TABLES, type WorkspaceTable } from './tables.js';
import { TransferError } from './transfer-error.js';

/** What is known of a table's columns. */
interface Columns {
  readonly names: readonly string[];
  readonly arrays: ReadonlySet<string>;
  readonly texts: ReadonlySet<string>;
}

/**
 * Refuses an import whose rows do not all belong to the workspace of the file. Rows of each table have to be in the scope of the workspace, rows
 * in the scope have to come from the file, and what a row refers to has to be in the scope as well. `inserted` is how many rows of each table
 * were inserted. Throws `TransferError`, which names the table.
 */
export async function refuseForeignRows(
  client: ClientBase,
  scope: Scope,
  inserted: Readonly<Record<string, number>>,
): Promise<void> {
  const isInserted = await insertedCondition(client);
  for (const table of WORKSPACE_TABLES)
    await countRows(client, scope, table, inserted[table.name] ?? 0, isInserted);
  for (const table of WORKSPACE_TABLES) {
    const columns = await readColumns(client, table.name);
    for (const reference of referencesOf(table.name, columns.names))
      await checkReference(client, scope, table, reference, columns);
  }
  await checkStates(client, scope);
}

/** States name their row by a text. Each recorded row is of one workspace, so one state more of a row of another has none here. */
async function checkStates(client: ClientBase, { workspaceId }: Scope): Promise<void> {
  const { rows } = await client.query<{ table_name: string; row_key: string }>(
    `select s.table_name, s.row_key from row_states s
      where s.workspace_id = ${workspaceId} and s.row_key is not null
        and not exists (select 1 from recorded_rows n where n.workspace_id = s.workspace_id and n.table_name = s.table_name
                                                        and n.row_key = s.row_key) limit 1`,
  );
  const [foreign] = rows;
  if (foreign !== undefined)
    throw new TransferError(
      `The file was changed: a row of row_states has the row_key ${foreign.row_key} of ${foreign.table_name}, which is not recorded in its workspace`,
    );
}

/**
 * The condition that this transaction wrote a row, as SQL. Savepoints have ids of their own, all between that of the transaction and
 * that of a new savepoint; ids count modulo 2^32.
 */
async function insertedCondition(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ first: number }>(
    'select (pg_current_xact_id()::text::numeric % 4294967296)::bigint as first',
  );
  await client.query('savepoint last_id');
  const { rows: last } = await client.query<{ id: number }>(
    `insert into users_before_import (id) values ('') returning xmin::text::bigint as id`,
  );
  await client.query('rollback to savepoint last_id');
  const first = rows[0]?.first ?? 0;
  const span = ((last[0]?.id ?? first) - first + 2 ** 32) % 2 ** 32;
  return `(t.xmin::text::bigint - ${first} + 4294967296) % 4294967296 <= ${span}`;
}

async function countRows(
  client: ClientBase,
  scope: Scope,
  { name, where, keptBy }: WorkspaceTable,
  expected: number,
  isInserted: string,
): Promise<void> {
  const { rows } = await client.query<{ inserted: number; earlier: number }>(
    `select count(*) filter (where ${isInserted}) as inserted, count(*) filter (where not (${isInserted})) as earlier
       from (select *, xmin from ${name} where ${where(scope)}) t`,
  );
  const { inserted = 0, earlier = 0 } = rows[0] ?? {};
  if (inserted < expected)
    throw new TransferError(
      `The file was changed: ${expected - inserted} of its rows of ${name} do not belong to its workspace`,
    );
  if (earlier > 0 && keptBy === undefined)
    throw new TransferError(
      `The file was changed: its workspace would take ${earlier} rows of ${name} that this service has already`,
    );
}

async function readColumns(client: ClientBase, table: string): Promise<Columns> {
  const { rows } = await client.query<{ name: string; is_array: boolean; is_text: boolean }>(
    `select attname as name, atttypid = 'bigint[]'::regtype as is_array, atttypid = 'text'::regtype as is_text from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  return {
    names: rows.map(({ name }) => name),
    arrays: new Set(rows.filter((row) => row.is_array).map(({ name }) => name)),
    texts: new Set(rows.filter((row) => row.is_text).map(({ name }) => name)),
  };
}

async function checkReference(
  client: ClientBase,
  scope: Scope,
  { name, where }: WorkspaceTable,
  { column, to, when = 'true', id: expression }: Reference,
  { arrays, texts }: Columns,
): Promise<void> {
  const target = WORKSPACE_TABLES.find((one) => one.name === to);
  if (target === undefined) throw new Error(`${to} belongs to no workspace`);
  const from = `(select * from ${name} where ${where(scope)}) t`;
  const value = arrays.has(column) ? 'one.id' : (expression ?? `t.${column}`);
  const source = arrays.has(column) ? `${from} cross join lateral unnest(t.${column}) as one (id)` : from;
  const id = texts.has(column) ? 'r.id::text' : 'r.id';
  const { rows } = await client.query<{ value: string }>(
    `select ${value}::text as value from ${source}
      where (${when}) and ${value} is not null and ${value} <> '0'
        and not exists (select 1 from (select id from ${to} where ${target.where(scope)}) r where ${id} = ${value})
      limit 1`,
  );
  const [foreign] = rows;
  if (foreign !== undefined)
    throw new TransferError(
      `The file was changed: a row of ${name} has the ${column} ${foreign.value}, which is not in ${to} of its workspace`,
    );
}
