import { ClaimCheck, ClaimChecked } from '@svc/contract';
import { unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { tellClaim } from './claim-story.js';
import { findClaimedSale, lockClaimant } from './find-claimed-sale.js';

/** More would be trying out order numbers, not missing sales. */
const MAX_PER_DAY = 50;
const RETRY_AFTER_SECONDS = 3600;

/**
 * What the books say of an order before a partner claims it: whether it earned them a commission, is of someone else, or
 * is unknown. It records no claim; that it was asked is kept for a day.
 */
export const checkClaim = defineOperation({
  name: 'checkClaim',
  route: 'POST /api/partner/programs/:programId/claims/check',
  permission: 'partner',
  summary: 'Say what is recorded about an order, without claiming it',
  input: ClaimCheck,
  output: ClaimChecked,
  errors: ['rate_limited', 'partner_not_approved'],
  audit: 'claim.check',
  async run({ client, scope: { programId, partnerId }, input: { reference } }) {
    const order = { programId, partnerId, reference };
    await lockClaimant(client, order);
    await client.query(
      `delete from claim_checks where program_id = $1 and partner_id = $2 and checked_at < now() - interval '1 day'`,
      [programId, partnerId],
    );
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from claim_checks where program_id = $1 and partner_id = $2`,
      [programId, partnerId],
    );
    if ((rows[0]?.count ?? 0) >= MAX_PER_DAY)
      throw new RefusedError('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    await client.query('insert into claim_checks (program_id, partner_id) values ($1, $2)', [
      programId,
      partnerId,
    ]);
    const { rows: claims } = await client.query<{ id: number }>(
      'select id from claims where program_id = $1 and partner_id = $2 and reference = $3',
      [programId, partnerId, reference],
    );
    return unchanged({ ...(await findClaimedSale(client, order)), claimId: claims[0]?.id ?? null });
  },
  answerWithoutAfter: ({ finding, claimId }) => ({ finding, claim_id: claimId, story: [], steps: [] }),
  after: async ({ pool, scope }, { finding, saleId, claimId }) => ({
    finding,
    claim_id: claimId,
    ...(await tellClaim(pool, scope.programId, { finding, sale_id: saleId })),
  }),
});
