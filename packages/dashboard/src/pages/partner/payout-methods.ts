import type { Answer } from '../../api/client.js';

export type PayoutDetails = NonNullable<
  Answer<'/api/partner/programs/{programId}/payout-details'>['payout_details']
>;
export type PayoutMethod = PayoutDetails['method'];

/** The ways to be paid, and what the account of each is called. */
export const METHODS: Record<
  PayoutMethod,
  { readonly label: string; readonly account: string; readonly description: string }
> = {
  bank: {
    label: 'Bank transfer',
    account: 'IBAN or account number',
    description: 'Outside of IBAN countries with what your bank asks for besides, such as a routing number.',
  },
  paypal: {
    label: 'PayPal',
    account: 'PayPal address',
    description: 'The email address of your PayPal account.',
  },
  wise: {
    label: 'Wise',
    account: 'Wise address or tag',
    description: 'The email address of your Wise account, or its tag.',
  },
};
