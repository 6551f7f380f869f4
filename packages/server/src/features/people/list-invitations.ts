import type { InvitationItem } from '@svc/contract';
import { InvitationPage, PageQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { type Page, type PageRequest, positionOf, toPage } from '../../operations/keyset.js';
import { INVITATIONS, type InvitationRow, invitationFromRow } from './invitation-item.js';

/** The invitations of a workspace, newest first, with what became of each. */
async function loadInvitations(
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

export const listInvitations = defineList({
  name: 'listInvitations',
  route: 'GET /api/workspaces/:workspaceId/invitations',
  permission: 'member:write',
  summary: 'Invitations of a workspace, with what became of them',
  input: PageQuery,
  output: InvitationPage,
  positionLength: 1,
  run: ({ pool, scope }, page) => loadInvitations(pool, scope.workspaceId, page),
});
