import type { Pool } from 'pg';
import { isRetryable, isUniqueViolation, withTransaction } from '../../database/transaction.js';
import { applyLinks } from './apply-links.js';
import { applyMembers } from './apply-members.js';
import { applyProcessor } from './apply-processor.js';
import { applyProgram } from './apply-program.js';
import { ProvisionError } from './provision-error.js';
import type { ProvisionFile, WorkspaceEntry } from './provision-file.js';
import { type Passwords, type ProvisionReport, type Row, type Run, settleRow, startRun } from './run.js';

const ATTEMPTS = 5;

async function applyWorkspace(run: Run, entry: WorkspaceEntry): Promise<void> {
  // Inserting or locking this row first makes everybody who applies a file for this workspace wait in line.
  const workspace = (await settleRow(run, 'workspaces', entry.path, {
    table: 'workspaces',
    key: { name: entry.name },
  })) as Row;
  await applyMembers(run, workspace.id, entry.members);
  if (entry.processor !== undefined) await applyProcessor(run, workspace.id, entry.processor);
  for (const program of entry.programs) {
    await applyProgram(run, { id: workspace.id, name: entry.name }, program);
  }
  const nowhere = { workspaceId: workspace.id, programId: null, partnerId: null };
  await applyLinks(run, nowhere, entry.links);
}

async function attempt(pool: Pool, file: ProvisionFile, passwords: Passwords): Promise<ProvisionReport> {
  return withTransaction(pool, async (client) => {
    const run = startRun(client, passwords);
    for (const workspace of file.workspaces) await applyWorkspace(run, workspace);
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
