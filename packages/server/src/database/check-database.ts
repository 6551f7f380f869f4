import type { Pool } from 'pg';
import { DatabaseUnusableError } from './unusable-error.js';

const OLDEST_VERSION = 150_000;
const LIMITLESS = -1;

/** What is to be done with the database. */
export interface DatabaseUse {
  /** Whether rows are written and the schema is migrated. */
  readonly writes: boolean;
  /** Connections that this process opens at most. */
  readonly connections: number;
}

/** What a database and the role in use are like. */
export interface DatabaseFacts {
  readonly version: number;
  readonly version_name: string;
  readonly database: string;
  readonly role: string;
  readonly encoding: string;
  readonly has_icu: boolean;
  /** The schema of the session; null: there is none, or the role may not use it. */
  readonly schema: string | null;
  readonly may_create: boolean;
  /** A table that the role may not read (`select`) or write (`insert`, `update`, `delete`); null: there is none. */
  readonly unreadable: string | null;
  readonly unwritable: string | null;
  readonly is_recovering: boolean;
  readonly is_read_only: boolean;
  readonly replication_role: string;
  /** The most connections of the role, the database and the server; -1: no limit. */
  readonly role_connections: number;
  readonly database_connections: number;
  readonly server_connections: number;
}

// What a sale, a list and `verify` need. With other roles for some tables, PostgreSQL's own refusal names the table.
const TABLES = `'schema_versions', 'workspaces', 'users', 'clicks', 'leads', 'sales', 'ledger_movements', 'work_items'`;

const FACTS = `
  select current_setting('server_version_num')::integer as version,
         current_setting('server_version') as version_name,
         d.datname::text as database, r.rolname::text as role,
         pg_encoding_to_char(d.encoding)::text as encoding,
         exists (select 1 from pg_collation where collname = 'und-x-icu') as has_icu,
         current_schema()::text as schema,
         coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
         (select min(relname)::text from tables where not has_table_privilege(oid, 'select')) as unreadable,
         (select min(relname)::text from tables
           where not (has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update'))) as unwritable,
         pg_is_in_recovery() as is_recovering,
         current_setting('transaction_read_only')::boolean as is_read_only,
         current_setting('session_replication_role') as replication_role,
         case when r.rolsuper then ${LIMITLESS} else r.rolconnlimit end as role_connections,
         case when r.rolsuper then ${LIMITLESS} else d.datconnlimit end as database_connections,
         current_setting('max_connections')::integer - case when r.rolsuper then 0 else
           current_setting('superuser_reserved_connections')::integer
           + coalesce(current_setting('reserved_connections', true), '0')::integer end as server_connections
    from pg_database d, pg_roles r
   where d.datname = current_database() and r.rolname = current_user`;

const QUERY = `
  with tables as (
    select c.oid, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relname in (${TABLES}))
  ${FACTS}`;

/**
 * Throws `DatabaseUnusableError`, whose message says how to correct it, where the server, the database or the role lacks something that
 * the service would meet sooner or later.
 */
export async function checkDatabase(pool: Pool, use: DatabaseUse): Promise<void> {
  const { rows } = await pool.query<DatabaseFacts>(QUERY);
  const [facts] = rows;
  const problem = facts === undefined ? 'The database does not know the role' : findProblem(facts, use);
  if (problem !== null) throw new DatabaseUnusableError(problem);
}

const TIME_MS = Date.UTC(2026, 1, 3, 4, 5, 6, 789);
const TEXT = 'Ä ✓ \\ "NULL"';

const SAMPLE = `
  select timestamptz '2026-02-03 04:05:06.789+00' as time, date '2026-02-03' as day,
         (timestamptz '2026-02-03 04:05:06.789+00')::text as time_text, ${Number.MAX_SAFE_INTEGER}::bigint as whole,
         0.1::float8 as fraction, 0.30::numeric as decimal, '\\x00ff'::bytea as bytes, true as truth,
         '\\n' as backslash, $1::text[] as texts, null = null as unknown`;

const EXPECTED = {
  time: new Date(TIME_MS).toISOString(),
  day: '2026-02-03',
  time_text: '2026-02-03 04:05:06.789+00',
  whole: Number.MAX_SAFE_INTEGER,
  fraction: 0.1,
  decimal: '0.30',
  bytes: '00ff',
  truth: true,
  backslash: '\\n',
  texts: [TEXT, null],
  unknown: null,
};

