import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isSealingBehind, sealBooks } from '../features/seals/seal-books.js';
import type { SealKeys } from '../features/seals/seal-keys.js';
import { hasEncryptedData } from './encrypted-data.js';
import { DatabaseUnusableError } from './reach-database.js';

interface Sealing {
  readonly pool: Pool;
  readonly logger: Logger;
  /** See `Config`. */
  readonly isSecretLost: boolean;
}

/**
 * Makes the key of seals at the first start; seals what a database holds that came from another server. Every service has such a key, so
 * where none can be decrypted, nothing else can be either: throws `DatabaseUnusableError` where there is anything, unless the secret is
 * said to be lost.
 */
export async function prepareSealing({ pool, logger, isSecretLost }: Sealing, keys: SealKeys): Promise<void> {
  const canGoOn = isSecretLost || !(await hasEncryptedData(pool));
  const prepared = await keys.prepare(pool, { isSecretLost: canGoOn });
  if (prepared === null)
    throw new DatabaseUnusableError(
      'SVC_SECRET (or the file `secret` in the data directory) decrypts nothing that is stored in this database: set the secret that it ' +
        'was used with, in SVC_SECRET or in SVC_PREVIOUS_SECRETS. If that one is lost, start once with SVC_SECRET_LOST=true: payout ' +
        'details, two-factor authentication and secrets of webhooks then have to be set again',
    );
  const { unreadable } = prepared;
  if (unreadable > 0)
    logger.error(
      { unreadable },
      'keys of seals cannot be decrypted, so others sign from now on: add their secret to SVC_PREVIOUS_SECRETS',
    );
  if (await isSealingBehind(pool)) await sealBooks(pool, { keys });
}
