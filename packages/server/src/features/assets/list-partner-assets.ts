import { PageQuery, type PartnerAssetItem, PartnerAssetPage } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { type LinkRow, linkFromRow, SELECT_LINKS } from '../links/link-item.js';
import { ASSET_SORTS, loadAssets } from './list-assets.js';
import { type PartnerScope, requireApproved } from './require-approved.js';

const LINK = '{link}';

export const listPartnerAssets = defineList({
  name: 'listPartnerAssets',
  route: 'GET /api/partner/programs/:programId/assets',
  permission: 'partner',
  summary: 'Files and texts for partners who are approved, with the link of the caller in the texts',
  input: PageQuery,
  output: PartnerAssetPage,
  sorts: ASSET_SORTS,
  search: 'name, text, file name',
  async run({ pool, scope, services }, request) {
    await requireApproved(pool, scope);
    const page = await loadAssets(pool, { programId: scope.programId, isArchived: false }, request);
    const link = await findOwnLink(pool, scope, services.settings.baseUrl);
    const data = page.data.map(
      ({ is_archived: _shown, body, ...asset }): PartnerAssetItem => ({
        ...asset,
        body: link === null ? body : (body?.replaceAll(LINK, () => link) ?? null),
      }),
    );
    return { ...page, data };
  },
});

/** The address of the first link that the partner made and that counts; null: they have none. */
async function findOwnLink(
  pool: Pool,
  { programId, partnerId }: PartnerScope,
  baseUrl: string,
): Promise<string | null> {
  const { rows } = await pool.query<LinkRow>(
    `${SELECT_LINKS} where l.program_id = $1 and l.partner_id = $2 and l.deactivated_at is null order by l.id limit 1`,
    [programId, partnerId],
  );
  const row = rows[0];
  return row === undefined ? null : linkFromRow(row, baseUrl).referral_url;
}
