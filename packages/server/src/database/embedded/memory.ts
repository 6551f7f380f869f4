import type { Database } from '../open.js';
import { PREPARED_FOLDER } from '../package-folders.js';
import { PlainPGlite, yielding } from './engine.js';
import { compileEngine } from './engine-code.js';
import { createEmbeddedPool } from './pool.js';
import { isPreparedUsable, readPrepared } from './prepared-database.js';
import { takeTurns } from './turns.js';

/** The engine takes and clears all of it when it starts, which is a fifth of its start at PGlite's own 128 MB. */
const BUFFERS_MB = 32;

/**
 * Opens an embedded database that is in memory alone, and gone when it is closed: a copy of the prepared one where that suits, otherwise
 * an empty one. It computes in the thread that calls this. `onError` hears of lost connections.
 */
export async function openMemoryDatabase(onError: (error: Error) => void): Promise<Database> {
  const compiling = compileEngine();
  const prepared = (await isPreparedUsable(PREPARED_FOLDER)) ? await readPrepared(PREPARED_FOLDER) : null;
  const pglite = new PlainPGlite({
    pgliteWasmModule: await compiling,
    startParams: [...PlainPGlite.defaultStartParams, '-c', `shared_buffers=${BUFFERS_MB}MB`],
    ...(prepared !== null && { loadDataDir: prepared }),
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
    keepingLog: (work) => work(),
    started: Promise.resolve(),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}
