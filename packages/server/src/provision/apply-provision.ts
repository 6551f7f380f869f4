import type { Pool } from 'pg';
import { isUniqueViolation } from '../database/transaction.js';
import { markRulesInForce } from '../features/rules/mark-rules-in-force.js';
import { changeWorkspace } from '../features/workspaces/change-workspace.js';
import { insertWorkspace } from '../features/workspaces/insert-workspace.js';
import { findWorkspace } from '../features/workspaces/read-workspace.js';
import { changed, runChange } from '../operations/change.js';
import { RefusedError } from '../operations/refused-error.js';
import { applyMembers, applyUsers } from './apply-members.js';
import { applyProcessor } from './apply-processor.js';
import { applyPrograms } from './apply-program.js';
import { ChangedMeanwhileError, ProvisionError } from './provision-error.js';
import type { ProvisionFile, WorkspaceEntry } from './provision-file.js';
import { type ProvisionReport, type Run, type RunOptions, record, startRun } from './run.js';
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
  const { client } = run;
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
        const { rows } = await client.query('select 1 from workspaces where name = $1', [name]);
        return rows.length === 0 ? null : `${path}.name: is the name of another workspace now`;
      },
      async create() {
        const id = await insertWorkspace(client, name);
        const after = await findWorkspace(client, id);
        const made = changed(after, { on: 'workspace', id, before: null, after });
        return record(run, 'workspace.create', { workspaceId: id, programId: null }, made);
      },
      async update({ id }) {
        const change = await changeWorkspace(client, await findWorkspace(client, id), { name });
        record(run, 'workspace.rename', { workspaceId: id, programId: null }, change);
      },
    });
    if (settled !== null) ids.set(name, settled.row.id);
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
  const run = await runChange(pool, ORIGIN, async (client) => {
    const started = await startRun(client, options);
    await applyFile(started, file);
    if (started.problems.length > 0) throw new ProvisionError(started.problems);
    await started.memory.save();
    return { answer: started, entries: started.entries, events: started.events };
  });
  for (const programId of run.ruledPrograms) await markRulesInForce(pool, programId);
  return { counts: run.counts, programs: run.programs, kept: run.kept };
}

/**
 * Whether somebody else wrote one of the rows between our look and our write: the next attempt sees it. The values of the
 * file are good, so that whatever a change refuses is something that has become true since.
 */
function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ChangedMeanwhileError || error instanceof RefusedError || isUniqueViolation(error);
}

/**
 * Makes the database be as the file says, all of it in one transaction or nothing: what is new is created, what differs is
 * changed, what the file does not mention stays, and so does whatever was changed, removed or ended after an earlier run
 * had applied it (`kept` in the report), unless the run is forced. Passwords are set for new accounts only. Applying a
 * file again changes nothing. Every effect is a change of a feature, with its audit entries and events. Throws
 * `ProvisionError` with every conflict (a short link, key or account that belongs to somebody else). Contract section 1;
 * contract-2, 7.1.
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
      if (!isChangedMeanwhile(error) || left <= 1) throw error;
    }
  }
}
