import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '@svc/core';
import { microsOf } from '../../operations/keyset.js';

/** The tables whose rows are sealed. */
export type SealedTableName =
  | 'audit_entries'
  | 'commission_rules'
  | 'commissions'
  | 'ledger_movements'
  | 'payouts'
  | 'refunds'
  | 'row_states'
  | 'sale_references'
  | 'sales';

/** A sealed table: how its rows are found, and what of them is sealed. */
export interface SealedTable {
  readonly name: SealedTableName;
  /** What rows are found by. A sale has several references. */
  readonly key: 'id' | 'sale_id';
  /** From where rows come, as `t`, and the workspace they are of. */
  readonly from: string;
  readonly workspace: string;
  /** Columns that are sealed as they are. */
  readonly columns: readonly string[];
  /** Columns that are sealed as microseconds since 1970. */
  readonly times: readonly string[];
}

/** One row, as `selectSealed` reads it. */
export type SealedRow = Readonly<Record<string, unknown>> & {
  readonly row_id: number;
  readonly workspace_id: number;
  readonly written_in: number;
};

const OF_PROGRAM = (table: string) => ({
  from: `${table} t left join programs p on p.id = t.program_id`,
  workspace: 'coalesce(p.workspace_id, 0)',
});

/** All of them, in the order of their names. docs/books.md says the same. */
export const SEALED_TABLES: readonly SealedTable[] = [
  {
    name: 'audit_entries',
    key: 'id',
    from: 'audit_entries t',
    workspace: 't.workspace_id',
    columns: [
      'id',
      'number',
      'program_id',
      'user_id',
      'user_email',
      'action',
      'target_type',
      'target_id',
      'before',
      'after',
      'seal_salt',
      'erased',
    ],
    times: ['occurred_at'],
  },
  {
    name: 'commission_rules',
    key: 'id',
    ...OF_PROGRAM('commission_rules'),
    columns: [
      'id',
      'program_id',
      'enrollment_id',
      'group_id',
      'version',
      'type',
      'basis_points',
      'amount_cents',
      'duration_months',
      'clauses',
      'otherwise',
      'max_total_cents',
    ],
    times: ['created_at'],
  },
  {
    name: 'commissions',
    key: 'id',
    ...OF_PROGRAM('commissions'),
    columns: ['id', 'program_id', 'sale_id', 'lead_id', 'flags'],
    times: [],
  },
  {
    name: 'ledger_movements',
    key: 'id',
    ...OF_PROGRAM('ledger_movements'),
    columns: [
      'id',
      'program_id',
      'partner_id',
      'currency',
      'kind',
      'from_account',
      'to_account',
      'amount_cents',
      'commission_id',
      'refund_id',
      'payout_id',
      'adjustment_id',
    ],
    times: ['occurred_at'],
  },
  {
    name: 'payouts',
    key: 'id',
    ...OF_PROGRAM('payouts'),
    columns: [
      'id',
      'program_id',
      'partner_id',
      'currency',
      'amount_cents',
      'run_id',
      'payee_name',
      'payee_email',
      'payout_details_id',
      'parties',
    ],
    times: ['created_at'],
  },
  {
    name: 'refunds',
    key: 'id',
    ...OF_PROGRAM('refunds'),
    columns: ['id', 'program_id', 'sale_id', 'refund_key', 'amount_cents', 'source'],
    times: ['occurred_at'],
  },
  {
    name: 'row_states',
    key: 'id',
    from: 'row_states t',
    workspace: 't.workspace_id',
    columns: ['id', 'table_name', 'row_id', 'row_key', 'version', 'state'],
    times: [],
  },
  {
    name: 'sale_references',
    key: 'sale_id',
    from: 'sale_references t',
    workspace: 't.workspace_id',
    columns: ['reference', 'sale_id', 'is_api'],
    times: [],
  },
  {
    name: 'sales',
    key: 'id',
    from: 'sales t',
    workspace: 't.workspace_id',
    columns: [
      'id',
      'program_id',
      'customer_id',
      'transaction_id',
      'amount_cents',
      'tax_cents',
      'currency',
      'test_mode',
      'source',
      'items',
      'hold_days',
      'program_currency',
      'code',
      'code_result',
      'credited_by',
    ],
    times: ['occurred_at', 'recorded_at', 'decided_from', 'decided_until'],
  },
];

