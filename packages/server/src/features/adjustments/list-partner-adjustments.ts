import { type AdjustmentItem, PageQuery, PartnerAdjustmentPage } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { ADJUSTMENT_SORTS, loadAdjustments } from './load-adjustments.js';

export const listPartnerAdjustments = defineList({
  name: 'listPartnerAdjustments',
  route: 'GET /api/partner/programs/:programId/adjustments',
  permission: 'partner',
  summary: "The caller's bonuses and deductions, each with its reason",
  input: PageQuery,
  output: PartnerAdjustmentPage,
  sorts: ADJUSTMENT_SORTS,
  search: 'reason',
  async run({ pool, scope: { programId, partnerId } }, page) {
    const { data, next } = await loadAdjustments(pool, { programId, partnerId }, page);
    return { data: data.map(partnerItemOf), next };
  },
});

/** Partners do not see who of the team made it. */
function partnerItemOf({ partner_id: _partnerId, created_by: _createdBy, ...item }: AdjustmentItem) {
  return item;
}
