import type { ClientBase } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';

/** Refuses a program that is archived. Others stay as they are until the transaction ends, and whoever asks this of the same one takes turns. */
export async function refuseArchived(client: ClientBase, programId: number): Promise<void> {
  const { rows } = await client.query<{ is_archived: boolean }>(
    'select archived_at is not null as is_archived from programs where id = $1 for no key update',
    [programId],
  );
  if (rows[0]?.is_archived) throw new RefusedError('program_archived');
}
