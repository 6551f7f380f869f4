import { Branding } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { changedBranding } from './changed-branding.js';
import { lockBranding } from './find-branding.js';

export const removeLogo = defineOperation({
  name: 'removeLogo',
  route: 'DELETE /api/workspaces/:workspaceId/branding/logo',
  permission: 'workspace:write',
  summary: 'Remove the logo that partners see',
  output: Branding,
  audit: 'workspace.logo',
  async run({ client, scope: { workspaceId } }) {
    const before = await lockBranding(client, workspaceId);
    await client.query('delete from workspace_logos where workspace_id = $1', [workspaceId]);
    return changedBranding(client, workspaceId, before);
  },
});
