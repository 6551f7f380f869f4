import { PayoutDetailsAnswer } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { loadPayoutDetails } from './payout-details.js';

export const readPayoutDetails = defineRead({
  name: 'readPayoutDetails',
  route: 'GET /api/partner/programs/:programId/payout-details',
  permission: 'partner',
  isPrivate: true,
  summary: 'Where the caller wants to be paid',
  output: PayoutDetailsAnswer,
  run: async ({ pool, scope, services }) => ({
    payout_details: await loadPayoutDetails(pool, scope.partnerId, services.encryption),
  }),
});
