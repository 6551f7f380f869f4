import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Now } from '../../../clock.js';
import { hashKey } from '../../../crypto/generate-key.js';
import {
  findManagementKey,
  type ManagementKey,
} from '../../../features/management-keys/find-management-key.js';
import { touchManagementKeys } from '../../../features/management-keys/touch-management-keys.js';
import type { SecurityLog } from '../../../features/security/security-log.js';
import { createKeyUses } from '../key-uses.js';
import { createLastUses } from '../last-uses.js';

/** The management keys of the service. */
export interface ManagementKeys {
  /** The key with this text if it is valid now, with its use from this address noted; else null. Rejects when the database fails. */
  use(token: string, address: string): Promise<ManagementKey | null>;
  /** Writes down when and from where keys were last used, for the last time. */
  close(): Promise<void>;
}

/** Looks keys up by their SHA-256, each time in the database: a revoked key opens nothing from then on. */
export function createManagementKeys(
  pool: Pool,
  {
    securityLog,
    logger,
    now,
    writeUsesEveryMs,
  }: {
    readonly securityLog: Pick<SecurityLog, 'recordManagementKeyUses'>;
    readonly logger: Logger;
    readonly now: Now;
    readonly writeUsesEveryMs?: number | undefined;
  },
): ManagementKeys {
  const lastUses = createLastUses((used) => touchManagementKeys(pool, used), logger);
  const addresses = createKeyUses(
    (uses) => securityLog.recordManagementKeyUses(uses),
    logger,
    writeUsesEveryMs,
  );
  return {
    async use(token, address) {
      const key = await findManagementKey(pool, hashKey(token));
      if (key === null) return null;
      lastUses.note(key.id, now());
      addresses.note(key.id, address);
      return key;
    },
    async close() {
      await lastUses.close();
      await addresses.close();
    },
  };
}
