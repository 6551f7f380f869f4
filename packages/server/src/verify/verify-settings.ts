import { isLogged, isoOf, logged, numberOf } from './audit-sql.js';
import { type Check, reportRows, sentences } from './check.js';

/**
 * What people set is as the audit log last recorded it: the terms of programs, the status of partners, API keys, and management keys. Only
 * entries since the log is complete are compared: before, provision files changed all of this without one.
 * Contract 7.1, verify.
 */
export async function verifySettings(check: Check): Promise<void> {
  await verifyPrograms(check);
  await verifyHoldDays(check);
  await verifyPartners(check);
  await verifyKeys(check);
  await verifyManagementKeys(check);
}

/** A setting of `row` that differs from what the newest entry `l` says of it; settings the entry does not name are left out. */
function differs(column: string, field = column): readonly [string, string] {
  return [
    `l.after ->> '${field}' <> ${column}::text`,
    `format('its ${field} is %s; the audit log says %s (entry %s)', ${column}::text, l.after ->> '${field}', l.number)`,
  ];
}

/** As `differs`, of a list. */
function listDiffers(field: string, stored: string): readonly [string, string] {
  return [
    `${stored} <> (l.after -> '${field}')::jsonb`,
    `format('its ${field} are %s; the audit log says %s (entry %s)', ${stored}, l.after -> '${field}', l.number)`,
  ];
}

async function verifyPrograms(check: Check): Promise<void> {
  await reportRows(
    check,
    'programs',
    `select p.id, found.what from programs p
       join (select distinct on (target_id, workspace_id) * from (${logged('program')}) entries
              where after ->> 'hold_days' is not null order by target_id, workspace_id, number desc) l
         on l.target_id = p.id and l.workspace_id = p.workspace_id
       ${sentences(
         differs('p.hold_days', 'hold_days'),
         differs('p.currency', 'currency'),
         differs('p.cookie_window_days', 'cookie_window_days'),
         differs('p.minimum_payout_cents', 'minimum_payout_cents'),
         differs('p.lead_source', 'lead_source'),
         differs('p.attribution_precedence', 'attribution_precedence'),
         differs('p.self_referral', 'self_referral'),
         differs('p.fast_sale', 'fast_sale'),
         differs('p.click_burst', 'click_burst'),
         differs('p.paid_search', 'paid_search'),
         differs('p.code_leak', 'code_leak'),
         differs('p.page_named', 'page_named'),
         differs('p.payout_details_hold_hours', 'payout_details_hold_hours'),
         differs('p.link_style', 'link_style'),
         listDiffers('link_parameters', 'to_jsonb(p.link_parameters)'),
         listDiffers(
           'link_domains',
           'to_jsonb(array(select d.host from program_link_domains d where d.program_id = p.id order by d.position))',
         ),
         [
           `l.after -> 'fallback_url' is not null and l.after ->> 'fallback_url' is distinct from p.fallback_url`,
           `format('its fallback_url is %s; the audit log says %s (entry %s)', coalesce(p.fallback_url, '(none)'),
                   coalesce(l.after ->> 'fallback_url', '(none)'), l.number)`,
         ],
         [
           `l.after -> 'click_retention_months' is not null
              and l.after ->> 'click_retention_months' is distinct from p.click_retention_months::text`,
           `format('its click_retention_months is %s; the audit log says %s (entry %s)',
                   coalesce(p.click_retention_months::text, 'none'), coalesce(l.after ->> 'click_retention_months', 'none'), l.number)`,
         ],
         [
           `(l.after -> 'payout_schedule')::jsonb <> coalesce(p.payout_schedule, 'null')`,
           `format('its payout_schedule is %s; the audit log says %s (entry %s)', coalesce(p.payout_schedule, 'null'),
                   (l.after -> 'payout_schedule')::jsonb, l.number)`,
         ],
         [
           `l.after -> 'lead_reward_cents' is not null and l.after ->> 'lead_reward_cents' is distinct from p.lead_reward_cents::text`,
           `format('its lead_reward_cents is %s; the audit log says %s (entry %s)', coalesce(p.lead_reward_cents::text, 'none'),
                   coalesce(l.after ->> 'lead_reward_cents', 'none'), l.number)`,
         ],
         [
           `l.after -> 'archived_at' is not null and l.after ->> 'archived_at' is distinct from ${isoOf('p.archived_at')}`,
           `format('it was archived at %s; the audit log says at %s (entry %s)',
                   coalesce(${isoOf('p.archived_at')}, '(never)'), coalesce(l.after ->> 'archived_at', '(never)'), l.number)`,
         ],
       )} order by p.id`,
  );
}

/**
 * The hold days that a sale says its program had are those of one of the entries around it. A change may have been
 * committed up to ten minutes after the time of its entry, which is when its transaction began. Sales that are older than
 * the complete log, and those of programs that it does not mention, are left out.
 */
