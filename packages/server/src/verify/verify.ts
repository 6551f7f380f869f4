import type { ClientBase, Pool } from 'pg';
import { allowSilence } from '../database/silence.js';
import type { Check, Difference } from './check.js';
import { readClickMonths } from './click-months.js';
import { verifyAuditLog } from './verify-audit-log.js';
import { verifyCatalog } from './verify-catalog.js';
import { verifyCommissions } from './verify-commissions.js';
import { findBrokenGuards } from './verify-guards.js';
import { verifyHolds } from './verify-holds.js';
import { verifyLedger } from './verify-ledger.js';
import { verifyPayments } from './verify-payments.js';
import { verifyPayouts } from './verify-payouts.js';
import { verifyRules } from './verify-rules.js';
import { verifySales } from './verify-sales.js';
import { verifySettings } from './verify-settings.js';
import { verifyTotals } from './verify-totals.js';
import { verifyVisitors } from './verify-visitors.js';

export type { Difference } from './check.js';

/** What was looked at, as rows by table, and what is not as the events say. */
export interface VerifyReport {
  readonly checked: Readonly<Record<string, number>>;
  readonly differences: readonly Difference[];
  /** There were more differences than are listed. */
  readonly isCut: boolean;
}

const TABLES = [
  'enrollments',
  'links',
  'commission_rules',
  'clicks',
  'customers',
  'leads',
  'sales',
  'sale_references',
  'refunds',
  'payments',
  'payment_references',
  'payment_adjustments',
  'processor_events',
  'processor_outcomes',
  'work_items',
  'commissions',
  'payouts',
  'ledger_movements',
  'daily_totals',
  'missed_totals',
  'audit_entries',
] as const;

/**
 * Recomputes every commission, balance and total from the events, compares what people changed with the audit log, and
 * reports what differs, each with its row. Reads one consistent snapshot and changes nothing, so it can run while the
 * service writes. Tables are compared inside the database, sales read `chunkSize` at a time, so memory does not grow with
 * them. Contract section 3, contract 2 section 7.1.
 */
export async function verifyBooks(
  pool: Pool,
  options: { readonly chunkSize?: number; readonly maxDifferences?: number } = {},
): Promise<VerifyReport> {
  const { chunkSize = 2000, maxDifferences = 1000 } = options;
  const differences: Difference[] = [];
  let isCut = false;
  const reportDifference = (difference: Difference) => {
    if (differences.length < maxDifferences) differences.push(difference);
    else isCut = true;
  };
  for (const difference of await findBrokenGuards(pool)) reportDifference(difference);
  return inSnapshot(pool, async (client) => {
    const clickMonths = await readClickMonths(client);
    const check: Check = { client, clickMonths, chunkSize, maxDifferences, report: reportDifference };
    await verifyAuditLog(check);
    await verifyCatalog(check);
    await verifyVisitors(check);
    await verifySales(check);
    await verifyRules(check);
    await verifyCommissions(check);
    await verifyLedger(check);
    await verifyHolds(check);
    await verifyPayouts(check);
    await verifyPayments(check);
    await verifySettings(check);
    await verifyTotals(check);
    return { checked: await countRows(client), differences, isCut };
  });
}

/** Runs `read` over one unchanging state of the database. */
async function inSnapshot<T>(pool: Pool, read: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let unusable: Error | undefined;
  allowSilence(client);
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    // Whole tables are joined here; with the few megabytes a statement usually gets, that goes over disk.
    await client.query(`set local work_mem = '64MB'`);
    // The embedded engine's session is set up for looking rows up by their keys.
    for (const plan of ['seqscan', 'hashjoin', 'mergejoin'])
      await client.query(`set local enable_${plan} to default`);
    return await read(client);
  } finally {
    unusable = await client.query('rollback').then(
      () => undefined,
      (error: Error) => error,
    );
    client.release(unusable);
  }
}

async function countRows(client: ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; count: number }>(
    TABLES.map((table) => `select '${table}' as name, count(*) as count from ${table}`).join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
