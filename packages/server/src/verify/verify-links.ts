import { logged } from './audit-sql.js';
import { type Check, reportRows, sentences } from './check.js';

/** A field of the newest audit entry of a link, where the entry has it and the link says otherwise. */
function differs(field: string): readonly [string, string] {
  return [
    `l.after -> '${field}' is not null and l.after ->> '${field}' is distinct from k.${field}::text`,
    `format('its ${field} is %s; the audit log says %s (entry %s)', coalesce(k.${field}::text, 'none'),
            coalesce(l.after ->> '${field}', 'none'), l.number)`,
  ];
}

/** Links belong to the partner and lead to the page that the audit log says: later clicks pay that partner. */
export async function verifyLinks(check: Check): Promise<void> {
  await reportRows(
    check,
    'links',
    `select k.id, found.what from links k
       join (select distinct on (target_id, workspace_id) * from (${logged('link')}) entries
              order by target_id, workspace_id, number desc) l
         on l.target_id = k.id and l.workspace_id = k.workspace_id
       ${sentences(differs('partner_id'), differs('short_link'), differs('destination_url'), [
         `(l.after ->> 'is_active')::boolean <> (k.deactivated_at is null)`,
         `format('it is %s; the audit log says otherwise (entry %s)',
                   case when k.deactivated_at is null then 'active' else 'turned off' end, l.number)`,
       ])} order by k.id`,
  );
}
