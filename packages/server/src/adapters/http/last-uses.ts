import type { Logger } from 'pino';

const WRITE_EVERY_MS = 10_000;

/** When keys were last used, collected so that no request waits for it. */
export interface LastUses {
  note(keyId: number, atMs: number): void;
  /** Writes what was noted, for the last time. */
  close(): Promise<void>;
}

/** Collects in memory when keys were used (epoch milliseconds by key id), and gives it to `write` every ten seconds. */
export function createLastUses(
  write: (usedAtMsById: ReadonlyMap<number, number>) => Promise<void>,
  logger: Pick<Logger, 'warn'>,
): LastUses {
  let usedAtMsById = new Map<number, number>();

  async function flush(): Promise<void> {
    if (usedAtMsById.size === 0) return;
    const used = usedAtMsById;
    usedAtMsById = new Map();
    try {
      await write(used);
    } catch (error) {
      // It is only shown to people, so it may be late: with the next flush, unless the key is used again before.
      usedAtMsById = new Map([...used, ...usedAtMsById]);
      logger.warn({ err: error }, 'the last use of keys could not be written');
    }
  }

  const timer = setInterval(flush, WRITE_EVERY_MS);
  timer.unref();
  return {
    note: (keyId, atMs) => void usedAtMsById.set(keyId, atMs),
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
