import fs from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Now } from '../clock.js';
import { hashPassword } from '../crypto/passwords.js';
import { refuseUnfinishedRestore } from '../database/embedded/unfinished-restore.js';
import { migrate, pendingMigrations } from '../database/migrate.js';
import type { Database, OpenOptions } from '../database/open.js';
import { DatabaseUnusableError } from '../database/unusable-error.js';
import { ensureClickPartitions } from '../features/clicks/ensure-click-partitions.js';
import { createTracking } from '../ingest/index.js';
import { ReconcileError, reconcile } from '../payments/reconcile.js';
import {
  applyProvision,
  type Kept,
  KINDS,
  type Passwords,
  type ProvisionReport,
} from '../provision/index.js';
import { readDigests } from '../transfer/digest.js';
import { readKeptSeals } from '../verify/kept-seals.js';
import { type VerifyProgress, verifyBooks } from '../verify/verify.js';
import type { Config } from './config.js';
import { refuseUnusableDirectory } from './data-directory.js';
import { configureProviders } from './payment-providers.js';
import { openConfigured, type ReachOptions, untilReachable } from './reach-database.js';
import { readProvisionFile } from './read-provision-file.js';
import { createStatusLine, type StatusLine } from './status-line.js';
import { describeKeptSeals, describeProgress, describeSpeed } from './verify-texts.js';

/** What a command works with. `print` is for its result, line by line; the log goes elsewhere. */
export interface CommandContext {
  readonly config: Config;
  readonly logger: Logger;
  readonly print: (line: string) => void;
  /** The service's time; of programs that of the machine (`systemNow`). */
  readonly now: Now;
}

/** How the sign-in library keeps passwords. */
export const passwords: Passwords = { hash: hashPassword };

/** How a command uses the database. */
export type CommandUse = Pick<OpenOptions, 'cleansItself'> & Pick<ReachOptions, 'writes'>;

/** Runs with the configured database, reachable and not yet migrated, and closes it. An embedded one is made where there is none. */
export async function withDatabase<Result>(
  { config, logger }: CommandContext,
  run: (database: Database) => Promise<Result>,
  { writes = true, ...options }: CommandUse = {},
): Promise<Result> {
  const database = await openConfigured(config, logger, options);
  try {
    await untilReachable(database, { logger, writes });
    return await run(database);
  } finally {
    await database.close();
  }
}

/**
 * Throws `DatabaseUnusableError` where there is no embedded database yet, and `DataDirectoryError` where there cannot be
 * one: what only looks at one must not make an empty one.
 */
