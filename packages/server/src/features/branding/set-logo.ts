import { createHash } from 'node:crypto';
import { Branding, LogoInput, MAX_LOGO_BYTES } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { logoTypeOf } from '../assets/asset-type.js';
import { changedBranding } from './changed-branding.js';
import { lockBranding } from './find-branding.js';

/** A logo of the largest size in Base64, with the rest of the body. */
const MAX_BODY_BYTES = Math.ceil(MAX_LOGO_BYTES / 3) * 4 + 16_384;

export const setLogo = defineOperation({
  name: 'setLogo',
  route: 'PUT /api/workspaces/:workspaceId/branding/logo',
  permission: 'workspace:write',
  summary: 'Set the logo that partners see, in place of the one before',
  input: LogoInput,
  maxBodyBytes: MAX_BODY_BYTES,
  output: Branding,
  audit: 'workspace.logo',
  async run({ client, scope: { workspaceId }, input }) {
    const content = Buffer.from(input.content, 'base64');
    const type = content.length > MAX_LOGO_BYTES ? null : logoTypeOf(content);
    if (type === null) throw new RefusedError('field_invalid', 'content');
    const before = await lockBranding(client, workspaceId);
    await client.query(
      `insert into workspace_logos (workspace_id, digest, media_type, content) values ($1, $2, $3, $4)
       on conflict (workspace_id) do update
         set digest = excluded.digest, media_type = excluded.media_type, content = excluded.content, created_at = now()
       where workspace_logos.digest <> excluded.digest`,
      [workspaceId, createHash('sha256').update(content).digest('base64url'), type, content],
    );
    return changedBranding(client, workspaceId, before);
  },
});
