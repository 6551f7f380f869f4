import type { Row } from '../../api/client.js';

export type PartnerClaim = Row<'/api/partner/programs/{programId}/claims'>;

/** What the books said of a claim when it was made. */
export const FINDINGS: Record<PartnerClaim['finding'], string> = {
  unknown_order: 'Not recorded',
  credited: 'Credited to you',
  no_commission: 'Recorded, earned nothing',
  credited_elsewhere: 'Did not come through your links',
  test_sale: 'A test, not a sale',
};

/** How a claim stands, in the words of the one who made it. */
export const CLAIM_WORDS = {
  open: 'Waiting for an answer',
  accepted: 'Accepted',
  rejected: 'Declined',
} as const;
