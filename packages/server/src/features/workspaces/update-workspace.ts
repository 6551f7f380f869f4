import { WorkspaceAnswer, WorkspaceUpdate } from '@svc/contract';
import type { ClientBase } from 'pg';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { changeWorkspace } from './change-workspace.js';
import { findWorkspace } from './read-workspace.js';

/**
 * Changes a workspace; what is left out stays. No two have the same name. Two-factor authentication can be required only by
 * someone who uses it, so that nobody locks themselves out.
 */
export const updateWorkspace = defineOperation({
  name: 'updateWorkspace',
  route: 'PATCH /api/workspaces/:workspaceId',
  permission: 'workspace:write',
  summary: 'Rename a workspace, set its time zone, or require two-factor authentication of its members',
  input: WorkspaceUpdate,
  output: WorkspaceAnswer,
  errors: ['name_taken', 'two_factor_not_set_up'],
  audit: 'workspace.update',
  async run({ client, scope: { workspaceId }, userId, input }) {
    await client.query('select 1 from workspaces where id = $1 for no key update', [workspaceId]);
    const before = await findWorkspace(client, workspaceId);
    const isNewlyRequired = input.require_two_factor === true && !before.require_two_factor;
    if (isNewlyRequired) await requireOwnTwoFactor(client, userId);
    return changeWorkspace(client, before, input);
  },
  after: async ({ scope }, workspace) => ({ ...workspace, role: scope.role }),
});

async function requireOwnTwoFactor(client: ClientBase, userId: string): Promise<void> {
  const { rows } = await client.query('select 1 from users where id = $1 and two_factor_enabled', [userId]);
  if (rows.length === 0) throw new RefusedError('two_factor_not_set_up');
}
