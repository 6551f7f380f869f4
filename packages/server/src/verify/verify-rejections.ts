import { isLoggedInProgram, numberOf, readableJson } from './audit-sql.js';
import { type Check, reportRows, sentences } from './check.js';

/** What was rejected is what the ledger and the audit log say. Contract 2 sections 7.1 and 12. */
export async function verifyRejections(check: Check): Promise<void> {
  await reportRows(
    check,
    'commissions',
    `with entries as materialized (
       select a.program_id, a.number, ${numberOf('a.target_id')} as commission_id,
              ${numberOf(`${readableJson('a.after')} ->> 'movement_id'`)} as movement_id,
              ${readableJson('a.after')} ->> 'rejection_reason' as reason
         from audit_entries a where a.target_type = 'commission' and a.after is not null)
     select c.id, found.what
       from commissions c
       full join (select * from ledger_movements where kind = 'reject') m on m.commission_id = c.id
       left join entries e on e.movement_id = m.id and e.commission_id = c.id and e.program_id = c.program_id
       ${sentences(
         ['m.id is null', `'it is said to be rejected, and the ledger says nothing of that'`],
         [
           'm.id is not null and m.occurred_at is distinct from c.rejected_at',
           `format('movement %s rejected it at %s, and it is said to be rejected at %s', m.id, m.occurred_at,
                   coalesce(c.rejected_at::text, '(never)'))`,
         ],
         [
           `m.id is not null and e.number is null and ${isLoggedInProgram('m.occurred_at', 'm.program_id')}`,
           `format('movement %s rejected it at %s, and no entry of the audit log explains that', m.id, m.occurred_at)`,
         ],
         [
           'e.number is not null and e.reason is distinct from c.rejection_reason',
           `format('it is rejected because of %L; the audit log says %L (entry %s)', c.rejection_reason, e.reason, e.number)`,
         ],
       )} and (c.rejected_at is not null or m.id is not null) order by c.id`,
  );
}
