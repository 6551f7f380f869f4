import type { ProgramCreate } from '@svc/contract';
import type { ClientBase } from 'pg';
import { changeProgram } from '../features/programs/change-program.js';
import { insertProgram } from '../features/programs/insert-program.js';
import { setArchived } from '../features/programs/set-archived.js';
import { RefusedError } from '../operations/refused-error.js';
import { applyApiKey, findProgramOfKey } from './apply-api-key.js';
import { applyLinks } from './apply-links.js';
import { applyPartner } from './apply-partner.js';
import { columnsOf, PROGRAM_FIELDS, stillInUse } from './fields.js';
import { minimumPayoutParts } from './minimum-payout-parts.js';
import { applyRule, commissionPart, linkDomainsPart, originsPart } from './program-parts.js';
import { ProvisionError } from './provision-error.js';
import type { ProgramEntry, WorkspaceEntry } from './provision-file.js';
import type { Row } from './rows.js';
import { type Run, record } from './run.js';
import { claimKnown, settle } from './settle.js';

/** Why the program's row cannot be changed like this: every recorded amount is in the currency of the program. */
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
  const amounts = await findAmounts(client, program.id, 'lead_reward_cents' in changes);
  return amounts === null
    ? null
    : `${path}.currency: cannot become ${currency}, the program has ${amounts} in ${program.currency}`;
}

/**
 * Amounts in the currency of a program that keep their number when the currency gets another name: recorded ones, and settings
 * that the file does not change at the same time. Null: there are none.
 */
async function findAmounts(
  client: ClientBase,
  programId: unknown,
  changesReward: boolean,
): Promise<string | null> {
  const hasRows = (table: string) => `exists (select 1 from ${table} where program_id = $1)`;
  const { rows } = await client.query<{ found: string | null }>(
    `select case
       when ${hasRows('sales')} then 'sales'
       when ${hasRows('commissions')} or ${hasRows('imported_commissions')} then 'commissions'
       when ${hasRows('adjustments')} then 'adjustments'
       when ${hasRows('ledger_movements')} or ${hasRows('payouts')} then 'balances'
       when exists (select 1 from leads where program_id = $1 and is_reward_missing) then 'lead rewards'
       when not $2::boolean and exists (select 1 from programs where id = $1 and lead_reward_cents is not null) then 'a lead reward'
       when exists (select 1 from partner_groups where program_id = $1 and removed_at is null
                     and rule::text ~ '"(amount|max_total)_cents": ?[0-9]') then 'a rule of a group'
       end as found`,
    [programId, changesReward],
  );
  return rows[0]?.found ?? null;
}

/** What a file can say of a program itself. One that it names is in use: `archived_at` is null. */
type ProgramValues = ProgramCreate & { readonly archived_at: null };

async function changeKnownProgram(
  run: Run,
  place: { readonly workspaceId: number; readonly programId: number },
  { archived_at, commission, ...settings }: Partial<ProgramValues>,
): Promise<void> {
  const { programId } = place;
  if (archived_at !== undefined) {
    const change = await setArchived(run.client, programId, { isArchived: false });
    record(run, 'program.restore', place, change);
  }
  if (Object.keys(settings).length > 0) {
    record(run, 'program.update', place, await changeProgram(run.client, programId, settings));
  }
  if (commission !== undefined) await applyRule(run, place, null, commission);
}

/** Says of which entry the hosts are another program's; the transaction has failed, so this is the run's only problem. */
function refusal(path: string): (error: unknown) => never {
  return (error) => {
    const isTaken = error instanceof RefusedError && error.code === 'link_domain_taken';
    throw isTaken ? new ProvisionError([`${path}.link_domains: has a host of another program`]) : error;
  };
}

/** A program with its key, origins, rule and partners. One that a person archived is left as it is, with all of that. */
async function applyProgram(
  run: Run,
  workspace: { readonly id: number; readonly name: string },
  entry: ProgramEntry,
): Promise<void> {
  const { id: workspaceId } = workspace;
  const { path, name } = entry;
  const where = { workspace: workspace.name, program: name };
  const settled = await settle<ProgramValues>(run, {
    kind: 'programs',
    path,
    where,
    table: 'programs',
    key: [workspaceId, name],
    find: { workspace_id: workspaceId, name },
    hasId: true,
    findId: () => findProgramOfKey(run, workspaceId, entry.apiToken),
    columns: { ...columnsOf(PROGRAM_FIELDS, entry), ...stillInUse('archived_at') },
    parts: [
      originsPart(run, entry.allowedOrigins),
      linkDomainsPart(run, entry.linkDomains),
      ...minimumPayoutParts(run, entry),
      commissionPart(run, entry.commission, ({ id }) => ({ programId: id, enrollmentId: null })),
    ],
    guard: (changes, row) => refuseChange(run, entry, changes, row),
    async create(values) {
      const made = await insertProgram(run.client, workspaceId, values).catch(refusal(path));
      run.ruledPrograms.add(made.answer.id);
      return record(run, 'program.create', { workspaceId, programId: made.answer.id }, made);
    },
    update: ({ id }, changes) =>
      changeKnownProgram(run, { workspaceId, programId: id }, changes).catch(refusal(path)),
  });
  if (settled === null || settled.row.archived_at !== null) return;
  const { id } = settled.row;
  const program = { workspaceId, programId: id, where };
  const apiToken = await applyApiKey(run, program, entry);
  for (const partner of entry.partners) await applyPartner(run, program, partner);
  run.programs.push({ workspace: workspace.name, name, id, apiToken });
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
