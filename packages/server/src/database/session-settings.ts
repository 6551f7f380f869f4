/** A setting of a session that statements or the values they return depend on. */
export interface SessionSetting {
  readonly name: string;
  /** The value that the service sets. */
  readonly value: string;
  /** Whether another value, as `current_setting` shows it, is left as the operator chose it. Left out: never. */
  readonly honors?: (shown: string) => boolean;
  /** Whether another value does where it cannot be set, behind a pooler. Left out: it does when it is honored. */
  readonly accepts?: (shown: string) => boolean;
  /** PgBouncer keeps this setting for each of its clients, so that it can be set behind one. */
  readonly isPooled?: true;
}

/** Milliseconds that an ordinary statement or a pause inside a transaction may take at least. */
const LEAST_LIMIT_MS = 15_000;
// Of a transaction whose process is gone without a word, with all rows it has locked.
const IDLE_IN_TRANSACTION_LIMIT = '1min';

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds of a duration as PostgreSQL shows it, such as `30s`; 0 is no limit. */
function durationMs(shown: string): number {
  const [, count = '', unit = 'ms'] = /^(\d+)([a-z]*)$/.exec(shown) ?? [];
  return Number(count) * (UNIT_MS[unit === '' ? 'ms' : unit] ?? Number.NaN);
}

const isLongEnough = (shown: string): boolean => shown === '0' || durationMs(shown) >= LEAST_LIMIT_MS;
const anyValue = (): boolean => true;
const on = (name: string): SessionSetting => ({ name, value: 'on' });
const off = (name: string): SessionSetting => ({ name, value: 'off' });
const limit = (name: string): SessionSetting => ({ name, value: '0', honors: isLongEnough });

/**
 * Everything that a session must have, on both engines, whatever the server, the database or the role were set to. A server that does
 * not have a setting is an older version. Long statements lift limits of time that are honored (`allowLongStatements`).
 *
 * Not in it: `lc_messages`, which only superusers can set. Errors are recognized by their codes.
 */
export const SESSION_SETTINGS: readonly SessionSetting[] = [
  // How long things may take. First, because they also limit the statements that set what follows.
  limit('statement_timeout'),
  limit('lock_timeout'),
  limit('transaction_timeout'),
  {
    name: 'idle_in_transaction_session_timeout',
    value: IDLE_IN_TRANSACTION_LIMIT,
    accepts: isLongEnough,
  },
  { name: 'idle_session_timeout', value: '0', accepts: anyValue },
  // Rows are recorded in sessions of this name (`RECORDS_ROWS`). A pooler has it from the beginning of the connection.
  {
    name: 'application_name',
    value: 'svc',
    honors: (shown) => shown.startsWith('svc - '),
    accepts: anyValue,
  },
  // How values are written and read.
  { name: 'client_encoding', value: 'UTF8', isPooled: true },
  { name: 'datestyle', value: 'ISO, MDY', isPooled: true },
  // What a day is must not depend on how a server was set up.
  { name: 'timezone', value: 'UTC', isPooled: true },
  { name: 'standard_conforming_strings', value: 'on', isPooled: true },
  { name: 'intervalstyle', value: 'postgres' },
  { name: 'extra_float_digits', value: '1', honors: (shown) => Number(shown) >= 1 },
  { name: 'bytea_output', value: 'hex' },
  { name: 'xmloption', value: 'content' },
  on('array_nulls'),
  ...['lc_numeric', 'lc_time', 'lc_monetary'].map((name) => ({ name, value: 'C', accepts: anyValue })),
  // What statements mean.
  off('transform_null_equals'),
  off('quote_all_identifiers'),
  { ...on('escape_string_warning'), accepts: anyValue },
  // Rows that a policy hides are an error, never missing figures.
  { ...off('row_security'), accepts: anyValue },
  // What a transaction promises.
  { name: 'default_transaction_isolation', value: 'read committed' },
  off('default_transaction_deferrable'),
  { ...on('synchronous_commit'), honors: (shown) => shown !== 'off' },
  // Which plans are considered; tracking allows fewer (`keyedPlansOnly`).
  ...['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan', 'nestloop', 'hashjoin', 'mergejoin', 'sort'].map(
    (plan): SessionSetting => ({ ...on(`enable_${plan}`), accepts: anyValue }),
  ),
  { name: 'plan_cache_mode', value: 'auto', accepts: anyValue },
];

/**
 * SQL of whether the database records the rows that this session changes, as `records_rows` of the migrations says it (decision 64). PgBouncer
 * may add the address of its client to the name.
 */
export const RECORDS_ROWS = `(current_setting('application_name') = 'svc' or current_setting('application_name') like 'svc - %'
  or current_setting('svc.records', true) is not distinct from 'on')`;

/** Values by the name of the setting, as `current_setting` shows them; null: the server does not have it. */
export type ShownSettings = Readonly<Record<string, string | null>>;

/**
 * SQL of an object with the limits of time that the session has by default, in a transaction that has lifted them (`LIFT_LIMITS`). A
 * limit of some milliseconds would end the statement that finds it.
 */
export const DEFAULT_LIMITS = `(
  select json_object_agg(name, case reset_val when '0' then '0' else reset_val || 'ms' end) from pg_settings
   where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'))`;

/** SQL of an object with the value of each setting in this session. */
export const SHOWN_SETTINGS = `json_build_object(${SESSION_SETTINGS.map(
  ({ name }) => `'${name}', current_setting('${name}', true)`,
).join(', ')})`;

/** The settings that have another value than the service needs. */
export function settingsToSet(shown: ShownSettings): readonly SessionSetting[] {
  return SESSION_SETTINGS.filter(({ name, value, honors }) => {
    const is = shown[name] ?? null;
    return is !== null && is !== value && honors?.(is) !== true;
  });
}

/** The settings that a pooler does not keep, with values that the service cannot work with. */
export function settingsToRefuse(shown: ShownSettings): readonly SessionSetting[] {
  return settingsToSet(shown).filter(
    ({ name, isPooled, accepts }) => isPooled !== true && accepts?.(shown[name] as string) !== true,
  );
}

/** One `set` for each of these settings, as a text. */
export function setStatements(settings: readonly SessionSetting[]): string {
  return settings.map(({ name, value }) => `set ${name} = ${literal(name, value)};`).join(' ');
}

/** `datestyle` is a list: quoted, it would be one value. */
function literal(name: string, value: string): string {
  return name === 'datestyle' ? value : `'${value}'`;
}