/** Reads rows with all that is sealed of them: what follows narrows `t` down. */
export function selectSealed({ key, from, workspace, columns, times }: SealedTable, rest: string): string {
  // The columns of row_states have names that this select uses for itself.
  const sealed = columns.map((column) => `t.${column} as "sealed_${column}"`);
  const timed = times.map((column) => `${microsOf(`t.${column}`)} as "sealed_${column}"`);
  return `select t.${key} as row_id, ${workspace} as workspace_id, t.written_in, ${[...sealed, ...timed].join(', ')}
            from ${from} ${rest}`;
}

/** The SHA-256 of what is sealed of a row. Columns that are null are left out, so that later columns change no older hash. */
export function hashSealedRow({ name, columns, times }: SealedTable, row: SealedRow): Buffer {
  const record: Record<string, Json> = { table: name, workspace_id: row.workspace_id };
  for (const column of [...columns, ...times]) {
    const value = row[`sealed_${column}`] as Json;
    if (value !== null) record[column] = value;
  }
  return sha256(canonicalJson(name === 'audit_entries' ? blindEntry(record) : record));
}

/** An audit entry with hashes in place of the texts of `before` and `after`, or both as they were sealed before something was erased. */
function blindEntry({ seal_salt: salt, erased, ...record }: Record<string, Json>): Record<string, Json> {
  if (erased !== undefined) {
    const sealed = erased as Record<string, Json>;
    const isWhole = ['before', 'after'].every((column) => isLeftOf(record[column], sealed[column]));
    return isWhole ? { ...record, ...withoutNulls(sealed) } : { ...record, changed: true };
  }
  for (const column of ['before', 'after']) {
    const value = record[column];
    if (value !== undefined) record[column] = blindTexts(value, String(salt));
  }
  return record;
}

/** A JSON value in which each text is replaced by the SHA-256, in hex, of the salt and the text; names and other values stay. */
function blindTexts(value: Json, salt: string): Json {
  if (typeof value === 'string') return sha256(salt + value).toString('hex');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: Json) => blindTexts(one, salt));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, blindTexts(one, salt)]));
}

/**
 * What `erased` of an audit entry has to be before texts are erased in it: both values as they were sealed. Its salt has to go with the
 * texts, or they could be guessed.
 */
export function erasedForm({
  before,
  after,
  seal_salt,
}: {
  readonly before: Json;
  readonly after: Json;
  readonly seal_salt: string;
}): { readonly before: Json; readonly after: Json } {
  return { before: blindTexts(before, seal_salt), after: blindTexts(after, seal_salt) };
}

/** Whether a value is what is left of a sealed one: texts may be gone or replaced by others, nothing else may differ. */
function isLeftOf(value: Json | undefined, sealed: Json | undefined): boolean {
  if (typeof sealed === 'string') return value === undefined || value === null || typeof value === 'string';
  if (typeof sealed !== 'object' || sealed === null) return (value ?? null) === (sealed ?? null);
  if (typeof value !== 'object' || value === null)
    return Object.values(sealed).every((one) => isLeftOf(undefined, one));
  const [left, whole] = [value, sealed] as Record<string, Json>[];
  return [...new Set([...Object.keys(value), ...Object.keys(sealed)])].every((name) =>
    isLeftOf(left?.[name], whole?.[name]),
  );
}

function withoutNulls(record: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** SHA-256 of a text in UTF-8, or of bytes. */
export function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
