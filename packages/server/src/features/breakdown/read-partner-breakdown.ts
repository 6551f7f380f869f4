import { BreakdownAnswer, PartnerBreakdownQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { findLink } from '../links/find-link.js';
import { readDays } from '../reports/days.js';
import { loadBreakdown } from './load-breakdown.js';

export const readPartnerBreakdown = defineRead({
  name: 'readPartnerBreakdown',
  route: 'GET /api/partner/programs/:programId/breakdown',
  permission: 'partner',
  summary: 'What the caller brought in a period by parameter, referrer, landing page, link or code',
  input: PartnerBreakdownQuery,
  output: BreakdownAnswer,
  errors: ['from_invalid', 'to_invalid'],
  async run({ pool, scope, input, nowMs }) {
    const linkId = optionalNumber(input.link_id);
    if (linkId !== null) await findLink(pool, scope, linkId);
    return loadBreakdown(pool, {
      programId: scope.programId,
      partnerId: scope.partnerId,
      linkId,
      by: input.by,
      days: readDays(input, nowMs),
      ...(input.sort && { sort: input.sort }),
      limit: optionalNumber(input.limit),
    });
  },
});
