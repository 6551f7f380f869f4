import { WorkspaceAnswer, WorkspaceUpdate } from '@svc/contract';
import type { ClientBase } from 'pg';
import { isUniqueViolation } from '../../database/transaction.js';
import { changed, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { nameType } from '../../operations/value-types.js';
import { findWorkspace } from './read-workspace.js';

/**
 * Changes a workspace; what is left out stays. No two have the same name. Two-factor authentication can be required only by
 * someone who uses it, so that nobody locks themselves out.
 */
export const updateWorkspace = defineOperation({
  name: 'updateWorkspace',
  route: 'PATCH /api/workspaces/:workspaceId',
  permission: 'workspace:write',
  summary: 'Rename a workspace, or require two-factor authentication of its members',
  input: WorkspaceUpdate,
  output: WorkspaceAnswer,
  errors: ['name_taken', 'two_factor_not_set_up'],
  audit: 'workspace.update',
  async run({ client, scope: { workspaceId }, userId, input }) {
    await client.query('select 1 from workspaces where id = $1 for no key update', [workspaceId]);
    const before = await findWorkspace(client, workspaceId);
    const name = input.name === undefined ? before.name : parseValue(nameType, input.name, 'name');
    const isRequired = input.require_two_factor ?? before.require_two_factor;
    if (name === before.name && isRequired === before.require_two_factor) return unchanged(before);
    if (isRequired && !before.require_two_factor) await requireOwnTwoFactor(client, userId);
    await client
      .query('update workspaces set name = $2, require_two_factor = $3 where id = $1', [
        workspaceId,
        name,
        isRequired,
      ])
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new RefusedError('name_taken') : error;
      });
    const after = { ...before, name, require_two_factor: isRequired };
    return changed(after, { on: 'workspace', id: workspaceId, before, after });
  },
  after: async ({ scope }, workspace) => ({ ...workspace, role: scope.role }),
});

async function requireOwnTwoFactor(client: ClientBase, userId: string): Promise<void> {
  const { rows } = await client.query('select 1 from users where id = $1 and two_factor_enabled', [userId]);
  if (rows.length === 0) throw new RefusedError('two_factor_not_set_up');
}
