import { type Check, reportRows, sentences } from './check.js';

/** A field of a group's rule where its type has it, as text or as JSON. */
const fieldOf = (type: string, field: string, operator = '->>') =>
  `case g.rule ->> 'type' when '${type}' then g.rule ${operator} '${field}' end`;

/** What a rule of a group pays, as the columns of a version say it; as texts, so that nothing in it can stop the check. */
const PAID = `(g.rule ->> 'type', ${fieldOf('percent', 'basis_points')}, ${fieldOf('flat', 'amount_cents')},
               g.rule ->> 'duration_months', g.rule ->> 'max_total_cents', ${fieldOf('clauses', 'clauses', '->')},
               nullif(${fieldOf('clauses', 'otherwise', '->')}, 'null'::jsonb))`;

/**
 * Every partner is in a group of their program, and has the rule of this group as the newest version of theirs, unless one of their own is in
 * force.
 */
export async function verifyGroups(check: Check): Promise<void> {
  await reportRows(
    check,
    'enrollments',
    `select e.id, found.what from enrollments e
       left join partner_groups g on g.id = e.group_id
       left join lateral (select * from commission_rules x
                           where x.program_id = e.program_id and coalesce(x.enrollment_id, 0) = e.id
                           order by x.version desc limit 1) r on true
       ${sentences(
         [
           `g.program_id <> e.program_id`,
           `format('it is of program %s, its group %s of program %s', e.program_id, g.id, g.program_id)`,
         ],
         [
           `r.group_id is not null and (g.rule is null or r.group_id <> g.id)`,
           `format('its rule version %s is that of group %s, and the partner is in %s', r.version, r.group_id,
                   coalesce('group ' || g.id || ', which has no such rule', 'no group'))`,
         ],
         [
           `g.rule is not null and coalesce(r.type, 'program') = 'program'`,
           `format('it has no rule, and its group %s has one', g.id)`,
         ],
         [
           `r.group_id = g.id and g.rule is not null and (r.type, r.basis_points::text, r.amount_cents::text, r.duration_months::text,
                                   r.max_total_cents::text, r.clauses, r.otherwise) is distinct from ${PAID}`,
           `format('its rule version %s is not the rule of its group %s', r.version, g.id)`,
         ],
       )} order by e.id`,
  );
}
