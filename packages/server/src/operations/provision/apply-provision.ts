import type { Pool } from 'pg';
import { isRetryable, isUniqueViolation, withTransaction } from '../../database/transaction.js';
import { applyLinks } from './apply-links.js';
import { applyMembers, applyUsers } from './apply-members.js';
import { applyProcessor } from './apply-processor.js';
import { applyProgram } from './apply-program.js';
import { ProvisionError } from './provision-error.js';
import type { ProvisionFile, WorkspaceEntry } from './provision-file.js';
import { type Passwords, type ProvisionReport, type Row, type Run, settleRow, startRun } from './run.js';

const ATTEMPTS = 5;

/**
 * The workspaces' ids by name. Making or locking these rows comes first of all and in the order of their names, so that
 * whoever else applies a file for one of them waits here, holding nothing that this run will need.
 */
async function applyWorkspaces(
  run: Run,
  entries: readonly WorkspaceEntry[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const { name, path } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const row = (await settleRow(run, 'workspaces', path, { table: 'workspaces', key: { name } })) as Row;
    ids.set(name, row.id);
  }
  return ids;
}

async function applyFile(run: Run, { workspaces }: ProvisionFile): Promise<void> {
  const workspaceIds = await applyWorkspaces(run, workspaces);
  const userIds = await applyUsers(
    run,
    workspaces.flatMap(({ members }) => members),
  );
  for (const { name, members, processor, programs, links } of workspaces) {
    const workspaceId = workspaceIds.get(name) as number;
    await applyMembers(run, workspaceId, members, userIds);
    if (processor !== undefined) await applyProcessor(run, workspaceId, processor);
    for (const program of programs) await applyProgram(run, { id: workspaceId, name }, program);
    await applyLinks(run, { workspaceId, programId: null, partnerId: null }, links);
  }
}

async function attempt(pool: Pool, file: ProvisionFile, passwords: Passwords): Promise<ProvisionReport> {
  return withTransaction(pool, async (client) => {
    const run = startRun(client, passwords);
    await applyFile(run, file);
    if (run.problems.length > 0) throw new ProvisionError(run.problems);
    return { counts: run.counts, programs: run.programs };
  });
}

/**
 * Makes the database be as the file says, all of it in one transaction or nothing: what is new is created, what
 * differs is changed, what the file does not mention stays. Applying a file again changes nothing. Throws
 * `ProvisionError` with every conflict (a short link, key or account that belongs to somebody else). Contract section 1.
 */
export async function applyProvision(
  pool: Pool,
  file: ProvisionFile,
  options: { readonly passwords: Passwords },
): Promise<ProvisionReport> {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      return await attempt(pool, file, options.passwords);
    } catch (error) {
      // Somebody else wrote one of these rows between our look and our write; the next attempt sees it.
      const mayHelp = isUniqueViolation(error) || isRetryable(error);
      if (!mayHelp || left <= 1) throw error;
    }
  }
}
