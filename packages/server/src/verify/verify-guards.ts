import type { ClientBase, Pool } from 'pg';
import { allowLongStatements } from '../database/silence.js';
import { isConnectionLost } from '../database/transaction.js';
import type { Difference } from './check.js';

/** A table from which no row goes away, and whose rows do not change unless `mayChange` says so. */
interface GuardedTable {
  readonly table: string;
  /** What its guard is called in reports. */
  readonly trigger: string;
  /** Rows that are older than this may be removed, so its guard looks at each row. Otherwise nothing ever is. */
  readonly keepsDays?: number;
  readonly mayChange?: true;
}

/** All of them: a migration that makes another one adds it here. */
const GUARDED_TABLES: readonly GuardedTable[] = [
  { table: 'ledger_movements', trigger: 'ledger_append_only' },
  { table: 'audit_entries', trigger: 'audit_append_only' },
  { table: 'payout_files', trigger: 'payout_files_append_only' },
  { table: 'credit_changes', trigger: 'credit_changes_append_only' },
  { table: 'entered_sales', trigger: 'entered_sales_append_only' },
  { table: 'imports', trigger: 'imports_append_only' },
  { table: 'imported_customers', trigger: 'imported_customers_append_only' },
  { table: 'imported_sales', trigger: 'imported_sales_append_only' },
  { table: 'imported_commissions', trigger: 'imported_commissions_append_only' },
  { table: 'partner_messages', trigger: 'partner_messages_append_only' },
  { table: 'partner_message_recipients', trigger: 'partner_message_recipients_append_only' },
  { table: 'row_states', trigger: 'row_states_append_only' },
  { table: 'seals', trigger: 'seals_append_only' },
  { table: 'seal_contents', trigger: 'seal_contents_append_only' },
  { table: 'security_events', trigger: 'security_events_keep_rows', keepsDays: 365 },
  { table: 'commissions', trigger: 'commissions_kept', mayChange: true },
  { table: 'adjustments', trigger: 'adjustments_kept', mayChange: true },
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
 * delete of no row at all, for which its trigger fires like for any other, and, with the guard's own function on a
 * temporary table, what would lock or need rows of the real one. All of it is rolled back. How a guard is attached, and
 * that its function does nothing but refuse, is read from the catalog. Contract 7.1, verify.
 */
export async function findBrokenGuards(pool: Pool): Promise<readonly Difference[]> {
  const client = await pool.connect();
  let unusable: Error | undefined;
  try {
    await client.query('begin');
    await allowLongStatements(client);
    await client.query(`set local lock_timeout = '1s'`);
    const differences: Difference[] = [];
    for (const guarded of GUARDED_TABLES) {
      const { table, trigger: id } = guarded;
      const problems = await findProblems(client, guarded);
      if (problems.length === 0) continue;
      differences.push({
        table,
        id,
        what: `the trigger that keeps ${guarded.mayChange ? 'its rows' : 'it append-only'} does not: ${problems.join('; ')}`,
      });
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

async function findProblems(client: ClientBase, guarded: GuardedTable): Promise<readonly string[]> {
  const triggers = await readTriggers(client, guarded.table);
  const problems: string[] = [];
  for (const operation of OPERATIONS) {
    if (operation === 'UPDATE' && guarded.mayChange) continue;
    const candidates = triggers.filter(({ type }) => (type & OPERATION_BIT[operation]) !== 0);
    const reasons = candidates.map((trigger) => whyUseless(trigger, guarded, operation));
    const guard = candidates[reasons.indexOf(null)];
    const outcome =
      guard === undefined
        ? `${operation} is not refused, ${reasons[0] ?? 'its trigger is missing'}`
        : await tryOperation(client, guarded, operation, guard);
    if (outcome !== null) problems.push(outcome);
  }
  return [...problems, ...(await findDetours(client, guarded.table))];
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

/** Truncating has no rows to look at. */
const isPerRow = ({ keepsDays }: GuardedTable, operation: Operation) =>
  keepsDays !== undefined && operation !== 'TRUNCATE';

/** Why a trigger does not refuse an operation; null where it does. */
function whyUseless(
  { type, enabled, partial, language, source }: Trigger,
  guarded: GuardedTable,
  operation: Operation,
): string | null {
  if (!enabled) return 'its trigger is disabled';
  if ((type & BEFORE) === 0 || ((type & ROW) !== 0) !== isPerRow(guarded, operation))
    return 'its trigger fires at another time';
  if (partial) return 'its trigger has a condition';
  const refuses = language === 'plpgsql' && isRefusal(source, isPerRow(guarded, operation));
  return refuses ? null : 'the function of its trigger does something else';
}

/**
 * Whether the body of a function is one `raise exception` and nothing else, in whatever words: one with a condition may
 * refuse what verify tries, and let everything else pass. A guard that lets old rows be removed has that one condition.
 */
function isRefusal(source: string, letsOldRowsGo: boolean): boolean {
  const code = source
    .replaceAll(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith("'") ? "''" : ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
  const condition = `if tg_op = '' and old.occurred_at < now() - interval '' then return old; end if; `;
  const start = letsOldRowsGo ? `begin ${condition}` : 'begin ';
  const rest = code.startsWith(start) ? code.slice(start.length) : '';
  return /^raise exception [^;]*; ?(?:return [a-z]+ ?; ?)?end ?;?$/.test(rest);
}

/** Tries an operation that has to be refused; null when it was, or when it cannot be tried here. */
async function tryOperation(
  client: ClientBase,
  guarded: GuardedTable,
  operation: Operation,
  guard: Trigger,
): Promise<string | null> {
  await client.query('savepoint attempt');
  try {
    if (operation === 'TRUNCATE' || isPerRow(guarded, operation))
      await attemptOnCopy(client, guarded, operation, guard);
    else if (operation === 'UPDATE') await updateNothing(client, guarded.table);
    else await client.query(`delete from ${guarded.table} where false`);
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

async function updateNothing(client: ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped limit 1`,
    [table],
  );
  const column = rows[0]?.name;
  await client.query(`update ${table} set ${column} = ${column} where false`);
}

/** Tries it on a temporary table that has the function of the guard, with a row that has to be kept one day longer. */
async function attemptOnCopy(
  client: ClientBase,
  guarded: GuardedTable,
  operation: Operation,
  guard: Trigger,
): Promise<void> {
  const level = isPerRow(guarded, operation) ? 'row' : 'statement';
  const days = (guarded.keepsDays ?? 1) - 1;
  await client.query('create temporary table guard_attempt (id integer, occurred_at timestamptz)');
  await client.query(`insert into guard_attempt values (1, now() - interval '${days} days')`);
  await client.query(
    `create trigger guard_attempt before ${operation} on guard_attempt
       for each ${level} execute function ${guard.function_name}()`,
  );
  if (operation === 'TRUNCATE') await client.query('truncate guard_attempt');
  else if (operation === 'DELETE') await client.query('delete from guard_attempt');
  else await client.query('update guard_attempt set id = id');
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
