import { AdjustmentPage, AdjustmentQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { loadAdjustments } from './load-adjustments.js';

export const listAdjustments = defineList({
  name: 'listAdjustments',
  route: 'GET /api/programs/:programId/adjustments',
  permission: 'report:read',
  summary: 'Bonuses and deductions of partners',
  input: AdjustmentQuery,
  output: AdjustmentPage,
  positionLength: 2,
  run: ({ pool, scope: { programId }, input }, page) =>
    loadAdjustments(pool, { programId, partnerId: optionalNumber(input.partner_id) }, page),
});
