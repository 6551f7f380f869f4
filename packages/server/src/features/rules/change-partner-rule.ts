import { RuleChange, RuleItem } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { changeRule } from './change-rule.js';
import { markNewRule } from './mark-rules-in-force.js';

export const changePartnerRule = defineOperation({
  name: 'changePartnerRule',
  route: 'POST /api/programs/:programId/partners/:id/rules',
  permission: 'program:write',
  summary: 'Give a partner a commission rule of their own, or change it, for sales from now on',
  preview: 'previewRule',
  input: RuleChange,
  output: RuleItem,
  audit: 'partner.rule.change',
  run: ({ client, scope, input, id }) =>
    changeRule(client, { programId: scope.programId, partnerId: id() }, input.commission),
  after: markNewRule,
});
