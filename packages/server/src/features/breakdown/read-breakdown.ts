import { BreakdownAnswer, BreakdownQuery } from '@svc/contract';
import type { Pool } from 'pg';
import type { Static } from 'typebox';
import { defineRead } from '../../operations/define-operation.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { findLink } from '../links/find-link.js';
import { readDays } from '../reports/days.js';
import { loadBreakdown } from './load-breakdown.js';

/** What a query asks of a program, or of the partner who asks. Refused: its link is none of theirs. */
export async function findBreakdown(
  pool: Pool,
  caller: { readonly programId: number; readonly partnerId: number | null },
  input: Static<typeof BreakdownQuery>,
  nowMs: number,
): Promise<BreakdownAnswer> {
  const linkId = optionalNumber(input.link_id);
  if (linkId !== null) await findLink(pool, caller, linkId);
  return loadBreakdown(pool, {
    programId: caller.programId,
    partnerId: caller.partnerId ?? optionalNumber(input.partner_id),
    linkId,
    by: input.by,
    days: readDays(input, nowMs),
    ...(input.sort && { sort: input.sort }),
    limit: optionalNumber(input.limit),
  });
}

export const readBreakdown = defineRead({
  name: 'readBreakdown',
  route: 'GET /api/programs/:programId/breakdown',
  permission: 'report:read',
  summary: 'What a period brought by parameter, referrer, landing page, link, partner or code',
  input: BreakdownQuery,
  output: BreakdownAnswer,
  errors: ['from_invalid', 'to_invalid'],
  run: ({ pool, scope, input, nowMs }) =>
    findBreakdown(pool, { programId: scope.programId, partnerId: null }, input, nowMs),
});
