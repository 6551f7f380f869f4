import type pg from 'pg';
import {
  DEFAULT_LIMITS,
  RECORDS_ROWS,
  SHOWN_SETTINGS,
  type ShownSettings,
  setStatements,
  settingsToRefuse,
  settingsToSet,
} from './session-settings.js';
import { LIFT_LIMITS } from './silence.js';
import { DatabaseUnusableError } from './unusable-error.js';

/** What a new session is like, before anything is set. */
interface Session {
  readonly pid: number;
  readonly role: string;
  readonly settings: ShownSettings;
  /** The schemas of the search path that exist, in order. */
  readonly path: readonly string[];
  /** The schemas that have tables of the service. */
  readonly schemas: readonly string[];
  /** Whether the database records the rows that the session changes. */
  readonly records_rows: boolean;
  /** Whether the search path is that of a simulated time (`simulateTime`). */
  readonly is_simulated: boolean;
}

/** As the database answers it: objects and lists are JSON texts. */
type Shown = Omit<Session, 'settings' | 'path' | 'schemas'> &
  Record<'settings' | 'limits' | 'path' | 'schemas', string>;

// Every value is read the same whatever the settings are.
const READ_SESSION = `
  ${LIFT_LIMITS};
  select pg_backend_pid() as pid, current_user::text as role, ${SHOWN_SETTINGS}::text as settings,
         ${DEFAULT_LIMITS}::text as limits,
         array_to_json(array_remove(current_schemas(false), 'pg_catalog'))::text as path,
         (select coalesce(json_agg(n.nspname), '[]')::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where c.relname = 'schema_versions' and c.relkind = 'r' and exists (
             select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'checksum')) as schemas,
         ${RECORDS_ROWS} as records_rows, coalesce(current_setting('svc.simulated_now', true), '') <> '' as is_simulated`;

/** Reads what a session inherits from the server, the database and the role. */
export async function readSession(client: pg.ClientBase): Promise<Session> {
  const results: unknown = await client.query(READ_SESSION);
  const row = (results as [unknown, pg.QueryResult<Shown>])[1].rows[0];
  if (row === undefined) throw new Error('the database has not described the session');
  return {
    ...row,
    settings: { ...JSON.parse(row.settings), ...JSON.parse(row.limits) } as ShownSettings,
    path: JSON.parse(row.path) as string[],
    schemas: JSON.parse(row.schemas) as string[],
  };
}

/**
 * Sets everything that the service relies on, and `more`, whatever the session inherited. Throws `DatabaseUnusableError` where it is
 * not clear in which schema the tables are.
 */
export async function setUpSession(client: pg.ClientBase, session: Session, more: string): Promise<void> {
  const path = session.is_simulated ? '' : `set search_path = ${quoteName(chooseSchema(session))};`;
  await client.query(`${setStatements(settingsToSet(session.settings))} ${path} ${more}`);
}

/**
 * Sets what a pooler keeps for its client, and throws `DatabaseUnusableError` where the rest does not have values that the service can
 * work with: setting them would change the connection for whichever client gets it next.
 */
export async function setUpPooledSession(client: pg.ClientBase, session: Session): Promise<void> {
  const kept = settingsToSet(session.settings).filter(({ isPooled }) => isPooled === true);
  if (kept.length > 0) await client.query(setStatements(kept));
  const [wrong] = settingsToRefuse(session.settings);
  if (wrong !== undefined) {
    throw new DatabaseUnusableError(
      `${wrong.name} is ${session.settings[wrong.name]}, and behind a pooler svc cannot set it: run ` +
        `\`alter role ${quoteName(session.role)} set ${setStatements([wrong]).slice('set '.length, -1)}\` and reconnect the pooler`,
    );
  }
  if (!session.records_rows) {
    throw new DatabaseUnusableError(
      'the pooler does not keep application_name, by which the database records what svc changes: run ' +
        `\`alter role ${quoteName(session.role)} set svc.records = 'on'\` and reconnect the pooler`,
    );
  }
  const schema = chooseSchema(session);
  if (schema === session.path[0]) return;
  throw new DatabaseUnusableError(
    `search_path does not lead to the schema ${schema}, and behind a pooler svc cannot set it: run ` +
      `\`alter role ${quoteName(session.role)} set search_path = ${quoteName(schema)}\` and reconnect the pooler`,
  );
}

const DEFAULT_SCHEMA = 'public';

/**
 * The schema of the service's tables: the first of the search path that has them. In a database without them, the first of the search
 * path, where the migrations make them.
 */
function chooseSchema({ path, schemas, role }: Session): string {
  const onPath = path.find((name) => schemas.includes(name));
  if (onPath !== undefined) return onPath;
  const [first] = path;
  const [only, ...others] = schemas;
  if (only === undefined) return first ?? DEFAULT_SCHEMA;
  // A search path to another schema may be a mistake, or the beginning of a second installation.
  if (first === undefined && others.length === 0) return only;
  throw new DatabaseUnusableError(
    `search_path does not lead to the tables of svc, which are in the schema ${schemas.join(', ')}: run ` +
      `\`alter role ${quoteName(role)} set search_path = ${quoteName(only)}\`, or use a new database for a new installation`,
  );
}

function quoteName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
