import type { SealItem } from '@svc/contract';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { openDatabase } from '../../src/database/open.js';
import { withTransaction } from '../../src/database/transaction.js';
import { type SealRow, sealFromRow } from '../../src/features/seals/list-seals.js';
import type { SigningKey } from '../../src/features/seals/seal.js';
import { sealBooks } from '../../src/features/seals/seal-books.js';
import { createSealKeys, loadPublicKeys } from '../../src/features/seals/seal-keys.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { booksOver } from '../support/books.js';
import { encryptionOf } from '../support/encryption.js';
import { newCopyUrl, newPostgresUrl } from '../support/engines.js';
import { keepBooks } from '../verify/edits/audited-books.js';
import { type Forgery, forgeriesOf, type Targets } from './forgeries.js';
import { type ReadTable, verifyIndependently } from './independent-verifier.js';
import { replaceKey, reseal } from './reseal.js';

/** A filled service whose seals and public keys somebody has copied, and the key that only the service should have. */
interface Sealed {
  readonly url: string;
  readonly kept: readonly SealItem[];
  readonly publicKeys: readonly string[];
  readonly key: SigningKey;
  readonly forgeries: readonly Forgery[];
}

async function fillAndSeal(): Promise<Sealed> {
  const url = await newPostgresUrl();
  const database = await openDatabase({ databaseUrl: url, dataDir: '' });
  const { pool } = database;
  const books = booksOver(pool, 'postgres');
  const keys = createSealKeys(encryptionOf(), systemNow);
  const kept = await keepBooks(books);
  await sealBooks(pool, { keys, atOnce: 10 });
  const seals = (await pool.query<SealRow>('select * from seals')).rows.map(sealFromRow);
  const publicKeys = (await loadPublicKeys(pool)).map(({ publicKey }) => publicKey);
  const key = await withTransaction(pool, (client) => keys.current(client));
  const forgeries = forgeriesOf({ ...kept, ...(await findTargets(pool, kept.payoutIds.paid)) });
  expect((await verifyBooks(pool, { keptSeals: seals })).differences).toEqual([]);
  await books.tracking.close();
  await database.close();
  return { url, kept: seals, publicKeys, key, forgeries };
}

async function findTargets(
  pool: pg.Pool,
  payoutId: number,
): Promise<Pick<Targets, 'earn' | 'pay' | 'entryIds'>> {
  const { rows: pays } = await pool.query(
    `select id, commission_id as "commissionId" from ledger_movements where kind = 'pay' and payout_id = $1`,
    [payoutId],
  );
  const { rows: earns } = await pool.query(
    `select m.id, commission_id as "commissionId" from ledger_movements m
       join commissions c on c.id = m.commission_id where m.kind = 'earn' and c.status = 'pending' order by m.id limit 1`,
  );
  const { rows: entries } = await pool.query(
    'select id from audit_entries where before is null and after is not null order by number limit 3',
  );
  return { earn: earns[0], pay: pays[0], entryIds: entries.map(({ id }) => id) };
}

/** Reads tables as the document says, with a connection of its own. */
function readerOf(client: pg.Client): ReadTable {
  return async (table) =>
    (await client.query(`select row_to_json(t) as row from ${table} t`)).rows.map(({ row }) => row);
}

describe('forgeries by the owner of the database', () => {
  let sealed: Sealed;
  beforeAll(async () => {
    sealed = await fillAndSeal();
  }, 60_000);

  /** What both verifiers find. */
  async function findBy(pool: pg.Pool, url: string, checks?: readonly string[]) {
    const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
    await client.connect();
    const independent = await verifyIndependently(readerOf(client), [...sealed.kept], [...sealed.publicKeys]);
    await client.end();
    const { differences } = await verifyBooks(pool, { keptSeals: sealed.kept, ...(checks && { checks }) });
    return { independent, differences };
  }

  async function withCopy(run: (pool: pg.Pool, url: string) => Promise<void>): Promise<void> {
    const url = await newCopyUrl(sealed.url);
    const database = await openDatabase({ databaseUrl: url, dataDir: '' });
    await run(database.pool, url).finally(() => database.close());
  }

  async function forge(pool: pg.Pool, { sql }: Forgery): Promise<void> {
    await withTransaction(pool, async (client) => {
      await client.query(`set local session_replication_role = 'replica'`);
      for (const statement of sql) expect((await client.query(statement)).rowCount, statement).not.toBe(null);
    });
  }

  test('both verifiers find nothing in books that nobody forged', async () => {
    await withCopy(async (pool, url) => {
      expect(await findBy(pool, url)).toEqual({ independent: [], differences: [] });
    });
  });

  test('each is found against seals that were kept elsewhere, by both, also where all seals were rewritten', {
    timeout: 180_000,
  }, async () => {
    expect(sealed.forgeries.length).toBeGreaterThanOrEqual(30);
    for (const forgery of sealed.forgeries) {
      await withCopy(async (pool, url) => {
        await forge(pool, forgery);
        const plain = await findBy(pool, url);
        expect(plain.independent, forgery.name).not.toEqual([]);
        expect(plain.differences, forgery.name).toContainEqual(
          expect.objectContaining({ table: forgery.table, ...(forgery.id > 0 && { id: forgery.id }) }),
        );
        await reseal(pool, sealed.key);
        const resealed = await findBy(pool, url, ['seals']);
        expect(resealed.independent, forgery.name).not.toEqual([]);
        expect(resealed.differences, forgery.name).toContainEqual(
          expect.objectContaining({ table: 'seals' }),
        );
        await reseal(pool, await replaceKey(pool));
        const withNewKey = await findBy(pool, url, ['seals']);
        expect(withNewKey.independent, forgery.name).not.toEqual([]);
        expect(withNewKey.differences, forgery.name).toContainEqual(
          expect.objectContaining({ table: 'seals' }),
        );
      });
    }
  });
});
