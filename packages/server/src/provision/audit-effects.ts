import type { Place } from '../operations/change.js';
import type { Json } from './memory.js';
import type { RuleChange } from './program-parts.js';
import type { Run } from './run.js';
import type { Settled } from './settle.js';

/** Which object of the audit log it is about. */
export interface AuditTarget {
  readonly on: string;
  readonly id: number | string;
  readonly place: Place;
}

/**
 * Notes that an object was created or updated; nothing where it was neither. `itemOf` makes the whole object of its fields
 * as they were or are: entries look like those of the dashboard, which `svc-server verify` compares with the database.
 */
export function auditEffect(
  run: Run,
  { before, after, changed }: Pick<Settled, 'before' | 'after' | 'changed'>,
  actions: { readonly created: string; readonly updated: string },
  target: AuditTarget,
  itemOf: (fields: Readonly<Record<string, Json>>) => unknown,
): void {
  if (changed.size === 0) return;
  const action = before === null ? actions.created : actions.updated;
  run.entries.push({ action, ...target, before: before && itemOf(before), after: itemOf(after) });
}

/** Notes each new version of a rule. */
export function auditRules(
  run: Run,
  action: string,
  target: AuditTarget,
  changes: readonly RuleChange[],
): void {
  for (const change of changes) run.entries.push({ action, ...target, ...change });
}

/** The fields of an object that changed, without its rule: that has entries of its own. */
export function changedApartFromRule({ changed }: Pick<Settled, 'changed'>): ReadonlySet<string> {
  return new Set([...changed].filter((name) => name !== 'commission'));
}
