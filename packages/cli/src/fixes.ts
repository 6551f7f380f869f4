import type { ErrorCode } from '@svc/contract/errors';

const KEY = 'the API key of the program (SVC_API_KEY in .svc/.env)';
const RETRY =
  'Wait as many seconds as the header Retry-After says, then repeat the request. Nothing was recorded.';
const OURS = (repeat: string) =>
  `An error inside the service; its log has details under the x-request-id. ${repeat}`;
const SHORT_TEXT = 'Send at most 255 characters, without control characters.';

/**
 * What an integrator does about each error of the service. Null: errors that only the dashboard or Stripe can get. A new
 * error does not compile until it has a line here.
 */
export const FIXES: Readonly<Record<ErrorCode, string | null>> = {
  authorization_malformed: `Send the header \`Authorization: Bearer <key>\` with ${KEY}.`,
  api_key_empty: `Nothing follows \`Bearer \`: set SVC_API_KEY where the server runs. Send ${KEY}.`,
  api_key_unknown: `No program has this key, it was revoked, or the program is archived. Use ${KEY}, and run \`svc init\` with it.`,
  authentication_required: null,
  permission_missing: null,
  two_factor_required: null,
  portal_read_only: null,
  credentials_invalid: null,
  password_wrong: null,
  code_invalid: null,
  backup_code_invalid: null,
  reset_token_invalid: null,
  origin_not_allowed:
    "Add the page's origin (scheme, host and port; localhost and 127.0.0.1 are different) to the allowed origins of the program.",
  link_other_program: 'The link and the API key belong to different programs: use a link of this one.',

  request_malformed: 'This is not a valid HTTP request: check the path and the headers.',
  json_invalid: 'Send a body that is valid JSON.',
  body_not_object: 'Send a JSON object as the body, not an array or a single value.',
  not_found: 'There is nothing at this path: check SVC_BASE_URL, and the path for typing errors.',
  method_not_allowed: null,
  request_timeout: 'The request arrived too slowly: repeat it.',
  body_too_large: 'Send less: a body is at most 64 KiB.',
  content_type_unsupported: 'Send the header `Content-Type: application/json`.',
  body_compressed: 'Send the body uncompressed, without the header `Content-Encoding`.',
  host_unknown:
    "This is not one of the service's host names: check SVC_BASE_URL. The operator can add names to SVC_HOSTS.",
  rate_limited: RETRY,
  headers_too_large: 'Send fewer or smaller headers; very large cookies are the usual cause.',
  internal: OURS('Repeat the request.'),
  unavailable: RETRY,
  work_queue_full: null,

  affiliate_url_missing: 'Send `affiliate_url`, the address at which the visitor arrived.',
  affiliate_url_invalid:
    'Send the whole address, http or https, at most 2,048 characters: `https://shop.example/?aff=jane`.',
  aff_missing: 'The address has no `aff`. Send clicks only for visitors who came through a referral link.',
  link_not_found:
    'No link has this `aff`, its partner is not approved in the program, or the program is archived: check the link, or approve the partner.',
  link_invalid: 'The link has no partner or no program: set both.',
  click_failed: OURS('Repeat the click.'),

  lead_server_only:
    'The program accepts leads from servers only: report the sign-up from your server, with the API key, and forward the click id.',
  lead_ids_missing: 'Send `click_id` or `customer_key`, preferably both.',
  click_id_not_string: 'Send `click_id` as a string, as it is in the cookie `svc_click_id`.',
  click_id_invalid: SHORT_TEXT,
  code_not_string: 'Send the code as a string, or leave it out.',
  customer_key_not_string: 'Send your id as a string: `String(user.id)`.',
  customer_key_invalid: SHORT_TEXT,
  email_not_string: 'Send `email` as a string, or leave it out.',
  email_invalid: SHORT_TEXT,
  program_id_invalid: 'Send the number of the program, SVC_PROGRAM_ID.',
  lead_customer_not_found:
    'The click is unknown or older than the cookie duration. Send your `customer_key` too: the lead is then recorded without a partner.',
  customer_other_program:
    'The click or the customer belongs to another program: use the key and the program id of the program whose link was clicked.',
  status_not_visitor: 'Nothing to do: this customer is already a lead or has paid.',
  lead_failed: OURS('Repeat the lead; a repeated one changes nothing.'),

  additional_data_invalid: 'Send at most 4 KiB of `additional_data`, counted as JSON in UTF-8.',

  sale_transaction_id:
    'Send `transaction_id` (`invoiceId`): a string of at most 255 characters, your id of the invoice or payment, unique per sale.',
  sale_amount:
    'Send `amount_cents` (`amount`) as an integer above 0 in the smallest unit, not as a string: 49.90 USD is `4990`, 4990 JPY too.',
  currency_unknown: 'Send a code like `USD` or `EUR`, or leave it out.',
  occurred_at_invalid: 'Send a time like `2026-01-31T12:00:00Z` that is not in the future, or leave it out.',
  items_invalid:
    'Send up to 100 items with `product` (text) and `amount_cents` (an integer from 0), together not more than the sale, or none.',
  tax_cents_invalid: 'Send an integer from 0 to `amount_cents`, or leave it out.',
  sale_duplicate:
    'Nothing to do: this sale is already recorded. For another sale, or if only a test sale has this id, use another id.',
  sale_duplicate_elsewhere:
    'Another program has used this id, so this sale is not recorded: give your ids a prefix of your own, such as `acme-1001`, and send it again.',
  sale_duplicate_different:
    'This sale is recorded with another amount, which stays: report what was added to the order as a sale with an id of its own, and what was taken off as a refund.',
  sale_customer_not_found:
    'No lead has this id, or only a test lead: send exactly the same id at lead and at sale time, the lead first, or send the `click_id`. For customers older than the integration: nothing to do.',
  sale_no_attribution: 'The customer belongs to another program: use the key of that program.',
  sale_no_relationship:
    'Nothing to do: no partner referred this customer. If a partner did, send the click id with the lead or the sale.',
  sale_no_partner: "This customer's link has no partner: set the link's partner.",
  commission_failed:
    'The sale is recorded, and the service adds its commission later: do not repeat it. A repeated sale gets 409.',
  sale_failed: OURS('Repeat the sale with the same id; it counts once.'),

  refund_transaction_id: 'Send the `transaction_id` (`invoiceId`) of the sale, as a string.',
  refund_amount_invalid:
    'Send an integer above 0 in the smallest unit, or leave it out to refund the rest of the sale.',
  refund_id_invalid: SHORT_TEXT,
  refund_too_large:
    'This is more than the rest of the sale: send less, or leave the amount out to refund the rest.',
  refund_sale_not_found:
    'No sale of this program has this id: send the id that the sale was reported with, and the key of the same program.',
  refund_failed: OURS('Repeat the refund; give a partial one a `refund_id` first, so that it counts once.'),

  status_program_id: null,
  program_not_found:
    'The program of this key no longer exists: use the key of another program, and run `svc init` with it.',
  status_failed: OURS('Repeat the command.'),

  limit_invalid: null,
  cursor_invalid: null,
  from_invalid: null,
  to_invalid: null,
  period_too_long: null,

  field_required: null,
  tool_group_unknown: null,
  field_invalid: null,
  password_too_short: null,
  password_too_long: null,
  password_common: null,
  password_is_address: null,
  two_factor_not_set_up: null,
  name_taken: null,
  lead_reward_needs_server: null,
  code_taken: null,
  processor_id_taken: null,
  short_link_taken: null,
  name_server_failed: null,
  link_domain_taken: null,
  partner_exists: null,
  member_exists: null,
  last_owner: null,
  program_archived: null,
  rule_not_own: null,
  partner_not_approved: null,
  commission_status: null,
  payout_status: null,
  payout_paid_too_long_ago: null,
  payout_other_format: null,
  payout_details_invalid: null,
  payout_details_unreadable: null,
  import_invalid: null,
  nothing_due: null,
  payout_run_incomplete: null,
  key_expired: null,
  link_missing: null,
  adjustment_reversed: null,
  adjustment_is_reversal: null,
  claim_answered: null,
  claim_exists: null,
  url_not_https: null,
  url_has_credentials: null,
  url_not_public: null,
  webhook_disabled: null,
  webhook_limit: null,
  idempotency_key_reused: null,
  idempotency_in_progress: null,
  idempotency_unreadable: null,
  already_set_up: null,
  setup_token_required: null,
  invitation_not_found: null,
  invitation_sign_in_required: null,

  signature_invalid: null,
  processor_connected: 'Nothing to do if it is the right account. To replace it, sign in to the dashboard.',
  account_connected:
    'The account is connected in this mode already, perhaps in another workspace. Disconnect it there first.',
  payment_connection_exists: 'The workspace has a payment connection. Add another one in the dashboard.',
  api_key_other_account: null,
  api_key_other_mode: null,
  api_key_public: 'That is a key for pages. Make a restricted key (rk_…) at the provider.',
  api_key_secret: 'A secret key can do everything. Make a restricted key (rk_…) at the provider.',
  api_key_client_token: 'That is a token for pages. Make an API key at the provider.',
  api_key_revoked: 'The provider does not know the key. Make another one.',
  api_key_expired: 'Make another key at the provider.',
  api_key_invalid: 'Copy the whole key from the page of the provider.',
  api_key_permissions:
    'Give the key the permissions that the answer names, or open the link that `svc setup processor` prints.',
  provider_silent: 'Repeat the request in a minute. Nothing was stored.',
  backfill_running: null,
  event_not_replayable: null,
  customer_has_waiting_event: null,
  processor_credentials_missing: null,
  processor_not_configured:
    'The operator of the service must set its Stripe credentials. Until then, report sales with `trackSale`.',
};
