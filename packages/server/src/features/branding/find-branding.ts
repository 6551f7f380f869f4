import type { Branding, PartnerBranding } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { type BrandingRow, brandingFromRow, SELECT_BRANDING } from './partner-branding.js';

/** What a workspace that is known to exist chose to look like. */
export async function findBranding(db: Pool | ClientBase, workspaceId: number): Promise<Branding> {
  const { rows } = await db.query<{ partner_name: string | null; branding: BrandingRow }>(
    `select w.partner_name, ${SELECT_BRANDING} as branding from workspaces w where w.id = $1`,
    [workspaceId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`workspace ${workspaceId} is gone`);
  const { accent, logo_url } = brandingFromRow(row.branding);
  return { partner_name: row.partner_name, accent_color: row.branding.accent_color, accent, logo_url };
}

/** How partners see a workspace that is known to exist. */
export async function findPartnerBranding(
  db: Pool | ClientBase,
  workspaceId: number,
): Promise<PartnerBranding> {
  const { rows } = await db.query<{ branding: BrandingRow }>(
    `select ${SELECT_BRANDING} as branding from workspaces w where w.id = $1`,
    [workspaceId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`workspace ${workspaceId} is gone`);
  return brandingFromRow(row.branding);
}

/** The choices, with the row of the workspace locked. */
export async function lockBranding(client: ClientBase, workspaceId: number): Promise<Branding> {
  await client.query('select 1 from workspaces where id = $1 for no key update', [workspaceId]);
  return findBranding(client, workspaceId);
}
