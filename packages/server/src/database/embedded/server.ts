import fs from 'node:fs';
import { dirname } from 'node:path';
import type { Engine } from './engine.js';
import { type StartingEngine, startEngineThread } from './engine-thread.js';
import { lockDirectory } from './lock.js';
import { refuseUnfinishedRestore } from './unfinished-restore.js';

/** The embedded database on a locked directory. */
export interface EmbeddedServer {
  /** Settles when the engine has started, or hasn't; until then what it is asked waits. */
  readonly started: Promise<void>;
  readonly engine: Engine;
  readonly connectBatches: StartingEngine['connectBatches'];
}

/**
 * Locks `directory` and begins to start the embedded database in it, creating it when it isn't there. Throws
 * `DirectoryInUseError` when another process has it, and `UnfinishedRestoreError` instead of creating one where a restore was killed.
 * Closing the engine gives the directory free.
 *
 * `onWalFile` is called each time another 16 MB file of the write-ahead log is started. Must not throw.
 */
export async function openEmbedded(directory: string, onWalFile: () => void): Promise<EmbeddedServer> {
  fs.mkdirSync(dirname(directory), { recursive: true, mode: 0o700 });
  const release = await lockDirectory(directory);
  try {
    refuseUnfinishedRestore(dirname(directory));
  } catch (error) {
    release();
    throw error;
  }
  const { started: starting, connectBatches } = startEngineThread(directory, onWalFile);
  const started = starting.then(
    () => undefined,
    (error: unknown) => {
      release();
      throw error;
    },
  );
  // Callers who await `started` or a query get the error; without this, one who does neither would crash the process.
  started.catch(() => undefined);
  const engine: Engine = {
    ask: async (messages, client) => (await starting).ask(messages, client),
    syncWritten: async () => (await starting).syncWritten(),
    checkpoint: async () => (await starting).checkpoint(),
    async close() {
      const running = await starting.catch(() => null);
      await running?.close();
      release();
    },
  };
  return { started, engine, connectBatches };
}
