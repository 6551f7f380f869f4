/**
 * Every error the service answers: one code, its status and its public text, sent as `{ "error": text }`. Texts come
 * from specification section 7 and contract section 2; `<…>` stands for a word that is known only when it happens.
 * Details that callers must not see go to the log.
 */
export const ERRORS = {
  // Who is asking.
  authorization_malformed: { status: 401, text: 'Missing or malformed Authorization header' },
  api_key_empty: { status: 401, text: 'Empty API key' },
  api_key_unknown: { status: 401, text: 'Invalid API key' },
  authentication_required: { status: 401, text: 'Authentication required' },
  permission_missing: { status: 403, text: 'Missing permission <permission>' },
  two_factor_required: { status: 403, text: 'This workspace requires two-factor authentication' },
  portal_read_only: {
    status: 403,
    text: 'You are viewing the portal of a partner, and cannot change anything in it',
  },
  credentials_invalid: { status: 401, text: 'Invalid email or password' },
  password_wrong: { status: 400, text: 'Invalid password' },
  code_invalid: { status: 401, text: 'Invalid code' },
  backup_code_invalid: { status: 401, text: 'Invalid backup code' },
  reset_token_invalid: { status: 400, text: 'Invalid token' },
  origin_not_allowed: { status: 403, text: 'Origin not allowed' },
  link_other_program: { status: 403, text: 'Referral link does not belong to this program' },

  // Any request.
  request_malformed: { status: 400, text: 'Bad request' },
  json_invalid: { status: 400, text: 'Invalid JSON body' },
  body_not_object: { status: 400, text: 'Request body must be a JSON object' },
  not_found: { status: 404, text: 'Not found' },
  method_not_allowed: { status: 405, text: 'Method not allowed' },
  request_timeout: { status: 408, text: 'Request timeout' },
  body_too_large: { status: 413, text: 'Request body too large' },
  content_type_unsupported: { status: 415, text: 'Unsupported content type' },
  body_compressed: { status: 415, text: 'Compressed request bodies are not supported' },
  host_unknown: { status: 421, text: 'Unknown host' },
  rate_limited: { status: 429, text: 'Too many requests' },
  headers_too_large: { status: 431, text: 'Request headers too large' },
  internal: { status: 500, text: 'Internal server error' },
  unavailable: { status: 503, text: 'Service unavailable' },
  work_queue_full: { status: 503, text: 'Too much work is waiting: try again later' },

  // Click.
  affiliate_url_missing: { status: 400, text: 'affiliate_url is required' },
  affiliate_url_invalid: { status: 400, text: 'Invalid affiliate_url' },
  aff_missing: { status: 400, text: 'No aff parameter found in affiliate_url' },
  link_not_found: { status: 400, text: 'Referral link not found' },
  link_invalid: { status: 400, text: 'Invalid referral link configuration' },
  click_failed: { status: 500, text: 'Click tracking failed' },

  // Lead, and the two ids that a sale has too.
  lead_server_only: { status: 403, text: 'Leads are accepted from servers only' },
  lead_reward_needs_server: {
    status: 400,
    text: 'lead_reward_cents needs lead_source "server": anyone can send what a page sends',
  },
  lead_ids_missing: { status: 400, text: 'click_id or customer_key is required' },
  click_id_not_string: { status: 400, text: 'click_id must be a string' },
  click_id_invalid: { status: 400, text: 'click_id is invalid' },
  customer_key_not_string: { status: 400, text: 'customer_key must be a string' },
  customer_key_invalid: { status: 400, text: 'customer_key is invalid' },
  code_not_string: { status: 400, text: 'code must be a string' },
  email_not_string: { status: 400, text: 'email must be a string' },
  email_invalid: { status: 400, text: 'email is invalid' },
  program_id_invalid: { status: 400, text: 'program_id is invalid' },
  lead_customer_not_found: {
    status: 400,
    text: 'Customer not found. Provide a valid click_id or customer_key.',
  },
  customer_other_program: { status: 400, text: 'Customer does not belong to this program' },
  status_not_visitor: {
    status: 400,
    text: 'Customer status cannot be updated to lead. Current status: <status>',
  },
  lead_failed: { status: 500, text: 'Lead tracking failed' },

  // Click, lead and sale.
  additional_data_invalid: { status: 400, text: 'additional_data is invalid' },

  // Sale.
  sale_transaction_id: { status: 400, text: 'transaction_id is required and must be a string' },
  sale_amount: { status: 400, text: 'amount_cents is required and must be a positive integer' },
  currency_unknown: { status: 400, text: 'currency must be an ISO 4217 code' },
  occurred_at_invalid: { status: 400, text: 'occurred_at is invalid' },
  tax_cents_invalid: { status: 400, text: 'tax_cents is invalid' },
  items_invalid: { status: 400, text: 'items is invalid' },
  sale_duplicate: {
    status: 409,
    text: 'Duplicate transaction_id. This sale has already been recorded.',
  },
  // The same text, because a caller is not to learn what other programs sell; the code keeps callers from taking it for done.
  sale_duplicate_elsewhere: {
    status: 409,
    text: 'Duplicate transaction_id. This sale has already been recorded.',
  },
  sale_duplicate_different: {
    status: 409,
    text: 'Duplicate transaction_id. This sale has already been recorded.',
  },
  sale_customer_not_found: {
    status: 400,
    text: 'Customer not found. Provide customer_key or click_id.',
  },
  sale_no_attribution: {
    status: 400,
    text: 'No affiliate attribution found for this customer in this program',
  },
  sale_no_relationship: {
    status: 400,
    text: 'No partner-program relationship found for this customer',
  },
  sale_no_partner: { status: 400, text: 'partnerId required to create commission' },
  commission_failed: { status: 500, text: 'Failed to create commission' },
  sale_failed: { status: 500, text: 'Sale tracking failed' },

  // Erasure of a customer.
  customer_has_waiting_event: {
    status: 409,
    text: 'An event of the card processor about this customer has not been processed yet. Try again later.',
  },

  // Refund.
  refund_transaction_id: { status: 400, text: 'transaction_id is required' },
  refund_amount_invalid: { status: 400, text: 'amount_cents is invalid' },
  refund_id_invalid: { status: 400, text: 'refund_id is invalid' },
  refund_too_large: { status: 400, text: 'amount_cents exceeds the refundable amount' },
  refund_sale_not_found: { status: 404, text: 'Sale not found for transaction_id' },
  refund_failed: { status: 500, text: 'Refund tracking failed' },

  // Tracking status.
  status_program_id: { status: 400, text: 'programId must be an integer' },
  program_not_found: { status: 404, text: 'Program not found' },
  status_failed: { status: 500, text: 'Failed to load tracking status' },

  // Lists and reports of the dashboard.
  limit_invalid: { status: 400, text: 'limit is invalid' },
  cursor_invalid: { status: 400, text: 'cursor is invalid' },
  from_invalid: { status: 400, text: 'from is invalid' },
  to_invalid: { status: 400, text: 'to is invalid' },
  period_too_long: { status: 400, text: 'The period has too many sales: choose a shorter one' },

  // What people change after signing in. `<field>` is the first bad one in the order of the description.
  field_required: { status: 400, text: '<field> is required' },
  tool_group_unknown: { status: 400, text: 'only is invalid; it takes these groups of tools: <groups>' },
  field_invalid: { status: 400, text: '<field> is invalid' },
  password_too_short: { status: 400, text: '<field> is invalid' },
  password_too_long: { status: 400, text: '<field> is invalid' },
  password_common: { status: 400, text: '<field> is invalid' },
  password_is_address: { status: 400, text: '<field> is invalid' },
  two_factor_not_set_up: {
    status: 409,
    text: 'Set up two-factor authentication for your own account first',
  },
  name_taken: { status: 409, text: 'name is already in use' },
  code_taken: { status: 409, text: 'code is already in use' },
  processor_id_taken: { status: 409, text: 'A processor id belongs to another code' },
  short_link_taken: { status: 409, text: 'short_link is already in use' },
  name_server_failed: { status: 502, text: 'The name server did not answer' },
  link_domain_taken: { status: 409, text: 'link_domains has a host that is already in use' },
  partner_exists: { status: 409, text: 'This partner is already in the program' },
  member_exists: { status: 409, text: 'This person is already a member' },
  last_owner: { status: 409, text: 'The last owner cannot be removed' },
  program_archived: { status: 409, text: 'The program is archived' },
  rule_not_own: { status: 409, text: 'This partner has no commission rule of their own' },
  partner_not_approved: { status: 409, text: 'The partner is not approved in this program' },
  commission_status: { status: 409, text: 'Not possible for a commission that is <status>' },
  payout_status: { status: 409, text: 'Not possible for a payout that is <status>' },
  payout_paid_too_long_ago: { status: 409, text: 'This payout was marked as paid more than a minute ago' },
  payout_other_format: { status: 409, text: 'This payout is in the <format> file' },
  payout_details_unreadable: { status: 500, text: 'Payout details cannot be decrypted' },
  payout_details_invalid: {
    status: 409,
    text: 'The payout details of this payout are invalid, so it is in no payment file',
  },
  import_invalid: { status: 422, text: 'Nothing was imported: <problem>' },
  nothing_due: { status: 409, text: 'Nothing is due' },
  payout_run_incomplete: { status: 409, text: 'A payout run is still being created' },
  key_expired: { status: 409, text: 'This key is no longer valid' },
  link_missing: { status: 409, text: 'No link of an approved partner can be clicked on' },
  adjustment_reversed: { status: 409, text: 'The adjustment is already reversed' },
  adjustment_is_reversal: { status: 409, text: 'The adjustment reverses another one' },
  claim_answered: { status: 409, text: 'This claim has been answered' },
  claim_exists: { status: 409, text: 'This order has been claimed already' },
  url_not_https: { status: 400, text: 'url must begin with https://' },
  url_has_credentials: { status: 400, text: 'url must not contain a user name or a password' },
  url_not_public: {
    status: 400,
    text: 'url must have a public host: localhost and private, loopback, link-local and shared addresses are refused',
  },
  webhook_disabled: { status: 409, text: 'The webhook is disabled' },
  webhook_limit: { status: 409, text: 'A workspace can have 50 webhooks' },
  idempotency_key_reused: { status: 422, text: 'Idempotency-Key was used for another request' },
  idempotency_in_progress: { status: 409, text: 'A request with this Idempotency-Key is in progress' },
  idempotency_unreadable: { status: 500, text: 'The stored response cannot be decrypted' },
  already_set_up: { status: 409, text: 'The service has been set up already' },
  setup_token_required: {
    status: 403,
    text: 'The setup token is missing or wrong. The service printed it when it started.',
  },
  invitation_not_found: { status: 404, text: 'Invitation not found or no longer valid' },
  invitation_sign_in_required: {
    status: 403,
    text: 'This email address has an account: sign in with it to accept the invitation',
  },

  // Card processor, contract section 4.
  signature_invalid: { status: 400, text: 'Invalid signature' },
  processor_not_configured: { status: 503, text: 'Processor is not configured' },
  processor_credentials_missing: {
    status: 409,
    text: 'The service has no platform credentials of the card processor',
  },
  processor_connected: {
    status: 409,
    text: 'A processor account is already connected. Replace it in the dashboard.',
  },
  account_connected: { status: 409, text: 'account is already connected' },
  payment_connection_exists: { status: 409, text: 'a payment connection exists already' },
  api_key_other_account: { status: 409, text: 'api_key belongs to another account' },
  api_key_other_mode: { status: 400, text: 'api_key is of another mode' },
  api_key_public: { status: 400, text: 'api_key is a public key' },
  api_key_secret: { status: 400, text: 'api_key is a secret key; create a restricted key' },
  api_key_invalid: { status: 400, text: 'api_key is invalid' },
  api_key_client_token: { status: 400, text: 'api_key is a client-side token' },
  api_key_revoked: { status: 400, text: 'api_key is unknown or revoked' },
  api_key_expired: { status: 400, text: 'api_key has expired' },
  api_key_permissions: { status: 400, text: 'The key lacks permissions' },
  provider_silent: { status: 502, text: 'The payment provider did not answer' },
  backfill_running: { status: 409, text: 'a backfill is running' },
  event_not_replayable: { status: 409, text: 'Only events that failed or were ignored can be replayed' },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The public text of an error; `word` takes the place of the `<…>` in it. */
export function errorText(code: ErrorCode, word = ''): string {
  return ERRORS[code].text.replace(/<[a-z]+>/, () => word);
}
