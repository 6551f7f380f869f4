import type { Statement } from '../database/statements.js';
import { type ColumnValue, columnOf, jsonColumnOf } from './columns.js';

/** `time` is milliseconds in our records and `timestamptz` in the database; `json` is any object. */
type ColumnType = 'bigint' | 'integer' | 'numeric' | 'boolean' | 'text' | 'date' | 'json' | 'time';
/** `text[]` is written as the text of an array, because PostgreSQL unnests an array of arrays whole. */
type WrittenType = 'smallint' | 'text[]';

type TypeFor<Value> = Value extends number
  ? 'bigint' | 'integer' | 'time'
  : Value extends bigint
    ? 'numeric'
    : Value extends boolean
      ? 'boolean'
      : Value extends string
        ? 'text' | 'date'
        : 'json';

/** A type, a name and a type, or the columns of an object. */
type Column<Value> =
  | TypeFor<NonNullable<Value>>
  | readonly [name: string, type: TypeFor<NonNullable<Value>>]
  | (null extends Value
      ? { readonly orNull: Columns<NonNullable<Value>>; readonly prefix?: string }
      : { readonly columns: Columns<NonNullable<Value>>; readonly prefix?: string });

/** The column of each field of a record. A field without one does not compile. */
export type Columns<Model> = { readonly [Field in keyof Model]-?: Column<Model[Field]> };

/** A column that is never read, and not written from the record alone. */
export interface WrittenColumn<Model, Context> {
  readonly name: string;
  readonly type: WrittenType;
  write(record: Model, context: Context): ColumnValue;
}

/** A row as the driver gives it, by column name. */
// biome-ignore lint/suspicious/noExplicitAny: only the migrations say what columns hold.
export type Row = Record<string, any>;

/** How records are read from a table and written to it. */
export interface Table<Model, Context> {
  /** Its columns by name, for a select: a program older than the newest migration must get what it expects. */
  readonly columns: string;
  fromRow(row: Row): Model;
  /** A statement that inserts these records; null when there are none. */
  insert(records: readonly Model[], context: Context): Statement | null;
  /** Makes a statement that writes the fields `set` of rows that are there, found by the fields `key`. */
  update(
    name: string,
    fields: { readonly key: readonly FieldName<Model>[]; readonly set: readonly FieldName<Model>[] },
  ): (records: readonly Model[]) => Statement | null;
}

/** A field of a record, or of an object in it (`click.number`). */
type FieldName<Model> = (keyof Model & string) | `${keyof Model & string}.${string}`;

/**
 * Describes a table by the type of the column of each field. A column is called like its field (`workspaceId`:
 * `workspace_id`; the time `occurredAtMs`: `occurred_at`) unless its name is given, and those of an object begin with the
 * name of its field (`click_`) or the prefix given. Select list, row reader, insert and updates follow from the
 * description. They are made once, so that the text of a statement never changes. Readers are compiled: an object filled
 * field by field in a loop takes five times as long to make.
 */
export function describeTable<Model, Context = void>(
  table: string,
  columns: Columns<Model>,
  options: {
    /** Fields that an insert leaves to the defaults of their columns; only updates write them. */
    readonly leftToDefault?: readonly FieldName<Model>[];
    readonly written?: readonly WrittenColumn<Model, Context>[];
    /** The end of the insert: an order in which processes take turns, or what to do about conflicts. */
    readonly clause?: string;
  } = {},
): Table<Model, Context> {
  const { leftToDefault = [], written = [], clause = '' } = options;
  const tree = resolve(columns as Description);
  const leaves = leavesOf(tree);
  const defaulted = leavesAmong(leaves, leftToDefault);
  const inserted = leaves.filter((leaf) => !defaulted.includes(leaf));
  const all: readonly Named[] = [...inserted, ...written];
  const name = `insert-${table.replaceAll('_', '-')}`;
  const text = `insert into ${table} as t (${columnNames(all)})
           select ${all.map((column) => storedFrom('new', column)).join(', ')}
             from ${unnest(all, 'new')} ${clause}`;
  const writers = inserted.map(writerOf<Model>);
  return {
    columns: columnNames(leaves),
    fromRow: compile<(row: Row) => Model>('row', readerOf(tree)),
    insert(records, context) {
      if (records.length === 0) return null;
      const values = writers.map((write) => write(records));
      for (const column of written) values.push(columnOf(records, (record) => column.write(record, context)));
      return { name, text, values };
    },
    update(name, { key, set }) {
      return describeUpdate<Model>(table, name, leavesAmong(leaves, key), leavesAmong(leaves, set));
    },
  };
}

function describeUpdate<Model>(
  table: string,
  name: string,
  key: readonly Leaf[],
  set: readonly Leaf[],
): (records: readonly Model[]) => Statement | null {
  const all = [...key, ...set];
  const text = `update ${table} t
              set ${set.map((column) => `${column.name} = ${storedFrom('changed', column)}`).join(', ')}
             from ${unnest(all, 'changed')}
            where ${key.map((column) => `t.${column.name} = changed.${column.name}`).join(' and ')}`;
  const writers = all.map(writerOf<Model>);
  return (records) =>
    records.length === 0 ? null : { name, text, values: writers.map((write) => write(records)) };
}

