import type { Scope } from '../../operations/operation.js';
import { RefusedError } from '../../operations/refused-error.js';

const FIGURES = 'report:read';

/** Returns whether a caller may see what partners, links and codes brought, beside who and what they are. */
export function mayReadFigures({ permissions }: Pick<Scope, 'permissions'>): boolean {
  return permissions.includes(FIGURES);
}

/** Rejects with `permission_missing` a caller who may not see figures and sorts by one, because the order shows it. */
export function requireFigures(scope: Pick<Scope, 'permissions'>): void {
  if (!mayReadFigures(scope)) throw new RefusedError('permission_missing', FIGURES);
}
