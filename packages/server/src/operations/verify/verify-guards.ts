import type { ClientBase, Pool } from 'pg';
import { allowSilence } from '../../database/silence.js';
import { isConnectionLost } from '../../database/transaction.js';
import type { Difference } from './check.js';

/** Tables that are only ever added to, each with the trigger that refuses everything else. */
const GUARDS: readonly { readonly table: string; readonly trigger: string }[] = [
  { table: 'ledger_movements', trigger: 'ledger_append_only' },
  { table: 'audit_entries', trigger: 'audit_append_only' },
];

const OPERATIONS = ['UPDATE', 'DELETE', 'TRUNCATE'] as const;
type Operation = (typeof OPERATIONS)[number];

/** Bits of `pg_trigger.tgtype`. */
const ROW = 1;
const BEFORE = 2;
const OPERATION_BIT: Record<Operation, number> = { DELETE: 8, UPDATE: 16, TRUNCATE: 32 };

/** What a guard answers with: restrict_violation, or whatever else a function raises by itself. */
const REFUSED = new Set(['23001', 'P0001']);
/** Nothing could be tried here: a standby, a role that may not write, or a lock that somebody else holds. */
const UNTESTABLE = new Set(['25006', '42501', '55P03']);

/** A trigger of a guarded table. */
interface Trigger {
  readonly name: string;
  readonly type: number;
  readonly enabled: boolean;
  /** It has a condition, or is for some columns only. */
  readonly partial: boolean;
  readonly function_name: string;
  readonly language: string;
  readonly source: string;
}

/**
 * Finds guards that are missing, disabled, conditional, or let something pass. What a guard does is tried: an update and a
 * delete of no row at all, for which its trigger fires like for any other, and a truncate of a temporary table with the
 * guard's own function, because the lock that truncating takes would keep everybody waiting. All of it is rolled back.
 * How a guard is attached, and that its function does nothing but refuse, is read from the catalog. Contract 7.1, verify.
 */
export async function findBrokenGuards(pool: Pool): Promise<readonly Difference[]> {
  const client = await pool.connect();
  let unusable: Error | undefined;
  allowSilence(client);
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = '1s'`);
    const differences: Difference[] = [];
    for (const { table, trigger } of GUARDS) {
      const problems = await findProblems(client, table, trigger);
      if (problems.length === 0) continue;
      const what = `the trigger that keeps it append-only does not: ${problems.join('; ')}`;
      differences.push({ table, id: trigger, what });
    }
    return differences;
  } finally {
    unusable = await client.query('rollback').then(
      () => undefined,
      (error: Error) => error,
    );
    client.release(unusable);
  }
}

async function findProblems(client: ClientBase, table: string, name: string): Promise<readonly string[]> {
  const triggers = await readTriggers(client, table);
  const guards = triggers.filter((trigger) => whyUseless(trigger) === null);
  const own = triggers.find((trigger) => trigger.name === name);
  const why = own === undefined ? 'it is missing' : whyUseless(own);
  const problems: string[] = [];
  for (const operation of OPERATIONS) {
    const guard = guards.find(({ type }) => (type & OPERATION_BIT[operation]) !== 0);
    if (guard === undefined) problems.push(`${operation} is not refused${why === null ? '' : `, ${why}`}`);
    else {
      const outcome = await attempt(client, table, operation, guard);
      if (outcome !== null) problems.push(outcome);
    }
  }
  return [...problems, ...(await findDetours(client, table))];
}

async function readTriggers(client: ClientBase, table: string): Promise<readonly Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select t.tgname as name, t.tgtype::integer as type, t.tgenabled in ('O', 'A') as enabled,
            t.tgqual is not null or t.tgattr::text <> '' as partial, f.oid::regproc::text as function_name,
            l.lanname as language, f.prosrc as source
       from pg_trigger t join pg_proc f on f.oid = t.tgfoid join pg_language l on l.oid = f.prolang
      where t.tgrelid = $1::regclass and not t.tgisinternal`,
    [table],
  );
  return rows;
}

/** Why a trigger keeps nobody from anything; null where it refuses the operations it is for. */
function whyUseless({ type, enabled, partial, language, source }: Trigger): string | null {
  if (!enabled) return 'it is disabled';
  if ((type & BEFORE) === 0 || (type & ROW) !== 0) return 'it does not fire before the statement';
  if (partial) return 'it has a condition';
  if (language !== 'plpgsql' || !isPlainRefusal(source))
    return 'its function does more than refuse, or nothing';
  return null;
}

/**
 * Whether the body of a function is one `raise exception` and nothing else, in whatever words: one with a condition may
 * refuse what verify tries, and let everything else pass.
 */
function isPlainRefusal(source: string): boolean {
  const code = source
    .replaceAll(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith("'") ? "''" : ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
  return /^begin raise exception [^;]*; ?(?:return [a-z]+ ?; ?)?end ?;?$/.test(code);
}

/** Tries an operation that has to be refused; null when it was, or when it cannot be tried here. */
async function attempt(
  client: ClientBase,
  table: string,
  operation: Operation,
  guard: Trigger,
): Promise<string | null> {
  await client.query('savepoint attempt');
  try {
    if (operation === 'UPDATE') await client.query(`update ${table} set id = id where false`);
    else if (operation === 'DELETE') await client.query(`delete from ${table} where false`);
    else await truncateUnder(client, guard);
    return `${operation} was tried and not refused`;
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    const code = String((error as { code?: unknown }).code);
    if (REFUSED.has(code) || UNTESTABLE.has(code)) return null;
    return `${operation} was tried and failed: ${(error as Error).message}`;
  } finally {
    await client.query('rollback to savepoint attempt');
  }
}

async function truncateUnder(client: ClientBase, guard: Trigger): Promise<void> {
  await client.query('create temporary table guard_attempt (id integer)');
  await client.query(
    `create trigger guard_attempt before truncate on guard_attempt
       for each statement execute function ${guard.function_name}()`,
  );
  await client.query('truncate guard_attempt');
}

/** Ways around a trigger: rules that rewrite statements, and settings of roles or databases with which it does not fire. */
async function findDetours(client: ClientBase, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ what: string }>(
    `select format('the rule %I rewrites statements of it', rulename) as what from pg_rules
      where schemaname = current_schema() and tablename = $1
     union all
     select format('a setting of %s switches triggers off (%s)',
                   coalesce('the role ' || s.setrole::regrole, 'the database'), setting)
       from (select nullif(setrole, 0) as setrole, unnest(setconfig) as setting from pg_db_role_setting
              where setdatabase in (0, (select oid from pg_database where datname = current_database()))) s
      where s.setting ilike 'session_replication_role=replica'`,
    [table],
  );
  return rows.map(({ what }) => what);
}
