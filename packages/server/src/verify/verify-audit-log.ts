import { type Check, reportRows, sentences } from './check.js';

/**
 * Entries of a workspace are numbered without gaps in the order in which their changes were committed, and the newest
 * number is kept apart: an entry that is missing was deleted, the last ones too. Contract 7.1, verify.
 */
export async function verifyAuditLog(check: Check): Promise<void> {
  await reportRows(
    check,
    'audit_entries',
    `select format('workspace %s, entry %s', gap.workspace_id, gap.first) as id, found.what
       from (select workspace_id, lag(number, 1, 0::bigint) over numbered + 1 as first, number - 1 as last
               from audit_entries window numbered as (partition by workspace_id order by number)
             union all
             select h.workspace_id, coalesce(e.newest, 0) + 1, h.last_number from audit_heads h
               left join (select workspace_id, max(number) as newest from audit_entries group by workspace_id) e
                 on e.workspace_id = h.workspace_id) gap
       ${sentences(
         ['gap.first = gap.last', `format('entry %s of the audit log was deleted', gap.first)`],
         [
           'gap.first < gap.last',
           `format('entries %s to %s of the audit log were deleted', gap.first, gap.last)`,
         ],
       )} order by gap.workspace_id, gap.first`,
  );
  await reportRows(
    check,
    'audit_heads',
    `select e.workspace_id as id, found.what
       from (select workspace_id, max(number) as newest from audit_entries group by workspace_id) e
       left join audit_heads h on h.workspace_id = e.workspace_id
       ${sentences([
         'coalesce(h.last_number, 0) < e.newest',
         `format('its newest audit entry is number %s, and there is entry %s', coalesce(h.last_number, 0), e.newest)`,
       ])} order by e.workspace_id`,
  );
}
