import type { Pool } from 'pg';
import PgBoss from 'pg-boss';
import { isRetryable, isUniqueViolation } from '../database/transaction.js';

const MAX_ATTEMPTS = 10;

/** One queue over our own pool, told of everything that goes wrong behind its back. */
export interface Queue {
  readonly boss: PgBoss;
  /** Stops its maintenance; resolves when it no longer uses the pool. */
  stop(): Promise<void>;
}

/**
 * Starts pg-boss on a pool that belongs to others, in its own schema `pgboss`, which it makes when it is missing; many
 * processes may do so at once. What its maintenance throws goes to `onError`.
 */
export async function startQueue(pool: Pool, onError: (error: Error) => void): Promise<Queue> {
  const underway = new Set<Promise<unknown>>();
  const executeSql = (text: string, values?: unknown[]) => {
    const statement = execute(pool, text, values);
    underway.add(statement);
    const forget = () => underway.delete(statement);
    statement.then(forget, forget);
    return statement;
  };
  const boss = await startBoss({ executeSql }, onError);
  return {
    boss,
    async stop() {
      await boss.stop({ graceful: false, close: false });
      while (underway.size > 0) await Promise.allSettled(underway);
    },
  };
}

/**
 * pg-boss makes its schema under a lock and "if not exists". A session that looked for the schema before it waited for
 * the lock can still believe that there is none, and is refused by the catalog's unique index: then it is there.
 */
async function startBoss(db: PgBoss.Db, onError: (error: Error) => void): Promise<PgBoss> {
  for (let attempt = 1; ; attempt++) {
    const boss = new PgBoss({
      db,
      // Nothing is scheduled by cron, so its clock need not run.
      schedule: false,
      maintenanceIntervalSeconds: 60,
      archiveCompletedAfterSeconds: 3600,
      deleteAfterDays: 2,
    });
    boss.on('error', onError);
    try {
      return await boss.start();
    } catch (error) {
      const isRace = isUniqueViolation(error) || isRetryable(error);
      if (!isRace || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * Some of pg-boss's texts are several statements that begin and commit a transaction of their own. One that fails in
 * the middle leaves its client inside that transaction, and the embedded engine has no other client to go on with.
 */
async function execute(pool: Pool, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  const client = await pool.connect();
  let unusable: Error | undefined;
  try {
    return await client.query(text, values);
  } catch (error) {
    unusable = await client.query('rollback').then(
      () => undefined,
      (lost: Error) => lost,
    );
    throw error;
  } finally {
    client.release(unusable);
  }
}
