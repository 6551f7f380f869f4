import { generateKeyPairSync } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { withTransaction } from '../../src/database/transaction.js';
import { type SealRow, sealFromRow } from '../../src/features/seals/list-seals.js';
import {
  hashContents,
  hashSeal,
  type SealBody,
  type SigningKey,
  signText,
} from '../../src/features/seals/seal.js';
import { idOfKey } from '../../src/features/seals/seal-keys.js';
import {
  hashSealedRow,
  SEALED_TABLES,
  type SealedRow,
  selectSealed,
} from '../../src/features/seals/sealed-tables.js';

/** A new key of a forger, which the database has instead of the service's own. */
export async function replaceKey(pool: Pool): Promise<SigningKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await pool.query('delete from seal_keys');
  await pool.query(
    `insert into seal_keys (id, public_key, private_key, created_at) values ($1, $2, '', now())`,
    [idOfKey(pem), pem],
  );
  return { id: idOfKey(pem), privateKey };
}

/** Rewrites all seals from the first one so that they agree with the rows as they are now; numbers and times stay. */
export async function reseal(pool: Pool, key: SigningKey): Promise<void> {
  await withTransaction(pool, async (client) => {
    await client.query(`set local session_replication_role = 'replica'`);
    await recomputeContents(client);
    const { rows } = await client.query<SealRow>('select * from seals order by workspace_id, number');
    let before: SealBody & { hash: string } = { workspace_id: -1 } as never;
    for (const seal of rows.map(sealFromRow)) {
      const contents = await client.query<{ table_name: string; row_ids: number[]; row_hashes: Buffer }>(
        'select * from seal_contents where workspace_id = $1 and number = $2',
        [seal.workspace_id, seal.number],
      );
      const body = {
        ...seal,
        key_id: key.id,
        previous_hash: before.workspace_id === seal.workspace_id ? before.hash : null,
        counts: Object.fromEntries(contents.rows.map((one) => [one.table_name, one.row_ids.length])),
        contents: Object.fromEntries(
          contents.rows.map((one) => [one.table_name, hashContents(one.row_hashes)]),
        ),
      };
      const hash = hashSeal(body);
      await client.query(
        `update seals set previous_hash = $3, hash = $4, counts = $5, contents = $6, key_id = $7, signature = $8
          where workspace_id = $1 and number = $2`,
        [
          ...[seal.workspace_id, seal.number, body.previous_hash, hash],
          ...[JSON.stringify(body.counts), JSON.stringify(body.contents), key.id, signText(hash, key)],
        ],
      );
      before = { ...body, hash };
    }
  });
}

/** Lists the rows there are where they were listed, and those that no seal covers in the first one. */
async function recomputeContents(client: PoolClient): Promise<void> {
  for (const table of SEALED_TABLES) {
    const { rows } = await client.query<SealedRow>(selectSealed(table, ''));
    const left = new Map<number, SealedRow[]>();
    for (const row of rows) left.set(row.row_id, [...(left.get(row.row_id) ?? []), row]);
    const { rows: listed } = await client.query<{ workspace_id: number; number: number; row_ids: number[] }>(
      'select * from seal_contents where table_name = $1 order by workspace_id, number',
      [table.name],
    );
    for (const [index, { workspace_id, number, row_ids }] of listed.entries()) {
      const kept = row_ids.flatMap((id) => left.get(id)?.splice(0, 1) ?? []);
      if (index === listed.length - 1) kept.push(...[...left.values()].flat());
      await client.query(
        'update seal_contents set row_ids = $4, row_hashes = $5 where workspace_id = $1 and number = $2 and table_name = $3',
        [
          ...[workspace_id, number, table.name, kept.map((row) => row.row_id)],
          Buffer.concat(kept.map((row) => hashSealedRow(table, row))),
        ],
      );
    }
    await client.query('delete from seal_contents where cardinality(row_ids) = 0');
  }
}
