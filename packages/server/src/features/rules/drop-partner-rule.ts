import { RuleItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Change } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { addReturnToProgram, lockRules } from './add-rule-version.js';
import { applyGroupRule, findGroupOf } from './apply-group-rule.js';
import { findEnrollment } from './change-rule.js';
import { findRule } from './list-rules.js';
import { markNewRule } from './mark-rules-in-force.js';

/**
 * Lets the rule of their group or, where it has none, of the program count for a partner again, for sales from now on. Refused where they
 * have no rule of their own.
 */
export async function dropRule(
  client: ClientBase,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number },
): Promise<Change<RuleItem>> {
  await lockRules(client, programId);
  const enrollmentId = await findEnrollment(client, programId, partnerId);
  const before = await findRule(client, { programId, enrollmentId });
  if (before === null || before.group_id !== null) throw new RefusedError('rule_not_own');
  const isDropped = await addReturnToProgram(client, { programId, enrollmentId });
  const dropped = await findRule(client, { programId, enrollmentId });
  if (!isDropped || dropped === null) throw new RefusedError('rule_not_own');
  const group = await findGroupOf(client, enrollmentId);
  const followed = await applyGroupRule(client, { programId, enrollmentIds: [enrollmentId], group });
  const answer = (await findRule(client, { programId, enrollmentId })) ?? dropped;
  const entry = { on: 'partner', id: partnerId, action: 'partner.rule.drop', before, after: dropped };
  return { answer, entries: [entry, ...followed] };
}

export const dropPartnerRule = defineOperation({
  name: 'dropPartnerRule',
  route: 'DELETE /api/programs/:programId/partners/:id/rules',
  permission: 'program:write',
  summary: 'Let the rule of their group or of the program count for a partner again, for sales from now on',
  output: RuleItem,
  errors: ['rule_not_own'],
  audit: 'partner.rule.drop',
  run: ({ client, scope, id }) => dropRule(client, { programId: scope.programId, partnerId: id() }),
  after: markNewRule,
});
