import type { PartnerProgramItem } from '@svc/contract';
import type { Pool } from 'pg';

/** Whom a person is in a program as a partner. */
export interface PartnerAccess {
  readonly workspaceId: number;
  readonly programId: number;
  readonly partnerId: number;
  readonly status: PartnerProgramItem['status'];
}

/**
 * A partner is a person's by the account an invitation gave it, or, while it has none, by their address: every account
 * was made by somebody who had proven theirs, and one that was not is left out.
 */
export const OWN_ENROLLMENTS = `
  from users u
  join partners p on p.user_id = u.id or (p.user_id is null and u.email_verified and p.email = u.email)
  join enrollments e on e.partner_id = p.id
  join programs g on g.id = e.program_id`;

/** The same of everybody. */
export const ENROLLMENTS = `
  from partners p
  join enrollments e on e.partner_id = p.id
  join programs g on g.id = e.program_id`;

/** Who somebody is in a program as a partner; null when they take no part in it. */
export async function findPartnerAccess(
  pool: Pool,
  programId: number,
  userId: string,
): Promise<PartnerAccess | null> {
  const { rows } = await pool.query<PartnerAccess>(
    `select g.workspace_id as "workspaceId", g.id as "programId", p.id as "partnerId", e.status
       ${OWN_ENROLLMENTS} where u.id = $1 and g.id = $2 order by p.user_id nulls last limit 1`,
    [userId, programId],
  );
  return rows[0] ?? null;
}

/** Whether a partner takes part in a program, whatever became of it. */
export async function isPartnerOf(
  pool: Pool,
  { programId, partnerId }: Pick<PartnerAccess, 'programId' | 'partnerId'>,
): Promise<boolean> {
  const { rows } = await pool.query<{ is_partner: boolean }>(
    'select exists (select 1 from enrollments where program_id = $1 and partner_id = $2) as is_partner',
    [programId, partnerId],
  );
  return rows[0]?.is_partner ?? false;
}

/** Whether somebody takes part in any program as a partner, whatever became of it. */
export async function isPartner(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ is_partner: boolean }>(
    `select exists (select 1 ${OWN_ENROLLMENTS} where u.id = $1) as is_partner`,
    [userId],
  );
  return rows[0]?.is_partner ?? false;
}
