import { isDeepStrictEqual } from 'node:util';
import type { Branding } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed, unchanged } from '../../operations/change.js';
import { findBranding } from './find-branding.js';

/** What an operation changed in the look of a workspace. The shades follow from the colour, so the audit log leaves them out. */
export async function changedBranding(
  client: ClientBase,
  workspaceId: number,
  before: Branding,
): Promise<Change<Branding>> {
  const after = await findBranding(client, workspaceId);
  if (isDeepStrictEqual(before, after)) return unchanged(after);
  return changed(after, {
    on: 'workspace',
    id: workspaceId,
    before: audited(before),
    after: audited(after),
  });
}

const audited = ({ accent: _follows, ...chosen }: Branding) => chosen;
