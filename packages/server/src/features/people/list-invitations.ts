import type { InvitationItem } from '@svc/contract';
import { InvitationPage, PageQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortText,
} from '../../operations/keyset.js';
import { INVITATIONS, type InvitationRow, invitationFromRow } from './invitation-item.js';

/** The invitations of a workspace, newest first, with what became of each. */
async function loadInvitations(
  pool: Pool,
  workspaceId: number,
  request: PageRequest,
): Promise<Page<InvitationItem>> {
  const rows = {
    select: INVITATIONS,
    where: 'workspace_id = $1',
    values: [workspaceId],
    id: 'id',
    sorts: SORTS,
    search: { anywhere: ['email', 'invited_by'] },
  };
  return loadPage<InvitationRow, InvitationItem>(pool, request, rows, invitationFromRow);
}

const SORTS: SortColumns = {
  created_at: { sql: 'id', type: 'number' },
  email: { sql: sortText('email'), type: 'text' },
  expires_at: { sql: 'expires_at', type: 'time' },
};

export const listInvitations = defineList({
  name: 'listInvitations',
  route: 'GET /api/workspaces/:workspaceId/invitations',
  permission: 'member:write',
  summary: 'Invitations of a workspace, with what became of them',
  input: PageQuery,
  output: InvitationPage,
  sorts: SORTS,
  search: 'email, who invited',
  run: ({ pool, scope }, page) => loadInvitations(pool, scope.workspaceId, page),
});
