import { type MemberItem, MemberList, MemberQuery } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { defineWholeList } from '../../operations/define-operation.js';
import { sortText } from '../../operations/keyset.js';

type MemberRow = Omit<MemberItem, 'joined_at'> & { readonly joined_at: Date };

const MEMBERS = `
  select m.user_id, u.name, u.email, m.role, u.two_factor_enabled as two_factor, m.created_at as joined_at
    from workspace_members m join users u on u.id = m.user_id`;

/** The members of a workspace, by name; with a search, those in whose name or email it is. */
async function loadMembers(pool: Pool, workspaceId: number, search: string): Promise<MemberItem[]> {
  const { rows } = await pool.query<MemberRow>(
    `${MEMBERS} where m.workspace_id = $1
        and (position(fold($2) in fold(u.name)) > 0 or position(fold($2) in fold(u.email)) > 0)
      order by ${sortText('u.name')}, u.id`,
    [workspaceId, search.trim()],
  );
  return rows.map(memberFromRow);
}

/** A member of a workspace; null when there is none. */
export async function findMember(
  client: ClientBase,
  workspaceId: number,
  userId: string,
): Promise<MemberItem | null> {
  const { rows } = await client.query<MemberRow>(`${MEMBERS} where m.workspace_id = $1 and m.user_id = $2`, [
    workspaceId,
    userId,
  ]);
  const row = rows[0];
  return row === undefined ? null : memberFromRow(row);
}

function memberFromRow(row: MemberRow): MemberItem {
  return { ...row, joined_at: row.joined_at.toISOString() };
}

export const listMembers = defineWholeList({
  name: 'listMembers',
  route: 'GET /api/workspaces/:workspaceId/members',
  permission: 'program:read',
  summary: 'Members of a workspace',
  input: MemberQuery,
  output: MemberList,
  run: ({ pool, scope, input: { q = '' } }) => loadMembers(pool, scope.workspaceId, q),
});
