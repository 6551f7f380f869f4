import type { Logger } from 'pino';
import type { KeyUse } from '../../features/security/record-key-uses.js';
import { networkOf } from '../../net/network.js';

const DEFAULT_WRITE_EVERY_MS = 10_000;
/** How often it is noted that a known network still uses a key. */
const FORGET_EVERY_MS = 3_600_000;
const MAX_KEYS = 10_000;
/** Of one key, in an hour. A key used from more addresses is used from everywhere. */
const MAX_ADDRESSES = 1_000;

/** From where keys are used, for the security log. */
export interface KeyUses {
  /** Notes a use in memory. Costs next to nothing where key and address were seen within the last hour. */
  note(keyId: number, address: string): void;
  /** Writes what was noted, for the last time. */
  close(): Promise<void>;
}

/**
 * Collects from where keys are used and gives it to `record` every so often (10,000 ms), so that no call waits for it. Contract,
 * second part, 7.2.
 */
export function createKeyUses(
  record: (uses: readonly KeyUse[]) => Promise<void>,
  logger: Pick<Logger, 'warn'>,
  writeEveryMs = DEFAULT_WRITE_EVERY_MS,
): KeyUses {
  const seen = new Map<number, Set<string>>();
  let noted = new Map<string, KeyUse>();
  let forgetAtMs = performance.now() + FORGET_EVERY_MS;

  async function writeUses(): Promise<void> {
    if (performance.now() >= forgetAtMs) {
      seen.clear();
      forgetAtMs = performance.now() + FORGET_EVERY_MS;
    }
    if (noted.size === 0) return;
    const uses = noted;
    noted = new Map();
    try {
      await record([...uses.values()]);
    } catch (err) {
      // With the next write.
      noted = new Map([...uses, ...noted]);
      logger.warn({ err }, 'the addresses that keys were used from could not be written');
    }
  }

  const timer = setInterval(writeUses, writeEveryMs);
  timer.unref();
  return {
    note(keyId, address) {
      let addresses = seen.get(keyId);
      if (addresses?.has(address)) return;
      if (addresses === undefined) {
        if (seen.size >= MAX_KEYS) return;
        addresses = new Set();
        seen.set(keyId, addresses);
      }
      if (addresses.size >= MAX_ADDRESSES) return;
      addresses.add(address);
      const network = networkOf(address);
      noted.set(`${keyId} ${network}`, { keyId, network, address });
    },
    async close() {
      clearInterval(timer);
      await writeUses();
    },
  };
}
