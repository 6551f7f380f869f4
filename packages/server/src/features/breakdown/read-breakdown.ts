import { BreakdownAnswer, BreakdownQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { readDays } from '../reports/days.js';
import { loadBreakdown } from './load-breakdown.js';

export const readBreakdown = defineRead({
  name: 'readBreakdown',
  route: 'GET /api/programs/:programId/breakdown',
  permission: 'report:read',
  summary: 'What a period brought by parameter, referrer, landing page, link, partner or code',
  input: BreakdownQuery,
  output: BreakdownAnswer,
  errors: ['from_invalid', 'to_invalid'],
  run: ({ pool, scope, input, nowMs }) =>
    loadBreakdown(pool, {
      programId: scope.programId,
      partnerId: optionalNumber(input.partner_id),
      by: input.by,
      days: readDays(input, nowMs),
      limit: optionalNumber(input.limit),
    }),
});
