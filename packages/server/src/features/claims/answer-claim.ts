import { ClaimAnswerInput, ClaimItem } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { settleClaims } from '../notifications/settle.js';
import { ENTRY_ERRORS } from '../sales/create-sale.js';
import { actOnClaim } from './act-on-claim.js';
import { findClaim } from './load-claims.js';

/** Answers a claim, once. The action corrects the books in the same transaction. Contract 2 section 12. */
export const answerClaim = defineOperation({
  name: 'answerClaim',
  route: 'POST /api/programs/:programId/claims/:id/answer',
  permission: 'partner:write',
  summary: 'Answer a claim; `action` corrects the books with it, which takes `commission:write`',
  input: ClaimAnswerInput,
  output: ClaimItem,
  errors: ['claim_answered', 'permission_missing', 'partner_not_approved', ...ENTRY_ERRORS],
  audit: 'claim.answer',
  async run({ client, services, scope, input, id, actor, nowMs }) {
    const { workspaceId, programId, permissions } = scope;
    const claimId = id();
    const { action = null, answer } = input;
    if (action !== null && !permissions.includes('commission:write'))
      throw new RefusedError('permission_missing', 'commission:write');
    await client.query('select 1 from claims where id = $1 for update', [claimId]);
    const before = await findClaim(client, programId, claimId);
    if (before === null) throw new RefusedError('not_found');
    if (before.status !== 'open') throw new RefusedError('claim_answered');
    const decision = { workspaceId, programId, claim: before, answer, by: actor.email, nowMs };
    const correction =
      action === null ? null : await actOnClaim(client, services.tracking.ids, { ...decision, action });
    await client.query(
      `update claims set status = $2, answer = $3, answered_at = now(), correction = $4, correction_id = $5 where id = $1`,
      [claimId, input.status, answer, action?.type ?? null, correction?.id ?? null],
    );
    await settleClaims(client, workspaceId, [claimId]);
    const after = await findClaim(client, programId, claimId);
    if (after === null) throw new Error(`claim ${claimId} is gone`);
    return {
      answer: after,
      entries: [...(correction?.entries ?? []), { on: 'claim', id: claimId, before, after }],
      events: [...(correction?.events ?? []), { type: 'claim.answered', programId, objectId: claimId }],
    };
  },
});
