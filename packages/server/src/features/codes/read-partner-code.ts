import { PartnerCodeItem } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { findCode } from './find-code.js';
import { partnerCodeOf } from './partner-code.js';

export const readPartnerCode = defineRead({
  name: 'readPartnerCode',
  route: 'GET /api/partner/programs/:programId/codes/:id',
  permission: 'partner',
  summary: "A code of the caller's",
  output: PartnerCodeItem,
  run: async ({ pool, scope, id }) => partnerCodeOf(await findCode(pool, scope, id())),
});
