import { applyApiKey } from './apply-api-key.js';
import { applyLinks } from './apply-links.js';
import { applyMinimumPayouts, readOwnMinimum } from './apply-minimum-payouts.js';
import { applyRule } from './apply-rule.js';
import type { PartnerEntry, ProgramEntry } from './provision-file.js';
import { type Row, type Run, settleRow } from './run.js';

interface Place {
  readonly workspaceId: number;
  readonly programId: number;
}

/** A flat rule and every balance are amounts in the program's currency; after the first sale they cannot be renamed. */
async function refuseCurrencyChange(run: Run, workspaceId: number, program: ProgramEntry): Promise<void> {
  if (program.currency === undefined) return;
  const { rows } = await run.client.query<{ currency: string }>(
    `select p.currency from programs p where p.workspace_id = $1 and p.name = $2 and p.currency <> $3
     and exists (select 1 from sales s where s.program_id = p.id)`,
    [workspaceId, program.name, program.currency],
  );
  const stored = rows[0];
  if (stored !== undefined) {
    run.problems.push(
      `${program.path}.currency: cannot become ${program.currency}, the program has sales in ${stored.currency}`,
    );
  }
}

async function applyOrigins(run: Run, programId: number, origins: readonly string[]): Promise<void> {
  const { rows: removed } = await run.client.query(
    'delete from program_origins where program_id = $1 and origin <> all($2::text[]) returning 1',
    [programId, origins],
  );
  const { rows: created } = await run.client.query(
    `insert into program_origins (program_id, origin) select $1, unnest($2::text[])
     on conflict do nothing returning 1`,
    [programId, origins],
  );
  run.counts.origins.removed += removed.length;
  run.counts.origins.created += created.length;
  run.counts.origins.unchanged += origins.length - created.length;
}

async function applyPartner(run: Run, { workspaceId, programId }: Place, entry: PartnerEntry): Promise<void> {
  const partner = (await settleRow(run, 'partners', entry.path, {
    table: 'partners',
    key: { workspace_id: workspaceId, email: entry.email },
    values: { name: entry.name },
  })) as Row;
  const enrollment = (await settleRow(run, 'enrollments', entry.path, {
    table: 'enrollments',
    key: { program_id: programId, partner_id: partner.id },
    values: { status: entry.status },
  })) as Row;
  if (entry.commission !== undefined) {
    await applyRule(run, { programId, enrollmentId: enrollment.id }, entry.commission);
  }
  await applyLinks(run, { workspaceId, programId, partnerId: partner.id }, entry.links);
}

/** A program with its key, origins, rule and partners. */
export async function applyProgram(
  run: Run,
  workspace: { readonly id: number; readonly name: string },
  entry: ProgramEntry,
): Promise<void> {
  await refuseCurrencyChange(run, workspace.id, entry);
  const program = (await settleRow(run, 'programs', entry.path, {
    table: 'programs',
    key: { workspace_id: workspace.id, name: entry.name },
    values: {
      domain: entry.domain,
      currency: entry.currency,
      cookie_window_days: entry.cookieWindowDays,
      hold_days: entry.holdDays,
      payout_details_hold_hours: entry.payoutDetailsHoldHours,
      minimum_payout_cents: await readOwnMinimum(run, workspace.id, entry),
    },
    onInsert: { currency: 'USD' },
  })) as Row;
  const apiToken = await applyApiKey(run, program.id, entry);
  if (entry.allowedOrigins !== undefined) await applyOrigins(run, program.id, entry.allowedOrigins);
  if (entry.minimumPayouts !== undefined) {
    const others = entry.minimumPayouts.filter(({ currency }) => currency !== program.currency);
    await applyMinimumPayouts(run, program.id, others);
  }
  await applyRule(run, { programId: program.id, enrollmentId: null }, entry.commission);
  for (const partner of entry.partners) {
    await applyPartner(run, { workspaceId: workspace.id, programId: program.id }, partner);
  }
  run.programs.push({ workspace: workspace.name, name: entry.name, id: program.id, apiToken });
}
