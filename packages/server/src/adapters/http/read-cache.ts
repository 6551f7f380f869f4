import { LRUCache } from 'lru-cache';
import type { Now } from '../../clock.js';

/** A bounded memory of what was read from the database, for a few seconds. */
export interface ReadCache<Value> {
  /** What is remembered at `nowMs`, without asking the database. */
  peek(key: string, nowMs: number): Value | undefined;
  /** What is remembered, else what the database says; null when there is nothing. */
  read(key: string): Promise<Value | null>;
  /** Forgets everything, and what is being read just now as well. */
  clear(): void;
}

export interface ReadCacheOptions<Value> {
  readonly max: number;
  readonly ttlMs: number;
  readonly now: Now;
  readonly find: (key: string) => Promise<Value | null>;
}

/**
 * Remembers only what was found, so that something new works at once. Many asking for the same at a time ask the
 * database once.
 */
export function createReadCache<Value extends object>(options: ReadCacheOptions<Value>): ReadCache<Value> {
  const { max, ttlMs, now, find } = options;
  // Entries hold their own end: lru-cache's clock costs a timer every millisecond.
  const found = new LRUCache<string, { readonly value: Value; readonly endsMs: number }>({ max });
  let underWay = new Map<string, Promise<Value | null>>();

  async function askSource(key: string, asked: Map<string, Promise<Value | null>>): Promise<Value | null> {
    try {
      const value = await find(key);
      // After `clear` this may be what was true before the change that made somebody clear.
      if (value !== null && asked === underWay) found.set(key, { value, endsMs: now() + ttlMs });
      return value;
    } finally {
      asked.delete(key);
    }
  }

  function peek(key: string, nowMs: number): Value | undefined {
    const entry = found.get(key);
    return entry !== undefined && nowMs < entry.endsMs ? entry.value : undefined;
  }

  return {
    peek,
    async read(key) {
      const known = peek(key, now());
      if (known !== undefined) return known;
      let asking = underWay.get(key);
      if (asking === undefined) {
        asking = askSource(key, underWay);
        underWay.set(key, asking);
      }
      return asking;
    },
    clear() {
      found.clear();
      underWay = new Map();
    },
  };
}
