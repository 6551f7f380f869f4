import type { ClaimItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed } from '../audit/change.js';
import { RefusedError } from '../refused-error.js';
import { findClaim } from './list-claims.js';

/** Answers a claim, once. Where the answer is that money is missing, the sale is sent or corrected by other means. */
export async function answerClaim(
  client: ClientBase,
  of: { readonly programId: number; readonly claimId: number },
  input: { readonly status: 'accepted' | 'rejected'; readonly answer: string },
): Promise<Change<ClaimItem>> {
  await client.query('select 1 from claims where id = $1 for update', [of.claimId]);
  const before = await findClaim(client, of.programId, of.claimId);
  if (before === null) throw new RefusedError('not_found');
  if (before.status !== 'open') throw new RefusedError('claim_answered');
  await client.query('update claims set status = $2, answer = $3, answered_at = now() where id = $1', [
    of.claimId,
    input.status,
    input.answer,
  ]);
  const after = await findClaim(client, of.programId, of.claimId);
  if (after === null) throw new Error(`claim ${of.claimId} is gone`);
  return changed(after, { on: 'claim', id: of.claimId, before, after });
}
