import type { EventReasonParameters, EventReasonTexts } from './types.js';

const KEYS = 'svc_click_id, svc_customer_key and program_id';
const REPLAY = 'then replay this event.';
const START = {
  checkout_unpaid: 'The checkout is not paid yet; another event reports when it is.',
  checkout_free: 'Nothing had to be paid at this checkout.',
  invoice_free: 'Nothing was paid with this invoice (a trial, a discount, a credit).',
};
const OBJECTS = {
  checkout: 'checkout',
  invoice: 'invoice',
  credit_note: 'credit note',
  refund: 'refund',
  dispute: 'dispute',
};
const STATUSES = {
  not_connected: 'not connected',
  pending: 'pending',
  disconnected: 'disconnected',
  removed: 'removed',
};

/** English texts of the reasons for results of payment events. */
export const ENGLISH: EventReasonTexts = {
  sale_recorded: {
    text(sale, money) {
      const { commission_cents: cents, commission_currency: currency } = sale;
      const commission =
        cents === null || currency === null
          ? 'no commission was earned'
          : `the commission is ${money(cents, currency)}`;
      return `${recorded(sale, money)}; ${commission}.`;
    },
  },
  sale_commission_pending: {
    text: (sale, money) => `${recorded(sale, money)}; its commission is completed in a moment.`,
  },
  sale_known: { text: () => 'The sale is recorded already, under one of its references; it counts once.' },
  checkout_credited: {
    text: ({ after }) =>
      `${after === null ? 'Nothing was paid.' : START[after]} It fixed who is credited with what is paid later.`,
  },
  refund_counted: {
    text: (refund, money) =>
      `${money(refund.changed_cents, refund.currency)} was counted as refunded; ${total(refund, money)}`,
  },
  refund_undone: {
    text: (refund, money) =>
      `${money(refund.changed_cents, refund.currency)} no longer counts as refunded; ${total(refund, money)}`,
  },
  payment_unchanged: {
    text: (sale) => `It reports nothing new about sale ${sale.transaction_id}.${held(sale)}`,
  },
  payment_linked: { text: (sale) => `It belongs to sale ${sale.transaction_id}.${held(sale)}` },
  sale_awaited: { text: () => 'The sale of this payment is not recorded; it takes effect when it is.' },
  sale_arrived: { text: () => 'It waited for its sale, and took effect when that was recorded.' },
  sale_never_came: {
    text: () => 'No sale of this payment was recorded in all the time it was waited for.',
  },
  two_sales: {
    text: () => 'Its references belong to two sales that were recorded separately but are one payment.',
    fix: () => 'Refund one of the two.',
  },
  refund_other_currency: {
    text: ({ transaction_id: id }) => `Sale ${id} was refunded in another currency than it was paid in.`,
    fix: () => 'Record the refund by hand.',
  },

  customer_unknown: {
    text: () => 'No customer of this workspace is known by its customer key or click id.',
    fix: (reason) => again(`Record the lead, ${REPLAY}`, reason),
  },
  payer_unknown: {
    text: (reason) =>
      again(
        'It carries no key, click id or code, and no customer of this workspace has paid so before.',
        reason,
      ),
  },
  click_unknown: {
    text: () => 'No customer of this workspace is known by its click id, and no click has this id.',
    fix: (reason) =>
      again(
        `Check that the page passes on the click id unchanged, and that the click belongs to this service; ${REPLAY}`,
        reason,
      ),
  },
  click_expired: {
    text: () => 'Its click is older than the cookie window of the program.',
    fix: (reason) =>
      again(
        'Extend the cookie window if such payments should count, or assign the customer by hand.',
        reason,
      ),
  },
  code_unknown: {
    text: ({ code }) =>
      `${code === null ? 'Its code' : `Code ${code}`} is not an active code of the program.`,
    fix: (reason) => again(`Give the code to a partner or activate it, ${REPLAY}`, reason),
  },
  partner_not_approved: {
    text: ({ code }) =>
      `The partner of ${code === null ? 'its code' : `code ${code}`} is not approved in the program.`,
    fix: (reason) => again(`Approve the partner, ${REPLAY}`, reason),
  },
  other_program: {
    text: () => 'Its customer belongs to another program.',
    fix: (reason) =>
      again('Put the program_id of that program into the metadata, or limit the connection to it.', reason),
  },
  no_partner: { text: () => 'Its customer was not brought by a partner.' },
  no_metadata: {
    text: () =>
      'Its customer was brought by a partner, but the payment carries no keys, and the connection credits by metadata only.',
    fix: () =>
      'Set the connection to credit renewals by earlier payments, or repeat the keys in the metadata of each payment.',
  },
  program_archived: {
    text: () => 'Its program is archived and earns nothing more.',
    fix: () => `Restore the program, ${REPLAY}`,
  },
  no_program: {
    text: () => 'Several programs of the workspace come into question, and nothing says which one it is of.',
    fix: () => 'Limit the connection to a program, or put program_id into the metadata.',
  },
  program_missing: {
    text: () => 'Its metadata has no program_id, or one that is no number.',
    fix: () => 'Put program_id into the metadata beside the other keys.',
  },
  program_elsewhere: {
    text: ({ program_id: id }) => `Program ${id} is not one of the workspace its account belongs to.`,
    fix: () => 'Put the program_id of a program of this workspace into the metadata.',
  },
  keys_missing: {
    text: () => 'Its metadata has neither a customer key nor a click id.',
    fix: () => 'Put svc_customer_key or svc_click_id into the metadata beside program_id.',
  },
  no_keys: { text: () => 'It carries none of our metadata.', fix: metadataFix },

  checkout_unpaid: { text: () => START.checkout_unpaid },
  checkout_free: { text: () => START.checkout_free },
  checkout_saved_method: { text: () => 'The checkout only saved a way to pay; nothing was paid.' },
  invoice_free: { text: () => START.invoice_free },
  credit_note_empty: { text: () => 'The credit note refunded nothing.' },
  charge_not_refunded: { text: () => 'Nothing of the charge was refunded.' },
  invoice_payment_unnamed: { text: () => 'It does not say which payment paid the invoice.' },
  no_payment: { text: () => 'The event is about no payment.' },
  other_type: { text: ({ type }) => `Events of type ${type} are not about money.` },
  unknown_layout: {
    text: ({ object, lacks }) =>
      `The ${OBJECTS[object]} has no ${{ id: 'id', amount: 'amount that can be counted', currency: 'currency' }[lacks]}.`,
    fix: () =>
      'Check the API version of the webhook endpoint at the provider, and whether another system changes events on their way.',
  },
  thin_event: {
    text: () => 'The event carries no object.',
    fix: () => 'Subscribe the webhook endpoint to snapshot events, not to thin ones.',
  },
  invalid_event: {
    text: () => 'Not a valid event.',
    fix: () => 'Check that the webhook endpoint belongs to the payment provider of the connection.',
  },
  unknown_provider: {
    text: ({ provider }) => `No provider ${provider} is known.`,
    fix: () => `Start a version of the service that supports this provider, ${REPLAY}`,
  },

  no_account: {
    text: () =>
      'The event is of no account: it arrived at the endpoint of Stripe Connect, but belongs to a webhook endpoint of your own account.',
    fix: () =>
      'Connect your own account by key under Payment accounts, then delete the endpoint at /webhooks/processor in the Dashboard of the provider.',
  },
  account_unknown: {
    text: ({ account_id: id }) => `The event is of account ${id}, which is not connected here.`,
    fix: () => `Connect the account, ${REPLAY}`,
  },
  connection_inactive: {
    text: ({ status }) => `The account of the event is ${STATUSES[status]}.`,
    fix: () => `Connect the account again, ${REPLAY}`,
  },
  account_event: { text: () => 'It is about the account, not about a payment.' },
  account_test_mode: { text: () => 'It is of test mode, and the account is connected with real money.' },
  account_connected: { text: () => 'The account is connected.' },
  account_restricted: {
    text: () => 'The account can take no charges at the moment.',
    fix: () => 'Open the account at the provider, which says what it needs.',
  },
  account_outdated: { text: () => 'Something newer is known of the account.' },
  account_disconnected: {
    text: () =>
      'The account was disconnected at the processor. What was recorded stays; later events of it are ignored.',
  },
  account_already_disconnected: {
    text: () => 'The account was disconnected before, or connected again since.',
  },

  arrived: { text: () => 'It has arrived and is about to be processed.' },
  not_recorded_yet: { text: () => 'It could not be recorded yet; it is tried again.' },
  service_error: {
    text: ({ attempts }) => `It failed ${attempts} times because of an error in the service; see its log.`,
    fix: () => 'Replay it once that is fixed.',
  },
  text: { text: ({ text }) => text },
};

