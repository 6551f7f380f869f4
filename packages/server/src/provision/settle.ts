import { isDeepStrictEqual } from 'node:util';
import type { Columns } from './fields.js';
import { type Json, type NaturalKey, type Remembered, toJson } from './memory.js';
import { insertRow, lockById, lockRow, type Row, updateRow } from './rows.js';
import type { Kept, Kind, Outcome, Run } from './run.js';

/** A field that is not a plain column: read, compared and written as one value, after the columns. */
export interface Part {
  readonly name: string;
  /** What the report counts it as; null: as the object itself. */
  readonly kind: Kind | null;
  /** What the file says, for the row with its columns as they now are; undefined: it leaves the field out. */
  wanted(row: Row): Json | undefined;
  /** What a new object has before it is written. */
  readonly absent: Json;
  read(row: Row): Promise<Json>;
  write(row: Row, isNew: boolean): Promise<void>;
}

/** An object of the file, and how to find and make the row that stands for it. */
export interface ObjectSpec {
  readonly kind: Kind;
  /** Its place in the file. */
  readonly path: string;
  /** For messages: the names the file gives. */
  readonly where: Pick<Kept, 'workspace' | 'program'>;
  readonly table: string;
  /** What names it in the file, and in the memory of earlier runs. */
  readonly key: NaturalKey;
  /** Columns of a unique index. They find the row that no earlier run knows. */
  readonly find: Readonly<Record<string, unknown>>;
  /** The row has an id, by which it is found again after it was renamed. */
  readonly hasId?: boolean;
  /** Another way to find the row that is not known and not found: its id. */
  readonly findId?: () => Promise<number | null>;
  readonly columns: Columns;
  readonly parts?: readonly Part[];
  /** Columns that only a new row gets. */
  readonly onInsert?: Readonly<Record<string, unknown>>;
  /** The whole object as the audit log has it, read before anything of it is changed. */
  readonly itemOf?: (row: Row) => Promise<object>;
  /** Either all columns are applied or none. */
  readonly isAtomic?: boolean;
  /** Why the existing row is not ours to change: a place in the file and a reason. */
  readonly refuse?: (row: Row) => string | null;
  /** Why these columns cannot be written, as `refuse` says it; `row` is null where they make a new one. */
  readonly guard?: (changes: Readonly<Record<string, unknown>>, row: Row | null) => Promise<string | null>;
}

/** What became of an object. */
export interface Settled {
  readonly row: Row;
  readonly outcome: Outcome;
  /** The fields that were changed. */
  readonly changed: ReadonlySet<string>;
  /** What `itemOf` gave before; null: the object is new, or nobody asked. */
  readonly item: object | null;
  /** The fields as they were; null: the object is new. */
  readonly before: Readonly<Record<string, Json>> | null;
  /** The fields as they are. */
  readonly after: Readonly<Record<string, Json>>;
}

/**
 * Makes a row be as the file says, except where it was changed after an earlier run had applied it: a field may be
 * written while its value is the one that was last applied. What nothing is remembered of counts as applied as the file
 * has it, so that a difference was made by a person. A row that is gone was removed by a person and is not made again. A
 * forced run writes everything. Whether a row is new is decided by the unique index: where somebody else writes the same
 * one at this moment, the insert waits and does nothing, and the row is then found. Gives null where the object is
 * left out: removed, or a problem of the run. Contract-2, 7.1.
 */
export async function settle(run: Run, spec: ObjectSpec): Promise<Settled | null> {
  const remembered = run.memory.find(spec.table, spec.key);
  const known = await findRow(run, spec, remembered);
  if (known !== undefined) return settleExisting(run, spec, known, remembered);
  if (remembered !== undefined && !run.isForced) {
    run.counts[spec.kind].kept += 1;
    run.kept.push({ ...spec.where, path: spec.path, field: null, current: null, wanted: null });
    return null;
  }
  if (await isRefused(run, spec, wantedColumns(spec), null)) return null;
  const inserted = await insertRow(run.client, spec.table, spec.find, newColumns(spec));
  if (inserted !== undefined) return settleNew(run, spec, inserted);
  const other = await lockRow(run.client, spec.table, spec.find);
  if (other === undefined) throw new Error(`a row of ${spec.table} was deleted while a file was applied`);
  return settleExisting(run, spec, other, remembered);
}

/**
 * Says which rows the entries of a list stand for by what earlier runs know, before any of them is looked for by its
 * name: a name may have passed from one row to another since.
 */
