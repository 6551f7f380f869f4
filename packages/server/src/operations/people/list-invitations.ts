import type { InvitationItem } from '@svc/contract';
import type { Pool } from 'pg';
import { type Page, type PageRequest, positionOf, toPage } from '../keyset.js';
import { INVITATIONS, type InvitationRow, invitationFromRow } from './invitation-item.js';

/** The invitations of a workspace, newest first, with what became of each. */
export async function listInvitations(
  pool: Pool,
  workspaceId: number,
  request: PageRequest,
): Promise<Page<InvitationItem>> {
  const { rows } = await pool.query<InvitationRow>(
    `${INVITATIONS} where workspace_id = $1 and id < $2 order by id desc limit $3`,
    [workspaceId, ...positionOf(request, 1), request.limit + 1],
  );
  return toPage(rows, request, (row) => [row.id], invitationFromRow);
}
