import type { Database } from '../open.js';
import { PREPARED_FOLDER } from '../package-folders.js';
import { PlainPGlite, yielding } from './engine.js';
import { compileEngine } from './engine-code.js';
import { createEmbeddedPool } from './pool.js';
import { isPreparedUsable, readPrepared } from './prepared-database.js';
import { takeTurns } from './turns.js';

/**
 * Opens an embedded database that is in memory alone, and gone when it is closed: a copy of the prepared one where that suits, otherwise
 * an empty one. It computes in the thread that calls this. `onError` hears of lost connections.
 */
export async function openMemoryDatabase(onError: (error: Error) => void): Promise<Database> {
  const isPrepared = await isPreparedUsable(PREPARED_FOLDER);
  const pglite = new PlainPGlite({
    pgliteWasmModule: await compileEngine(),
    ...(isPrepared && { loadDataDir: readPrepared(PREPARED_FOLDER) }),
  });
  await pglite.waitReady;
  const { ask } = takeTurns(yielding(pglite));
  const pool = createEmbeddedPool(ask, { size: 1, onError });
  const trackingPool = createEmbeddedPool(ask, { onError });
  let closing: Promise<void> | undefined;
  async function closeAll(): Promise<void> {
    await Promise.all([pool.end(), trackingPool.end()]);
    await pglite.close();
  }
  return {
    pool,
    trackingPool,
    readPool: pool,
    engine: 'embedded',
    connectBatches: null,
    started: Promise.resolve(),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}
