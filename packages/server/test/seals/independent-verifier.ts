// Checks seals with nothing but docs/books.md: it imports nothing of the service. `read` gives the rows of a table, of the database or of an
// export, as `row_to_json` writes them in UTC.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

type Row = Record<string, unknown>;
type SealId = { workspace_id: number; number: number };
type Seal = SealId & Row & Record<'hash' | 'signature' | 'key_id', string>;
type Contents = SealId & { table_name: string; row_ids: number[]; row_hashes: string };
export type ReadTable = (table: string) => Promise<Row[]>;

const TABLES: Record<string, string> = {
  audit_entries: `id number program_id user_id user_email action target_type target_id before after occurred_at`,
  commission_rules: `id program_id enrollment_id version type basis_points amount_cents duration_months clauses otherwise
                     max_total_cents created_at`,
  commissions: 'id program_id sale_id lead_id flags',
  ledger_movements: `id program_id partner_id currency kind from_account to_account amount_cents commission_id refund_id payout_id
                     adjustment_id occurred_at`,
  payouts: `id program_id partner_id currency amount_cents run_id payee_name payee_email payout_details_id parties created_at`,
  refunds: 'id program_id sale_id refund_key amount_cents source occurred_at',
  row_states: 'id table_name row_id row_key version state',
  sale_references: 'reference sale_id is_api',
  sales: `id program_id customer_id transaction_id amount_cents tax_cents currency test_mode source items hold_days program_currency
          code code_result credited_by occurred_at recorded_at decided_from decided_until`,
};
const STATES = { payouts: ['reference', 'settled_at', 'status'], commission_rules: ['in_force_at'] };

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const keyOf = (table: string, row: Row) => `${table} ${table === 'sale_references' ? row.sale_id : row.id}`;
const sealOf = ({ workspace_id, number }: SealId) => `${workspace_id} ${number}`;

function sealedValue(row: Row, column: string): unknown {
  if (!/_at$|^decided_/.test(column) || typeof row[column] !== 'string') return row[column];
  const [, time, fraction = ''] = /^(.{19})(?:\.(\d+))?\+00:00$/.exec(row[column]) ?? [];
  return Date.parse(`${time}Z`) * 1000 + Number(fraction.padEnd(6, '0'));
}

function blind(value: unknown, salt: string): unknown {
  if (typeof value === 'string') return sha256(salt + value);
  if (Array.isArray(value)) return value.map((one) => blind(one, salt));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, blind(one, salt)]));
}

/** Whether a value is what is left of a sealed one: texts may be gone or replaced, nothing else may differ. */
function isLeft(value: unknown, sealed: unknown): boolean {
  if (typeof sealed === 'string') return value === undefined || value === null || typeof value === 'string';
  if (typeof sealed !== 'object' || sealed === null) return (value ?? null) === (sealed ?? null);
  const names = new Set([...Object.keys(sealed), ...Object.keys((value as Row) ?? {})]);
  return [...names].every((name) => isLeft((value as Row)?.[name], (sealed as Row)[name]));
}

function hashRow(table: string, row: Row, workspaceOf: Map<unknown, unknown>): string {
  const record: Row = { table, workspace_id: row.workspace_id ?? workspaceOf.get(row.program_id) ?? 0 };
  const erased = row.erased as Row | null | undefined;
  for (const column of TABLES[table]?.split(/\s+/) ?? []) {
    let value = sealedValue(row, column);
    if (table === 'audit_entries' && (column === 'before' || column === 'after')) {
      if (erased && !isLeft(value, erased[column])) return 'more was changed than texts that were erased';
      value = erased ? erased[column] : blind(value, String(row.seal_salt));
    }
    if (value !== null && value !== undefined) record[column] = value;
  }
  return sha256(canonical(record));
}

function faultsOf({ hash, signature, ...body }: Seal, keys: Map<string, KeyObject>): string[] {
  const key = keys.get(body.key_id);
  const isSigned = key && verify(null, Buffer.from(hash), key, Buffer.from(signature, 'base64'));
  const faults = sha256(canonical(body)) === hash ? [] : ['is not what its hash says'];
  return isSigned ? faults : [...faults, 'is not signed by a known key'];
}

