import { findPartner } from '../features/partners/find-partner.js';
import { applyLinks } from './apply-links.js';
import { auditEffect, auditRules, changedApartFromRule } from './audit-effects.js';
import { columnsOf, ENROLLMENT_FIELDS, PARTNER_FIELDS } from './fields.js';
import type { Json } from './memory.js';
import { commissionPart, type RuleChange } from './program-parts.js';
import type { PartnerEntry } from './provision-file.js';
import type { ProgramPlace, Run } from './run.js';
import { type Settled, settle } from './settle.js';

const ACTIONS = { created: 'partner.create', updated: 'partner.update' };

/** A partner of the workspace who takes part in a program, with their own rule and their links. */
export async function applyPartner(run: Run, program: ProgramPlace, entry: PartnerEntry): Promise<void> {
  const { workspaceId, programId, where } = program;
  const { email, path } = entry;
  const partner = await settle(run, {
    kind: 'partners',
    path,
    where,
    table: 'partners',
    key: [workspaceId, email],
    find: { workspace_id: workspaceId, email },
    hasId: true,
    columns: columnsOf(PARTNER_FIELDS, entry),
  });
  if (partner === null) return;
  const partnerId = partner.row.id as number;
  const rules: RuleChange[] = [];
  const enrollment = await settle(run, {
    kind: 'enrollments',
    path,
    where,
    table: 'enrollments',
    key: [programId, partnerId],
    find: { program_id: programId, partner_id: partnerId },
    columns: columnsOf(ENROLLMENT_FIELDS, entry),
    parts: [
      commissionPart(
        run,
        entry.commission,
        ({ id }) => ({ programId, enrollmentId: id }),
        (change) => rules.push(change),
      ),
    ],
  });
  await auditPartner(run, program, { partner, enrollment, rules });
  if (rules.length > 0) run.ruledPrograms.add(programId);
  if (enrollment !== null) {
    await applyLinks(run, { workspaceId, programId, partnerId, where }, entry.links);
  }
}

interface SettledPartner {
  readonly partner: Settled;
  readonly enrollment: Settled | null;
  readonly rules: readonly RuleChange[];
}

/** A partner and their part in a program are one thing in the audit log, as they are on the dashboard's pages. */
async function auditPartner(
  run: Run,
  { workspaceId, programId }: ProgramPlace,
  { partner, enrollment, rules }: SettledPartner,
): Promise<void> {
  if (partner.changed.size === 0 && (enrollment?.changed.size ?? 0) === 0) return;
  const { id } = partner.row;
  const target = { on: 'partner', id, place: { workspaceId, programId } };
  const found = (await findPartner(run.client, programId, id)) ?? { id, email: partner.row.email };
  // A new rule comes after the other changes, and has an entry of its own.
  const { commission, ...item } = { commission: null, ...found };
  const itemOf = ({ name, status }: Readonly<Record<string, Json>>) => ({
    ...item,
    ...(rules.length === 0 && { commission }),
    ...(name !== undefined && { name }),
    ...(status !== undefined && { status }),
  });
  // A new name of somebody who joins this program and was in another one before is a change of its own.
  const isNewHere = enrollment === null || enrollment.before === null;
  if (isNewHere && partner.before !== null) auditEffect(run, partner, ACTIONS, target, itemOf);
  if (enrollment === null) return;
  const effect = {
    before: enrollment.before && { ...partner.before, ...enrollment.before },
    after: { ...partner.after, ...enrollment.after },
    changed: new Set([...changedApartFromRule(partner), ...changedApartFromRule(enrollment)]),
  };
  auditEffect(run, effect, ACTIONS, target, itemOf);
  auditRules(run, 'partner.rule.change', target, rules);
}
