import { createEncryption, type Encryption } from '../../src/crypto/encryption.js';
import { PAYOUT_DETAILS_PURPOSE } from '../../src/features/payouts/stored-details.js';

/** Encrypts payout details as a service with these secrets does, the current one first. */
export function encryptionOf(current = 'a-secret-of-enough-characters', ...previous: string[]): Encryption {
  return createEncryption({ current, previous }, PAYOUT_DETAILS_PURPOSE);
}
