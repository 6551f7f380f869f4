import {
  RECORDED_TABLES,
  type RecordedTable,
  type WorkspaceColumn,
} from '../features/seals/recorded-tables.js';
import { type Check, reportRows, sentences } from './check.js';

/** SQL of the workspace of a row `t`; 0: it is of the whole service. */
const WORKSPACE: Readonly<Record<WorkspaceColumn, string>> = {
  workspace_id: 't.workspace_id',
  program_id: '(select p.workspace_id from programs p where p.id = t.program_id)',
  partner_id: '(select a.workspace_id from partners a where a.id = t.partner_id)',
  id: 't.id',
  none: '0',
};

const quoted = (names: readonly string[]) => `array[${names.map((name) => `'${name}'`).join(', ')}]::text[]`;

/**
 * SQL of what is recorded of a row `t`. It says the same as the function `row_text` of the database, which whoever can edit rows can replace.
 */
function rowText({ leftOut }: RecordedTable): string {
  return `(select string_agg(to_json(key)::text || ':' || value::text, ',' order by key collate "C")
             from json_each(row_to_json(t)) where value::text <> 'null' and key <> all (${quoted(Object.keys(leftOut))}))`;
}

/** Each row of a recorded table is as its newest state, and was only changed by sessions that record what they change. */
export async function verifyRecordedRows(check: Check): Promise<void> {
  for (const table of RECORDED_TABLES) await verifyTable(check, table);
  await verifyChanges(check);
  await reportRows(
    check,
    'recorded_rows',
    `select n.table_name || ' ' || n.row_key as id, 'it has no state' as what from recorded_rows n
      where not exists (select 1 from row_states s where s.table_name = n.table_name and s.row_key = n.row_key) order by 1`,
  );
}

async function verifyTable(check: Check, table: RecordedTable): Promise<void> {
  const { name, key, workspaceBy } = table;
  const rowKey = key.map((column) => `t.${column}::text`).join(` || ' ' || `);
  await reportRows(
    withNumbers(check),
    name,
    `select coalesce(r.row_key, s.row_key) as id, found.what
       from (select ${rowKey} as row_key, coalesce(${WORKSPACE[workspaceBy]}, 0) as workspace_id, ${rowText(table)} as row_text
               from ${name} t) r
       full join (select distinct on (row_key) row_key, workspace_id, version, state from row_states
                   where table_name = '${name}' order by row_key, version desc) s on s.row_key = r.row_key
       left join recorded_rows n on n.table_name = '${name}' and n.row_key = coalesce(r.row_key, s.row_key)
       ${sentences(
         ['s.row_key is null', `'it was not inserted by the service: no state of it was recorded'`],
         [
           `r.row_key is null and s.state ->> 'is_gone' is null`,
           `format('it is gone, and was not deleted by the service: version %s of its states is the newest', s.version)`,
         ],
         [
           `r.row_key is not null and s.state ->> 'is_gone' is not null`,
           `format('it is there, and version %s of its states says that it was deleted', s.version)`,
         ],
         [
           `r.row_key is not null and s.row_key is not null and s.state ->> 'is_gone' is null
              and s.state ->> 'digest' is distinct from encode(sha256(convert_to(n.salt || r.row_text, 'UTF8')), 'hex')`,
           `format('it is not as version %s of its states, the newest: it was not changed by the service', s.version)`,
         ],
         [
           's.row_key is not null and (n.version, n.workspace_id) is distinct from (s.version, s.workspace_id)',
           `format('version %s of its states is the newest, recorded_rows says %s', s.version, coalesce(n.version::text, 'none'))`,
         ],
         [
           `r.row_key is not null and s.workspace_id <> r.workspace_id`,
           `format('it is of workspace %s, and its states of workspace %s', r.workspace_id, s.workspace_id)`,
         ],
       )} order by 1`,
  );
}

/** Reports states whose row was not as the state before them when the service changed it. */
async function verifyChanges(check: Check): Promise<void> {
  const { rows } = await check.client.query<{ table_name: string; row_key: string; version: number }>(
    `select table_name, row_key, version from row_states where state ->> 'was_changed' is not null
      order by table_name, row_key, version limit ${check.maxDifferences + 1}`,
  );
  const { report } = withNumbers(check);
  for (const { table_name: table, row_key: id, version } of rows)
    report({ table, id, what: `it was not changed by the service before version ${version} of its states` });
}

/** Reports keys that are a number as one, as other checks do. */
function withNumbers(check: Check): Check {
  return {
    ...check,
    report: ({ id, ...difference }) =>
      check.report({ ...difference, id: /^[0-9]{1,15}$/.test(String(id)) ? Number(id) : id }),
  };
}
