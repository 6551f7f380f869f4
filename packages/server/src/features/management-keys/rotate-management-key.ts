import { ApiKeyRotate, type ManagementKeyItem, ManagementKeyMade } from '@svc/contract';
import type { ClientBase } from 'pg';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { creatorOf, insertManagementKey } from './insert-management-key.js';
import { lockManagementKey } from './management-key-item.js';

const DEFAULT_GRACE_HOURS = 24;

/**
 * Creates a key with the same name, permissions and program, and lets the old one go on for a while. The new key ends when
 * the old one would have, so that no key prolongs itself. A key rotates itself without any permission, and no other key that
 * may do more than itself.
 */
export const rotateManagementKey = defineOperation({
  name: 'rotateManagementKey',
  route: 'POST /api/workspaces/:workspaceId/management-keys/:id/rotate',
  permission: 'key:write',
  isForOwnKey: true,
  summary: 'Create a management key in place of another, which goes on for a while',
  input: ApiKeyRotate,
  output: ManagementKeyMade,
  errors: ['key_expired', 'permission_missing'],
  audit: 'management_key.rotate',
  async run({ client, scope, actor, key: callerKey, input, id }) {
    const before = await lockManagementKey(client, scope.workspaceId, id());
    const missing = before.permissions.find((permission) => !scope.permissions.includes(permission));
    if (missing !== undefined) throw new RefusedError('permission_missing', missing);
    const after = await expireManagementKey(client, before, input.grace_hours ?? DEFAULT_GRACE_HOURS);
    const { answer, entries } = await insertManagementKey(client, {
      workspaceId: scope.workspaceId,
      programId: before.program_id,
      name: before.name,
      permissions: before.permissions,
      expiresAtMs: earlier(
        before.expires_at === null ? null : Date.parse(before.expires_at),
        callerKey?.expiresAtMs ?? null,
      ),
      createdBy: actor.email,
      creatorId: creatorOf({ actor, key: callerKey }),
    });
    return { answer, entries: [{ on: 'management_key', id: before.id, before, after }, ...entries] };
  },
});

/** Lets a key end after some hours, or when it would have ended anyway. */
async function expireManagementKey(
  client: ClientBase,
  key: ManagementKeyItem,
  hours: number,
): Promise<ManagementKeyItem> {
  const { rows } = await client.query<{ expires_at: Date }>(
    `update management_keys set expires_at = least(expires_at, now() + $2 * interval '1 hour')
      where id = $1 returning expires_at`,
    [key.id, hours],
  );
  return { ...key, expires_at: rows[0]?.expires_at.toISOString() ?? null };
}

/** The earlier of two times in epoch milliseconds; null stands for never. */
function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
