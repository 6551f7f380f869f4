import type { ErrorCode } from '@svc/contract/errors';

const KEY = 'the API key of the program (SVC_API_KEY in .svc/.env)';
const RETRY = 'Wait as many seconds as the header Retry-After says, then repeat it. Nothing was recorded.';
const OURS = (repeat: string) =>
  `A fault of the service; its log tells more under the x-request-id. ${repeat}`;
const SHORT_TEXT = 'Send at most 255 characters, without control characters.';

/**
 * What an integrator does about each error of the service. Null: errors that no integration meets, but only the
 * dashboard or the card processor. A new error does not compile until it has its line here.
 */
export const FIXES: Readonly<Record<ErrorCode, string | null>> = {
  authorization_malformed: `Send the header \`Authorization: Bearer <key>\` with ${KEY}.`,
  api_key_empty: `Nothing follows \`Bearer \`: is SVC_API_KEY set where the server runs? Send ${KEY}.`,
  api_key_unknown: `No program has this key, it was replaced, or the program is archived. Take ${KEY}, and run \`svc init\` with it.`,
  authentication_required: null,
  permission_missing: null,
  two_factor_required: null,
  credentials_invalid: null,
  password_wrong: null,
  code_invalid: null,
  backup_code_invalid: null,
  reset_token_invalid: null,
  origin_not_allowed:
    "Add the page's origin (scheme, host and port; localhost and 127.0.0.1 are two) to the allowed origins of the program.",
  link_other_program: 'The link and the API key belong to different programs: use a link of this one.',

  request_malformed: 'The request is no valid HTTP request to this address: check path and headers.',
  json_invalid: 'Send a body that is valid JSON.',
  body_not_object: 'Send a JSON object as the body, not an array or a single value.',
  not_found: 'There is nothing at this path: check SVC_BASE_URL, and the path for a typing error.',
  request_timeout: 'The request arrived too slowly: repeat it.',
  body_too_large: 'Send less: a body is at most 64 KiB.',
  content_type_unsupported: 'Send the header `Content-Type: application/json`.',
  host_unknown:
    'The service does not know itself by this name: check SVC_BASE_URL. Whoever runs it adds further names to SVC_HOSTS.',
  rate_limited: RETRY,
  headers_too_large: 'Send fewer or smaller headers; very large cookies are the usual cause.',
  internal: OURS('Repeat the request.'),
  unavailable: RETRY,

  affiliate_url_missing: 'Send `affiliate_url`, the address at which the visitor arrived.',
  affiliate_url_invalid:
    'Send the whole address, http or https, at most 2,048 characters: `https://shop.example/?aff=jane`.',
  aff_missing: 'The address has no `aff`. Send clicks only for visitors who came through a referral link.',
  link_not_found:
    'No link has this `aff`, its partner is not approved in the program, or the program is archived: check the link, or approve the partner.',
  link_invalid: 'The link has no partner or no program: give it both.',
  click_failed: OURS('Repeat the click.'),

  lead_server_only:
    'The program accepts leads from servers only: report the signup from your server, with the API key, and forward the click id.',
  lead_ids_missing: 'Send `click_id`, or `customer_key`, or better both.',
  click_id_not_string: 'Send `click_id` as a string, as it is in the cookie `svc_click_id`.',
  click_id_invalid: SHORT_TEXT,
  customer_key_not_string: 'Send your id as a string: `String(user.id)`.',
  customer_key_invalid: SHORT_TEXT,
  email_not_string: 'Send `email` as a string, or leave it out.',
  email_invalid: SHORT_TEXT,
  program_id_invalid: 'Send the number of the program, SVC_PROGRAM_ID.',
  lead_customer_not_found:
    'The click is unknown or older than the cookie duration. Send your `customer_key` too: then the lead is recorded, for nobody.',
  customer_other_program:
    'Click or customer belong to another program: use the key and the program id of the program whose link was clicked.',
  status_not_visitor: 'Nothing to do: this customer is a lead already, or has paid. Treat it as done.',
  lead_failed: OURS('Repeat the lead; a repeated one changes nothing.'),

  additional_data_invalid: 'Send at most 4 KiB of `additional_data`, counted as JSON in UTF-8.',

  sale_transaction_id:
    'Send `transaction_id` (`invoiceId`): a string of at most 255 characters, your id of the invoice or payment, unique per sale.',
  sale_amount:
    'Send `amount_cents` (`amount`) as a whole number above 0 in the smallest unit, no string: 49.90 USD is `4990`, 4990 JPY too.',
  currency_unknown: 'Send a code like `USD` or `EUR`, or leave it out.',
  occurred_at_invalid: 'Send a time like `2026-01-31T12:00:00Z` that is not in the future, or leave it out.',
  tax_cents_invalid: 'Send a whole number from 0 to `amount_cents`, or leave it out.',
  sale_duplicate: 'Nothing to do: this sale is recorded. Do not repeat it. For another sale, use another id.',
  sale_duplicate_elsewhere:
    'Another program has used this id, so this sale is not recorded: give your ids a prefix of your own, such as `acme-1001`, and send it again.',
  sale_customer_not_found:
    'No lead has this id: send the very same id at lead and at sale time, the lead first, or send the `click_id`. For customers from before the integration: nothing to do.',
  sale_no_attribution: 'The customer belongs to another program: use the key of that program.',
  sale_no_relationship:
    'No partner brought this customer, so nobody earns: treat it as done. If somebody did, forward the click id with the lead.',
  sale_no_partner: 'The link of this customer has no partner: give the link its partner.',
  commission_failed:
    'The sale is recorded and its commission follows by itself: do not repeat it. A repeated one gives 409.',
  sale_failed: OURS('Repeat the sale with the same id; it counts once.'),

  refund_transaction_id: 'Send the `transaction_id` (`invoiceId`) of the sale, as a string.',
  refund_amount_invalid:
    'Send a whole number above 0 in the smallest unit, or leave it out to refund all that is left.',
  refund_id_invalid: SHORT_TEXT,
  refund_too_large:
    'More than is left of the sale: send less, or leave the amount out to refund all that is left.',
  refund_sale_not_found:
    'No sale of this program has this id: send the id that the sale was reported with, and the key of the same program.',
  refund_failed: OURS('Repeat the refund; give a partial one a `refund_id` first, so that it counts once.'),

  status_program_id: null,
  program_not_found:
    'The program of this key is gone: take the key of another one, and run `svc init` with it.',
  status_failed: OURS('Repeat the command.'),

  limit_invalid: null,
  cursor_invalid: null,
  from_invalid: null,
  to_invalid: null,

  field_required: null,
  field_invalid: null,
  password_too_short: null,
  password_too_long: null,
  password_common: null,
  password_is_address: null,
  two_factor_not_set_up: null,
  name_taken: null,
  short_link_taken: null,
  partner_exists: null,
  member_exists: null,
  last_owner: null,
  program_archived: null,
  rule_not_own: null,
  partner_not_approved: null,
  commission_status: null,
  payout_status: null,
  payout_other_format: null,
  payout_details_unreadable: null,
  nothing_due: null,
  key_expired: null,
  link_missing: null,
  claim_answered: null,
  claim_exists: null,
  already_set_up: null,
  setup_token_required: null,
  invitation_not_found: null,

  signature_invalid: null,
  processor_connected:
    'Nothing to do where it is the right account. To replace it, sign in to the dashboard and open the page of the card processor.',
  event_not_replayable: null,
  processor_credentials_missing: null,
  processor_not_configured:
    'Whoever runs the service has to give it the credentials of the card processor. Until then report sales with `trackSale`.',
};
