import type { Pool } from 'pg';
import { withTransaction } from '../../database/transaction.js';
import type { BookServices } from '../../operations/services.js';
import { signText } from './seal.js';
import { sealBooks } from './seal-books.js';
import type { SealKeys } from './seal-keys.js';

/** What operations do with seals and their key. */
export function createBookServices(pool: Pool, keys: SealKeys): BookServices {
  return {
    async seal() {
      await sealBooks(pool, { keys });
    },
    async signer() {
      const key = await withTransaction(pool, (client) => keys.current(client));
      return { keyId: key.id, sign: (text) => signText(text, key) };
    },
  };
}
