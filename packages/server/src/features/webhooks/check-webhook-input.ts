import type { ErrorCode, WebhookUpdate } from '@svc/contract';
import type { ClientBase } from 'pg';
import {
  findTargetFault,
  isAllowedTarget,
  type OutgoingRules,
  type TargetFault,
} from '../../net/outgoing.js';
import { RefusedError } from '../../operations/refused-error.js';

const FAULT_ERRORS: Readonly<Record<TargetFault, ErrorCode>> = {
  malformed: 'field_invalid',
  credentials: 'url_has_credentials',
  not_https: 'url_not_https',
  not_public: 'url_not_public',
};

/** Errors of `requireTarget` beside `field_invalid`. */
export const TARGET_ERRORS = ['url_has_credentials', 'url_not_https', 'url_not_public'] as const;

/**
 * Rejects an address that requests may not be sent to with the reason, and returns it as it is stored. Looks the host up, so it does not
 * belong into a transaction.
 */
export async function requireTarget(given: string, rules: OutgoingRules): Promise<string> {
  const fault = findTargetFault(given, rules);
  if (fault !== null) throw new RefusedError(FAULT_ERRORS[fault], 'url');
  const url = new URL(given);
  if (!(await isAllowedTarget(url, rules))) throw new RefusedError('url_not_public');
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
