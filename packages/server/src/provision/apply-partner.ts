import type { PartnerItem, RuleInput } from '@svc/contract';
import { changePartner, renamePartner } from '../features/partners/change-partner.js';
import { enrollPartner, insertPartner } from '../features/partners/enroll-partner.js';
import { applyLinks } from './apply-links.js';
import { columnsOf, ENROLLMENT_FIELDS, PARTNER_FIELDS } from './fields.js';
import { applyRule, commissionPart } from './program-parts.js';
import type { PartnerEntry } from './provision-file.js';
import { type ProgramPlace, type Run, record } from './run.js';
import { settle } from './settle.js';

/** What a file can say of a partner's relationship with a program; `commission` null: no rule of their own. */
interface EnrollmentValues {
  readonly status: PartnerItem['status'];
  readonly commission: RuleInput | null;
}

/** A partner of the workspace who takes part in a program, with their own rule and their links. */
export async function applyPartner(run: Run, program: ProgramPlace, entry: PartnerEntry): Promise<void> {
  const { workspaceId, programId, where } = program;
  const { email, name, path } = entry;
  const place = { workspaceId, programId };
  // Name and status are one change of a partner, so it is written when both are known.
  const changes: { name?: string; status?: PartnerItem['status'] } = {};
  const rules: RuleInput[] = [];
  const partner = await settle(run, {
    kind: 'partners',
    path,
    where,
    table: 'partners',
    key: [workspaceId, email],
    find: { workspace_id: workspaceId, email },
    hasId: true,
    columns: columnsOf(PARTNER_FIELDS, entry),
    create: async () => ({ id: await insertPartner(run.client, workspaceId, { email, name }) }),
    async update() {
      changes.name = name;
    },
  });
  if (partner === null) return;
  const partnerId = partner.row.id as number;
  const enrollment = await settle<EnrollmentValues>(run, {
    kind: 'enrollments',
    path,
    where,
    table: 'enrollments',
    key: [programId, partnerId],
    find: { program_id: programId, partner_id: partnerId },
    columns: columnsOf(ENROLLMENT_FIELDS, entry),
    parts: [commissionPart(run, entry.commission, ({ id }) => ({ programId, enrollmentId: id }))],
    async create({ status, commission }) {
      const made = await enrollPartner(run.client, place, { email, name, status });
      record(run, 'partner.create', place, made);
      if (commission !== null) rules.push(commission);
      return {};
    },
    async update(_row, { status, commission }) {
      if (status !== undefined) changes.status = status;
      if (commission !== undefined && commission !== null) rules.push(commission);
    },
  });
  if (enrollment === null) {
    // Not in this program any more, but still a partner of the workspace.
    if (changes.name !== undefined) {
      record(run, 'partner.update', place, await renamePartner(run.client, partnerId, changes.name));
    }
    return;
  }
  if (Object.keys(changes).length > 0) {
    const change = await changePartner(run.client, { programId, partnerId }, changes);
    record(run, 'partner.update', place, change);
  }
  for (const rule of rules) await applyRule(run, place, partnerId, rule);
  await applyLinks(run, { ...place, partnerId, where }, entry.links);
}
