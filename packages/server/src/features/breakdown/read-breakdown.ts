import { BreakdownAnswer, BreakdownQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { findLink } from '../links/find-link.js';
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
  async run({ pool, scope, input, nowMs }) {
    const linkId = optionalNumber(input.link_id);
    if (linkId !== null) await findLink(pool, { programId: scope.programId, partnerId: null }, linkId);
    return loadBreakdown(pool, {
      programId: scope.programId,
      partnerId: optionalNumber(input.partner_id),
      linkId,
      by: input.by,
      days: readDays(input, nowMs),
      ...(input.sort && { sort: input.sort }),
      limit: optionalNumber(input.limit),
    });
  },
});
