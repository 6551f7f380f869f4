import type { ClientBase, Pool } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';

/** The currency of a program, in which rows count that name none. */
export async function readProgramCurrency(db: Pool | ClientBase, programId: number): Promise<string> {
  const { rows } = await db.query<{ currency: string }>('select currency from programs where id = $1', [
    programId,
  ]);
  if (rows[0] === undefined) throw new RefusedError('not_found');
  return rows[0].currency;
}
