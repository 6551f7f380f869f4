// Writes packages/server/src/database/tables.ts from the migrations. With --check it only says whether it is fresh.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { migrate } from '../packages/server/src/database/migrate.js';

const target = fileURLToPath(new URL('../packages/server/src/database/tables.ts', import.meta.url));

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  /** It may be left out of an insert. */
  generated: boolean;
  /** It must be left out of an insert. */
  always: boolean;
}

const columnsQuery = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
    not a.attnotnull as nullable,
    a.atthasdef or a.attidentity <> '' as generated,
    a.attidentity = 'a' or a.attgenerated <> '' as always
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname collate "C", a.attnum`;

// Types whose written form is wider than what is read: our name for them, and what is read.
const wide: Record<string, [alias: string, read: string]> = {
  'timestamp with time zone': ['Timestamp', 'Date'],
  jsonb: ['Json', 'unknown'],
  json: ['Json', 'unknown'],
  numeric: ['Numeric', 'string'],
};
const plain: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  real: 'number',
  text: 'string',
  'character varying': 'string',
  uuid: 'string',
  date: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  'bigint[]': 'number[]',
  'integer[]': 'number[]',
  'text[]': 'string[]',
  'timestamp with time zone[]': 'Date[]',
};

const helpers = [
  '// Inserted as JSON text, because pg would send a JavaScript array as an array of PostgreSQL.',
  'type Json = ColumnType<unknown, string, string>;',
  'type Numeric = ColumnType<string, string | number, string | number>;',
  'type Timestamp = ColumnType<Date, Date | string, Date | string>;',
  'type Nullable<T> =\n  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S | null, I | null, U | null> : never;',
  'type Defaulted<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : never;',
];

function columnType({ table, name, type, nullable, generated, always }: Column): string {
  const [alias, read] = wide[type] ?? [undefined, plain[type]];
  if (read === undefined) throw new Error(`${table}.${name}: no TypeScript type is known for ${type}`);
  const selected = nullable ? `${read} | null` : read;
  if (always) return `GeneratedAlways<${selected}>`;
  if (alias === undefined) return generated ? `Generated<${selected}>` : selected;
  const written = nullable ? `Nullable<${alias}>` : alias;
  return generated ? `Defaulted<${written}>` : written;
}

function property(name: string): string {
  return /^[a-z_][a-z0-9_]*$/i.test(name) ? name : `'${name}'`;
}

function interfaceName(table: string): string {
  return table.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The text of tables.ts as Biome formats it. */
function render(columns: Column[]): string {
  const tables = [...new Set(columns.map((column) => column.table))];
  const interfaces = tables.map((table) => {
    const own = columns.filter((column) => column.table === table);
    const lines = own.map((column) => `  ${property(column.name)}: ${columnType(column)};\n`);
    return `interface ${interfaceName(table)} {\n${lines.join('')}}\n`;
  });
  const entries = tables.map((table) => `  ${property(table)}: ${interfaceName(table)};\n`);
  const docs = '/** Every table as Kysely sees it; rows as our pools read them. */\n';
  const body = [...interfaces, `${docs}export interface Tables {\n${entries.join('')}}\n`].join('\n');
  return `${preamble(body)}\n\n${body}`;
}

/** The imports and helper types that `body` needs, without those it doesn't. */
function preamble(body: string): string {
  const used = helpers.filter((line) => {
    const name = /^type (\w+)/.exec(line)?.[1] ?? 'Json';
    return new RegExp(`\\b${name}\\b`).test(body);
  });
  const imports = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) =>
    new RegExp(`\\b${name}<`).test(body + used.join('\n')),
  );
  return [
    '// Written by `npm run generate` from the migrations; edit those instead.',
    `import type { ${imports.join(', ')} } from 'kysely';`,
    '',
    ...used,
  ].join('\n');
}

async function generate(): Promise<string> {
  const pglite = await PGlite.create();
  const pool = new pg.Pool({ ...createPgConfig(pglite), max: 1 } as pg.PoolConfig);
  await migrate(pool);
  const { rows } = await pool.query<Column>(columnsQuery);
  await pool.end();
  await pglite.close();
  return render(rows);
}

const text = await generate();
if (process.argv.includes('--check')) {
  const current = await readFile(target, 'utf8').catch(() => '');
  if (current !== text) {
    console.error('packages/server/src/database/tables.ts does not fit the migrations: run npm run generate');
    process.exitCode = 1;
  }
} else {
  await writeFile(target, text);
}