export function refuseNoDatabase({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): void {
  if (databaseUrl !== null || fs.statSync(join(dataDir, 'db'), { throwIfNoEntry: false })) return;
  refuseUnusableDirectory(dataDir);
  refuseUnfinishedRestore(dataDir);
  throw new DatabaseUnusableError(`There is no database in ${dataDir}: set SVC_DATA_DIR`);
}

/** As `withDatabase`, with a database that is there already. Throws `DatabaseUnusableError` where it is not. */
export function withExistingDatabase<Result>(
  context: CommandContext,
  run: (database: Database) => Promise<Result>,
  use: CommandUse = {},
): Promise<Result> {
  refuseNoDatabase(context.config);
  return withDatabase(context, run, use);
}

/** Brings the schema to this program's version and makes the months of clicks ahead. */
export async function runMigrate(context: CommandContext): Promise<boolean> {
  return withDatabase(context, async ({ pool }) => {
    const applied = await migrate(pool);
    for (const { version, name } of applied) {
      context.print(`applied ${String(version).padStart(4, '0')}_${name}`);
    }
    const months = await ensureClickPartitions(pool, { fromMs: context.now() });
    if (months > 0) context.print(`made ${months} month${months === 1 ? '' : 's'} of click partitions`);
    if (applied.length === 0 && months === 0) context.print('nothing to do: the database is up to date');
    return true;
  });
}

/**
 * What was done, for people: a line per kind, then each program's id, and the keys that were generated, which are
 * shown here and never again.
 */
export function describeProvision(report: ProvisionReport): string[] {
  const lines = KINDS.flatMap((kind) => {
    const parts = Object.entries(report.counts[kind]).filter(([, count]) => count > 0);
    if (parts.length === 0) return [];
    return [`  ${kind.padEnd(24)}${parts.map(([change, count]) => `${count} ${change}`).join(', ')}`];
  });
  for (const { workspace, name, id, apiToken } of report.programs) {
    lines.push(`program ${id}: ${workspace} / ${name}`);
    if (apiToken !== null) lines.push(`  API key (shown only this once): ${apiToken}`);
  }
  return lines;
}

const ENDED: Readonly<Record<string, string>> = {
  archived_at: 'archived',
  deactivated_at: 'deactivated',
  expires_at: 'revoked or rotated',
};

/** One line for something that was left as somebody changed it. Contract-2, 7.1. */
export function describeKept({ workspace, program, path, field, current, wanted }: Kept): string {
  const place = `workspace ${workspace}${program === null ? '' : `, program ${program}`}`;
  const ended = field === null ? 'removed' : ENDED[field];
  const what =
    ended === undefined
      ? `${path}.${field} stays ${JSON.stringify(current)}; the file says ${JSON.stringify(wanted)}`
      : `${path} was ${ended} and stays so`;
  return `${place}: ${what} (svc-server provision --force FILE overwrites this)`;
}

/** Applies a provision file to the migrated database; `isForced` also over what was changed since. */
export async function runProvision(
  context: CommandContext,
  { path, isForced }: { readonly path: string; readonly isForced: boolean },
): Promise<boolean> {
  const file = await readProvisionFile(path);
  return withDatabase(context, async ({ pool }) => {
    await migrate(pool);
    const report = await applyProvision(pool, file, { passwords, isForced });
    context.print(`applied ${path}`);
    for (const line of describeProvision(report)) context.print(line);
    for (const kept of report.kept) context.print(describeKept(kept));
    return true;
  });
}

/**
 * Recomputes the books and prints every difference; false when there is one. Contract section 3. Progress is shown in
 * `status`, which is nothing but on a terminal. `printsDigests`: one of each workspace, too.
 */
export async function runVerify(
  context: CommandContext,
  {
    status = createStatusLine(process.stderr),
    printsDigests = false,
    sealsFile = null,
  }: {
    readonly status?: StatusLine;
    readonly printsDigests?: boolean;
    readonly sealsFile?: string | null;
  } = {},
): Promise<boolean> {
  const { print } = context;
  const keptSeals = sealsFile === null ? [] : await readKeptSeals(sealsFile);
  const verify = async ({ pool }: Database): Promise<boolean> => {
    await refuseOldSchema(pool);
    const startedMs = performance.now();
    const onProgress = (progress: VerifyProgress) => status.show(describeProgress(progress));
    const { checked, differences, isCut } = await verifyBooks(pool, { keptSeals, onProgress }).finally(
      status.clear,
    );
    const tookMs = performance.now() - startedMs;
    const width = Math.max(...Object.keys(checked).map(({ length }) => length)) + 2;
    for (const [table, count] of Object.entries(checked)) print(`checked ${table.padEnd(width)}${count}`);
    for (const { table, id, what } of differences) print(`${table} ${id}: ${what}`);
    if (sealsFile !== null) print(describeKeptSeals(keptSeals.length, differences));
    const rows = Object.values(checked).reduce((sum, count) => sum + count, 0);
    print(describeSpeed(rows, tookMs));
    if (printsDigests) for (const line of await describeDigests(pool, status)) print(line);
    const { length } = differences;
    if (length === 0) print('no differences found');
    else print(`${isCut ? 'more than ' : ''}${length} difference${length === 1 ? '' : 's'}`);
    return length === 0;
  };
  return withExistingDatabase(context, verify, { writes: false });
}

/** Throws `DatabaseUnusableError` when migrations are to be applied. */
export async function refuseOldSchema(pool: Pool): Promise<void> {
  if ((await pendingMigrations(pool)).length === 0) return;
  throw new DatabaseUnusableError('The database schema is out of date: run `svc-server migrate`');
}

/** A line for each workspace. Contract 2 section 15. */
async function describeDigests(pool: Pool, status: StatusLine): Promise<readonly string[]> {
  let rows = 0;
  const digests = await readDigests(pool, (table, count) => {
    rows += count;
    status.show(`digest of ${table}: ${rows} rows`);
  }).finally(status.clear);
  return digests.map(({ workspace, digest }) => `digest ${digest}  ${workspace}`);
}

const DAY_MS = 86_400_000;
const RECONCILED_DAYS = 30;

/**
 * Compares a workspace's sales with what the card processor has, and prints every difference; `apply` feeds what was
 * missed through the inbox. False when something differs that was not applied. Contract section 4.
 */
export async function runReconcile(
  context: CommandContext,
  options: { readonly workspace: string; readonly since: string | null; readonly apply: boolean },
): Promise<boolean> {
  const { config, logger, print, now } = context;
  const sinceMs = options.since === null ? now() - RECONCILED_DAYS * DAY_MS : Date.parse(options.since);
  if (Number.isNaN(sinceMs)) throw new ReconcileError('--since must be a date such as 2026-01-31');
  return withExistingDatabase(context, async ({ pool, engine }) => {
    await migrate(pool);
    const tracking = createTracking({ pool, engine, logger });
    try {
      const { workspace, apply } = options;
      const { testEvents } = config.processor;
      const { providers } = configureProviders(config.processor);
      const parts = { pool, tracking, logger, providers, testEvents, now };
      const report = await reconcile({ ...parts, workspace, sinceMs, apply });
      for (const { kind, what } of report.findings) print(`${kind.padEnd(8)} ${what}`);
      for (const { event, status, reason } of report.applied)
        print(`applied  ${event.type}: ${status}. ${reason}`);
      const { length } = report.findings;
      print(`compared ${report.compared} objects: ${length} difference${length === 1 ? '' : 's'}`);
      return report.findings.every(({ events }) => apply && events.length > 0);
    } finally {
      await tracking.close();
    }
  });
}
