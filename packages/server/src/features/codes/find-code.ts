import type { CodeItem } from '@svc/contract';
import type { Pool } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';
import { type CodeRow, codeFromRow, SELECT_CODES } from './code-item.js';

/** A code of a program, or of one partner in it; refused where it is another's. */
export async function findCode(
  pool: Pool,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number | null },
  codeId: number,
): Promise<CodeItem> {
  const { rows } = await pool.query<CodeRow>(
    `${SELECT_CODES} where c.id = $1 and c.program_id = $2 and ($3::bigint is null or c.partner_id = $3)`,
    [codeId, programId, partnerId],
  );
  const row = rows[0];
  if (row === undefined) throw new RefusedError('not_found');
  return codeFromRow(row);
}
