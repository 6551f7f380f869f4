import type { PaymentProvider } from '../../payments/provider.js';

const KEYS = 'svc_click_id, svc_customer_key and program_id';

/** Where the metadata of each kind of payment comes from. */
export const METADATA_ADVICE: PaymentProvider['metadataAdvice'] = {
  checkout: `Put ${KEYS} into the metadata of the checkout session when you create it.`,
  subscription_start: `Put ${KEYS} into the metadata of the checkout session, and into subscription_data.metadata as well.`,
  renewal: `Repeat ${KEYS} in subscription_data.metadata of the checkout; for subscriptions that exist already, write them into the metadata of the subscription.`,
  invoice: `Put ${KEYS} into the metadata of the invoice (invoice_creation.invoice_data.metadata of a checkout).`,
};
