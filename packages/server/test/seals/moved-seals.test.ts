import { describe, expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import type { Engine } from '../../src/database/open.js';
import { type SealRow, sealFromRow } from '../../src/features/seals/list-seals.js';
import { sealBooks } from '../../src/features/seals/seal-books.js';
import { createSealKeys, loadPublicKeys } from '../../src/features/seals/seal-keys.js';
import { importWorkspace } from '../../src/transfer/import-workspace.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { openBooks } from '../support/books.js';
import { encryptionOf } from '../support/encryption.js';
import { openTestDatabase } from '../support/engines.js';
import { seedProgram } from '../support/seed.js';
import { exported } from '../transfer/transfer-support.js';
import { notSealedOnce } from './not-sealed-once.js';

/** Stops sealing before its second transaction, so that some rows of its snapshot are sealed and others are not. */
async function sealSome(pool: Parameters<typeof sealBooks>[0], keys: ReturnType<typeof createSealKeys>) {
  let transactions = 0;
  const signal = {
    get aborted() {
      return ++transactions > 1;
    },
  } as AbortSignal;
  await sealBooks(pool, { keys, atOnce: 3, signal });
}

const MOVES: readonly (readonly [from: Engine, to: Engine])[] = [
  ['embedded', 'postgres'],
  ['postgres', 'embedded'],
];

describe.each(MOVES)('seals that move from %s to %s', (from, to) => {
  test.each([
    ['all sealed', 0],
    ['some written since', 2],
  ])(
    '%s: each row is sealed once, before the move or after it, and the seals still match',
    async (_, salesSince) => {
      const books = await openBooks(from);
      const { pool } = books;
      const keys = createSealKeys(encryptionOf(), systemNow);
      const program = await seedProgram(pool);
      for (let sale = 0; sale < 8; sale++) await books.soldOnce(program);
      await sealBooks(pool, { keys, atOnce: 3 });
      for (let sale = 0; sale < salesSince * 4; sale++) await books.soldOnce(program);
      if (salesSince > 0) await sealSome(pool, keys);
      for (let sale = 0; sale < salesSince; sale++) await books.soldOnce(program);
      const keptSeals = (await pool.query<SealRow>('select * from seals')).rows.map(sealFromRow);
      const { rows } = await pool.query<{ name: string }>('select name from workspaces where id = $1', [
        program.workspaceId,
      ]);
      const { file } = await exported(pool, rows[0]?.name ?? '');
      await books.close();

      const there = await openTestDatabase(to);
      await importWorkspace(there.pool, { file, engine: to });
      expect((await verifyBooks(there.pool, { keptSeals })).differences).toEqual([]);
      const others = createSealKeys(encryptionOf('another-secret-of-enough-characters'), systemNow);
      const made = await sealBooks(there.pool, { keys: others });
      expect(made > 0).toBe(salesSince > 0);
      expect(await notSealedOnce(there.pool)).toEqual([]);
      expect((await verifyBooks(there.pool, { keptSeals })).differences).toEqual([]);
      expect(await loadPublicKeys(there.pool)).toHaveLength(made > 0 ? 2 : 1);
      await there.close();
    },
  );
});