/** Compares the books with their seals and with those that were `kept` elsewhere; says what is wrong. */
export async function verifyIndependently(
  read: ReadTable,
  kept: Seal[],
  publicKeys: string[],
): Promise<string[]> {
  const wrong: string[] = [];
  const keys = new Map<string, KeyObject>();
  for (const pem of publicKeys) {
    const key = createPublicKey(pem);
    keys.set(sha256(key.export({ type: 'spki', format: 'der' })).slice(0, 16), key);
  }
  const workspaceOf = new Map((await read('programs')).map(({ id, workspace_id }) => [id, workspace_id]));
  const rows = new Map<string, Row[]>();
  const hashes = new Set<string>();
  for (const table of Object.keys(TABLES)) {
    rows.set(table, await read(table));
    for (const row of rows.get(table) ?? [])
      hashes.add(`${keyOf(table, row)} ${hashRow(table, row, workspaceOf)}`);
  }
  const contents = new Map<string, Contents[]>();
  for (const one of (await read('seal_contents')) as Contents[])
    contents.set(sealOf(one), [...(contents.get(sealOf(one)) ?? []), one]);
  const stored = new Map<string, Seal>();
  const sealed = new Set<string>();
  const seals = ((await read('seals')) as Seal[]).sort((a, b) => a.number - b.number);
  for (const row of seals) {
    const seal = {
      ...row,
      sealed_at: new Date(Number(sealedValue(row, 'sealed_at')) / 1000).toISOString(),
    } as Seal;
    const name = sealOf(seal);
    for (const fault of faultsOf(seal, keys)) wrong.push(`seal ${name} ${fault}`);
    const before = stored.get(sealOf({ ...seal, number: seal.number - 1 }));
    if (seal.previous_hash !== (before?.hash ?? null) || (!before && seal.number !== 1))
      wrong.push(`seal ${name} does not follow the one before`);
    stored.set(name, seal);
    const [counts, sums]: [Row, Row] = [{}, {}];
    for (const { table_name: table, row_ids: ids, row_hashes } of contents.get(name) ?? []) {
      const packed = row_hashes.slice('\\x'.length);
      counts[table] = ids.length;
      sums[table] = sha256(Buffer.from(packed, 'hex'));
      for (const [index, id] of ids.entries()) {
        sealed.add(`${table} ${id}`);
        if (!hashes.has(`${table} ${id} ${packed.slice(index * 64, index * 64 + 64)}`))
          wrong.push(`${table} ${id} is not what seal ${name} covers`);
      }
    }
    if (canonical([counts, sums]) !== canonical([seal.counts, seal.contents]))
      wrong.push(`seal ${name} has other contents`);
  }
  for (const seal of kept) {
    for (const fault of faultsOf(seal, keys)) wrong.push(`the kept seal ${sealOf(seal)} ${fault}`);
    if (stored.get(sealOf(seal))?.hash !== seal.hash) wrong.push(`seal ${sealOf(seal)} is not the one kept`);
  }
  const [, xmax, inProgress = ''] = String((await read('seal_progress'))[0]?.sealed ?? '0:0:').split(':');
  for (const [table, ofTable] of rows)
    for (const row of ofTable) {
      if (Number(row.written_in) >= Number(xmax) || inProgress.split(',').includes(String(row.written_in)))
        continue;
      if (!sealed.has(keyOf(table, row))) wrong.push(`${keyOf(table, row)} is in no seal`);
    }
  const states = (rows.get('row_states') ?? []).sort((a, b) => Number(a.version) - Number(b.version));
  const newest = new Map(states.map(({ table_name, row_id, state }) => [`${table_name} ${row_id}`, state]));
  for (const [table, columns] of Object.entries(STATES))
    for (const row of rows.get(table) ?? []) {
      const state = Object.fromEntries(columns.map((column) => [column, sealedValue(row, column)]));
      if (canonical(state) !== canonical(newest.get(keyOf(table, row)) ?? null))
        wrong.push(`${keyOf(table, row)} is not as its newest state`);
    }
  return wrong;
}
