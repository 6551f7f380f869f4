import { UnavailableError } from '../ingest/index.js';

/** Stores what arrives, many at once. */
export interface Inbox<Item> {
  /** Resolves when the item is stored; rejects with `UnavailableError` when it could not be, and the sender tries again. */
  put(item: Item): Promise<void>;
  /** Takes nothing more; resolves when what was taken is stored or turned away. */
  close(): Promise<void>;
}

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const MAX_WAITING = 10_000;
const MAX_AT_ONCE = 256;

/**
 * Group commit as in the pipeline: what arrives while one insert is under way goes into the next, so that one commit
 * carries many events and a single one waits for nobody.
 */
export function createInbox<Item>(store: (items: readonly Item[]) => Promise<void>): Inbox<Item> {
  const waiting: Waiting<Item>[] = [];
  let isClosed = false;
  let running: Promise<void> | null = null;

  async function storeArrived(): Promise<void> {
    while (waiting.length > 0) {
      // Lets what arrived in the same moment come in.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = waiting.splice(0, MAX_AT_ONCE);
      try {
        await store(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = null;
  }

  return {
    put(item) {
      if (isClosed) return Promise.reject(new UnavailableError('the service is shutting down'));
      if (waiting.length >= MAX_WAITING)
        return Promise.reject(new UnavailableError('too many events are waiting'));
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        running ??= storeArrived();
      });
    },
    async close() {
      isClosed = true;
      await running;
    },
  };
}
