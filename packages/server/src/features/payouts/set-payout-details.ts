import { PayoutDetailsAnswer, PayoutDetailsInput } from '@svc/contract';
import { payoutDetailsMail } from '../../mail/payout-details.js';
import { defineOperation } from '../../operations/define-operation.js';
import { findPartnerBranding } from '../branding/find-branding.js';
import { mailBrand } from '../branding/mail-brand.js';
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
  async after({ pool, services, scope }, { payout_details, notice }) {
    if (notice !== null) {
      const { baseUrl } = services.settings;
      const brand = mailBrand(await findPartnerBranding(pool, scope.workspaceId), baseUrl);
      await services.mailer.send(payoutDetailsMail(notice, baseUrl, brand));
    }
    return { payout_details };
  },
});
