import { BreakdownAnswer, type BreakdownBy, BreakdownQuery } from '@svc/contract';
import { PARAMETER_DIMENSIONS } from '@svc/core';
import type { Pool } from 'pg';
import type { Static } from 'typebox';
import { defineRead } from '../../operations/define-operation.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { findLink } from '../links/find-link.js';
import { type Days, readDays } from '../reports/days.js';
import { BREAKDOWN_ROW, breakdownRows } from './breakdown-rows.js';
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

/** Only looked up by the key of the totals, dimension by dimension: what is in no row of the program costs nothing. */
async function findUsed(pool: Pool, programId: number, { from, to }: Days): Promise<BreakdownBy[]> {
  const { rows } = await pool.query<{ dimension: BreakdownBy }>(
    `select asked.dimension from unnest($4::text[]) with ordinality as asked (dimension, position)
      where exists (select 1 from daily_breakdown b
                     where b.program_id = $1 and b.dimension = asked.dimension and b.day between $2 and $3)
      order by asked.position`,
    [programId, from, to, PARAMETER_DIMENSIONS],
  );
  return rows.map(({ dimension }) => dimension);
}

export const readBreakdown = defineRead({
  name: 'readBreakdown',
  route: 'GET /api/programs/:programId/breakdown',
  permission: 'report:read',
  summary: 'What a period brought by parameter, referrer, landing page, link, partner or code',
  input: BreakdownQuery,
  output: BreakdownAnswer,
  errors: ['from_invalid', 'to_invalid'],
  async run({ pool, scope: { programId }, input, nowMs }) {
    const answer = await findBreakdown(pool, { programId, partnerId: null }, input, nowMs);
    return { ...answer, used: await findUsed(pool, programId, answer) };
  },
  table: { schema: () => BREAKDOWN_ROW, rows: breakdownRows },
});
