import type { Row } from '../../api/client.js';

/** A link of a partner's own. */
export type PartnerLink = Row<'/api/partner/programs/{programId}/links'>;

/** A link that counts clicks, with its address. */
export type UsableLink = PartnerLink & { readonly referral_url: string };

export function isUsable(link: PartnerLink): link is UsableLink {
  return link.is_active && link.referral_url !== null;
}
