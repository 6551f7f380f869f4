import { ManagementKeyItem } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { lockManagementKey } from './management-key-item.js';

/** Revokes a management key at once, in every process. */
export const revokeManagementKey = defineOperation({
  name: 'revokeManagementKey',
  route: 'DELETE /api/workspaces/:workspaceId/management-keys/:id',
  permission: 'key:write',
  summary: 'Revoke a management key',
  output: ManagementKeyItem,
  errors: ['key_expired'],
  audit: 'management_key.revoke',
  async run({ client, scope, id }) {
    const before = await lockManagementKey(client, scope.workspaceId, id());
    const { rows } = await client.query<{ revoked_at: Date }>(
      'update management_keys set revoked_at = now() where id = $1 returning revoked_at',
      [before.id],
    );
    const after = { ...before, revoked_at: rows[0]?.revoked_at.toISOString() ?? null };
    return changed(after, { on: 'management_key', id: before.id, before, after });
  },
});
