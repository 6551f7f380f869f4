import { isLogged, isLoggedInProgram, isoOf, numberOf, readableJson } from './audit-sql.js';
import { type Check, reportRows, sentences } from './check.js';

/**
 * Every sale points at the rule version that was in force when it was decided, and every version is the one that the
 * audit log says somebody made. Contract 7.1, verify.
 */
export async function verifyRules(check: Check): Promise<void> {
  await verifyVersionsInForce(check);
  await verifyOwnRules(check);
  await verifyNoRule(check);
  await verifyLoggedRules(check);
}

/** A version that nothing says more of is taken to be in force this long after its transaction began. */
const COMMITTED_WITHIN = `interval '10 minutes'`;

/**
 * Rule versions with the times that can be relied on. A version is invisible before `created_at`, when its transaction
 * began, and was used by every decision that began after `sure_from`; in between either it or the one before it may have
 * been used, because the order in which the two transactions committed is unknown. All of these are times of the
 * database's one clock, as are those of `decided_from` and `decided_until` of sales, so no two clocks are compared.
 * `sure_until`: from here on, a later version of the same rule was used. `program_from`: before this, the program's
 * rule cannot have counted for the partner again.
 */
const VERSIONS = `
  select r.id, r.program_id, r.enrollment_id, r.version, r.type, r.created_at, made.sure_from,
         min(made.sure_from) over later as sure_until,
         min(r.created_at) filter (where r.type = 'program') over later as program_from
    from commission_rules r
   cross join lateral (select least(r.in_force_at, r.created_at + ${COMMITTED_WITHIN}) as sure_from) made
  window later as (partition by r.program_id, coalesce(r.enrollment_id, 0) order by r.version
                   rows between 1 following and unbounded following)`;

/**
 * Sales with the time in which each was decided. One without that time, which the version before this one may still have
 * written during an upgrade, is given ten minutes on either side of the time it arrived at; older ones are not compared.
 */
const DECIDED = `
  select s.id, s.source, s.program_id, s.enrollment_id, s.rule_id,
         coalesce(s.decided_from, s.recorded_at - ${COMMITTED_WITHIN}) as decided_from,
         coalesce(s.decided_until, s.recorded_at + ${COMMITTED_WITHIN}) as decided_until
    from sales s where s.decided_from is not null or ${isLogged('s.recorded_at', 's.workspace_id')}`;

/** The version a sale points at was there when the sale was decided, and no later one had replaced it. */
async function verifyVersionsInForce(check: Check): Promise<void> {
  await reportRows(
    check,
    'sales',
    `select s.id, found.what from (${DECIDED}) s join (${VERSIONS}) v on v.id = s.rule_id
       ${sentences(
         [
           'v.created_at > s.decided_until',
           `format('rule %s (version %s) was not in force: it was made at %s, and the sale was decided at %s', v.id,
                   v.version, v.created_at, s.decided_until)`,
         ],
         [
           'v.sure_until < s.decided_from',
           `format('rule %s (version %s) was not in force: a later version was since %s, and the sale was decided at %s',
                   v.id, v.version, v.sure_until, s.decided_from)`,
         ],
       )} order by s.id`,
  );
}

/** A sale by the program's rule is of a partner for whom no rule of their own was in force. */
async function verifyOwnRules(check: Check): Promise<void> {
  await reportRows(
    check,
    'sales',
    `with versions as (${VERSIONS})
     select s.id, format('rule %s is the program''s, and relationship %s had a rule of its own when the sale was decided at %s',
                         s.rule_id, s.enrollment_id, s.decided_from) as what
       from (${DECIDED}) s
       join commission_rules r on r.id = s.rule_id and r.enrollment_id is null
      where exists (select 1 from versions own
                     where own.enrollment_id = s.enrollment_id and own.type <> 'program'
                       and own.sure_from < s.decided_from
                       and s.decided_until < coalesce(own.program_from, 'infinity'))
      order by s.id`,
  );
}

/** A sale without a rule is of a program that had none. */
async function verifyNoRule(check: Check): Promise<void> {
  await reportRows(
    check,
    'sales',
    `with versions as (${VERSIONS})
     select s.id, format('it has no rule, and program %s had one when the sale was decided at %s', s.program_id,
                         s.decided_from) as what
       from (${DECIDED}) s
      where s.rule_id is null and s.source <> 'import'
        and exists (select 1 from versions v
                     where v.program_id = s.program_id and v.enrollment_id is null and v.sure_from < s.decided_from)
      order by s.id`,
  );
}

