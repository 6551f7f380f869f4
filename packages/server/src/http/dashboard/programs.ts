import {
  PageQuery,
  ProgramArchive,
  ProgramCreate,
  ProgramItem,
  ProgramPage,
  ProgramUpdate,
  RuleChange,
  RuleItem,
  RulePage,
  RulePreviewAnswer,
  RulePreviewQuery,
  RuleQuery,
} from '@svc/contract';
import { listPrograms } from '../../operations/list-programs.js';
import { archiveProgram } from '../../operations/programs/archive-program.js';
import { createProgram } from '../../operations/programs/create-program.js';
import { readProgram } from '../../operations/programs/read-program.js';
import { updateProgram } from '../../operations/programs/update-program.js';
import type { RuleTerms } from '../../operations/rules/add-rule-version.js';
import { changeRule, dropOwnRule } from '../../operations/rules/change-rule.js';
import { listRules } from '../../operations/rules/list-rules.js';
import { previewRule } from '../../operations/rules/preview-rule.js';
import { RefusedError } from '../errors.js';
import { forgetConfiguration, list, type ManagedRoute, read, write } from './routes.js';

/** Programs and their commission rules. */
export const PROGRAM_ROUTES: readonly ManagedRoute[] = [
  list({
    name: 'programs',
    url: '/api/workspaces/:workspaceId/programs',
    permission: 'program:read',
    summary: 'Programs of a workspace',
    query: PageQuery,
    answer: ProgramPage,
    positionLength: 1,
    list: (call, page) => listPrograms(call.pool, call.workspaceId, page),
  }),
  write({
    method: 'POST',
    url: '/api/workspaces/:workspaceId/programs',
    permission: 'program:write',
    action: 'program.create',
    summary: 'Make a program',
    body: ProgramCreate,
    answer: ProgramItem,
    errors: ['name_taken'],
    change: (client, call) => createProgram(client, call.workspaceId, call.body),
    after: forgetConfiguration,
  }),
  read({
    url: '/api/programs/:programId',
    permission: 'program:read',
    summary: 'A program',
    answer: ProgramItem,
    read: (call) => readProgram(call.pool, call.programId),
  }),
  write({
    method: 'PATCH',
    url: '/api/programs/:programId',
    permission: 'program:write',
    action: 'program.update',
    summary: 'Change what a program says of itself',
    body: ProgramUpdate,
    answer: ProgramItem,
    errors: ['name_taken'],
    change: (client, call) => updateProgram(client, call.programId, call.body),
    after: forgetConfiguration,
  }),
  write({
    method: 'POST',
    url: '/api/programs/:programId/archive',
    permission: 'workspace:write',
    action: 'program.archive',
    summary: 'Archive a program: it earns nothing more, its keys take refunds only, its books stay',
    body: ProgramArchive,
    answer: ProgramItem,
    change: (client, call) =>
      archiveProgram(client, call.programId, { isArchived: true, name: call.body.name }),
    after: forgetConfiguration,
  }),
  write({
    method: 'POST',
    url: '/api/programs/:programId/restore',
    permission: 'workspace:write',
    action: 'program.restore',
    summary: 'Take an archived program back into use',
    answer: ProgramItem,
    change: (client, call) => archiveProgram(client, call.programId, { isArchived: false }),
    after: forgetConfiguration,
  }),
  list({
    name: 'rules',
    url: '/api/programs/:programId/rules',
    permission: 'program:read',
    summary: 'Versions of the commission rule of a program, or of one partner in it',
    query: RuleQuery,
    answer: RulePage,
    positionLength: 1,
    list: (call, page) =>
      listRules(call.pool, { programId: call.programId, partnerId: numberOf(call.query.partner_id) }, page),
  }),
  write({
    method: 'POST',
    url: '/api/programs/:programId/rules',
    permission: 'program:write',
    action: 'rule.change',
    summary: 'Change the commission rule of a program for sales from now on',
    body: RuleChange,
    answer: RuleItem,
    change: (client, call) =>
      changeRule(client, { programId: call.programId, partnerId: null }, call.body.commission),
  }),
  write({
    method: 'POST',
    url: '/api/programs/:programId/partners/:id/rules',
    permission: 'program:write',
    action: 'partner.rule.change',
    summary: 'Give a partner a commission rule of their own, or change it, for sales from now on',
    body: RuleChange,
    answer: RuleItem,
    change: (client, call) =>
      changeRule(client, { programId: call.programId, partnerId: call.id() }, call.body.commission),
  }),
  write({
    method: 'DELETE',
    url: '/api/programs/:programId/partners/:id/rules',
    permission: 'program:write',
    action: 'partner.rule.drop',
    summary: 'Let the rule of the program count for a partner again, for sales from now on',
    answer: RuleItem,
    errors: ['rule_not_own'],
    change: (client, call) => dropOwnRule(client, { programId: call.programId, partnerId: call.id() }),
  }),
  read({
    url: '/api/programs/:programId/rules/preview',
    permission: 'program:read',
    summary: 'What the last 90 days would have cost under another commission rule',
    query: RulePreviewQuery,
    answer: RulePreviewAnswer,
    read: (call) =>
      previewRule(
        call.pool,
        { programId: call.programId, partnerId: numberOf(call.query.partner_id) },
        termsOf(call.query),
        call.nowMs,
      ),
  }),
];

/** A number as it stands in a query; null where nothing does. */
export function numberOf(given: string | undefined): number | null {
  return given === undefined ? null : Number(given);
}

/** A rule out of the fields of a query; the field of its type has to be there. */
function termsOf(query: {
  readonly type: 'percent' | 'flat';
  readonly basis_points?: string;
  readonly amount_cents?: string;
  readonly duration_months?: string;
}): RuleTerms {
  const durationMonths = numberOf(query.duration_months);
  if (query.type === 'percent') {
    const basisPoints = numberOf(query.basis_points);
    if (basisPoints === null) throw new RefusedError('field_required', 'basis_points');
    if (basisPoints > 10_000) throw new RefusedError('field_invalid', 'basis_points');
    return { type: 'percent', basisPoints, durationMonths };
  }
  const amountCents = numberOf(query.amount_cents);
  if (amountCents === null) throw new RefusedError('field_required', 'amount_cents');
  return { type: 'flat', amountCents, durationMonths };
}
