import type { ClientBase } from 'pg';
import { isConnectionLost } from '../database/transaction.js';
import type { WorkspaceTable } from './tables.js';
import { TransferError } from './transfer-error.js';

/** Rows of one table in their order, as JSON texts, and the line of the first. */
export interface Rows {
  readonly table: WorkspaceTable;
  readonly firstLine: number;
  readonly texts: readonly string[];
}

/** Returns the columns of a table that rows have values for, with commas between them: all but generated ones. */
async function writtenColumns(client: ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>({
    name: 'import-columns',
    text: `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
            where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    values: [table],
  });
  return rows[0]?.columns ?? '';
}

/**
 * Inserts rows with one statement and returns how many; rows that are there already, and those that are to be left out, are skipped. When they cannot
 * be inserted, throws a `TransferError` that names the first line which cannot.
 */
export async function insertRows(client: ClientBase, { table, firstLine, texts }: Rows): Promise<number> {
  const conflict = table.keptBy === undefined ? '' : ` on conflict (${table.keptBy}) do nothing`;
  const leftOut = table.leftOut === undefined ? '' : ` where not (${table.leftOut})`;
  const columns = await writtenColumns(client, table.name);
  const insert = (rows: readonly string[]) =>
    client.query({
      name: `import-${table.name}`,
      text: `insert into ${table.name} (${columns}) overriding system value
             select ${columns} from json_populate_recordset(null::${table.name}, $1) r${leftOut}${conflict}`,
      values: [`[${rows.join(',')}]`],
    });
  await client.query('savepoint rows');
  let inserted: number;
  try {
    inserted = (await insert(texts)).rowCount ?? 0;
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    await client.query('rollback to savepoint rows');
    for (const [index, text] of texts.entries())
      await insert([text]).catch((cause: unknown) => {
        throw new TransferError(`Line ${firstLine + index}, ${table.name}: ${describe(cause)}`, { cause });
      });
    throw error;
  }
  await client.query('release savepoint rows');
  return inserted;
}

function describe(error: unknown): string {
  const { code, detail, message } = error as { code?: string; detail?: string; message: string };
  if (code === '23505')
    return `this service is not empty, and what is in it collides with the file. ${detail ?? message}`;
  return detail === undefined ? message : `${message} (${detail})`;
}
