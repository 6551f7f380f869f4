import type { WebhookUpdate } from '@svc/contract';
import type { ClientBase } from 'pg';
import { isAllowedTarget, type OutgoingRules, parseTarget } from '../../net/outgoing.js';
import { RefusedError } from '../../operations/refused-error.js';

/** Refuses an address that requests may not be sent to; gives it as it is stored. Looks the host up, so not in a transaction. */
export async function requireTarget(given: string, rules: OutgoingRules): Promise<string> {
  const url = parseTarget(given, rules);
  if (url === null || !(await isAllowedTarget(url, rules))) throw new RefusedError('field_invalid', 'url');
  return url.href;
}

/** Refuses a program that is not of the workspace. */
export async function requireProgram(
  client: ClientBase,
  workspaceId: number,
  programId: number | null | undefined,
): Promise<void> {
  if (programId === null || programId === undefined) return;
  const { rows } = await client.query('select 1 from programs where id = $1 and workspace_id = $2', [
    programId,
    workspaceId,
  ]);
  if (rows.length === 0) throw new RefusedError('field_invalid', 'program_id');
}

/** Types as they are stored: each once, in one order; null: all. */
export function storedTypes(types: WebhookUpdate['types']): readonly string[] | null {
  return types === null || types === undefined ? null : [...new Set(types)].sort();
}
