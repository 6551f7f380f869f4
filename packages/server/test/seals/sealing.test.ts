import { randomInt } from 'node:crypto';
import type { Json } from '@svc/core';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { withTransaction } from '../../src/database/transaction.js';
import { sealBooks } from '../../src/features/seals/seal-books.js';
import { createSealKeys } from '../../src/features/seals/seal-keys.js';
import { erasedForm, SEALED_TABLES } from '../../src/features/seals/sealed-tables.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { openBooks } from '../support/books.js';
import { encryptionOf } from '../support/encryption.js';
import { engines } from '../support/engines.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { sharedAndVerified } from '../support/shared.js';
import { notSealedOnce } from './not-sealed-once.js';

/** Writes an entry of the audit log. */
async function auditChange(
  pool: pg.Pool,
  { workspaceId, programId }: { readonly workspaceId: number; readonly programId: number },
  after: object | null,
  action = 'program.update',
): Promise<void> {
  await pool.query(
    `insert into audit_entries (workspace_id, program_id, user_id, user_email, action, target_type, target_id, after, occurred_at)
     values ($1, $2, 'u', 'owner@shop.test', $3, 'program', '1', $4, now())`,
    [workspaceId, programId, action, after === null ? null : JSON.stringify(after)],
  );
}

describe.each(engines)('sealing, on %s', (engine) => {
  const books = sharedAndVerified(() => openBooks(engine));
  const keys = createSealKeys(encryptionOf(), systemNow);

  test('seals every row once, also over many small transactions, and nothing when nothing is new', async () => {
    const program = await seedProgram(books.pool);
    for (let sale = 0; sale < 12; sale++) await books.soldOnce(program);
    await sealBooks(books.pool, { keys, atOnce: 5 });
    expect(await notSealedOnce(books.pool)).toEqual([]);
    expect(await sealBooks(books.pool, { keys })).toBe(0);
    await books.soldOnce(program);
    expect(await sealBooks(books.pool, { keys })).toBe(1);
    expect(await notSealedOnce(books.pool)).toEqual([]);
  });

  test('seals what was there before seals: rows without the transaction that wrote them', async () => {
    const program = await seedProgram(books.pool);
    for (let sale = 0; sale < 4; sale++) await books.soldOnce(program);
    await books.pool.query('alter table ledger_movements disable trigger user');
    await books.pool.query('update ledger_movements set written_in = 0 where program_id = $1', [
      program.programId,
    ]);
    await books.pool.query('alter table ledger_movements enable trigger user');
    await books.pool.query('update sale_references set written_in = 0 where workspace_id = $1', [
      program.workspaceId,
    ]);
    await books.pool.query(`update seal_progress set sealed = null`);
    await books.pool.query(
      'alter table seals disable trigger user; alter table seal_contents disable trigger user',
    );
    await books.pool.query('delete from seals; delete from seal_contents');
    await books.pool.query(
      'alter table seals enable trigger user; alter table seal_contents enable trigger user',
    );
    await sealBooks(books.pool, { keys, atOnce: 3 });
    expect(await notSealedOnce(books.pool)).toEqual([]);
  });

  test('stays valid when texts are erased from the audit log, and nothing else of the entry', async () => {
    const program = await seedProgram(books.pool);
    await sealBooks(books.pool, { keys });
    const erase = (values: Record<string, unknown>) =>
      withTransaction(books.pool, async (client) => {
        await client.query('alter table audit_entries disable trigger user');
        const { rows } = await client.query<{ id: number; before: Json; after: Json; seal_salt: string }>(
          `select * from audit_entries where workspace_id = $1 and after is not null order by id limit 1`,
          [program.workspaceId],
        );
        const [entry] = rows;
        if (entry === undefined) throw new Error('the program has no audit entry');
        await client.query(
          'update audit_entries set erased = coalesce(erased, $2), seal_salt = null, after = $3 where id = $1',
          [
            entry.id,
            entry.seal_salt === null ? null : JSON.stringify(erasedForm(entry)),
            JSON.stringify({ ...(entry.after as object), ...values }),
          ],
        );
        await client.query('alter table audit_entries enable trigger user');
        return entry.id;
      });
    await auditChange(books.pool, program, { email: 'jane@customer.test', amount_cents: 100 });
    await sealBooks(books.pool, { keys });
    const differences = async () =>
      (await verifyBooks(books.pool)).differences.filter(({ table }) => table === 'audit_entries');
    const id = await erase({ email: null });
    expect(await differences()).toEqual([
      { table: 'audit_entries', id, what: 'texts in it were erased, and no customer of its workspace was' },
    ]);
    await auditChange(books.pool, program, null, 'customer.erase');
    expect(await differences()).toEqual([]);
    await erase({ amount_cents: 101 });
    expect(await differences()).toEqual([
      expect.objectContaining({ id, what: expect.stringContaining('it was changed since it was sealed') }),
    ]);
    await erase({ amount_cents: 100 });
  });

  test('goes on after a restore into a server that has counted fewer transactions', async () => {
    const program = await seedProgram(books.pool);
    await books.soldOnce(program);
    await sealBooks(books.pool, { keys });
    await books.soldOnce(program);
    // As if everything so far was written by a server a million transactions ahead.
    await books.pool.query(`
      alter table ledger_movements disable trigger user; alter table audit_entries disable trigger user;
      alter table row_states disable trigger user;
      ${SEALED_TABLES.map(({ name }) => `update ${name} set written_in = written_in + 1000000;`).join('')}
      alter table ledger_movements enable trigger user; alter table audit_entries enable trigger user;
      alter table row_states enable trigger user`);
    await books.pool.query(
      `update seal_progress set sealed = format('%1$s:%2$s:', 1000000 + pg_snapshot_xmin(sealed::pg_snapshot)::text::bigint,
                                                1000000 + pg_snapshot_xmax(sealed::pg_snapshot)::text::bigint)`,
    );
    await sealBooks(books.pool, { keys });
    expect(await notSealedOnce(books.pool)).toEqual([]);
    await books.soldOnce(program);
    await sealBooks(books.pool, { keys });
    expect(await notSealedOnce(books.pool)).toEqual([]);
  });
});

