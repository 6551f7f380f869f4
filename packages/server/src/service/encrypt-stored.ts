import type { Logger } from 'pino';
import { reencryptTwoFactors } from '../auth/secret-versions.js';
import type { Encryption } from '../crypto/encryption.js';
import type { Database } from '../database/open.js';
import type { Deliverer } from '../delivery/deliverer.js';
import { encryptStoredDetails } from '../features/payouts/encrypt-stored-details.js';

/** Encrypts what two-factor authentication keeps with the secret in use, so that the ones before can be dropped. */
export async function encryptTwoFactors(
  { pool, logger }: Pick<Encrypting, 'pool' | 'logger'>,
  secrets: readonly string[],
): Promise<void> {
  const counts = await reencryptTwoFactors(pool, secrets);
  if (counts.reencrypted > 0) logger.info(counts, 'two-factor secrets encrypted with the current secret');
  if (counts.unreadable > 0)
    logger.error(counts, 'two-factor secrets cannot be decrypted: add their secret to SVC_PREVIOUS_SECRETS');
}

interface Encrypting {
  readonly pool: Database['pool'];
  readonly encryption: Encryption;
  readonly logger: Logger;
}

/** Encrypts payout details from before they were encrypted at all. */
export async function encryptPlainDetails({ pool, encryption, logger }: Encrypting): Promise<void> {
  const { encrypted } = await encryptStoredDetails(pool, encryption, { outdated: 'plain' });
  if (encrypted > 0) logger.info({ encrypted }, 'payout details encrypted');
}

/** Encrypts those of a previous secret with the current one, while the service is up: they are readable meanwhile. */
export async function encryptOldDetails(
  { pool, encryption, logger }: Encrypting,
  signal: AbortSignal,
): Promise<void> {
  try {
    const outdated = 'plain or old secret';
    const counts = await encryptStoredDetails(pool, encryption, { outdated, signal });
    if (counts.encrypted > 0) logger.info(counts, 'payout details encrypted with the current secret');
    if (counts.unreadable > 0)
      logger.error(counts, 'payout details cannot be decrypted: add their secret to SVC_PREVIOUS_SECRETS');
  } catch (err) {
    logger.error({ err }, 'payout details could not be encrypted with the current secret');
  }
}

/** Encrypts secrets of webhooks as `encryptOldDetails` does payout details. */
export async function encryptWebhookSecrets(deliverer: Deliverer, logger: Logger): Promise<void> {
  try {
    const counts = await deliverer.encryptSecrets();
    if (counts.encrypted > 0) logger.info(counts, 'webhook secrets encrypted with the current secret');
    if (counts.unreadable > 0)
      logger.error(counts, 'webhook secrets cannot be decrypted: add their secret to SVC_PREVIOUS_SECRETS');
  } catch (err) {
    logger.error({ err }, 'webhook secrets could not be encrypted with the current secret');
  }
}
