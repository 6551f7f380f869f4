import { createHash, type Hash } from 'node:crypto';
import { canonicalJson, type Json } from '@svc/core';
import type { ClientBase, Pool } from 'pg';
import { readRows } from '../database/read-rows.js';
import { inSnapshot } from '../database/snapshot.js';
import { findScope } from './scope.js';
import { type Scope, WORKSPACE_TABLES } from './tables.js';

/** The ledger and what explains it, in the order of their names. */
export const DIGEST_TABLES: readonly string[] = [
  'adjustments',
  'audit_entries',
  'commission_rules',
  'commissions',
  'credit_changes',
  'entered_sales',
  'leads',
  'ledger_movements',
  'payment_adjustments',
  'payment_references',
  'payments',
  'payout_files',
  'payout_runs',
  'payouts',
  'refunds',
  'sale_references',
  'sales',
];

/** Makes the digest of a workspace from the rows of its tables. */
export interface Digest {
  /** Takes rows of a table as `readRows` gives them, in the order of `WORKSPACE_TABLES`; those of other tables change nothing. */
  add(table: string, rows: readonly string[]): void;
  /** SHA-256 in hexadecimal digits. */
  finish(): string;
}

/** Begins a digest. Contract 2 section 15; docs/operating.md says how it is made. */
export function createDigest(): Digest {
  const hashes = new Map<string, { readonly hash: Hash; rows: number }>(
    DIGEST_TABLES.map((table) => [table, { hash: createHash('sha256'), rows: 0 }]),
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

/** The digest of a workspace as it is in the transaction of `client`. */
export async function readDigest(
  client: ClientBase,
  scope: Scope,
  onRows: (table: string, rows: number) => void = () => undefined,
): Promise<string> {
  const digest = createDigest();
  for (const { name, where, orderBy } of WORKSPACE_TABLES) {
    if (!DIGEST_TABLES.includes(name)) continue;
    for await (const rows of readRows(client, { table: name, where: where(scope), orderBy })) {
      digest.add(name, rows);
      onRows(name, rows.length);
    }
  }
  return digest.finish();
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
      if (scope !== null) digests.push({ workspace: name, digest: await readDigest(client, scope, onRows) });
    }
    return digests;
  });
}
