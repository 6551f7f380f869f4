import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Engine } from './engine.js';

const walFilesPerCleaning = 8;
// The longer the way to a checkpoint, the longer it keeps everything waiting; but the first change of each page after one takes
// 8 kB of log, so rare ones cost less in all. After a crash so much log is replayed.
const walFilesPerCheckpoint = 16;
// Each piece of upkeep keeps all else waiting while it runs; in between, what has waited is done.
const pauseMs = 250;

/**
 * For the embedded session: analyze reads 300 rows for each unit of this, where the default is 100.
 * Tables are looked up by their keys, for which rough figures do, and nothing else runs meanwhile.
 */
export const sampleLittle = 'set default_statistics_target = 3';

// Vacuum as a PostgreSQL server's own autovacuum decides. Analyze later than it would: figures matter less here, see above.
const dueTables = `
  select format('%I.%I', s.schemaname, s.relname) as name,
    s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) as vacuum,
    s.n_mod_since_analyze > 50 + greatest(c.reltuples, 0) as analyze
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
     or s.n_mod_since_analyze > 50 + greatest(c.reltuples, 0)`;

// Long before transaction numbers run out; a vacuum then freezes old rows, the catalog's too.
const wholeDatabaseDue = `
  select age(datfrozenxid) > 200000000 as due from pg_database where datname = current_database()`;

/**
 * The embedded engine has no background processes: nobody would write a checkpoint before it is closed, so that its
 * log would grow without end and a restart after a crash replay all of it; nor would anybody vacuum or analyze. This
 * writes one after every 256 MB of log, and cleans after every 128 MB, a piece at a time between other queries, unless one
 * transaction is to keep all of them waiting.
 *
 * Gives back what to call for each new log file. Errors go to `onError`; the work is due again with the next file.
 */
export function embeddedUpkeep(
  pool: pg.Pool,
  engine: Pick<Engine, 'syncWritten' | 'checkpoint'>,
  { cleansItself, onError }: { readonly cleansItself: boolean; readonly onError: (error: Error) => void },
): () => void {
  let sinceCheckpoint = 0;
  let sinceCleaning = 0;
  let running = false;
  const maintain = async () => {
    try {
      if (sinceCheckpoint >= walFilesPerCheckpoint) {
        const covered = sinceCheckpoint;
        await checkpoint(pool, engine);
        sinceCheckpoint -= covered;
      }
      if (sinceCleaning >= walFilesPerCleaning) {
        const covered = sinceCleaning;
        await vacuumAndAnalyze(pool);
        sinceCleaning -= covered;
      }
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
    } finally {
      running = false;
    }
  };
  return () => {
    sinceCheckpoint += 1;
    if (cleansItself) sinceCleaning += 1;
    const isDue = sinceCheckpoint >= walFilesPerCheckpoint || sinceCleaning >= walFilesPerCleaning;
    if (!isDue || running) return;
    running = true;
    // It may be called from inside a query: wait until that has returned.
    queueMicrotask(() => void maintain());
  };
}

async function checkpoint(pool: pg.Pool, engine: Pick<Engine, 'syncWritten' | 'checkpoint'>): Promise<void> {
  await delay(pauseMs, undefined, { ref: false });
  await engine.syncWritten();
  if (!pool.ending) await engine.checkpoint();
}

async function runPiece(pool: pg.Pool, text: string): Promise<void> {
  await delay(pauseMs, undefined, { ref: false });
  if (!pool.ending) await pool.query(text);
}

async function vacuumAndAnalyze(pool: pg.Pool): Promise<void> {
  if (pool.ending) return;
  const whole = await pool.query<{ due: boolean }>(wholeDatabaseDue);
  if (whole.rows[0]?.due === true) await runPiece(pool, 'vacuum');
  if (pool.ending) return;
  const { rows } = await pool.query<{ name: string; vacuum: boolean; analyze: boolean }>(dueTables);
  for (const { name, vacuum, analyze } of rows) {
    if (vacuum) await runPiece(pool, `vacuum ${name}`);
    if (analyze) await runPiece(pool, `analyze ${name}`);
  }
}
