import { ClaimAnswerInput, ClaimItem } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findClaim } from './load-claims.js';

/** Answers a claim, once. Where the answer is that money is missing, the sale is sent or corrected by other means. */
export const answerClaim = defineOperation({
  name: 'answerClaim',
  route: 'POST /api/programs/:programId/claims/:id/answer',
  permission: 'partner:write',
  summary: 'Answer a claim',
  input: ClaimAnswerInput,
  output: ClaimItem,
  errors: ['claim_answered'],
  audit: 'claim.answer',
  async run({ client, scope: { programId }, input, id }) {
    const claimId = id();
    await client.query('select 1 from claims where id = $1 for update', [claimId]);
    const before = await findClaim(client, programId, claimId);
    if (before === null) throw new RefusedError('not_found');
    if (before.status !== 'open') throw new RefusedError('claim_answered');
    await client.query('update claims set status = $2, answer = $3, answered_at = now() where id = $1', [
      claimId,
      input.status,
      input.answer,
    ]);
    const after = await findClaim(client, programId, claimId);
    if (after === null) throw new Error(`claim ${claimId} is gone`);
    return changed(after, { on: 'claim', id: claimId, before, after }, [
      { type: 'claim.answered', programId, objectId: claimId },
    ]);
  },
});
