import type { Pool } from 'pg';
import { isRetryable, isUniqueViolation, withTransaction } from '../database/transaction.js';
import { markRulesInForce } from '../features/rules/mark-rules-in-force.js';
import { writeAuditEntries } from '../operations/change.js';
import { applyMembers, applyUsers } from './apply-members.js';
import { applyProcessor } from './apply-processor.js';
import { applyPrograms } from './apply-program.js';
import { auditEffect } from './audit-effects.js';
import { ProvisionError } from './provision-error.js';
import type { ProvisionFile, WorkspaceEntry } from './provision-file.js';
import { type ProvisionReport, type Run, type RunOptions, startRun } from './run.js';
import { claimKnown, settle } from './settle.js';

const ATTEMPTS = 5;
/** Who provisioning is in the audit log; each entry names its action and place. Contract-2, 7.1. */
const ORIGIN = { actor: { userId: null, email: 'provision file' }, action: 'provision', place: null };

/**
 * The workspaces' ids by the names of the file. They are locked first and in the order of their names: changes of a
 * workspace's members take turns by its row.
 */
async function applyWorkspaces(
  run: Run,
  entries: readonly WorkspaceEntry[],
): Promise<ReadonlyMap<string, number>> {
  claimKnown(
    run,
    'workspaces',
    entries.map(({ name, path }) => ({ key: [name], path })),
  );
  const ids = new Map<string, number>();
  for (const { name, path } of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const settled = await settle(run, {
      kind: 'workspaces',
      path,
      where: { workspace: name, program: null },
      table: 'workspaces',
      key: [name],
      find: { name },
      hasId: true,
      columns: { name: { wanted: name, absent: undefined } },
      async guard(_changes, row) {
        if (row === null) return null;
        const { rows } = await run.client.query('select 1 from workspaces where name = $1', [name]);
        return rows.length === 0 ? null : `${path}.name: is the name of another workspace now`;
      },
    });
    if (settled === null) continue;
    const { id } = settled.row;
    ids.set(name, id);
    const actions = { created: 'workspace.create', updated: 'workspace.rename' };
    const target = { on: 'workspace', id, place: { workspaceId: id, programId: null } };
    auditEffect(run, settled, actions, target, (fields) => ({ id, ...fields }));
  }
  return ids;
}

async function applyFile(run: Run, { workspaces }: ProvisionFile): Promise<void> {
  const workspaceIds = await applyWorkspaces(run, workspaces);
  const userIds = await applyUsers(run, workspaces, workspaceIds);
  for (const entry of workspaces) {
    const id = workspaceIds.get(entry.name);
    if (id === undefined) continue;
    const workspace = { id, name: entry.name };
    await applyMembers(run, workspace, entry.members, userIds);
    if (entry.processor !== undefined) await applyProcessor(run, workspace, entry.processor);
    await applyPrograms(run, workspace, entry);
  }
}

async function attempt(pool: Pool, file: ProvisionFile, options: RunOptions): Promise<ProvisionReport> {
  const run = await withTransaction(pool, async (client) => {
    const started = await startRun(client, options);
    await applyFile(started, file);
    if (started.problems.length > 0) throw new ProvisionError(started.problems);
    await started.memory.save();
    await writeAuditEntries(client, ORIGIN, started.entries);
    return started;
  });
  for (const programId of run.ruledPrograms) await markRulesInForce(pool, programId);
  return { counts: run.counts, programs: run.programs, kept: run.kept };
}

/**
 * Makes the database be as the file says, all of it in one transaction or nothing: what is new is created, what differs is
 * changed, what the file does not mention stays, and so does whatever was changed, removed or ended after an earlier run
 * had applied it (`kept` in the report), unless the run is forced. Passwords are set for new accounts only. Applying a
 * file again changes nothing. Every effect has its entry in the audit log. Throws `ProvisionError` with every conflict (a
 * short link, key or account that belongs to somebody else). Contract section 1; contract-2, 7.1.
 */
export async function applyProvision(
  pool: Pool,
  file: ProvisionFile,
  options: RunOptions,
): Promise<ProvisionReport> {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      return await attempt(pool, file, options);
    } catch (error) {
      // Somebody else wrote one of these rows between our look and our write; the next attempt sees it.
      const mayHelp = isUniqueViolation(error) || isRetryable(error);
      if (!mayHelp || left <= 1) throw error;
    }
  }
}
