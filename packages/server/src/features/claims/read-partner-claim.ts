import { PartnerClaimItem } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { tellClaim } from './claim-story.js';
import { findClaim } from './load-claims.js';

export const readPartnerClaim = defineRead({
  name: 'readPartnerClaim',
  route: 'GET /api/partner/programs/:programId/claims/:id',
  permission: 'partner',
  summary: 'A claim of the caller, with what the books say of it',
  output: PartnerClaimItem,
  async run({ pool, scope: { programId, partnerId }, id }) {
    const claim = await findClaim(pool, programId, id());
    if (claim === null || claim.partner_id !== partnerId) throw new RefusedError('not_found');
    return { ...claim, ...(await tellClaim(pool, programId, claim)) };
  },
});
