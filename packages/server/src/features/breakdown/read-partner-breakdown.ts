import { BreakdownAnswer, PartnerBreakdownQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { findBreakdown } from './read-breakdown.js';

export const readPartnerBreakdown = defineRead({
  name: 'readPartnerBreakdown',
  route: 'GET /api/partner/programs/:programId/breakdown',
  permission: 'partner',
  summary: 'What the caller brought in a period by parameter, referrer, landing page, link or code',
  input: PartnerBreakdownQuery,
  output: BreakdownAnswer,
  errors: ['from_invalid', 'to_invalid'],
  run: ({ pool, scope, input, nowMs }) => findBreakdown(pool, scope, input, nowMs),
});
