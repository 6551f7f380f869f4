import type { LinkItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';
import { type LinkRow, linkFromRow, SELECT_LINKS } from './link-item.js';

/** A link of a program, or a refusal. */
export async function readLink(client: ClientBase, programId: number, linkId: number): Promise<LinkItem> {
  const { rows } = await client.query<LinkRow>(`${SELECT_LINKS} where l.program_id = $1 and l.id = $2`, [
    programId,
    linkId,
  ]);
  const row = rows[0];
  if (row === undefined) throw new RefusedError('not_found');
  return linkFromRow(row);
}
