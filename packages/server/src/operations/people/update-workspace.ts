import type { ClientBase } from 'pg';
import { isUniqueViolation } from '../../database/transaction.js';
import { type Change, changed, unchanged } from '../audit/change.js';
import { demand } from '../demand.js';
import { nameType } from '../provision/values.js';
import { RefusedError } from '../refused-error.js';
import { readWorkspace, type Workspace } from './read-workspace.js';

/** What of a workspace is to change; what is left out stays. */
export interface WorkspaceChanges {
  readonly name?: string | undefined;
  readonly require_two_factor?: boolean | undefined;
}

/**
 * Changes a workspace. No two have the same name (`name_taken`). Two-factor authentication can be required only by someone
 * who uses it (`two_factor_not_set_up`), so that nobody locks themselves out.
 */
export async function updateWorkspace(
  client: ClientBase,
  by: { readonly workspaceId: number; readonly userId: string },
  changes: WorkspaceChanges,
): Promise<Change<Workspace>> {
  await client.query('select 1 from workspaces where id = $1 for no key update', [by.workspaceId]);
  const before = await readWorkspace(client, by.workspaceId);
  const name = changes.name === undefined ? before.name : demand(nameType, changes.name, 'name');
  const isRequired = changes.require_two_factor ?? before.require_two_factor;
  if (name === before.name && isRequired === before.require_two_factor) return unchanged(before);
  if (isRequired && !before.require_two_factor) await demandOwnTwoFactor(client, by.userId);
  await client
    .query('update workspaces set name = $2, require_two_factor = $3 where id = $1', [
      by.workspaceId,
      name,
      isRequired,
    ])
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new RefusedError('name_taken') : error;
    });
  const after = { ...before, name, require_two_factor: isRequired };
  return changed(after, { on: 'workspace', id: by.workspaceId, before, after });
}

async function demandOwnTwoFactor(client: ClientBase, userId: string): Promise<void> {
  const { rows } = await client.query('select 1 from users where id = $1 and two_factor_enabled', [userId]);
  if (rows.length === 0) throw new RefusedError('two_factor_not_set_up');
}
