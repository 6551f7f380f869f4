import type { RuleInput } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { AuditEntry } from '../../operations/change.js';
import { valuesOfTerms } from './add-rule-version.js';
import { type RuleItemRow, ruleItemFromRow } from './list-rules.js';
import { termsFromInput } from './terms-from-input.js';

/** Partners who have just come into a group, or whose group has just got another rule. */
interface Members {
  readonly programId: number;
  readonly enrollmentIds: readonly number[];
  /** The group they are in by now; null: none. */
  readonly group: { readonly id: number; readonly rule: RuleInput | null } | null;
}

/** The newest version of the rule of a member; all of it null where there is none. */
type MemberRow = { readonly member_id: number; readonly partner_id: number } & (
  | RuleItemRow
  | { readonly id: null; readonly version: null }
);

/**
 * Makes the rule of a group the next version of the rule of each of these partners, for sales from now on; without a rule of the group, the
 * program's counts for them again. Partners for whom one of their own is in force keep it. Gives an entry for each new version. The caller
 * has locked the rules of the program and calls `markRulesInForce` in the end.
 */
export async function applyGroupRule(client: ClientBase, members: Members): Promise<AuditEntry[]> {
  const { programId, enrollmentIds, group } = members;
  const rule = group?.rule ?? null;
  const { rows } = await client.query<MemberRow>(
    `select r.*, e.id as member_id, e.partner_id from enrollments e
       left join lateral (select * from commission_rules x
                           where x.program_id = e.program_id and coalesce(x.enrollment_id, 0) = e.id
                           order by x.version desc limit 1) r on true
      where e.program_id = $1 and e.id = any($2::bigint[])
        and case when $3 then r.id is null or r.type = 'program' or r.group_id is not null
                 else r.group_id is not null end
      order by e.id`,
    [programId, enrollmentIds, rule !== null],
  );
  if (rows.length === 0) return [];
  const before = new Map(rows.map((row) => [row.member_id, row]));
  const terms =
    rule === null ? ['program', null, null, null, null, null, null] : valuesOfTerms(termsFromInput(rule));
  const { rows: written } = await client.query<RuleItemRow & { readonly enrollment_id: number }>(
    `insert into commission_rules (program_id, enrollment_id, group_id, version, type, basis_points, amount_cents,
                                   duration_months, max_total_cents, clauses, otherwise)
     select $1, m.id, $4::bigint, m.version + 1, $5, $6::integer, $7::bigint, $8::integer, $9::bigint, $10::jsonb, $11::jsonb
       from unnest($2::bigint[], $3::integer[]) as m (id, version) order by m.id
     returning *`,
    [
      programId,
      rows.map((row) => row.member_id),
      rows.map((row) => row.version ?? 0),
      rule === null ? null : group?.id,
      ...terms,
    ],
  );
  return written.map((row) => entryOf(row, before.get(row.enrollment_id)));
}

function entryOf(row: RuleItemRow, before: MemberRow | undefined): AuditEntry {
  const partnerId = before?.partner_id ?? 0;
  return {
    on: 'partner',
    id: partnerId,
    action: 'partner.rule.group',
    before: before === undefined || before.id === null ? null : ruleItemFromRow(before),
    after: ruleItemFromRow({ ...row, partner_id: partnerId }),
  };
}

/** The group that a partner is in, with its rule; null: none. */
export async function findGroupOf(client: ClientBase, enrollmentId: number): Promise<Members['group']> {
  const { rows } = await client.query<{ id: number; rule: RuleInput | null }>(
    'select g.id, g.rule from enrollments e join partner_groups g on g.id = e.group_id where e.id = $1',
    [enrollmentId],
  );
  return rows[0] ?? null;
}
