import type { CommissionRuleTerms, PartnerProgramItem } from '@svc/contract';
import type { Pool } from 'pg';
import { HELD_UNTIL } from '../payouts/payee.js';
import { minimumPayoutsOf, termsOf } from '../program-summary.js';

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
const OWN = `
  from users u
  join partners p on p.user_id = u.id or (p.user_id is null and u.email_verified and p.email = u.email)
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
       ${OWN} where u.id = $1 and g.id = $2 order by p.user_id nulls last limit 1`,
    [userId, programId],
  );
  return rows[0] ?? null;
}

/** Whether somebody takes part in any program as a partner, whatever became of it. */
export async function isPartner(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ is_partner: boolean }>(
    `select exists (select 1 ${OWN} where u.id = $1) as is_partner`,
    [userId],
  );
  return rows[0]?.is_partner ?? false;
}

interface ProgramRow extends Omit<PartnerProgramItem, 'commission' | 'joined_at' | 'payouts_held_until'> {
  readonly rule: CommissionRuleTerms | null;
  readonly payouts_held_until: Date | null;
  readonly joined_at: Date;
}

/** The programs somebody takes part in, with the terms that count for them; of one only where it is named. */
export async function listPartnerPrograms(
  pool: Pool,
  userId: string,
  programId: number | null = null,
): Promise<PartnerProgramItem[]> {
  const { rows } = await pool.query<ProgramRow>(
    `select g.id as program_id, g.name, g.domain, w.name as company, g.currency, e.status,
            case when o.type <> 'program' then to_jsonb(o) else to_jsonb(r) end as rule,
            g.cookie_window_days, g.hold_days, g.minimum_payout_cents,
            ${minimumPayoutsOf('g')} as minimum_payouts, d.method as payout_method,
            ${HELD_UNTIL} as payouts_held_until, g.payout_details_hold_hours, e.created_at as joined_at
       ${OWN}
       join workspaces w on w.id = g.workspace_id
       left join partner_payout_details d on d.partner_id = p.id and d.replaced_at is null
       left join lateral (select * from commission_rules x
                           where x.program_id = g.id and coalesce(x.enrollment_id, 0) = e.id
                           order by x.version desc limit 1) o on true
       left join lateral (select * from commission_rules x
                           where x.program_id = g.id and coalesce(x.enrollment_id, 0) = 0
                           order by x.version desc limit 1) r on true
      where u.id = $1 and ($2::bigint is null or g.id = $2)
      order by e.id desc`,
    [userId, programId],
  );
  return rows.map(({ rule, joined_at, payouts_held_until, ...row }) => ({
    ...row,
    commission: rule && termsOf(rule),
    payouts_held_until: payouts_held_until?.toISOString() ?? null,
    joined_at: joined_at.toISOString(),
  }));
}
