import type { ProgramItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed, unchanged } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import { lockClockOf, nextPayoutOf } from './plan-payouts.js';
import { readKnownProgram } from './read-program.js';

/**
 * Archives a program, or restores it. While it is archived its links, origins and keys are as if
 * unknown and nothing is earned, and no payout run is planned; its keys still report refunds, and its books stay, mature and can be paid. `name` has to be the program's own, because one click too many must not end a program.
 */
export async function setArchived(
  client: ClientBase,
  programId: number,
  wanted: { readonly isArchived: boolean; readonly name?: string },
): Promise<Change<ProgramItem>> {
  const clock = await lockClockOf(client, programId);
  await client.query('select 1 from programs where id = $1 for no key update', [programId]);
  const before = await readKnownProgram(client, programId);
  if (wanted.name !== undefined && wanted.name !== before.name)
    throw new RefusedError('field_invalid', 'name');
  if ((before.archived_at !== null) === wanted.isArchived) return unchanged(before);
  await client.query(
    'update programs set archived_at = case when $2::boolean then now() end, next_payout_at = $3 where id = $1',
    [programId, wanted.isArchived, wanted.isArchived ? null : nextPayoutOf(before.payout_schedule, clock)],
  );
  const after = await readKnownProgram(client, programId);
  return changed(after, { on: 'program', id: programId, before, after });
}
