import type { Pool } from 'pg';
import type { BookServices } from '../../operations/services.js';
import { sealBooks } from './seal-books.js';
import type { SealKeys } from './seal-keys.js';

/** What operations do with seals and their key. */
export function createBookServices(pool: Pool, keys: SealKeys): BookServices {
  return {
    async seal() {
      await sealBooks(pool, { keys });
    },
  };
}
