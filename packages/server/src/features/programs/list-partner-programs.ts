import { type CommissionRuleTerms, type PartnerProgramItem, PartnerProgramList } from '@svc/contract';
import type { Pool } from 'pg';
import { defineWholeList } from '../../operations/define-operation.js';
import { type BrandingRow, brandingFromRow, SELECT_BRANDING } from '../branding/partner-branding.js';
import { loadBalances } from '../partners/load-balances.js';
import { HELD_UNTIL, IS_HELD_WHEN_SAVED } from '../payouts/payee.js';
import { minimumPayoutsOf } from '../reports/program-summary.js';
import { ruleTermsOf } from '../rules/rule-terms.js';
import { ENROLLMENTS, OWN_ENROLLMENTS } from './partner-access.js';
import { payoutDay } from './plan-payouts.js';

type Terms = Omit<PartnerProgramItem, 'balances'>;

interface ProgramRow
  extends Omit<
    Terms,
    'commission' | 'joined_at' | 'payouts_held_until' | 'company' | 'branding' | 'next_payout_on'
  > {
  readonly look: BrandingRow;
  readonly rule: CommissionRuleTerms | null;
  readonly payouts_held_until: Date | null;
  readonly next_payout_at: Date | null;
  readonly time_zone: string;
  readonly joined_at: Date;
  readonly partner_id: number;
}

/** All programs that an account takes part in, or one that a partner does. */
type Whose = { readonly userId: string } | { readonly partnerId: number; readonly programId: number };

/** The programs somebody takes part in, with the terms that count for them. */
export async function loadPartnerPrograms(
  pool: Pool,
  whose: Whose,
): Promise<(Terms & { readonly partner_id: number })[]> {
  const { rows } = await pool.query<ProgramRow>(
    `select g.id as program_id, g.name, g.domain, ${SELECT_BRANDING} as look, g.currency, e.status,
            case when o.type <> 'program' then to_jsonb(o) else to_jsonb(r) end as rule,
            g.lead_reward_cents, g.cookie_window_days, g.hold_days, g.minimum_payout_cents,
            ${minimumPayoutsOf('g')} as minimum_payouts, g.payout_schedule, g.next_payout_at, w.time_zone, d.method as payout_method,
            ${HELD_UNTIL} as payouts_held_until, g.payout_details_hold_hours,
            ${IS_HELD_WHEN_SAVED} as payout_details_held_when_saved, e.created_at as joined_at, p.id as partner_id
       ${'userId' in whose ? OWN_ENROLLMENTS : ENROLLMENTS}
       join workspaces w on w.id = g.workspace_id
       left join partner_payout_details d on d.partner_id = p.id and d.replaced_at is null
       left join lateral (select * from commission_rules x
                           where x.program_id = g.id and coalesce(x.enrollment_id, 0) = e.id
                           order by x.version desc limit 1) o on true
       left join lateral (select * from commission_rules x
                           where x.program_id = g.id and coalesce(x.enrollment_id, 0) = 0
                           order by x.version desc limit 1) r on true
      where ${'userId' in whose ? 'u.id = $1' : 'p.id = $1 and g.id = $2'}
      order by e.id desc`,
    'userId' in whose ? [whose.userId] : [whose.partnerId, whose.programId],
  );
  return rows.map(({ rule, look, joined_at, payouts_held_until, next_payout_at, time_zone, ...row }) => {
    const branding = brandingFromRow(look);
    return {
      ...row,
      company: branding.name,
      branding,
      commission: rule && ruleTermsOf(rule),
      next_payout_on: payoutDay(next_payout_at, time_zone),
      payouts_held_until: payouts_held_until?.toISOString() ?? null,
      joined_at: joined_at.toISOString(),
    };
  });
}

export const listPartnerPrograms = defineWholeList({
  name: 'listPartnerPrograms',
  route: 'GET /api/partner/programs',
  permission: 'session',
  summary: 'Programs the caller takes part in as a partner, with terms and balances',
  output: PartnerProgramList,
  async run({ pool, userId }) {
    const data: PartnerProgramItem[] = [];
    for (const { partner_id: partnerId, ...program } of await loadPartnerPrograms(pool, { userId }))
      data.push({ ...program, balances: await loadBalances(pool, program.program_id, partnerId) });
    return data;
  },
});
