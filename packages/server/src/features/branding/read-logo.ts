import { Branding } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';

/** Public, because pages for people who are not signed in and emails show it. Nobody finds it without its digest. */
export const readLogo = defineRead({
  name: 'readLogo',
  route: 'GET /api/public/workspaces/:workspaceId/logos/:digest',
  permission: 'anyone',
  summary: 'A logo, which may be kept for ever',
  output: Branding,
  file: 'application/octet-stream',
  async run({ pool, id, text }) {
    const { rows } = await pool.query<{ media_type: string; content: Uint8Array }>(
      'select media_type, content from workspace_logos where workspace_id = $1 and digest = $2',
      [id('workspaceId'), text('digest')],
    );
    const logo = rows[0];
    if (logo === undefined) throw new RefusedError('not_found');
    const { media_type: type, content } = logo;
    return {
      name: `logo.${type.slice('image/'.length)}`,
      type,
      content: Buffer.from(content),
      isPublic: true,
    };
  },
});
