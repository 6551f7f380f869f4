import {
  MANAGEMENT_KEY_PERMISSIONS,
  ManagementKeyCreate,
  ManagementKeyMade,
  parseIsoTime,
} from '@svc/contract';
import type { ClientBase } from 'pg';
import { defineOperation } from '../../operations/define-operation.js';
import type { CallerKey } from '../../operations/operation.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { nameType } from '../../operations/value-types.js';
import { creatorOf, insertManagementKey } from './insert-management-key.js';

/**
 * Creates a management key. Nobody gives away what they do not have: its permissions are among the caller's, and a key
 * created with another key ends no later than that one. Contract 2 section 8.
 */
export const createManagementKey = defineOperation({
  name: 'createManagementKey',
  route: 'POST /api/workspaces/:workspaceId/management-keys',
  permission: 'key:write',
  summary: 'Create a management key, which is shown only in this answer',
  input: ManagementKeyCreate,
  output: ManagementKeyMade,
  audit: 'management_key.create',
  async run({ client, scope, actor, key, input, nowMs }) {
    const { workspaceId } = scope;
    const { permissions, program_id: programId = null, expires_at: expiresAt = null } = input;
    if (!permissions.every((permission) => scope.permissions.includes(permission)))
      throw new RefusedError('field_invalid', 'permissions');
    if (programId !== null) await requireProgram(client, workspaceId, programId);
    return insertManagementKey(client, {
      workspaceId,
      programId,
      name: parseValue(nameType, input.name, 'name'),
      permissions: MANAGEMENT_KEY_PERMISSIONS.filter((permission) => permissions.includes(permission)),
      expiresAtMs: readExpiry(expiresAt, key, nowMs),
      createdBy: actor.email,
      creatorId: creatorOf({ actor, key }),
    });
  },
});

async function requireProgram(client: ClientBase, workspaceId: number, programId: number): Promise<void> {
  const { rows } = await client.query('select 1 from programs where id = $1 and workspace_id = $2', [
    programId,
    workspaceId,
  ]);
  if (rows.length === 0) throw new RefusedError('field_invalid', 'program_id');
}

/** When the new key expires, in epoch milliseconds; null: never. */
function readExpiry(given: string | null, creator: CallerKey | null, nowMs: number): number | null {
  const latestMs = creator?.expiresAtMs ?? null;
  if (given === null) return latestMs;
  const expiresAtMs = parseIsoTime(given);
  const isUsable = expiresAtMs !== null && expiresAtMs > nowMs && expiresAtMs <= (latestMs ?? Infinity);
  if (!isUsable) throw new RefusedError('field_invalid', 'expires_at');
  return expiresAtMs;
}
