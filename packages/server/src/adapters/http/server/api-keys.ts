import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Now } from '../../../clock.js';
import { type ApiKey, findApiKey } from '../../../features/keys/find-api-key.js';
import { touchApiKeys } from '../../../features/keys/touch-api-keys.js';
import { createLastUses } from '../last-uses.js';
import { createReadCache } from '../read-cache.js';

const MAX_KEYS = 10_000;
const REMEMBERED_MS = 5_000;

/** What a key is shown for. */
export type KeyedCall = 'refund' | 'other';

/** The API keys of the service, from memory where they were read within the last few seconds. */
export interface ApiKeys {
  /**
   * The key with this text, if it is valid now for this kind of call; at once where it is known. A key of an archived program
   * is valid for refunds only. Rejects when the database fails.
   */
  get(token: string, call: KeyedCall): ApiKey | null | Promise<ApiKey | null>;
  /** Forgets what is remembered, after a change of keys. */
  forget(): void;
  /** Writes down when keys were last used, for the last time. */
  close(): Promise<void>;
}

/**
 * Looks keys up by their SHA-256: neither memory nor database holds their text. Only keys that exist are remembered,
 * so a new one works at once, and a revoked one works for five seconds more in other processes.
 */
export function createApiKeys(pool: Pool, logger: Logger, now: Now): ApiKeys {
  const cache = createReadCache({
    max: MAX_KEYS,
    ttlMs: REMEMBERED_MS,
    now,
    find: (keyHash) => findApiKey(pool, keyHash),
  });
  const lastUses = createLastUses((used) => touchApiKeys(pool, used), logger);

  function use(key: ApiKey | null, call: KeyedCall, nowMs: number): ApiKey | null {
    if (key === null || (key.expiresAtMs !== null && key.expiresAtMs <= nowMs)) return null;
    if (key.isArchived && call !== 'refund') return null;
    lastUses.note(key.id, nowMs);
    return key;
  }

  return {
    get(token, call) {
      const keyHash = hash('sha256', token);
      const nowMs = now();
      const known = cache.peek(keyHash, nowMs);
      if (known !== undefined) return use(known, call, nowMs);
      return cache.read(keyHash).then((key) => use(key, call, nowMs));
    },
    forget: () => cache.clear(),
    close: () => lastUses.close(),
  };
}