type Parameters<Code extends keyof EventReasonParameters> = EventReasonParameters[Code];
type Money = (amountCents: number, currency: string) => string;

function recorded(sale: Parameters<'sale_commission_pending'>, money: Money): string {
  const what = sale.is_test ? 'test sale' : 'sale';
  return `Recorded as ${what} ${sale.transaction_id} of ${money(sale.amount_cents, sale.currency)}`;
}

function held({ is_held: isHeld }: Parameters<'payment_linked'>): string {
  return isHeld ? ' The commission is held.' : '';
}

function total(refund: Parameters<'refund_counted'>, money: Money): string {
  const all = money(refund.refunded_cents, refund.currency);
  return `the refunds of sale ${refund.transaction_id} total ${all}.${held(refund)}`;
}

function again(text: string, { is_tried_again: isTriedAgain }: Parameters<'customer_unknown'>): string {
  return isTriedAgain ? `${text} Until then it is tried again by itself, for some days.` : text;
}

/** Names the places of the metadata as the provider does. */
function metadataFix({ provider, kind }: Parameters<'no_keys'>): string {
  const isStripe = provider === 'stripe';
  switch (kind) {
    case 'checkout':
      return `Put ${KEYS} into the metadata of the checkout${isStripe ? ' session when you create it' : ''}.`;
    case 'subscription_start':
      return isStripe
        ? `Put ${KEYS} into the metadata of the checkout session, and into subscription_data.metadata as well.`
        : `Put ${KEYS} into the metadata of the subscription.`;
    case 'renewal':
      return isStripe
        ? `Repeat ${KEYS} in subscription_data.metadata of the checkout; for subscriptions that exist already, write them into the metadata of the subscription.`
        : `Repeat ${KEYS} in the metadata of the subscription.`;
    case 'invoice':
      return isStripe
        ? `Put ${KEYS} into the metadata of the invoice (invoice_creation.invoice_data.metadata of a checkout).`
        : `Put ${KEYS} into the metadata of the invoice.`;
  }
}
