import { PayoutDetailsAnswer, PayoutDetailsInput } from '@svc/contract';
import { payoutDetailsMail } from '../../mail/payout-details.js';
import { defineOperation } from '../../operations/define-operation.js';
import { writePayoutDetails } from './payout-details.js';

export const setPayoutDetails = defineOperation({
  name: 'setPayoutDetails',
  route: 'PUT /api/partner/programs/:programId/payout-details',
  permission: 'partner',
  summary: 'Add or change payout details for payouts created from now on; the partner gets an email',
  input: PayoutDetailsInput,
  output: PayoutDetailsAnswer,
  audit: 'partner.payout_details',
  run: ({ client, scope, input, services }) => writePayoutDetails(client, scope, input, services.encryption),
  async after({ services }, { payout_details, notice }) {
    if (notice !== null) await services.mailer.send(payoutDetailsMail(notice, services.settings.baseUrl));
    return { payout_details };
  },
});
