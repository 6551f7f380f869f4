import { SEALED_TABLES } from '../features/seals/sealed-tables.js';
import { type Check, reportRows, sentences } from './check.js';

/** Rows that should be sealed and are not: they were written before what the seals cover, or after everything there can be. */
export async function verifyUnsealed(check: Check): Promise<void> {
  for (const { name, key } of SEALED_TABLES)
    await reportRows(
      check,
      name,
      `select t.${key} as id, 'it is in no seal, and those who wrote it say it was there when the last one was made' as what
         from ${name} t cross join seal_progress p
        where p.sealing is null and p.sealed is not null
          and (pg_visible_in_snapshot(t.written_in::text::xid8, p.sealed::pg_snapshot)
               or t.written_in >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
          and not exists (select 1 from (select unnest(row_ids) as id from seal_contents where table_name = '${name}') s
                           where s.id = t.${key})
        order by 1`,
    );
}

/** Texts are erased from audit entries where a customer was, which is an entry of its own. */
export async function verifyErased(check: Check): Promise<void> {
  await reportRows(
    check,
    'audit_entries',
    `select id, 'texts in it were erased, and no customer of its workspace was' as what from audit_entries a
      where erased is not null
        and not exists (select 1 from audit_entries e where e.workspace_id = a.workspace_id and e.action like 'customer.erase%')
      order by id`,
  );
}

/** What may change of payouts and rule versions is as its newest state says, and states follow each other. */
export async function verifySealedStates(check: Check): Promise<void> {
  for (const [name, state] of [
    ['payouts', 'payout_state'],
    ['commission_rules', 'rule_state'],
  ] as const)
    await reportRows(
      check,
      name,
      `select t.id, format('it is %s, its newest state says %s', ${state}(t)::text, coalesce(s.state::text, 'nothing')) as what
         from ${name} t
         left join lateral (select state from row_states where table_name = '${name}' and row_id = t.id
                             order by version desc limit 1) s on true
        where s.state is null or s.state::jsonb <> ${state}(t)::jsonb order by t.id`,
    );
  await reportRows(
    check,
    'row_states',
    `select id, format('version %s of %s %s follows version %s', version, table_name, coalesce(row_key, row_id::text), before) as what
       from (select *, coalesce(lag(version) over (partition by table_name, row_id, row_key order by version), 0) as before
               from row_states) s
      where version <> before + 1 order by id`,
  );
}

/** Reports newest seals that were deleted or replaced, and lists of rows whose seal does not exist. */
export async function verifyNewestSeals(check: Check): Promise<void> {
  const seal = (number: string) => `format('workspace %s, seal %s', workspace_id, ${number})`;
  await reportRows(
    check,
    'seals',
    `select ${seal('h.last_number')} as id, found.what
       from seal_heads h full join (select distinct on (workspace_id) workspace_id, number, hash from seals
                                     order by workspace_id, number desc) s using (workspace_id)
       ${sentences(
         ['s.number is null or s.number < h.last_number', `'it was made last and is gone'`],
         [
           's.number > h.last_number or h.last_number is null',
           `format('seal %s was added after the one made last', s.number)`,
         ],
         [
           's.number = h.last_number and s.hash <> h.last_hash',
           `'it is not the one that was made last with this number'`,
         ],
       )} order by workspace_id`,
  );
  await reportRows(
    check,
    'seal_contents',
    `select distinct ${seal('number')} as id, 'rows are listed for this seal, and it does not exist' as what
       from seal_contents c where not exists (select 1 from seals s where s.workspace_id = c.workspace_id and s.number = c.number)
      order by 1`,
  );
}
