import { Branding } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { findBranding } from './find-branding.js';

export const readBranding = defineRead({
  name: 'readBranding',
  route: 'GET /api/workspaces/:workspaceId/branding',
  permission: 'program:read',
  summary: 'How the workspace looks to its partners: name, accent colour and logo',
  output: Branding,
  run: ({ pool, scope }) => findBranding(pool, scope.workspaceId),
});
