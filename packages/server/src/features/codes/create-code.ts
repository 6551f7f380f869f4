import { CodeCreate, CodeItem } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { insertCode } from './insert-code.js';

export const createCode = defineOperation({
  name: 'createCode',
  route: 'POST /api/programs/:programId/codes',
  permission: 'link:write',
  summary: 'Create a code of an approved partner',
  input: CodeCreate,
  output: CodeItem,
  errors: ['code_taken', 'processor_id_taken', 'program_archived', 'partner_not_approved'],
  audit: 'code.create',
  run: ({ client, scope, input }) => insertCode(client, scope.programId, input),
});
