import type { ClientBase } from 'pg';
import { isUniqueViolation } from '../../database/transaction.js';
import { type Change, changed } from '../audit/change.js';
import { demand } from '../demand.js';
import { nameType } from '../provision/values.js';
import { RefusedError } from '../refused-error.js';
import { readWorkspace, type Workspace } from './read-workspace.js';

/** Gives a workspace another name; no two have the same. */
export async function renameWorkspace(
  client: ClientBase,
  workspaceId: number,
  name: string,
): Promise<Change<Workspace>> {
  await client.query('select 1 from workspaces where id = $1 for no key update', [workspaceId]);
  const before = await readWorkspace(client, workspaceId);
  await client
    .query('update workspaces set name = $2 where id = $1', [workspaceId, demand(nameType, name, 'name')])
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new RefusedError('name_taken') : error;
    });
  const after = { ...before, name };
  return changed(after, { on: 'workspace', id: workspaceId, before, after });
}