async function verifyHoldDays(check: Check): Promise<void> {
  await reportRows(
    check,
    'sales',
    `with entries as materialized (
       select target_id as program_id, workspace_id, number, occurred_at, is_new,
              ${numberOf(`before ->> 'hold_days'`)} as days_before, ${numberOf(`after ->> 'hold_days'`)} as days_after
         from (${logged('program')}) entries where after ->> 'hold_days' is not null),
     periods as (
       select program_id, workspace_id, days_after as hold_days, occurred_at as valid_from,
              lead(occurred_at) over following + interval '10 minutes' as valid_until
         from entries window following as (partition by program_id, workspace_id order by number)
       union all
       select program_id, workspace_id, days_before, '-infinity', occurred_at + interval '10 minutes'
         from (select distinct on (program_id, workspace_id) * from entries order by program_id, workspace_id, number) oldest
        where not is_new)
     select s.id, format('its program had %s hold days when the sale was recorded, it says; the audit log says %s', s.hold_days,
                         (select string_agg(distinct p.hold_days::text, ' or ') from periods p
                           where p.program_id = s.program_id and p.valid_from <= s.decided_until
                             and s.decided_from < coalesce(p.valid_until, 'infinity'))) as what
       from sales s
      where s.hold_days is not null and ${isLogged('s.decided_from', 's.workspace_id')}
        and exists (select 1 from periods p where p.program_id = s.program_id and p.workspace_id = s.workspace_id)
        and not exists (select 1 from periods p
                         where p.program_id = s.program_id and p.workspace_id = s.workspace_id
                           and p.hold_days = s.hold_days and p.valid_from <= s.decided_until
                           and s.decided_from < coalesce(p.valid_until, 'infinity'))
      order by s.id`,
  );
}

async function verifyPartners(check: Check): Promise<void> {
  await reportRows(
    check,
    'enrollments',
    `select e.id, found.what from enrollments e
       join programs p on p.id = e.program_id
       join (select distinct on (target_id, program_id) * from (${logged('partner')}) entries
              where after ->> 'status' in ('pending', 'approved', 'rejected', 'suspended')
              order by target_id, program_id, number desc) l
         on l.target_id = e.partner_id and l.program_id = e.program_id and l.workspace_id = p.workspace_id
       ${sentences(differs('e.status', 'status'))} order by e.id`,
  );
}

/** Keys of a program whose creation is in the log are each in it, and end when the log says. */
async function verifyKeys(check: Check): Promise<void> {
  await reportRows(
    check,
    'api_keys',
    `with programs_logged as (select distinct target_id, workspace_id from (${logged('program')}) entries
                               where is_new and after ->> 'hold_days' is not null)
     select k.id, found.what from api_keys k
       join programs p on p.id = k.program_id
       left join programs_logged g on g.target_id = p.id and g.workspace_id = p.workspace_id
       left join (select distinct on (target_id) * from (${logged('api_key')}) entries
                   where after ->> 'hint' is not null order by target_id, number desc) l
         on l.target_id = k.id and l.program_id = k.program_id and l.workspace_id = p.workspace_id
       ${sentences(
         [
           'l.target_id is null and g.target_id is not null',
           `'the audit log does not say that anybody created it'`,
         ],
         differs('k.hint', 'hint'),
         [
           `l.after -> 'expires_at' is not null and l.after ->> 'expires_at' is distinct from ${isoOf('k.expires_at')}`,
           `format('it ends at %s; the audit log says at %s (entry %s)', coalesce(${isoOf('k.expires_at')}, '(never)'),
                   coalesce(l.after ->> 'expires_at', '(never)'), l.number)`,
         ],
       )} order by k.id`,
  );
}

/** Management keys came after the log was complete, so each is in it, with what it may do, where, and until when. */
async function verifyManagementKeys(check: Check): Promise<void> {
  await reportRows(
    check,
    'management_keys',
    `select k.id, found.what from management_keys k
       left join (select distinct on (target_id, workspace_id) * from (${logged('management_key')}) entries
                   order by target_id, workspace_id, number desc) l
         on l.target_id = k.id and l.workspace_id = k.workspace_id
       ${sentences(
         ['l.target_id is null', `'the audit log does not say that anybody created it'`],
         differs('k.hint', 'hint'),
         [
           `to_jsonb(k.permissions) <> (l.after -> 'permissions')::jsonb`,
           `format('its permissions are %s; the audit log says %s (entry %s)', to_jsonb(k.permissions),
                   l.after -> 'permissions', l.number)`,
         ],
         [
           `l.after ->> 'program_id' is distinct from k.program_id::text and l.target_id is not null`,
           `format('its program is %s; the audit log says %s (entry %s)', coalesce(k.program_id::text, '(any)'),
                   coalesce(l.after ->> 'program_id', '(any)'), l.number)`,
         ],
         endDiffers('expires_at', 'ends'),
         endDiffers('revoked_at', 'was revoked'),
       )} order by k.id, found.what`,
  );
}

/** A time of a management key, or none, that the newest entry `l` does not say. */
function endDiffers(column: 'expires_at' | 'revoked_at', verb: string): readonly [string, string] {
  const stored = isoOf(`k.${column}`);
  return [
    `l.target_id is not null and l.after ->> '${column}' is distinct from ${stored}`,
    `format('it ${verb} at %s; the audit log says at %s (entry %s)', coalesce(${stored}, '(never)'),
            coalesce(l.after ->> '${column}', '(never)'), l.number)`,
  ];
}
