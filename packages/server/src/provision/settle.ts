import { isDeepStrictEqual } from 'node:util';
import type { Columns } from './fields.js';
import { type Json, type NaturalKey, type Remembered, toJson } from './memory.js';
import { lockById, lockRow, type Row } from './rows.js';
import type { Kept, Kind, Outcome, Run } from './run.js';

/** A field that is not a plain column: read and compared as one value, after the columns. */
export interface Part {
  readonly name: string;
  /** What the report counts it as; null: as the object itself. */
  readonly kind: Kind | null;
  /** What the file says, for the row with its columns as they are going to be; undefined: it leaves the field out. */
  wanted(row: Row): Json | undefined;
  /** What a new object has where the file leaves it out. */
  readonly absent: Json;
  read(row: Row): Promise<Json>;
}

/**
 * An object of the file, how to find the row that stands for it, and the changes that write it: those that every other
 * caller uses too. `Values` are its fields, columns and parts, by name.
 */
export interface ObjectSpec<Values> {
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
  /** Either all columns are applied or none. */
  readonly isAtomic?: boolean;
  /** Why the existing row is not ours to change: a place in the file and a reason. */
  readonly refuse?: (row: Row) => string | null;
  /** Why these columns cannot be written, as `refuse` says it; `row` is null where they make a new one. */
  readonly guard?: (changes: Readonly<Record<string, unknown>>, row: Row | null) => Promise<string | null>;
  /** Makes the object and gives its id, where it has one. */
  readonly create: (values: Values) => Promise<{ readonly id?: number | string }>;
  /** Changes these fields of the object. */
  readonly update: (row: Row, changes: Partial<Values>) => Promise<void>;
}

/** The object, whether it was made, changed or left as it is. */
export interface Settled {
  /** Its id and its columns as they are now. */
  readonly row: Row;
  readonly outcome: Outcome;
}

/**
 * Makes an object be as the file says, except where it was changed after an earlier run had applied it: a field may be
 * written while its value is the one that was last applied. What nothing is remembered of counts as applied as the file
 * has it, so that a difference was made by a person. An object that is gone was removed by a person and is not made
 * again. A forced run writes everything. Gives null where the object is left out: removed, or a problem of the run.
 * Contract-2, 7.1.
 */
export async function settle<Values>(run: Run, spec: ObjectSpec<Values>): Promise<Settled | null> {
  const remembered = run.memory.find(spec.table, spec.key);
  const known = await findRow(run, spec, remembered);
  if (known !== undefined) return settleExisting(run, spec, known, remembered);
  if (remembered !== undefined && !run.isForced) {
    run.counts[spec.kind].kept += 1;
    run.kept.push({ ...spec.where, path: spec.path, field: null, current: null, wanted: null });
    return null;
  }
  if (await isRefused(run, spec, wantedColumns(spec), null)) return null;
  return settleNew(run, spec);
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
  { table, key, path }: Pick<ObjectSpec<unknown>, 'table' | 'key' | 'path'>,
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

async function findRow<Values>(
  { client }: Run,
  { table, find, hasId, findId }: ObjectSpec<Values>,
  remembered: Remembered | undefined,
): Promise<Row | undefined> {
  if (hasId && remembered !== undefined) return lockById(client, table, remembered.objectId);
  const row = await lockRow(client, table, find);
  if (row !== undefined || findId === undefined) return row;
  const id = await findId();
  return id === null ? undefined : lockById(client, table, id);
}

async function isRefused<Values>(
  run: Run,
  { guard }: ObjectSpec<Values>,
  changes: Readonly<Record<string, unknown>>,
  row: Row | null,
): Promise<boolean> {
  const reason = (await guard?.(changes, row)) ?? null;
  if (reason !== null) run.problems.push(reason);
  return reason !== null;
}

function wantedColumns<Values>({ columns }: ObjectSpec<Values>): Record<string, unknown> {
  const given = Object.entries(columns).filter(([, { wanted }]) => wanted !== undefined);
  return Object.fromEntries(given.map(([name, { wanted }]) => [name, wanted]));
}

/** All fields of a new object: also those the file leaves out, so that it is remembered what they began with. */
function newValues<Values>(spec: ObjectSpec<Values>): Record<string, unknown> {
  const begun = Object.entries(spec.columns).map(([name, { wanted, absent }]) => [name, wanted ?? absent]);
  const columns = Object.fromEntries(begun);
  const parts = (spec.parts ?? []).map((part) => [part.name, part.wanted(columns) ?? part.absent]);
  return { ...columns, ...Object.fromEntries(parts) };
}

async function settleNew<Values>(run: Run, spec: ObjectSpec<Values>): Promise<Settled> {
  const values = newValues(spec);
  const row = { ...values, ...(await spec.create(values as Values)) };
  for (const { name, kind, absent } of spec.parts ?? []) {
    if (kind !== null && !isDeepStrictEqual(values[name], absent)) run.counts[kind].created += 1;
  }
  const applied = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toJson(value)]));
  const objectId = idOf(spec, row);
  claim(run, spec, objectId);
  run.memory.remember(spec.table, spec.key, { objectId, applied });
  run.counts[spec.kind].created += 1;
  return { row, outcome: 'created' };
}

function idOf<Values>({ hasId, key }: ObjectSpec<Values>, row: Row): string {
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

async function settleExisting<Values>(
  run: Run,
  spec: ObjectSpec<Values>,
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
  const columns = heldTogether(spec, compareColumns(run, spec, found, known));
  const columnChanges = Object.fromEntries(
    changesOf(columns).map(({ name }) => [name, spec.columns[name]?.wanted]),
  );
  const isChanged = Object.keys(columnChanges).length > 0;
  if (isChanged && (await isRefused(run, spec, columnChanges, found))) return null;
  const row = { ...found, ...columnChanges };
  const parts = await compareParts(run, spec, row, known);
  const partChanges = Object.fromEntries(changesOf(parts).map(({ name, wanted }) => [name, wanted]));
  const changes = { ...columnChanges, ...partChanges };
  if (Object.keys(changes).length > 0) await spec.update(found, changes as Partial<Values>);
  const states = [...columns, ...parts];
  run.memory.remember(spec.table, spec.key, { objectId, applied: appliedAfter(known, states) });
  for (const { name, verdict, current, wanted = null } of states) {
    if (verdict === 'keep') run.kept.push({ ...spec.where, path: spec.path, field: name, current, wanted });
  }
  const outcome = outcomeOf(states.filter(({ isCounted }) => !isCounted));
  run.counts[spec.kind][outcome] += 1;
  return { row, outcome };
}

/** Compares and counts the parts of an existing object. */
async function compareParts<Values>(
  run: Run,
  { parts = [] }: ObjectSpec<Values>,
  row: Row,
  known: Remembered | undefined,
): Promise<FieldState[]> {
  const states: FieldState[] = [];
  for (const part of parts) {
    const { name, kind, absent } = part;
    const sides = { wanted: part.wanted(row), absent, current: await part.read(row) };
    const state = { ...compare(run, name, sides, known), isCounted: kind !== null };
    states.push(state);
    if (kind === null || state.verdict === 'none') continue;
    const isFirst = state.verdict === 'change' && isDeepStrictEqual(state.current, absent);
    run.counts[kind][isFirst ? 'created' : outcomeOf([state])] += 1;
  }
  return states;
}

function compareColumns<Values>(
  run: Run,
  { columns }: ObjectSpec<Values>,
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
function heldTogether<Values>(
  { isAtomic }: ObjectSpec<Values>,
  states: readonly FieldState[],
): readonly FieldState[] {
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
