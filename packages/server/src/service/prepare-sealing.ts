import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isSealingBehind, sealBooks } from '../features/seals/seal-books.js';
import type { SealKeys } from '../features/seals/seal-keys.js';

/** Makes the key of seals at the first start; seals what a database holds that came from another server. */
export async function prepareSealing(
  { pool, logger }: { readonly pool: Pool; readonly logger: Logger },
  keys: SealKeys,
): Promise<void> {
  const { unreadable } = await keys.prepare(pool);
  if (unreadable > 0)
    logger.error(
      { unreadable },
      'keys of seals cannot be decrypted, so others sign from now on: add their secret to SVC_PREVIOUS_SECRETS',
    );
  if (await isSealingBehind(pool)) await sealBooks(pool, { keys });
}
