import { WorkspaceCompany } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { findCompany } from './stored-companies.js';

export const readCompany = defineRead({
  name: 'readCompany',
  route: 'GET /api/workspaces/:workspaceId/company',
  permission: 'program:read',
  summary: 'The company that issues statements to partners',
  output: WorkspaceCompany,
  run: ({ pool, scope }) => findCompany(pool, scope.workspaceId),
});
