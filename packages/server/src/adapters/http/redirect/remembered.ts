import { LRUCache } from 'lru-cache';
import { createReadCache, type ReadCacheOptions } from '../read-cache.js';
import { within } from './within.js';

/** How long a visitor waits for the database before the service goes on without it. */
export const MAX_WAIT_MS = 1_000;

/** What redirects need to know, also while the database is away. */
export interface Remembered<Value> {
  /** What is known at `nowMs` to be so. */
  peek(key: string, nowMs: number): Value | undefined;
  /**
   * What the database says; null when there is nothing. While it does not answer, what it said last, however long ago. Rejects when
   * it never did.
   */
  find(key: string): Promise<Value | null>;
  /** What the database said last, without asking it. */
  last(key: string): Value | undefined;
  /** Asks again next time, after a change of configuration. */
  forget(): void;
}

/** A cache of a few seconds over a memory without end: visitors are led on while the database is away. */
export function createRemembered<Value extends object>({
  max,
  ttlMs,
  now,
  find,
}: ReadCacheOptions<Value>): Remembered<Value> {
  const lasting = new LRUCache<string, Value>({ max });
  const fresh = createReadCache<Value>({
    max,
    ttlMs,
    now,
    async find(key) {
      const value = await find(key);
      if (value === null) lasting.delete(key);
      else lasting.set(key, value);
      return value;
    },
  });
  return {
    peek: fresh.peek,
    async find(key) {
      try {
        return await within(MAX_WAIT_MS, fresh.read(key));
      } catch (error) {
        const last = lasting.get(key);
        if (last === undefined) throw error;
        return last;
      }
    },
    last: (key) => lasting.get(key),
    forget: fresh.clear,
  };
}
