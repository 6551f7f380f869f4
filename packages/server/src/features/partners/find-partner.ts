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
  readonly commission_scope: PartnerItem['commission_scope'];
  readonly group_id: number | null;
  readonly group: string | null;
  readonly tags: string[];
  readonly joined_at: Date;
  readonly rule: CommissionRuleTerms | null;
}

const selectPartners = (more = '') => `
  select ${more} p.id, e.id as enrollment_id, p.name, p.email, e.status, e.tags, e.created_at as joined_at,
         case when r.type <> 'program' then to_jsonb(r) end as rule,
         case when coalesce(r.type, 'program') = 'program' then 'program'
              when r.group_id is null then 'partner' else 'group' end as commission_scope,
         e.group_id, g.name as "group"
    from enrollments e
    join partners p on p.id = e.partner_id
    left join partner_groups g on g.id = e.group_id
    left join lateral (select * from commission_rules
                        where program_id = e.program_id and coalesce(enrollment_id, 0) = e.id
                        order by version desc limit 1) r on true`;

/** Partners `p` of a program with their enrollment `e`, their group `g` and the rule of their own or of their group. */
export const SELECT_PARTNERS = selectPartners();

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

/** Which of these partners have accepted an invitation. */
export async function findWithAccount(
  db: Pool | ClientBase,
  partnerIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ readonly id: number }>(
    'select id from partners where id = any($1::bigint[]) and user_id is not null',
    [partnerIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** These partners of a program, by id. */
export async function findPartners(
  db: Pool | ClientBase,
  programId: number,
  partnerIds: readonly number[],
): Promise<ReadonlyMap<number, PartnerItem>> {
  const { rows } = await db.query<PartnerRow>(
    `${SELECT_PARTNERS} where e.program_id = $1 and e.partner_id = any($2::bigint[])`,
    [programId, partnerIds],
  );
  return new Map(rows.map((row) => [row.id, partnerFromRow(row)]));
}

/** These partners, each in one program; the key of the result is the id of the program, a space, and that of the partner. */
export async function loadPartnersOfPrograms(
  pool: Pool,
  wanted: readonly { readonly programId: number; readonly partnerId: number }[],
): Promise<ReadonlyMap<string, PartnerItem & { readonly has_account: boolean }>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await pool.query<PartnerRow & { program_id: number; has_account: boolean }>(
    `${selectPartners('e.program_id, p.user_id is not null as has_account,')}
      where (e.program_id, e.partner_id) in (select * from unnest($1::bigint[], $2::bigint[]))`,
    [wanted.map(({ programId }) => programId), wanted.map(({ partnerId }) => partnerId)],
  );
  return new Map(
    rows.map(({ program_id, has_account, ...row }) => [
      `${program_id} ${row.id}`,
      { ...partnerFromRow(row), has_account },
    ]),
  );
}

/** A partner as they are shown. */
export function partnerFromRow({ rule, joined_at, ...row }: PartnerRow): PartnerItem {
  return { ...row, commission: rule && ruleTermsOf(rule), joined_at: joined_at.toISOString() };
}
