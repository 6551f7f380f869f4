import type { Row } from '../../api/client.js';
import { texts } from '../../texts/portal.js';

export type PartnerClaim = Row<'/api/partner/programs/{programId}/claims'>;

/** What the books said of a claim when it was made. */
export const FINDINGS: Record<PartnerClaim['finding'], string> = texts.findings;

/** How a claim stands, in the words of the one who made it. */
export const CLAIM_WORDS = texts.claimWords;
