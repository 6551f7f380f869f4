import type { Pool } from 'pg';

/** Where the functions are; the search path has it before `pg_catalog`. */
const SCHEMA = 'simulated_time';
const SETTING = 'svc.simulated_now';

const functionOf = (name: string) => `
  create function ${SCHEMA}.${name}() returns timestamptz language sql stable parallel safe
  return pg_catalog.current_setting('${SETTING}')::pg_catalog.timestamptz;`;

/** Defaults of columns were bound to the functions of `pg_catalog` when they were made. */
const REBIND_DEFAULTS = `
  do $$
  declare bound record;
  begin
    for bound in
      select d.adrelid::regclass as name, a.attname,
             regexp_replace(pg_get_expr(d.adbin, d.adrelid), '(pg_catalog\\.)?\\m(now|clock_timestamp)\\(\\)',
                            '${SCHEMA}.\\2()', 'g') as expression
        from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       where pg_get_expr(d.adbin, d.adrelid) ~ '\\m(now|clock_timestamp)\\(\\)'
    loop
      execute format('alter table %s alter column %I set default %s', bound.name, bound.attname, bound.expression);
    end loop;
  end $$`;

/**
 * Gives a database a time of its own, in epoch milliseconds: `now()` and `clock_timestamp()` say it in every statement, trigger and
 * default from then on. For the embedded database in memory, whose clients share one session: both the search path and the time are
 * that session's.
 */
export async function simulateTime(pool: Pool, nowMs: number): Promise<void> {
  await setSimulatedTime(pool, nowMs);
  await pool.query(`create schema ${SCHEMA}; ${functionOf('now')} ${functionOf('clock_timestamp')}`);
  await pool.query(REBIND_DEFAULTS);
  await pool.query(`set search_path = ${SCHEMA}, public, pg_catalog`);
}

/** Sets the time of such a database. */
export async function setSimulatedTime(pool: Pool, nowMs: number): Promise<void> {
  await pool.query('select set_config($1, $2, false)', [SETTING, new Date(nowMs).toISOString()]);
}
