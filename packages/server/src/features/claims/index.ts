import type { Operation } from '../../operations/operation.js';
import { answerClaim } from './answer-claim.js';
import { checkClaim } from './check-claim.js';
import { createClaim } from './create-claim.js';
import { listClaims } from './list-claims.js';
import { listPartnerClaims } from './list-partner-claims.js';
import { readClaim } from './read-claim.js';
import { readPartnerClaim } from './read-partner-claim.js';

/** What can be asked of claims. */
export const CLAIMS: readonly Operation[] = [
  answerClaim,
  checkClaim,
  createClaim,
  listClaims,
  listPartnerClaims,
  readClaim,
  readPartnerClaim,
];
