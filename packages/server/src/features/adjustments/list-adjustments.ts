import { AdjustmentPage, AdjustmentQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { ADJUSTMENT_SORTS, loadAdjustments } from './load-adjustments.js';

export const listAdjustments = defineList({
  name: 'listAdjustments',
  route: 'GET /api/programs/:programId/adjustments',
  permission: 'report:read',
  summary: 'Bonuses and deductions of partners',
  input: AdjustmentQuery,
  output: AdjustmentPage,
  sorts: ADJUSTMENT_SORTS,
  search: 'reason, who made it, name and email of the partner',
  run: ({ pool, scope: { programId }, input }, page) =>
    loadAdjustments(pool, { programId, partnerId: optionalNumber(input.partner_id) }, page),
});
