import type pg from 'pg';

const walFilesPerCheckpoint = 8;

// The thresholds by which a PostgreSQL server's own autovacuum decides.
const dueTables = `
  select format('%I.%I', s.schemaname, s.relname) as name,
    s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) as vacuum,
    s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0) as analyze
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
     or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)`;

// Long before transaction numbers run out; a vacuum then freezes old rows, the catalog's too.
const wholeDatabaseDue = `
  select age(datfrozenxid) > 200000000 as due from pg_database where datname = current_database()`;

/**
 * The embedded engine has no background processes: nobody would write a checkpoint before it is closed, so that its
 * log would grow without end and a restart after a crash replay all of it; nor would anybody vacuum or analyze. This
 * does both, after every 128 MB of log, between other queries.
 *
 * Gives back what to call for each new log file. Errors go to `onError`; the work is due again with the next file.
 */
export function embeddedUpkeep(pool: pg.Pool, onError: (error: Error) => void): () => void {
  let walFiles = 0;
  let running = false;
  const run = async () => {
    try {
      if (pool.ending) return;
      await pool.query('checkpoint');
      walFiles = 0;
      await vacuumAndAnalyze(pool);
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
    } finally {
      running = false;
    }
  };
  return () => {
    walFiles += 1;
    if (walFiles < walFilesPerCheckpoint || running) return;
    running = true;
    // Called from inside a query: wait until that has returned.
    queueMicrotask(() => void run());
  };
}

async function vacuumAndAnalyze(pool: pg.Pool): Promise<void> {
  const whole = await pool.query<{ due: boolean }>(wholeDatabaseDue);
  if (whole.rows[0]?.due === true) await pool.query('vacuum');
  const { rows } = await pool.query<{ name: string; vacuum: boolean; analyze: boolean }>(dueTables);
  for (const { name, vacuum, analyze } of rows) {
    if (pool.ending) return;
    if (vacuum) await pool.query(`vacuum ${name}`);
    if (analyze) await pool.query(`analyze ${name}`);
  }
}
