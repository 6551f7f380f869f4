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

/** Inserts rows with one statement. When they cannot be, throws a `TransferError` that names the first line which cannot. */
export async function insertRows(client: ClientBase, { table, firstLine, texts }: Rows): Promise<void> {
  const conflict = table.keptBy === undefined ? '' : ` on conflict (${table.keptBy}) do nothing`;
  const insert = (rows: readonly string[]) =>
    client.query({
      name: `import-${table.name}`,
      text: `insert into ${table.name} overriding system value select * from json_populate_recordset(null::${table.name}, $1)${conflict}`,
      values: [`[${rows.join(',')}]`],
    });
  await client.query('savepoint rows');
  try {
    await insert(texts);
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
}

function describe(error: unknown): string {
  const { code, detail, message } = error as { code?: string; detail?: string; message: string };
  if (code === '23505')
    return `this service is not empty, and what is in it collides with the file. ${detail ?? message}`;
  return detail === undefined ? message : `${message} (${detail})`;
}
