import type { PoolClient } from 'pg';

/** What a provision file is made of, as its report counts it. */
export const KINDS = [
  'workspaces',
  'users',
  'members',
  'processor connections',
  'programs',
  'API keys',
  'origins',
  'minimum payouts',
  'commission rules',
  'partners',
  'enrollments',
  'links',
] as const;

export type Kind = (typeof KINDS)[number];
export type Change = 'created' | 'updated' | 'unchanged' | 'removed';

/** What applying a file did. A key that was generated is only here: the database has its hash. */
export interface ProvisionReport {
  readonly counts: Readonly<Record<Kind, Record<Change, number>>>;
  readonly programs: readonly {
    readonly workspace: string;
    readonly name: string;
    readonly id: number;
    /** The key generated for it, if one was. */
    readonly apiToken: string | null;
  }[];
}

/** Hashes and checks passwords, as the sign-in library stores them. */
export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (password: string, hash: string) => Promise<boolean>;
}

/** One attempt to apply a file: inside a transaction, with what it has done so far and what it had to refuse. */
export interface Run {
  readonly client: PoolClient;
  readonly passwords: Passwords;
  readonly counts: Record<Kind, Record<Change, number>>;
  readonly programs: ProvisionReport['programs'][number][];
  readonly problems: string[];
}

/** A run that has done nothing yet. */
export function startRun(client: PoolClient, passwords: Passwords): Run {
  const none = () => ({ created: 0, updated: 0, unchanged: 0, removed: 0 });
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, none()])) as Run['counts'];
  return { client, passwords, counts, programs: [], problems: [] };
}

type Values = Readonly<Record<string, unknown>>;

/** A row that the file describes. */
export interface RowSpec {
  readonly table: string;
  /** The columns of a unique index, which tell whether the row is there. */
  readonly key: Values;
  /** What the row says in other columns; undefined is left as it is. */
  readonly values?: Values;
  /** Columns that only a new row gets. */
  readonly onInsert?: Values;
  /** A reason why the existing row is not ours to change. */
  readonly refuse?: (existing: Row) => string | null;
}

// A row as the database has it, by column.
// biome-ignore lint/suspicious/noExplicitAny: the columns of any table
export type Row = Record<string, any>;

/** Drops what is left out of the file. */
function given(values: Values): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined);
}

async function insertRow({ client }: Run, spec: RowSpec): Promise<Row | undefined> {
  const wanted = given({ ...spec.key, ...spec.values });
  const columns = Object.entries({ ...spec.onInsert, ...Object.fromEntries(wanted) });
  const names = columns.map(([name]) => name).join(', ');
  const marks = columns.map((_, index) => `$${index + 1}`).join(', ');
  const { rows } = await client.query<Row>(
    `insert into ${spec.table} (${names}) values (${marks})
     on conflict (${Object.keys(spec.key).join(', ')}) do nothing returning *`,
    columns.map(([, value]) => value),
  );
  return rows[0];
}

/** The existing row, locked until the end of the transaction. */
async function lockRow({ client }: Run, spec: RowSpec): Promise<Row | undefined> {
  const names = Object.keys(spec.key);
  const where = names.map((name, index) => `${name} = $${index + 1}`).join(' and ');
  const { rows } = await client.query<Row>(
    `select * from ${spec.table} where ${where} for no key update`,
    Object.values(spec.key),
  );
  return rows[0];
}

function isSame(stored: unknown, wanted: unknown): boolean {
  if (stored instanceof Date && wanted instanceof Date) return stored.getTime() === wanted.getTime();
  return stored === wanted;
}

async function updateRow({ client }: Run, spec: RowSpec, changes: [string, unknown][]): Promise<Row> {
  const sets = changes.map(([name], index) => `${name} = $${index + 1}`).join(', ');
  const keys = Object.keys(spec.key);
  const where = keys.map((name, index) => `${name} = $${changes.length + index + 1}`).join(' and ');
  const { rows } = await client.query<Row>(`update ${spec.table} set ${sets} where ${where} returning *`, [
    ...changes.map(([, value]) => value),
    ...Object.values(spec.key),
  ]);
  return rows[0] as Row;
}

/**
 * Makes a row be as the file says and counts what that took. Whether a row is new is decided by the unique index:
 * where another process writes the same one at this moment, the insert waits for it and does nothing, and the row is
 * then found. (Looking first spares the table's numbers: an insert takes one even when it does nothing.)
 * Returns null when the row was refused, which is a problem of the run.
 */
export async function settleRow(run: Run, kind: Kind, path: string, spec: RowSpec): Promise<Row | null> {
  let existing = await lockRow(run, spec);
  if (existing === undefined) {
    const inserted = await insertRow(run, spec);
    if (inserted !== undefined) {
      run.counts[kind].created += 1;
      return inserted;
    }
    existing = await lockRow(run, spec);
    if (existing === undefined)
      throw new Error(`a row of ${spec.table} was deleted while a file was applied`);
  }
  const reason = spec.refuse?.(existing) ?? null;
  if (reason !== null) {
    run.problems.push(`${path}: ${reason}`);
    return null;
  }
  const changes = given(spec.values ?? {}).filter(([name, value]) => !isSame(existing[name], value));
  run.counts[kind][changes.length > 0 ? 'updated' : 'unchanged'] += 1;
  return changes.length > 0 ? updateRow(run, spec, changes) : existing;
}
