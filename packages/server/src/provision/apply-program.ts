import type { ProgramItem } from '@svc/contract';
import { readKnownProgram } from '../features/programs/read-program.js';
import { applyApiKey, findProgramOfKey } from './apply-api-key.js';
import { applyLinks } from './apply-links.js';
import { applyPartner } from './apply-partner.js';
import { type AuditTarget, auditRules, changedApartFromRule } from './audit-effects.js';
import { columnsOf, PROGRAM_FIELDS, stillInUse } from './fields.js';
import { minimumPayoutParts } from './minimum-payout-parts.js';
import { commissionPart, originsPart, type RuleChange } from './program-parts.js';
import type { ProgramEntry, WorkspaceEntry } from './provision-file.js';
import type { Row } from './rows.js';
import type { Run } from './run.js';
import { claimKnown, type ObjectSpec, type Settled, settle } from './settle.js';

/** Why the program's row cannot be changed like this. */
async function refuseChange(
  { client }: Run,
  { name, currency, path }: ProgramEntry,
  changes: Readonly<Record<string, unknown>>,
  program: Row | null,
): Promise<string | null> {
  if (program === null) return null;
  if ('name' in changes) {
    const { rows } = await client.query('select 1 from programs where workspace_id = $1 and name = $2', [
      program.workspace_id,
      name,
    ]);
    if (rows.length > 0) return `${path}.name: is the name of another program now`;
  }
  if (!('currency' in changes)) return null;
  // A flat rule and every balance are amounts in the program's currency; after the first sale they cannot be renamed.
  const { rows } = await client.query('select 1 from sales where program_id = $1 limit 1', [program.id]);
  return rows.length === 0
    ? null
    : `${path}.currency: cannot become ${currency}, the program has sales in ${program.currency}`;
}

function programSpec(
  run: Run,
  workspace: { readonly id: number; readonly name: string },
  entry: ProgramEntry,
  onRule: (change: RuleChange) => void,
): ObjectSpec {
  return {
    kind: 'programs',
    path: entry.path,
    where: { workspace: workspace.name, program: entry.name },
    table: 'programs',
    key: [workspace.id, entry.name],
    find: { workspace_id: workspace.id, name: entry.name },
    hasId: true,
    findId: () => findProgramOfKey(run, workspace.id, entry.apiToken),
    columns: { ...columnsOf(PROGRAM_FIELDS, entry), ...stillInUse('archived_at') },
    parts: [
      originsPart(run, entry.allowedOrigins),
      ...minimumPayoutParts(run, entry),
      commissionPart(
        run,
        entry.commission,
        ({ id }) => ({ programId: id, enrollmentId: null }),
        // The first rule of a new program is in the entry of the program.
        (change, isNew) => {
          if (!isNew) onRule(change);
        },
      ),
    ],
    itemOf: ({ id }) => readKnownProgram(run.client, id),
    guard: (changes, row) => refuseChange(run, entry, changes, row),
  };
}

async function auditProgram(
  run: Run,
  settled: Settled,
  target: AuditTarget,
  rules: readonly RuleChange[],
): Promise<void> {
  if (settled.changed.size === 0) return;
  const { item: before, row } = settled;
  const after = await readKnownProgram(run.client, row.id);
  if (before === null) {
    run.entries.push({ action: 'program.create', ...target, before, after });
  } else if (changedApartFromRule(settled).size > 0) {
    const action = settled.changed.has('archived_at') ? 'program.restore' : 'program.update';
    const { commission } = before as ProgramItem;
    run.entries.push({ action, ...target, before, after: { ...after, commission } });
  }
  auditRules(run, 'rule.change', target, rules);
}

/** A program with its key, origins, rule and partners. One that a person archived is left as it is, with all of that. */
async function applyProgram(
  run: Run,
  workspace: { readonly id: number; readonly name: string },
  entry: ProgramEntry,
): Promise<void> {
  const rules: RuleChange[] = [];
  const spec = programSpec(run, workspace, entry, (change) => rules.push(change));
  const settled = await settle(run, spec);
  if (settled === null) return;
  const { row, changed } = settled;
  const place = { workspaceId: workspace.id, programId: row.id as number };
  await auditProgram(run, settled, { on: 'program', id: row.id, place }, rules);
  if (changed.has('commission')) run.ruledPrograms.add(row.id);
  if (row.archived_at !== null) return;
  const program = { ...place, where: spec.where };
  const apiToken = await applyApiKey(run, program, entry);
  for (const partner of entry.partners) await applyPartner(run, program, partner);
  run.programs.push({ workspace: workspace.name, name: entry.name, id: row.id, apiToken });
}

/** The programs of a workspace, and its links that belong to none of them. */
export async function applyPrograms(
  run: Run,
  workspace: { readonly id: number; readonly name: string },
  { programs, links }: WorkspaceEntry,
): Promise<void> {
  const entries = programs.map(({ name, path }) => ({ key: [workspace.id, name], path }));
  claimKnown(run, 'programs', entries);
  for (const program of programs) await applyProgram(run, workspace, program);
  const where = { workspace: workspace.name, program: null };
  await applyLinks(run, { workspaceId: workspace.id, programId: null, partnerId: null, where }, links);
}
