import type { CommissionRuleTerms, PartnerItem } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { ruleTermsOf } from '../rules/rule-terms.js';

/** A row that `SELECT_PARTNERS` reads. */
export interface PartnerRow {
  readonly id: number;
  readonly enrollment_id: number;
  readonly name: string;
  readonly email: string;
  readonly status: PartnerItem['status'];
  readonly joined_at: Date;
  readonly rule: CommissionRuleTerms | null;
}

/** Partners `p` of a program with their enrollment `e` and own rule. */
export const SELECT_PARTNERS = `
  select p.id, e.id as enrollment_id, p.name, p.email, e.status, e.created_at as joined_at,
         case when r.type <> 'program' then to_jsonb(r) end as rule
    from enrollments e
    join partners p on p.id = e.partner_id
    left join lateral (select * from commission_rules
                        where program_id = e.program_id and coalesce(enrollment_id, 0) = e.id
                        order by version desc limit 1) r on true`;

/** A partner of a program; null when there is none. */
export async function findPartner(
  db: Pool | ClientBase,
  programId: number,
  partnerId: number,
): Promise<PartnerItem | null> {
  const { rows } = await db.query<PartnerRow>(
    `${SELECT_PARTNERS} where e.program_id = $1 and e.partner_id = $2`,
    [programId, partnerId],
  );
  const row = rows[0];
  return row === undefined ? null : partnerFromRow(row);
}

/** A partner as they are shown. `commission`: their own rule in force; null where the program's counts. */
export function partnerFromRow({ rule, joined_at, ...row }: PartnerRow): PartnerItem {
  return { ...row, commission: rule && ruleTermsOf(rule), joined_at: joined_at.toISOString() };
}