/** `Columns` without the types of the records. */
interface Description {
  readonly [field: string]:
    | ColumnType
    | readonly [name: string, type: ColumnType]
    | { readonly orNull: Description; readonly prefix?: string }
    | { readonly columns: Description; readonly prefix?: string };
}

interface Named {
  readonly name: string;
  readonly type: ColumnType | WrittenType;
}

/** A column, and where a record has its value. */
interface Leaf extends Named {
  readonly type: ColumnType;
  readonly field: string;
  /** From the record: `click.number`. */
  readonly path: string;
  /** In code: `record.click?.number`. */
  readonly value: string;
}

interface Branch {
  readonly field: string;
  readonly isNullable: boolean;
  readonly nodes: readonly Node[];
}

type Node = Leaf | Branch;

/** Where the fields of an object are: the beginning of their column names, of their paths, and the object in code. */
interface Within {
  readonly prefix: string;
  readonly path: string;
  readonly object: string;
}

function resolve(
  description: Description,
  within: Within = { prefix: '', path: '', object: 'record' },
): readonly Node[] {
  return Object.entries(description).map(([field, column]): Node => {
    const value = `${within.object}.${field}`;
    const path = within.path + field;
    if (typeof column === 'string') {
      return { field, path, name: within.prefix + columnName(field, column), type: column, value };
    }
    if (isRenamed(column)) {
      const [name, type] = column;
      return { field, path, name: within.prefix + name, type, value };
    }
    const isNullable = 'orNull' in column;
    const prefix = within.prefix + (column.prefix ?? `${columnName(field)}_`);
    const object = isNullable ? `${value}?` : value;
    const inner = isNullable ? column.orNull : column.columns;
    return { field, isNullable, nodes: resolve(inner, { prefix, path: `${path}.`, object }) };
  });
}

type Renamed = readonly [name: string, type: ColumnType];

function isRenamed(column: Exclude<Description[string], string>): column is Renamed {
  return Array.isArray(column);
}

function columnName(field: string, type?: ColumnType): string {
  const plain = type === 'time' ? field.replace(/Ms$/, '') : field;
  return plain.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function leavesOf(nodes: readonly Node[]): readonly Leaf[] {
  return nodes.flatMap((node) => ('nodes' in node ? leavesOf(node.nodes) : [node]));
}

/** The columns of these fields; of an object, all of them. */
function leavesAmong(leaves: readonly Leaf[], fields: readonly string[]): readonly Leaf[] {
  return fields.flatMap((field) => {
    const found = leaves.filter(({ path }) => path === field || path.startsWith(`${field}.`));
    if (found.length === 0) throw new Error(`No column is described for ${field}.`);
    return found;
  });
}

/** Only names from descriptions in this program become code. */
function compile<Compiled>(parameter: string, expression: string): Compiled {
  return new Function(parameter, `return ${expression}`) as Compiled;
}

/** An object that is null has columns that are all null. */
function readerOf(nodes: readonly Node[]): string {
  const members = nodes.map((node) => {
    if (!('nodes' in node)) return `${node.field}: ${readFrom(node)}`;
    const inner = readerOf(node.nodes);
    if (!node.isNullable) return `${node.field}: ${inner}`;
    return `${node.field}: row.${leavesOf(node.nodes)[0]?.name} === null ? null : ${inner}`;
  });
  return `({ ${members.join(', ')} })`;
}

function readFrom({ name, type }: Leaf): string {
  return type === 'time' ? `row.${name} === null ? null : row.${name}.getTime()` : `row.${name}`;
}

/** Writes one column of records as an array. */
function writerOf<Model>({ value, type }: Leaf): (records: readonly Model[]) => string {
  if (type === 'json') {
    const pick = compile<(record: Model) => object | null>('record', value);
    return (records) => jsonColumnOf(records, pick);
  }
  const expression = value.includes('?') ? `${value} ?? null` : value;
  const pick = compile<(record: Model) => ColumnValue>('record', expression);
  return (records) => columnOf(records, pick);
}

function columnNames(columns: readonly Named[]): string {
  return columns.map(({ name }) => name).join(', ');
}

/** Times travel in milliseconds; a numeric would cost eight times as much as the float, and say the same. */
function storedFrom(row: string, { name, type }: Named): string {
  if (type === 'time') return `to_timestamp(${row}.${name}::float8 / 1000)`;
  return type === 'text[]' ? `${row}.${name}::text[]` : `${row}.${name}`;
}

const ARRAY_TYPES: Partial<Record<ColumnType | WrittenType, string>> = {
  time: 'bigint[]',
  'text[]': 'text[]',
};

function unnest(columns: readonly Named[], alias: string): string {
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${ARRAY_TYPES[type] ?? `${type}[]`}`);
  return `unnest(${arrays.join(', ')}) as ${alias} (${columnNames(columns)})`;
}
