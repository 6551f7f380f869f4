import { beforeAll, describe, expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { sealBooks } from '../../src/features/seals/seal-books.js';
import { createSealKeys } from '../../src/features/seals/seal-keys.js';
import { verifySnapshot } from '../../src/verify/verify.js';
import { openBooks } from '../support/books.js';
import { encryptionOf } from '../support/encryption.js';
import { engines } from '../support/engines.js';
import { seedProgram } from '../support/seed.js';
import { shared } from '../support/shared.js';

describe.each(engines)('verify of seals, on %s', (engine) => {
  const books = shared(() => openBooks(engine));
  beforeAll(async () => {
    const keys = createSealKeys(encryptionOf(), systemNow);
    const program = await seedProgram(books.pool);
    for (let seal = 0; seal < 2; seal++) {
      await books.soldOnce(program);
      await sealBooks(books.pool, { keys });
    }
  });

  /** Each: SQL that an owner of the database runs with the triggers off, and what verify reports. */
  test.each<readonly [sql: string, what: RegExp]>([
    ['delete from seals where number = 2', /^seals workspace \d+, seal 2: it was made last and is gone$/m],
    [
      'delete from seals where number = 2; delete from seal_contents where number = 2',
      /^seals workspace \d+, seal 2: it was made last and is gone$/m,
    ],
    [
      'delete from seals where number = 2',
      /^seal_contents workspace \d+, seal 2: rows are listed for this seal/m,
    ],
    [
      `update seals set sealed_at = sealed_at - interval '1 day' where number = 2`,
      /^seals .*its hash is not that/m,
    ],
    [
      `update seals set hash = repeat('a', 64) where number = 2`,
      /seal 2: it is not the one that was made last/m,
    ],
    [`update seal_heads set last_number = 1`, /seal 2 was added after the one made last$/m],
    [`update seal_keys set public_key = 'x'`, /^seals .*it has a wrong signature$/m],
  ])('reports: %s', async (sql, what) => {
    const client = await books.pool.connect();
    try {
      await client.query('begin');
      await client.query(`set local session_replication_role = 'replica'`);
      const named = async () =>
        (await verifySnapshot(client, { checks: ['seals'] })).differences
          .map((one) => `${one.table} ${one.id}: ${one.what}`)
          .join('\n');
      expect(await named()).toBe('');
      await client.query(sql);
      expect(await named()).toMatch(what);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
