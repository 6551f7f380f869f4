import { RuleChange, RuleItem } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { changeRule } from './change-rule.js';
import { markNewRule } from './mark-rules-in-force.js';

export const changeProgramRule = defineOperation({
  name: 'changeProgramRule',
  route: 'POST /api/programs/:programId/rules',
  permission: 'program:write',
  summary: 'Change the commission rule of a program for sales from now on',
  preview: 'previewRule',
  input: RuleChange,
  output: RuleItem,
  audit: 'rule.change',
  run: ({ client, scope, input }) =>
    changeRule(client, { programId: scope.programId, partnerId: null }, input.commission),
  after: markNewRule,
});
