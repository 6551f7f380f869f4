import { isDeepStrictEqual } from 'node:util';
import type { WorkspaceUpdate } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Static } from 'typebox';
import { isUniqueViolation } from '../../database/transaction.js';
import { type Change, changed, unchanged } from '../../operations/change.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { nameType, timeZoneType } from '../../operations/value-types.js';
import { movePlannedPayouts } from '../programs/plan-payouts.js';
import type { Workspace } from './read-workspace.js';

/** Changes a workspace, whose row the caller has locked; what is left out stays. */
export async function changeWorkspace(
  client: ClientBase,
  before: Workspace,
  changes: Static<typeof WorkspaceUpdate>,
): Promise<Change<Workspace>> {
  const name = changes.name === undefined ? before.name : parseValue(nameType, changes.name, 'name');
  const isRequired = changes.require_two_factor ?? before.require_two_factor;
  const timeZone =
    changes.time_zone === undefined
      ? before.time_zone
      : parseValue(timeZoneType, changes.time_zone, 'time_zone');
  const after = { ...before, name, require_two_factor: isRequired, time_zone: timeZone };
  if (isDeepStrictEqual(before, after)) return unchanged(before);
  await client
    .query('update workspaces set name = $2, require_two_factor = $3, time_zone = $4 where id = $1', [
      before.id,
      name,
      isRequired,
      timeZone,
    ])
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new RefusedError('name_taken') : error;
    });
  if (timeZone !== before.time_zone)
    await movePlannedPayouts(client, before.id, { from: before.time_zone, to: timeZone });
  return changed(after, { on: 'workspace', id: before.id, before, after });
}
