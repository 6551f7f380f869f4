import { ProgramItem } from '@svc/contract';
import { defineOperation, forgetConfiguration } from '../../operations/define-operation.js';
import { setArchived } from './set-archived.js';

export const restoreProgram = defineOperation({
  name: 'restoreProgram',
  route: 'POST /api/programs/:programId/restore',
  permission: 'workspace:write',
  summary: 'Take an archived program back into use',
  output: ProgramItem,
  audit: 'program.restore',
  run: ({ client, scope }) => setArchived(client, scope.programId, { isArchived: false }),
  after: forgetConfiguration,
});
