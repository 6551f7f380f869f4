import { ProgramArchive, ProgramItem } from '@svc/contract';
import { defineOperation, forgetConfiguration } from '../../operations/define-operation.js';
import { setArchived } from './set-archived.js';

export const archiveProgram = defineOperation({
  name: 'archiveProgram',
  route: 'POST /api/programs/:programId/archive',
  permission: 'workspace:write',
  summary: 'Archive a program: it earns nothing more, its keys take refunds only, its books stay',
  input: ProgramArchive,
  output: ProgramItem,
  audit: 'program.archive',
  run: ({ client, scope, input }) =>
    setArchived(client, scope.programId, { isArchived: true, name: input.name }),
  after: forgetConfiguration,
});
