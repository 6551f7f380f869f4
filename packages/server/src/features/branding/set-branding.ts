import { Branding, BrandingInput } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { parseValue } from '../../operations/parse-value.js';
import { nameType } from '../../operations/value-types.js';
import { changedBranding } from './changed-branding.js';
import { lockBranding } from './find-branding.js';

export const setBranding = defineOperation({
  name: 'setBranding',
  route: 'PUT /api/workspaces/:workspaceId/branding',
  permission: 'workspace:write',
  summary: 'Set the name and the accent colour that partners see',
  input: BrandingInput,
  output: Branding,
  audit: 'workspace.branding',
  async run({ client, scope: { workspaceId }, input }) {
    const name =
      input.partner_name === null ? null : parseValue(nameType, input.partner_name, 'partner_name');
    const before = await lockBranding(client, workspaceId);
    await client.query('update workspaces set partner_name = $2, accent_color = $3 where id = $1', [
      workspaceId,
      name,
      input.accent_color?.toLowerCase() ?? null,
    ]);
    return changedBranding(client, workspaceId, before);
  },
});
