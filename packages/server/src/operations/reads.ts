import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { isConnectionLost, isRetryable } from '../database/transaction.js';

/** How long whoever has just changed something reads where it was written: a replica may not have it yet. */
const OWN_CHANGES_MS = 5_000;
const MOST_WORKSPACES = 10_000;
/** After a failure the replica is left alone for so long. */
const REST_MS = 10_000;

/** Finds rows for operations that only read. */
export interface Reads {
  /**
   * Gives `read` a pool of the replica, or of the database itself: where there is no replica, after a change in this workspace, and
   * again from the beginning when the replica fails.
   */
  run<Answer>(workspaceId: number, read: (pool: Pool) => Promise<Answer>): Promise<Answer>;
  /** Something in this workspace was changed through this process. */
  noteChange(workspaceId: number): void;
}

/** Reads over `readPool`; when it is `pool`, over that. `onReplicaLost` hears of each time a replica is left alone. */
export function createReads(
  { pool, readPool }: { readonly pool: Pool; readonly readPool: Pool },
  onReplicaLost: (error: unknown) => void,
): Reads {
  const changed = new LRUCache<number, true>({ max: MOST_WORKSPACES, ttl: OWN_CHANGES_MS });
  let restsUntilMs = 0;
  return {
    async run(workspaceId, read) {
      const usesReplica = readPool !== pool && !changed.has(workspaceId) && performance.now() >= restsUntilMs;
      if (!usesReplica) return read(pool);
      try {
        return await read(readPool);
      } catch (error) {
        const isLost = isConnectionLost(error);
        // A replica also cancels what reads for too long while it takes over changes.
        if (!isLost && !isRetryable(error)) throw error;
        if (isLost) {
          restsUntilMs = performance.now() + REST_MS;
          onReplicaLost(error);
        }
        return read(pool);
      }
    },
    noteChange(workspaceId) {
      if (readPool !== pool) changed.set(workspaceId, true);
    },
  };
}
