import { BreakdownAnswer, BreakdownQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { csvText } from '../../operations/list-file.js';
import { BREAKDOWN_ROW, breakdownRows } from './breakdown-rows.js';
import { findBreakdown } from './read-breakdown.js';

export const downloadBreakdown = defineRead({
  name: 'downloadBreakdown',
  route: 'GET /api/programs/:programId/breakdown.csv',
  permission: 'report:read',
  summary: 'A breakdown as a CSV file, with up to 1,000 values',
  input: BreakdownQuery,
  output: BreakdownAnswer,
  file: 'text/csv',
  errors: ['from_invalid', 'to_invalid'],
  async run({ pool, scope, input, nowMs }) {
    const breakdown = await findBreakdown(
      pool,
      { programId: scope.programId, partnerId: null },
      input,
      nowMs,
    );
    return {
      name: `breakdown-by-${input.by}-${breakdown.from}-${breakdown.to}.csv`,
      content: csvText(breakdownRows(breakdown), BREAKDOWN_ROW),
    };
  },
});
