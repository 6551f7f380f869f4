import { WorkspaceAnswer } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';

/** A workspace as it is shown. */
export interface Workspace {
  readonly id: number;
  readonly name: string;
  readonly require_two_factor: boolean;
  readonly time_zone: string;
  readonly created_at: string;
}

/** A workspace that is known to exist. */
export async function findWorkspace(db: Pool | ClientBase, workspaceId: number): Promise<Workspace> {
  const { rows } = await db.query<Omit<Workspace, 'created_at'> & { readonly created_at: Date }>(
    'select id, name, require_two_factor, time_zone, created_at from workspaces where id = $1',
    [workspaceId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`workspace ${workspaceId} is gone`);
  return { ...row, created_at: row.created_at.toISOString() };
}

export const readWorkspace = defineRead({
  name: 'readWorkspace',
  route: 'GET /api/workspaces/:workspaceId',
  permission: 'program:read',
  summary: "A workspace, with the caller's role in it",
  output: WorkspaceAnswer,
  run: async ({ pool, scope }) => ({ ...(await findWorkspace(pool, scope.workspaceId)), role: scope.role }),
});
