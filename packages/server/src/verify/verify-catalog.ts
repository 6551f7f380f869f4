import { type Check, reportRows, sentences } from './check.js';

/** Relationships, links and rules tie together programs and partners of one workspace, and rule versions have no gaps. */
export async function verifyCatalog(check: Check): Promise<void> {
  await reportRows(
    check,
    'enrollments',
    `select e.id, found.what from enrollments e
       left join programs p on p.id = e.program_id
       left join partners a on a.id = e.partner_id
       ${sentences(
         ['p.id is null', "format('its program %s does not exist', e.program_id)"],
         ['a.id is null', "format('its partner %s does not exist', e.partner_id)"],
         [
           'p.workspace_id <> a.workspace_id',
           `format('program %s is of workspace %s, partner %s of workspace %s',
                   p.id, p.workspace_id, a.id, a.workspace_id)`,
         ],
       )} order by e.id`,
  );
  await reportRows(
    check,
    'links',
    `select l.id, found.what from links l
       left join programs p on p.id = l.program_id
       left join partners a on a.id = l.partner_id
       ${sentences(
         [
           'l.program_id is not null and p.id is null',
           "format('its program %s does not exist', l.program_id)",
         ],
         [
           'l.partner_id is not null and a.id is null',
           "format('its partner %s does not exist', l.partner_id)",
         ],
         [
           'p.workspace_id <> l.workspace_id',
           `format('it is of workspace %s, its program %s of workspace %s', l.workspace_id, p.id, p.workspace_id)`,
         ],
         [
           'a.workspace_id <> l.workspace_id',
           `format('it is of workspace %s, its partner %s of workspace %s', l.workspace_id, a.id, a.workspace_id)`,
         ],
       )} order by l.id`,
  );
  await verifyRuleVersions(check);
}

async function verifyRuleVersions(check: Check): Promise<void> {
  await reportRows(
    check,
    'commission_rules',
    `select r.id, found.what
       from (select *, row_number() over (partition by program_id, coalesce(enrollment_id, 0) order by version)
                    as expected_version
               from commission_rules) r
       left join programs p on p.id = r.program_id
       left join enrollments e on e.id = r.enrollment_id
       ${sentences(
         ['p.id is null', "format('its program %s does not exist', r.program_id)"],
         [
           'r.enrollment_id is not null and e.program_id is distinct from r.program_id',
           `format('it is of program %s, its relationship %s of program %s', r.program_id, r.enrollment_id,
                   coalesce(e.program_id::text, '(none)'))`,
         ],
         [
           'r.version <> r.expected_version',
           `format('it is version %s where version %s is due: a version is missing', r.version, r.expected_version)`,
         ],
       )} order by r.id`,
  );
}
