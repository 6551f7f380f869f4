import type { Pool } from 'pg';
import type { Role } from '../../operations/permissions.js';

/** A workspace somebody is a member of. */
export interface Membership {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  readonly requiresTwoFactor: boolean;
}

/** The workspaces of a user, by name. */
export async function listMemberships(pool: Pool, userId: string): Promise<readonly Membership[]> {
  const { rows } = await pool.query<Membership>(
    `select w.id, w.name, m.role, w.require_two_factor as "requiresTwoFactor"
       from workspace_members m join workspaces w on w.id = m.workspace_id
      where m.user_id = $1 order by fold(w.name) collate "C", w.id`,
    [userId],
  );
  return rows;
}