export function claimKnown(
  run: Run,
  table: string,
  entries: readonly { readonly key: NaturalKey; readonly path: string }[],
): void {
  for (const { key, path } of entries) {
    const remembered = run.memory.find(table, key);
    if (remembered !== undefined) claim(run, { table, key, path }, remembered.objectId);
  }
}

/** False, and a problem of the run, where an entry of another name stands for the row. */
function claim(
  run: Run,
  { table, key, path }: Pick<ObjectSpec, 'table' | 'key' | 'path'>,
  objectId: string,
): boolean {
  const place = `${table} ${objectId}`;
  const mine = { key: JSON.stringify(key), path };
  const holder = run.claims.get(place) ?? mine;
  run.claims.set(place, holder);
  if (holder.key === mine.key) return true;
  run.problems.push(
    `${path}.name: means the same as ${holder.path}, which was renamed since; give one of them another name`,
  );
  return false;
}

async function findRow(
  { client }: Run,
  { table, find, hasId, findId }: ObjectSpec,
  remembered: Remembered | undefined,
): Promise<Row | undefined> {
  if (hasId && remembered !== undefined) return lockById(client, table, remembered.objectId);
  const row = await lockRow(client, table, find);
  if (row !== undefined || findId === undefined) return row;
  const id = await findId();
  return id === null ? undefined : lockById(client, table, id);
}

async function isRefused(
  run: Run,
  { guard }: ObjectSpec,
  changes: Readonly<Record<string, unknown>>,
  row: Row | null,
): Promise<boolean> {
  const reason = (await guard?.(changes, row)) ?? null;
  if (reason !== null) run.problems.push(reason);
  return reason !== null;
}

function wantedColumns({ columns }: ObjectSpec): Record<string, unknown> {
  const given = Object.entries(columns).filter(([, { wanted }]) => wanted !== undefined);
  return Object.fromEntries(given.map(([name, { wanted }]) => [name, wanted]));
}

/** The columns of a new row: also those the file leaves out, so that it is remembered what they began with. */
function newColumns(spec: ObjectSpec): Record<string, unknown> {
  const begun = Object.entries(spec.columns).map(([name, { wanted, absent }]) => [name, wanted ?? absent]);
  return { ...spec.onInsert, ...spec.find, ...Object.fromEntries(begun) };
}

async function settleNew(run: Run, spec: ObjectSpec, row: Row): Promise<Settled> {
  const after: Record<string, Json> = {};
  for (const name of Object.keys(spec.columns)) after[name] = toJson(row[name]);
  for (const part of spec.parts ?? []) {
    after[part.name] = part.wanted(row) ?? part.absent;
    if (isDeepStrictEqual(after[part.name], part.absent)) continue;
    await part.write(row, true);
    if (part.kind !== null) run.counts[part.kind].created += 1;
  }
  const objectId = idOf(spec, row);
  claim(run, spec, objectId);
  run.memory.remember(spec.table, spec.key, { objectId, applied: after });
  run.counts[spec.kind].created += 1;
  return { row, outcome: 'created', item: null, changed: new Set(Object.keys(after)), before: null, after };
}

function idOf({ hasId, key }: ObjectSpec, row: Row): string {
  return hasId ? String(row.id) : JSON.stringify(key);
}

/** A field of an existing object, as three sides have it. */
interface FieldState {
  readonly name: string;
  /** undefined: the file leaves it out. */
  readonly wanted: Json | undefined;
  readonly current: Json;
  readonly applied: Json | undefined;
  readonly verdict: 'none' | 'same' | 'change' | 'keep';
  /** Whether the report counts it as something of its own. */
  readonly isCounted?: boolean;
}

