import type { Pool } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';
import { type LinkRow, SELECT_LINKS } from './link-item.js';

/** Whose links and codes somebody may see: all of a program, or those of one partner in it. */
export interface OwnerScope {
  readonly programId: number;
  /** null: all partners. */
  readonly partnerId: number | null;
}

/** A link of a program, or of one partner in it; refused where it is another's. */
export async function findLink(
  pool: Pool,
  { programId, partnerId }: OwnerScope,
  linkId: number,
): Promise<LinkRow> {
  const { rows } = await pool.query<LinkRow>(
    `${SELECT_LINKS} where l.id = $1 and l.program_id = $2 and ($3::bigint is null or l.partner_id = $3)`,
    [linkId, programId, partnerId],
  );
  const row = rows[0];
  if (row === undefined) throw new RefusedError('not_found');
  return row;
}
