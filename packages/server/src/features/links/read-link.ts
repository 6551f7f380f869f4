import type { ClientBase } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';
import { type LinkRow, SELECT_LINKS } from './link-item.js';

/** The row of a link, or a refusal. */
export async function readLinkRow(client: ClientBase, linkId: number): Promise<LinkRow> {
  const { rows } = await client.query<LinkRow>(`${SELECT_LINKS} where l.id = $1`, [linkId]);
  const row = rows[0];
  if (row === undefined) throw new RefusedError('not_found');
  return row;
}
