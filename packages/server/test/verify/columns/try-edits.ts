import type { ClientBase, Pool } from 'pg';
import { type Difference, verifySnapshot } from '../../../src/verify/verify.js';

/** A column of a table, and values to change it to, as SQL. */
export interface Column {
  readonly table: string;
  readonly name: string;
  readonly values: readonly string[];
}

/** How the owner of a database edits: with plain SQL beside the service, or with all triggers off. */
export type Way = 'with plain SQL' | 'without triggers';

/** Values that are not those of the row, likely ones first; which of them a column takes is tried. */
function otherValues(table: string, column: string, type: string): readonly string[] {
  const c = `t."${column}"`;
  const known = `(select x."${column}" from ${table} x where x."${column}" is distinct from ${c} limit 1)`;
  switch (type) {
    case 'boolean':
      return [`not coalesce(${c}, false)`];
    case 'bigint':
    case 'integer':
    case 'smallint':
    case 'numeric':
      return [`coalesce(${c}, 0) + 1`, `${c} + 1000000`];
    case 'text':
      return [`coalesce(${known}, ${c} || 'x', 'x')`, `coalesce(${c}, '') || 'x'`];
    case 'timestamp with time zone':
      return [`coalesce(${c}, now()) - interval '1 day'`];
    case 'date':
      return [`${c} - 1`];
    case 'json':
    case 'jsonb':
      return [`'{"edited":1}'`];
    case 'ARRAY':
      return [`array_append(${c}, ${c}[1])`, `'{}'`];
    default:
      return [`${c} || '\\x00'::bytea`];
  }
}

/** All columns that an owner can set of all tables. */
export async function loadColumns(pool: Pool): Promise<readonly Column[]> {
  const { rows } = await pool.query<{ table: string; name: string; type: string }>(
    `select k.relname as table, c.column_name::text as name, c.data_type as type
       from information_schema.columns c
       join pg_class k on k.relname = c.table_name and k.relnamespace = c.table_schema::regnamespace
      where c.table_schema = current_schema() and k.relkind in ('r', 'p') and not k.relispartition
        and c.is_generated = 'NEVER' and c.identity_generation is distinct from 'ALWAYS'
      order by 1, c.ordinal_position`,
  );
  return rows.map(({ table, name, type }) => ({ table, name, values: otherValues(table, name, type) }));
}

/** What is refused anyway does not get in the way: an owner can drop it. */
export async function dropConstraints(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
      where contype in ('c', 'f') and conparentid = 0 and conrelid <> 0 and connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of rows) await pool.query(`alter table ${table} drop constraint "${name}"`);
}

/** Runs statements as the owner of the database in a transaction that is rolled back, and what verify finds in it. */
export async function asOwner<Answer>(
  pool: Pool,
  way: Way,
  run: (
    client: ClientBase,
    find: (checks?: readonly string[]) => Promise<readonly Difference[]>,
  ) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read');
    await client.query(`set local application_name = 'psql'`);
    if (way === 'without triggers') await client.query(`set local session_replication_role = 'replica'`);
    return await run(client, async (checks) => {
      const { differences } = await verifySnapshot(client, {
        maxDifferences: 100_000,
        ...(checks && { checks }),
      });
      return differences;
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/**
 * Changes a column of one row, of one with a value where there is one, and returns the row's key as text; null: the table has no row, or
 * a unique index allows no other value.
 */
export async function editOne(
  client: ClientBase,
  { table, name, values }: Column,
  key: readonly string[],
): Promise<string | null> {
  const row = key.map((column) => `t."${column}"::text`).join(` || ' ' || `);
  for (const value of values) {
    await client.query('savepoint edit');
    try {
      const { rows } = await client.query<{ row_key: string }>(
        `with chosen as (select t.tableoid, t.ctid, ${row} as row_key, t."${name}"::text as before from ${table} t
                          order by (t."${name}" is null), t.ctid desc limit 1)
         update ${table} t set "${name}" = ${value} from chosen c where t.tableoid = c.tableoid and t.ctid = c.ctid
         returning case when t."${name}"::text is distinct from c.before then c.row_key end as row_key`,
      );
      const edited = rows[0]?.row_key ?? null;
      if (edited !== null) return edited;
    } catch {
      // A unique or not-null constraint, or a guard.
      await client.query('rollback to savepoint edit');
    }
  }
  return null;
}
