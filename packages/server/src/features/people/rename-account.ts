import type { ClientBase } from 'pg';
import { parseValue } from '../../operations/parse-value.js';
import { nameType } from '../../operations/value-types.js';

/** Gives the owner of an account another name. */
export async function renameAccount(client: ClientBase, userId: string, name: string): Promise<void> {
  await client.query('update users set name = $2 where id = $1', [
    userId,
    parseValue(nameType, name, 'name'),
  ]);
}
