import type { ClientBase } from 'pg';
import { isUniqueViolation } from '../../database/transaction.js';
import { RefusedError } from '../../operations/refused-error.js';

/** Stores a workspace, which nobody is a member of yet, and gives its id. No two have the same name. */
export async function insertWorkspace(client: ClientBase, name: string): Promise<number> {
  const { rows } = await client
    .query<{ id: number }>('insert into workspaces (name) values ($1) returning id', [name])
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new RefusedError('name_taken') : error;
    });
  return rows[0]?.id ?? 0;
}