describe('sealing while others write, on PostgreSQL', () => {
  const INSERT = `insert into sale_references (reference, sale_id, workspace_id, is_api) values ($1, $2, $3, false)`;

  test('misses nothing and seals nothing twice, whatever the order of ids, beginnings and commits', {
    timeout: 60_000,
  }, async () => {
    const books = await openBooks('postgres');
    const keys = createSealKeys(encryptionOf(), systemNow);
    const program = await seedProgram(books.pool);
    const { saleId } = await books.soldOnce(program);
    const insert = (client: pg.ClientBase | pg.Pool) =>
      client.query(INSERT, [uniqueName('ref'), saleId, program.workspaceId]);
    // One transaction is open from the beginning to the end.
    const longest = await books.pool.connect();
    await longest.query('begin');
    await insert(longest);
    let isWriting = true;
    const writer = async () => {
      while (isWriting) {
        const client = await books.pool.connect();
        await client.query('begin');
        await insert(client);
        if (randomInt(3) === 0) await client.query('savepoint later');
        await insert(client);
        if (randomInt(4) === 0) await sealBooks(books.pool, { keys, atOnce: 7 });
        await client.query(randomInt(8) === 0 ? 'rollback' : 'commit');
        client.release();
      }
    };
    const writers = [writer(), writer(), writer()];
    for (let run = 0; run < 40; run++) await sealBooks(books.pool, { keys, atOnce: 1 + randomInt(20) });
    isWriting = false;
    await Promise.all(writers);
    const before = await books.pool.query('select count(*) as count from seals');
    await longest.query('commit');
    longest.release();
    expect(await sealBooks(books.pool, { keys })).toBeGreaterThan(0);
    expect(before.rows[0].count).toBeGreaterThan(1);
    expect(await notSealedOnce(books.pool)).toEqual([]);
    expect((await verifyBooks(books.pool)).differences.filter(({ what }) => /seal/.test(what))).toEqual([]);
    await books.close();
  });
});
