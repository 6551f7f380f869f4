import type { SealItem } from '@svc/contract';
import { IllegalPostingError } from '@svc/core';
import type { ClientBase, Pool } from 'pg';
import { inSnapshot } from '../database/snapshot.js';
import type { Check, Difference } from './check.js';
import { readClickMonths } from './click-months.js';
import { verifyAdjustments } from './verify-adjustments.js';
import { verifyAuditLog } from './verify-audit-log.js';
import { verifyBreakdown } from './verify-breakdown.js';
import { verifyCatalog } from './verify-catalog.js';
import { verifyCodes } from './verify-codes.js';
import { verifyCommissions } from './verify-commissions.js';
import { verifyEvents } from './verify-events.js';
import { verifyFirstSales } from './verify-first-sales.js';
import { verifyGroups } from './verify-groups.js';
import { findBrokenGuards } from './verify-guards.js';
import { verifyHolds } from './verify-holds.js';
import { verifyImports } from './verify-imports.js';
import { verifyLedger } from './verify-ledger.js';
import { verifyLinks } from './verify-links.js';
import { verifyPayments } from './verify-payments.js';
import { verifyPayouts } from './verify-payouts.js';
import { verifyRecordedRows } from './verify-recorded-rows.js';
import { verifyRejections } from './verify-rejections.js';
import { verifyRewards } from './verify-rewards.js';
import { verifyRuleFacts } from './verify-rule-facts.js';
import { verifyRules } from './verify-rules.js';
import { verifySales } from './verify-sales.js';
import { verifySeals } from './verify-seals.js';
import { verifySettings } from './verify-settings.js';
import { verifySums } from './verify-sums.js';
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

/** How far verify is. */
export interface VerifyProgress {
  /** What is being checked, for people. */
  readonly check: string;
  /** The place of the check, from 1 to `checks`. */
  readonly number: number;
  readonly checks: number;
  /** How many rows of its table the check has read; null while the database compares whole tables by itself. */
  readonly rows: { readonly table: string; readonly read: number; readonly of: number } | null;
}

export interface VerifyOptions {
  /** Rows held in memory at a time (2,000). */
  readonly chunkSize?: number;
  /** Differences that are listed (1,000). */
  readonly maxDifferences?: number;
  /** Seals that were kept elsewhere (none). */
  readonly keptSeals?: readonly SealItem[];
  /** Names of the checks that run (all). */
  readonly checks?: readonly string[];
  /** Hears when a check begins, and after each chunk of rows. */
  readonly onProgress?: (progress: VerifyProgress) => void;
}

/** What looks at the snapshot, in this order. */
const CHECKS: readonly (readonly [
  name: string,
  run: (check: Check, keptSeals: readonly SealItem[]) => Promise<void>,
])[] = [
  ['seals', verifySeals],
  ['recorded rows', verifyRecordedRows],
  ['audit log', verifyAuditLog],
  ['events', verifyEvents],
  ['links and rule versions', verifyCatalog],
  ['links with the audit log', verifyLinks],
  ['clicks, customers and leads', verifyVisitors],
  ['codes', verifyCodes],
  ['sales', verifySales],
  ['imports', verifyImports],
  ['first sales', verifyFirstSales],
  ['rules in force', verifyRules],
  ['rules of groups', verifyGroups],
  ['commissions', verifyCommissions],
  ['limits of rules', verifyRuleFacts],
  ['rewards of leads', verifyRewards],
  ['ledger', verifyLedger],
  ['adjustments', verifyAdjustments],
  ['holds', verifyHolds],
  ['rejections', verifyRejections],
  ['payouts', verifyPayouts],
  ['payments', verifyPayments],
  ['settings', verifySettings],
  ['totals', verifyTotals],
  ['sums of commissions and balances', verifySums],
  ['breakdown', verifyBreakdown],
];
/** What comes before them. */
const GUARDS = 'append-only tables';
const COUNTING = 'counting rows';
const NAMES = [GUARDS, COUNTING, ...CHECKS.map(([name]) => name)];

const TABLES = [
  'enrollments',
  'links',
  'codes',
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
  'adjustments',
  'payouts',
  'ledger_movements',
  'daily_totals',
  'missed_totals',
  'commission_totals',
  'commission_increments',
  'partner_balances',
  'balance_increments',
  'daily_breakdown',
  'missed_breakdown',
  'audit_entries',
  'row_states',
  'seals',
] as const;

/**
 * Recomputes every commission, balance and total from the events, compares what people changed with the audit log, and
 * reports what differs, each with its row. Reads one consistent snapshot and changes nothing, so it can run while the
 * service writes. Tables are compared inside the database, sales and payments read `chunkSize` at a time, so memory does not
 * grow with them. Contract section 3, contract 2 section 7.1.
 */
export async function verifyBooks(pool: Pool, options: VerifyOptions = {}): Promise<VerifyReport> {
  say(options, GUARDS);
  const broken = await findBrokenGuards(pool);
  return inSnapshot(pool, (client) => verifySnapshot(client, options, broken));
}

/** As `verifyBooks`, of what the transaction of `client` sees, its own changes included; `found`: differences that come first. */
export async function verifySnapshot(
  client: ClientBase,
  options: VerifyOptions = {},
  found: readonly Difference[] = [],
): Promise<VerifyReport> {
  const { chunkSize = 2000, maxDifferences = 1000, keptSeals = [], checks } = options;
  const differences = found.slice(0, maxDifferences);
  let isCut = found.length > maxDifferences;
  const report = (difference: Difference) => {
    if (differences.length < maxDifferences) differences.push(difference);
    else isCut = true;
  };
  say(options, COUNTING);
  const checked = await countRows(client);
  const clickMonths = await readClickMonths(client);
  for (const [name, run] of CHECKS) {
    if (checks?.includes(name) === false) continue;
    say(options, name);
    const onRowsRead = (table: string, read: number) =>
      say(options, name, { table, read, of: checked[table] ?? read });
    const check = { client, clickMonths, chunkSize, maxDifferences, report, onRowsRead };
    await withinSavepoint(client, name, report, () => run(check, keptSeals));
  }
  return { checked, differences, isCut };
}

/** Runs a check, and reports a value that it cannot read, such as an edited JSON text, instead of failing: the other checks still run. */
async function withinSavepoint(
  client: ClientBase,
  name: string,
  report: Check['report'],
  run: () => Promise<void>,
): Promise<void> {
  await client.query('savepoint one_check');
  try {
    await run();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    await client.query('rollback to savepoint one_check');
    report({
      table: 'verify',
      id: name,
      what: `the check met a value that it cannot read: ${String(error)}`,
    });
  }
  await client.query('release savepoint one_check');
}

/** Whether an error is about a value: a data exception of the database, or a value of another shape than the rules expect. */
function isUnreadable(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  const isOfRules = [TypeError, RangeError, SyntaxError, IllegalPostingError].some(
    (kind) => error instanceof kind,
  );
  return isOfRules || (typeof code === 'string' && code.startsWith('22'));
}

function say({ onProgress }: VerifyOptions, name: string, rows: VerifyProgress['rows'] = null): void {
  onProgress?.({ check: name, number: NAMES.indexOf(name) + 1, checks: NAMES.length, rows });
}

async function countRows(client: ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; count: number }>(
    TABLES.map((table) => `select '${table}' as name, count(*) as count from ${table}`).join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