async function settleExisting(
  run: Run,
  spec: ObjectSpec,
  found: Row,
  remembered: Remembered | undefined,
): Promise<Settled | null> {
  const reason = spec.refuse?.(found) ?? null;
  if (reason !== null) {
    run.problems.push(reason);
    return null;
  }
  const objectId = idOf(spec, found);
  if (!claim(run, spec, objectId)) return null;
  const known = remembered ?? run.memory.findById(spec.table, objectId);
  const item = (await spec.itemOf?.(found)) ?? null;
  const columns = heldTogether(spec, compareColumns(run, spec, found, known));
  const changes = Object.fromEntries(
    changesOf(columns).map(({ name }) => [name, spec.columns[name]?.wanted]),
  );
  const isChanged = Object.keys(changes).length > 0;
  if (isChanged && (await isRefused(run, spec, changes, found))) return null;
  const row = isChanged ? await updateRow(run.client, spec.table, found, spec.find, changes) : found;
  const parts = await settleParts(run, spec, row, known);
  const states = [...columns, ...parts];
  run.memory.remember(spec.table, spec.key, { objectId, applied: appliedAfter(known, states) });
  for (const { name, verdict, current, wanted = null } of states) {
    if (verdict === 'keep') run.kept.push({ ...spec.where, path: spec.path, field: name, current, wanted });
  }
  const outcome = outcomeOf(states.filter(({ isCounted }) => !isCounted));
  run.counts[spec.kind][outcome] += 1;
  const changed = changesOf(states);
  const before = Object.fromEntries(states.map(({ name, current }) => [name, current]));
  const after = Object.fromEntries(changed.map(({ name, wanted }) => [name, wanted ?? null]));
  return {
    row,
    outcome,
    item,
    changed: new Set(changed.map(({ name }) => name)),
    before,
    after: { ...before, ...after },
  };
}

/** Compares the parts of an existing object and writes those that change. */
async function settleParts(
  run: Run,
  { parts = [] }: ObjectSpec,
  row: Row,
  known: Remembered | undefined,
): Promise<FieldState[]> {
  const states: FieldState[] = [];
  for (const part of parts) {
    const { name, kind, absent } = part;
    const sides = { wanted: part.wanted(row), absent, current: await part.read(row) };
    const state = { ...compare(run, name, sides, known), isCounted: kind !== null };
    states.push(state);
    if (state.verdict === 'change') await part.write(row, false);
    if (kind === null || state.verdict === 'none') continue;
    const isFirst = state.verdict === 'change' && isDeepStrictEqual(state.current, absent);
    run.counts[kind][isFirst ? 'created' : outcomeOf([state])] += 1;
  }
  return states;
}

function compareColumns(
  run: Run,
  { columns }: ObjectSpec,
  row: Row,
  known: Remembered | undefined,
): FieldState[] {
  return Object.entries(columns).map(([name, { wanted, absent }]) => {
    const sides = {
      wanted: wanted === undefined ? undefined : toJson(wanted),
      absent: absent === undefined ? undefined : toJson(absent),
      current: toJson(row[name]),
    };
    return compare(run, name, sides, known);
  });
}

/**
 * Compares a field. What an earlier run did not know, because the file left it out or the program had no such field yet,
 * began as `absent`. What no run knows is taken as applied.
 */
function compare(
  { isForced }: Run,
  name: string,
  { wanted, absent, current }: Record<'wanted' | 'absent', Json | undefined> & { readonly current: Json },
  known: Remembered | undefined,
): FieldState {
  const applied =
    known === undefined ? wanted : lastApplied(known, name, absent === undefined ? wanted : absent);
  const state = { name, wanted, current, applied };
  if (wanted === undefined) return { ...state, verdict: 'none' };
  if (isDeepStrictEqual(current, wanted)) return { ...state, verdict: 'same' };
  return { ...state, verdict: isForced || isDeepStrictEqual(current, applied) ? 'change' : 'keep' };
}

function lastApplied({ applied }: Remembered, name: string, unknown: Json | undefined): Json | undefined {
  return Object.hasOwn(applied, name) ? applied[name] : unknown;
}

/** Where columns go together, one that is kept keeps the others. */
function heldTogether({ isAtomic }: ObjectSpec, states: readonly FieldState[]): readonly FieldState[] {
  if (!isAtomic || states.every(({ verdict }) => verdict !== 'keep')) return states;
  return states.map((state) => (state.verdict === 'change' ? { ...state, verdict: 'keep' } : state));
}

function changesOf(states: readonly FieldState[]): FieldState[] {
  return states.filter(({ verdict }) => verdict === 'change');
}

function outcomeOf(states: readonly FieldState[]): 'updated' | 'kept' | 'unchanged' {
  if (states.some(({ verdict }) => verdict === 'change')) return 'updated';
  return states.some(({ verdict }) => verdict === 'keep') ? 'kept' : 'unchanged';
}

/** What is remembered of an object from now on. */
function appliedAfter(known: Remembered | undefined, states: readonly FieldState[]): Remembered['applied'] {
  const applied: Record<string, Json> = { ...known?.applied };
  for (const { name, verdict, wanted, applied: last } of states) {
    const value = verdict === 'keep' ? last : wanted;
    if (value !== undefined) applied[name] = value;
  }
  return applied;
}
