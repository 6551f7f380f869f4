import type { Json } from '@svc/core';
import type { ClientBase } from 'pg';
import { erasedForm } from '../../seals/sealed-tables.js';
import { type Names, soughtTexts, withoutNames, withoutNamesIn } from './mentions.js';

/** Columns in which people write what they like, and may name a customer. */
interface FreeTexts {
  readonly table: string;
  readonly columns: readonly string[];
  /** What tells its rows apart, as SQL. */
  readonly key: string;
  /** Its rows of the workspace $1, as SQL. */
  readonly where: string;
  /** The guard that refuses changes of its rows; null: they may change. */
  readonly guard: string | null;
}

const OF_PROGRAMS = 'program_id in (select id from programs where workspace_id = $1)';

const OF_ENROLLMENTS = `enrollment_id in (select id from enrollments where ${OF_PROGRAMS})`;

const FREE_TEXTS: readonly FreeTexts[] = [
  {
    table: 'claims',
    columns: ['reference', 'note', 'answer'],
    key: 'id::text',
    where: OF_PROGRAMS,
    guard: null,
  },
  {
    table: 'commissions',
    columns: ['hold_reason', 'rejection_reason'],
    key: 'id::text',
    where: OF_PROGRAMS,
    guard: null,
  },
  { table: 'adjustments', columns: ['reason'], key: 'id::text', where: OF_PROGRAMS, guard: null },
  {
    table: 'credit_changes',
    columns: ['note'],
    key: `customer_id || ' ' || number`,
    where: 'workspace_id = $1',
    guard: 'credit_changes_append_only',
  },
  { table: 'partner_notes', columns: ['body'], key: 'id::text', where: OF_PROGRAMS, guard: null },
  {
    table: 'partner_messages',
    columns: ['subject', 'body'],
    key: 'id::text',
    where: OF_PROGRAMS,
    guard: 'partner_messages_append_only',
  },
  {
    table: 'partner_applications',
    columns: ['website', 'message'],
    key: 'enrollment_id::text',
    where: OF_ENROLLMENTS,
    guard: null,
  },
  {
    table: 'entered_sales',
    columns: ['reason'],
    key: 'sale_id::text',
    where: 'sale_id in (select id from sales where workspace_id = $1)',
    guard: 'entered_sales_append_only',
  },
];

/** Whether one of the texts $2 stands in a column; as searches compare text, to be on the safe side. */
const names = (column: string) =>
  `exists (select 1 from unnest($2::text[]) as sought (text) where position(fold(sought.text) in fold(${column})) > 0)`;

/** Takes what names the customer out of what people wrote. Gives how many rows there were. */
export async function eraseFreeTexts(
  client: ClientBase,
  workspaceId: number,
  customer: Names,
): Promise<number> {
  let changed = 0;
  for (const { table, columns, key, where, guard } of FREE_TEXTS) {
    const { rows } = await client.query<Record<string, string | null>>(
      `select ${key} as row_key, ${columns.join(', ')} from ${table}
        where ${where} and (${columns.map((column) => names(`coalesce(${column}, '')`)).join(' or ')})`,
      [workspaceId, soughtTexts(customer)],
    );
    const left = rows.filter((row) =>
      columns.some((column) => withoutNames(row[column] ?? '', customer) !== (row[column] ?? '')),
    );
    if (left.length === 0) continue;
    const values = columns.map((column) =>
      left.map((row) => (row[column] == null ? null : withoutNames(row[column], customer))),
    );
    await unguarded(client, table, guard, () =>
      client.query(
        `update ${table} t set ${columns.map((column) => `${column} = new.${column}`).join(', ')}
           from unnest($1::text[], ${columns.map((_column, index) => `$${index + 2}::text[]`).join(', ')})
             as new (row_key, ${columns.join(', ')})
          where ${key} = new.row_key`,
        [left.map((row) => row.row_key), ...values],
      ),
    );
    changed += left.length;
  }
  return changed + (await eraseAnswers(client, workspaceId, customer));
}

/** Takes what names the customer out of what people answered when they applied. Gives how many applications there were. */
async function eraseAnswers(client: ClientBase, workspaceId: number, customer: Names): Promise<number> {
  const { rows } = await client.query<{ id: number; answers: Json }>(
    `select enrollment_id as id, answers from partner_applications
      where ${OF_ENROLLMENTS} and ${names('answers::text')}`,
    [workspaceId, soughtTexts(customer).map(insideOfJson)],
  );
  const left = rows
    .map(({ id, answers }) => ({
      id,
      before: JSON.stringify(answers),
      after: JSON.stringify(withoutNamesIn(answers, customer)),
    }))
    .filter(({ before, after }) => before !== after);
  if (left.length === 0) return 0;
  await client.query(
    `update partner_applications a set answers = new.answers::jsonb
       from unnest($1::bigint[], $2::text[]) as new (id, answers) where a.enrollment_id = new.id`,
    [left.map(({ id }) => id), left.map(({ after }) => after)],
  );
  return left.length;
}

interface EntryRow {
  readonly id: number;
  readonly before: Json;
  readonly after: Json;
  /** As both were sealed, once something was erased; the salt is null then. */
  readonly erased: Json;
  readonly seal_salt: string | null;
}

/**
 * Takes what names the customer out of the audit log of the workspace, so that the seals of its entries still hold: docs/books.md. Entries
 * about people's accounts stay. Gives how many entries there were.
 */
export async function eraseAuditTexts(
  client: ClientBase,
  workspaceId: number,
  customer: Names,
): Promise<number> {
  const { rows } = await client.query<EntryRow>(
    `select id, before, after, erased, seal_salt from audit_entries
      where workspace_id = $1 and ${names(`concat(before::text, after::text)`)}`,
    [workspaceId, soughtTexts(customer).map(insideOfJson)],
  );
  const entries = rows.flatMap((row) => {
    const left = {
      before: withoutNamesIn(row.before, customer),
      after: withoutNamesIn(row.after, customer),
    };
    const isSame = JSON.stringify([left.before, left.after]) === JSON.stringify([row.before, row.after]);
    const { id, before, after, seal_salt } = row;
    const erased = seal_salt === null ? row.erased : erasedForm({ before, after, seal_salt });
    return isSame ? [] : [{ id, ...left, erased }];
  });
  if (entries.length === 0) return 0;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await unguarded(client, 'audit_entries', 'audit_append_only', () =>
    client.query(
      `update audit_entries e set before = new.before::json, after = new.after::json, erased = new.erased::json, seal_salt = null
         from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as new (id, before, after, erased) where e.id = new.id`,
      [
        entries.map(({ id }) => id),
        entries.map(({ before }) => json(before)),
        entries.map(({ after }) => json(after)),
        entries.map(({ erased }) => json(erased)),
      ],
    ),
  );
  return entries.length;
}

/** A text as it stands between the quotes of JSON. */
function insideOfJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Changes rows that otherwise never change. Nobody else sees the table without its guard: it is back before the commit. */
async function unguarded(
  client: ClientBase,
  table: string,
  guard: string | null,
  change: () => Promise<unknown>,
): Promise<void> {
  if (guard !== null) await client.query(`alter table ${table} disable trigger ${guard}`);
  await change();
  if (guard !== null) await client.query(`alter table ${table} enable trigger ${guard}`);
}
