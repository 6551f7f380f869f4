import { applyLinks } from './apply-links.js';
import { auditSettled, auditWithCommission } from './audit-effects.js';
import { columnsOf, ENROLLMENT_FIELDS, PARTNER_FIELDS } from './fields.js';
import { commissionPart } from './program-parts.js';
import type { PartnerEntry } from './provision-file.js';
import type { ProgramPlace, Run } from './run.js';
import { settle } from './settle.js';

const ACTIONS = { created: 'partner.create', updated: 'partner.update', rule: 'partner.rule.change' };

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
  const enrollment = await settle(run, {
    kind: 'enrollments',
    path,
    where,
    table: 'enrollments',
    key: [programId, partnerId],
    find: { program_id: programId, partner_id: partnerId },
    columns: columnsOf(ENROLLMENT_FIELDS, entry),
    parts: [commissionPart(run, entry.commission, ({ id }) => ({ programId, enrollmentId: id }))],
  });
  const target = { on: 'partner', id: partnerId, place: { workspaceId, programId }, identity: { email } };
  const isNewHere = enrollment === null || enrollment.before === null;
  // Who took part in another program before and joins this one has the new name in two entries.
  if (isNewHere && partner.before !== null) auditSettled(run, partner, ACTIONS, target);
  if (enrollment === null) return;
  const together = {
    before: enrollment.before && { ...partner.before, ...enrollment.before },
    after: { ...partner.after, ...enrollment.after },
    changed: new Set([...partner.changed, ...enrollment.changed]),
  };
  await auditWithCommission(run, together, ACTIONS, target);
  await applyLinks(run, { workspaceId, programId, partnerId, where }, entry.links);
}
