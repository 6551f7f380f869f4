import { messages } from '../language/messages.js';

/** Texts of the payment provider. */
export const texts = messages('payments', {
  paid: 'Paid',
  meanings: {
    not_connected: 'No account is connected. Only sales your server reports are recorded.',
    pending: 'Someone is connecting an account. This page updates automatically.',
    connected:
      'Payments, renewals, refunds and disputes are recorded as they happen. Partners are not paid through Stripe, but by payout runs.',
    restricted:
      'The account is connected, but Stripe currently doesn’t allow it to accept payments. Sign in to Stripe to see what is required.',
    disconnected: 'The account was disconnected. New events are ignored; recorded data is kept.',
  },
  waitingForStripe: 'Waiting for Stripe',
  connectStripe: 'Connect Stripe',
  reconnect: 'Reconnect',
  replaceAccount: 'Replace account',
  replaceTheAccount: 'Replace the account?',
  youllChooseTheNewAccount:
    'You’ll choose the new account on Stripe. From then on, only its payments are recorded; events of the current account are ignored, including refunds of recorded sales. Nothing changes until you finish.',
  chooseAccount: 'Choose account',
  continueWithYourPaymentProvider: 'Continue with your payment provider',
  stripeHasOpened:
    'Stripe has opened in a new tab. If it hasn’t, {link} in this browser. The link is valid for 10 minutes. This page updates when you’re done.',
  openItHere: 'open it here',
  connected: 'Connected',
  acceptsPayments: 'Accepts payments',
  yes: 'Yes',
  no: 'No',
  payoutsEnabled: 'Pays out to your bank account',
  stripeIsntConfigured: 'Stripe isn’t configured on this service',
  askYourAdministratorToSet: 'Ask your administrator to set these variables and restart the service:',
  andToConnectAccounts: '{code} and {code2}, to connect accounts.',
  toVerifyEventsFromStripe: '{code}, to verify events from Stripe. Until then, events are rejected.',
  names: {
    checkout: 'One-time payments',
    subscription_start: 'New subscriptions',
    renewal: 'Renewals',
    invoice: 'Invoices',
  },
  payments: 'Payments',
  paymentCount: '{payments, plural, one {# payment} other {# payments}}',
  withMetadata: 'With metadata',
  share: 'Share',
  nextStep: 'Next step',
  metadataCoverage: 'Metadata coverage',
  aPaymentIsCredited:
    'A payment is credited to a partner when its metadata contains {code} and either {code2} or {code3}. This table shows how much of the last 90 days’ payments did.',
  paymentsByType: 'Payments by type',
  noPaymentsYet: 'No payments yet',
  onceYourAccountIsConnected:
    'Once your account is connected and customers pay, this table shows whether their payments can be credited.',
  noneEveryPayment: 'None. Every payment has the metadata.',
  firstPaymentWithoutIt: 'First payment without it: {transactionId}',
  processed: 'Processed',
  waiting: 'Waiting',
  ignored: 'Ignored',
  failed: 'Failed',
  everyEventReceivedFromStripe:
    'Every event received from Stripe and how it was processed. You can retry ignored and failed events after fixing the cause.',
  paymentProviderEvents: 'Payment provider events',
  eventsAppearHereWhenStripe: 'Events appear here when Stripe sends the first one.',
  noMatchingEvents: 'No matching events',
  result: 'Result',
  attemptedTimes: 'Attempted {attempts} times.',
  received: 'Received',
  still: 'Still {status}: {reason}',
  tryAgain: 'Try again: {type}',
});
