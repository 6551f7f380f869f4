import { ClaimItem } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findClaim } from './load-claims.js';

export const readClaim = defineRead({
  name: 'readClaim',
  route: 'GET /api/programs/:programId/claims/:id',
  permission: 'report:read',
  summary: 'One claim, with what the books say',
  output: ClaimItem,
  async run({ pool, scope: { programId }, id }) {
    const claim = await findClaim(pool, programId, id());
    if (claim === null) throw new RefusedError('not_found');
    return claim;
  },
});
