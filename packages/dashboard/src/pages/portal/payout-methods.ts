import type { Answer } from '../../api/client.js';
import { texts } from '../../texts/portal.js';

export type PayoutDetails = NonNullable<
  Answer<'/api/partner/programs/{programId}/payout-details'>['payout_details']
>;
export type PayoutMethod = PayoutDetails['method'];

/** The ways to be paid, and what the account of each is called; a bank account has fields by its country. */
export const METHODS: Record<PayoutMethod, { readonly label: string }> &
  Record<Exclude<PayoutMethod, 'bank'>, { readonly account: string; readonly description: string }> =
  texts.methods;
