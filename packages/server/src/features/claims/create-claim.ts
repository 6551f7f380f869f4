import { ClaimCreate, PartnerClaimItem } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { tellClaim } from './claim-story.js';
import { findClaimedSale, lockClaimant } from './find-claimed-sale.js';
import { findClaim } from './load-claims.js';

/** More would be trying out order numbers, not missing sales. */
const MAX_PER_DAY = 20;
const RETRY_AFTER_SECONDS = 3600;

/**
 * Stores a claim with what the books say of that order now. The same order is claimed once by each partner. Refused to
 * someone who only asked to become a partner.
 */
export const createClaim = defineOperation({
  name: 'createClaim',
  route: 'POST /api/partner/programs/:programId/claims',
  permission: 'partner',
  summary: 'Report a missing sale; the response says what is recorded about it',
  input: ClaimCreate,
  output: PartnerClaimItem,
  errors: ['claim_exists', 'rate_limited', 'partner_not_approved'],
  audit: 'claim.create',
  async run({ client, scope: { programId, partnerId }, input }) {
    const { reference, note = null } = input;
    await lockClaimant(client, { programId, partnerId });
    const { rows: recent } = await client.query<{ count: number; same: boolean | null }>(
      `select count(*) filter (where created_at > now() - interval '1 day') as count,
            bool_or(reference = $3) as same
       from claims where program_id = $1 and partner_id = $2`,
      [programId, partnerId, reference],
    );
    if (recent[0]?.same) throw new RefusedError('claim_exists');
    if ((recent[0]?.count ?? 0) >= MAX_PER_DAY) {
      throw new RefusedError('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    const { finding, saleId } = await findClaimedSale(client, { programId, partnerId, reference });
    const { rows } = await client.query<{ id: number }>(
      `insert into claims (program_id, partner_id, reference, note, finding, sale_id)
     values ($1, $2, $3, $4, $5, $6) returning id`,
      [programId, partnerId, reference, note, finding, saleId],
    );
    const made = await findClaim(client, programId, rows[0]?.id ?? 0);
    if (made === null) throw new Error('the claim was not written');
    return changed(made, { on: 'claim', id: made.id, before: null, after: made }, [
      { type: 'claim.created', programId, objectId: made.id },
    ]);
  },
  answerWithoutAfter: (claim) => ({ ...claim, story: [], steps: [] }),
  after: async ({ pool, scope }, claim) => ({
    ...claim,
    ...(await tellClaim(pool, scope.programId, claim)),
  }),
});
