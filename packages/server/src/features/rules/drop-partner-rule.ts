import { RuleItem } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { addReturnToProgram, lockRules } from './add-rule-version.js';
import { findEnrollment } from './change-rule.js';
import { findRule } from './list-rules.js';
import { markNewRule } from './mark-rules-in-force.js';

/** Lets the program's rule count for a partner again, for sales from now on. */
export const dropPartnerRule = defineOperation({
  name: 'dropPartnerRule',
  route: 'DELETE /api/programs/:programId/partners/:id/rules',
  permission: 'program:write',
  summary: 'Let the rule of the program count for a partner again, for sales from now on',
  output: RuleItem,
  errors: ['rule_not_own'],
  audit: 'partner.rule.drop',
  async run({ client, scope: { programId }, id }) {
    const partnerId = id();
    await lockRules(client, programId);
    const enrollmentId = await findEnrollment(client, programId, partnerId);
    const before = await findRule(client, { programId, enrollmentId });
    const isDropped = await addReturnToProgram(client, { programId, enrollmentId });
    const after = await findRule(client, { programId, enrollmentId });
    if (!isDropped || after === null) throw new RefusedError('rule_not_own');
    return changed(after, { on: 'partner', id: partnerId, before, after });
  },
  after: markNewRule,
});