/**
 * What the audit log says of rule versions: entries of a program or a partner in it are of their rule, or have the rule in
 * force among their fields. `found` has what each version was recorded as.
 */
const LOGGED = `
  with logged as materialized (
    select a.workspace_id, a.program_id, a.number, a.before is null as is_new, ${readableJson('a.after')} as doc,
           case a.target_type when 'partner' then ${numberOf('a.target_id')} end as partner_id
      from audit_entries a
     where a.target_type in ('program', 'partner') and a.program_id is not null and a.after is not null),
  terms as (
    select l.workspace_id, l.program_id, l.partner_id, l.number, ${numberOf(`rule ->> 'version'`)} as version, rule
      from logged l
     cross join lateral (select case when l.doc ->> 'version' is null then l.doc -> 'commission' else l.doc end as rule) r
     where json_typeof(rule) = 'object'),
  found as (
    select distinct on (r.id) r.id, t.number, t.rule
      from commission_rules r
      join programs p on p.id = r.program_id
      left join enrollments e on e.id = r.enrollment_id
      join terms t on t.program_id = r.program_id and t.workspace_id = p.workspace_id and t.version = r.version
                  and t.partner_id is not distinct from e.partner_id
     order by r.id, t.number)`;

/** SQL: a part of a logged rule as it compares with what is stored. Only rules of clauses have one, without odd text in it. */
function jsonbOf(name: 'clauses' | 'otherwise'): string {
  return `nullif((l.rule -> '${name}')::text, 'null')::jsonb`;
}

/**
 * Every version is in the log, but for those older than the complete log, and the first ones of programs that the log does
 * not know: a service of the version before may still have applied a provision file, without entries, after this began.
 */
async function verifyLoggedRules(check: Check): Promise<void> {
  await reportRows(
    check,
    'commission_rules',
    `${LOGGED}
     select r.id, found.what from commission_rules r
       left join found l on l.id = r.id
       ${sentences(
         [
           `l.id is null and ${isLoggedInProgram('r.created_at', 'r.program_id')} and (r.version > 1 or exists (
              select 1 from logged n where n.program_id = r.program_id and n.is_new and n.doc -> 'hold_days' is not null))`,
           `format('it is version %s of the rule, and the audit log does not say that anybody made it', r.version)`,
         ],
         [
           `l.id is not null and (l.rule ->> 'type', ${numberOf(`l.rule ->> 'basis_points'`)},
                                  ${numberOf(`l.rule ->> 'amount_cents'`)}, ${numberOf(`l.rule ->> 'duration_months'`)},
                                  ${numberOf(`l.rule ->> 'max_total_cents'`)})
              is distinct from (r.type, r.basis_points::bigint, r.amount_cents, r.duration_months::bigint, r.max_total_cents)`,
           `format('it is %s; the audit log says %s (entry %s)',
                   concat_ws(', ', r.type, 'basis points ' || r.basis_points, 'amount ' || r.amount_cents,
                             'months ' || r.duration_months, 'at most ' || r.max_total_cents),
                   concat_ws(', ', l.rule ->> 'type', 'basis points ' || (l.rule ->> 'basis_points'),
                             'amount ' || (l.rule ->> 'amount_cents'), 'months ' || (l.rule ->> 'duration_months'),
                             'at most ' || (l.rule ->> 'max_total_cents')),
                   l.number)`,
         ],
         [
           `l.id is not null and r.type = 'clauses'
              and (r.clauses, r.otherwise) is distinct from (${jsonbOf('clauses')}, ${jsonbOf('otherwise')})`,
           `format('its clauses are %s, otherwise %s; the audit log says %s, otherwise %s (entry %s)', r.clauses,
                   coalesce(r.otherwise::text, 'nothing'), coalesce(${jsonbOf('clauses')}::text, 'nothing'),
                   coalesce(${jsonbOf('otherwise')}::text, 'nothing'), l.number)`,
         ],
         [
           `l.rule ->> 'created_at' <> ${isoOf('r.created_at')}`,
           `format('it was made at %s; the audit log says at %s (entry %s)', ${isoOf('r.created_at')},
                   l.rule ->> 'created_at', l.number)`,
         ],
       )} order by r.id`,
  );
}
