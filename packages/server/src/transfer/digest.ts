import { createHash, type Hash } from 'node:crypto';
import { canonicalJson, type Json } from '@svc/core';
import type { ClientBase, Pool } from 'pg';
import { readRows } from '../database/read-rows.js';
import { inSnapshot } from '../database/snapshot.js';
import { findScope } from './scope.js';
import { type Scope, WORKSPACE_TABLES, type WorkspaceTable } from './tables.js';

/** Makes the digest of a workspace from the rows of its tables. */
export interface Digest {
  /** Takes rows of a table as `readRows` gives them, in the order of the table. */
  add(table: string, rows: readonly string[]): void;
  /** SHA-256 in hexadecimal digits. */
  finish(): string;
}

/** Begins a digest. Contract 2 section 15; docs/operating.md says how it is made. */
export function createDigest(): Digest {
  const hashes = new Map<string, { readonly hash: Hash; rows: number }>(
    WORKSPACE_TABLES.map(({ name }) => [name, { hash: createHash('sha256'), rows: 0 }]),
  );
  return {
    add(table, rows) {
      const one = hashes.get(table);
      if (one === undefined) return;
      one.rows += rows.length;
      for (const row of rows) one.hash.update(`${canonicalRow(row)}\n`);
    },
    finish() {
      const tables = Object.fromEntries(
        [...hashes].map(([table, { hash, rows }]) => [table, { rows, sha256: hash.digest('hex') }]),
      );
      return createHash('sha256').update(canonicalJson(tables)).digest('hex');
    },
  };
}

/**
 * Without what is null, so that a column that is added later changes no digest of what was there before, and without `written_in`, which
 * counts the transactions of one database.
 */
function canonicalRow(row: string): string {
  const members = Object.entries(JSON.parse(row) as Record<string, Json>);
  return canonicalJson(
    Object.fromEntries(members.filter(([name, value]) => value !== null && name !== 'written_in')),
  );
}

/** Adds the rows of a workspace in these tables, as they are in the transaction of `client`, to a digest. */
export async function addRows(
  client: ClientBase,
  scope: Scope,
  digest: Digest,
  tables: readonly WorkspaceTable[],
  onRows: (table: string, rows: number) => void = () => undefined,
): Promise<void> {
  for (const { name, where, orderBy } of tables) {
    for await (const rows of readRows(client, { table: name, where: where(scope), orderBy })) {
      digest.add(name, rows);
      onRows(name, rows.length);
    }
  }
}

/** The digests of all workspaces in one state of the database, in the order of their names. */
export async function readDigests(
  pool: Pool,
  onRows?: (table: string, rows: number) => void,
): Promise<readonly { readonly workspace: string; readonly digest: string }[]> {
  return inSnapshot(pool, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from workspaces order by name');
    const digests: { readonly workspace: string; readonly digest: string }[] = [];
    for (const { name } of rows) {
      const scope = await findScope(client, name);
      if (scope === null) continue;
      const digest = createDigest();
      await addRows(client, scope, digest, WORKSPACE_TABLES, onRows);
      digests.push({ workspace: name, digest: digest.finish() });
    }
    return digests;
  });
}
