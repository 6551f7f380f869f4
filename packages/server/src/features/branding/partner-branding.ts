import type { PartnerBranding } from '@svc/contract';
import { accentShades } from '@svc/contract/accent';

/** SQL over `workspaces w`: its name for partners. */
export const PARTNER_NAME = 'coalesce(w.partner_name, w.name)';

/** SQL over `workspaces w`: what `brandingFromRow` needs, as one object. */
export const SELECT_BRANDING = `
  json_build_object('workspace_id', w.id, 'name', ${PARTNER_NAME}, 'accent_color', w.accent_color,
                    'logo_digest', (select l.digest from workspace_logos l where l.workspace_id = w.id))`;

/** What `SELECT_BRANDING` reads. */
export interface BrandingRow {
  readonly workspace_id: number;
  readonly name: string;
  readonly accent_color: string | null;
  readonly logo_digest: string | null;
}

/** How partners see a workspace. */
export function brandingFromRow(row: BrandingRow): PartnerBranding {
  return {
    name: row.name,
    logo_url: logoUrl(row.workspace_id, row.logo_digest),
    accent: row.accent_color === null ? null : accentShades(row.accent_color),
  };
}

/** The address of a logo, relative to the service; null: there is none. */
export function logoUrl(workspaceId: number, digest: string | null): string | null {
  return digest === null ? null : `/api/public/workspaces/${workspaceId}/logos/${digest}`;
}
