import type { Pool } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';

/** A partner in a program. */
export interface PartnerScope {
  readonly programId: number;
  readonly partnerId: number;
}

/** Refused as unknown to partners who are not approved: what is for partners is not there for them. */
export async function requireApproved(pool: Pool, { programId, partnerId }: PartnerScope): Promise<void> {
  const { rowCount } = await pool.query(
    `select 1 from enrollments where program_id = $1 and partner_id = $2 and status = 'approved'`,
    [programId, partnerId],
  );
  if (rowCount === 0) throw new RefusedError('not_found');
}