/**
 * Throws `DatabaseUnusableError` where a value of each type that the service reads does not arrive as it should, whatever the reason.
 */
export async function checkValues(pool: Pool): Promise<void> {
  const { rows } = await pool.query<typeof EXPECTED & { time: Date; bytes: Buffer }>(SAMPLE, [[TEXT, null]]);
  const [row] = rows;
  const arrived: Record<string, unknown> = {
    ...row,
    time: row?.time.toISOString(),
    bytes: row?.bytes.toString('hex'),
  };
  for (const [name, expected] of Object.entries(EXPECTED)) {
    const [given, wanted] = [arrived[name], expected].map((value) => JSON.stringify(value));
    if (given === wanted) continue;
    throw new DatabaseUnusableError(
      `The database answers ${given} for ${wanted} (${name}): a setting of server, database or role changes how values are written; ` +
        'reset it, or report it to the makers of svc',
    );
  }
}

/** Whether the server only replays what another one writes, which may end by itself: a standby can be promoted. */
export async function isRecovering(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>('select pg_is_in_recovery() as is');
  return rows[0]?.is === true;
}

/** One sentence about the first thing that a database lacks; null: nothing. */
export function findProblem(facts: DatabaseFacts, use: DatabaseUse): string | null {
  const { database, role, version_name: version, encoding, replication_role: replicationRole } = facts;
  if (facts.version < OLDEST_VERSION)
    return `PostgreSQL 15 or newer is needed, and the server of DATABASE_URL is version ${version}: upgrade it`;
  if (encoding !== 'UTF8')
    return (
      `The database ${database} has the encoding ${encoding}, in which names of all languages cannot be stored: ` +
      `create one with \`create database svc encoding 'UTF8' template template0\``
    );
  if (!facts.has_icu)
    return `This PostgreSQL was built without ICU, with which svc compares text: use a build that has it (all usual packages do)`;
  if (replicationRole !== 'origin')
    return (
      `session_replication_role is ${replicationRole}, which switches off the triggers that protect the ledger: ` +
      `run \`alter role ${role} reset session_replication_role\`, and the same for the database`
    );
  return findMissingRight(facts, use) ?? (use.writes ? findObstacle(facts, use) : null);
}

function findMissingRight(facts: DatabaseFacts, { writes }: DatabaseUse): string | null {
  const { role, schema, unreadable, unwritable } = facts;
  if (schema === null)
    return (
      `The role ${role} may not use the schema of svc, or it does not exist: ` +
      `run \`grant usage, create on schema public to ${role}\` as the database's owner`
    );
  if (unreadable !== null)
    return `The role ${role} may not read the table ${unreadable}: connect as the role that owns it, or grant its rights`;
  if (!writes) return null;
  if (facts.is_recovering || facts.is_read_only) return null;
  if (!facts.may_create)
    return (
      `The role ${role} may not create tables in the schema ${schema}: ` +
      `run \`grant create on schema ${schema} to ${role}\` as the database's owner`
    );
  if (unwritable !== null)
    return `The role ${role} may not write the table ${unwritable}: connect as the role that owns it, or grant its rights`;
  return null;
}

function findObstacle(facts: DatabaseFacts, { connections }: DatabaseUse): string | null {
  if (facts.is_recovering)
    return 'The server of DATABASE_URL is a standby, which takes no writes: promote it, or name the primary';
  if (facts.is_read_only)
    return (
      `The database ${facts.database} takes no writes, because default_transaction_read_only is on: switch it off ` +
      `for the server, the database and the role ${facts.role}`
    );
  const limits = [
    { limit: facts.role_connections, what: `The role ${facts.role}`, out: `alter role ${facts.role}` },
    {
      limit: facts.database_connections,
      what: `The database ${facts.database}`,
      out: `alter database ${facts.database}`,
    },
  ];
  for (const { limit, what, out } of limits) {
    if (limit === LIMITLESS || limit >= connections) continue;
    return `${what} takes ${limit} connections, and one process of svc needs ${connections}: run \`${out} connection limit -1\``;
  }
  if (facts.server_connections >= connections) return null;
  return (
    `The server takes ${facts.server_connections} connections, and one process of svc needs ${connections}: ` +
    'raise max_connections'
  );
}
