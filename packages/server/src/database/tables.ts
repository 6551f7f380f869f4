// Written by `npm run generate` from the migrations; edit those instead.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

// Inserted as JSON text, because pg would send a JavaScript array as an array of PostgreSQL.
type Json = ColumnType<unknown, string, string>;
type Numeric = ColumnType<string, string | number, string | number>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Nullable<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S | null, I | null, U | null> : never;
type Defaulted<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : never;

interface Accounts {
  id: string;
  user_id: string;
  provider_id: string;
  account_id: string;
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Nullable<Timestamp>;
  refresh_token_expires_at: Nullable<Timestamp>;
  scope: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

interface Adjustments {
  id: number;
  program_id: number;
  partner_id: number;
  amount_cents: number;
  currency: string;
  reason: string;
  status: string;
  payable_at: Timestamp;
  payout_id: number | null;
  reverses_id: number | null;
  created_by: string;
  created_at: Timestamp;
}

interface ApiKeyNetworks {
  api_key_id: number;
  network: string;
  last_seen_at: Defaulted<Timestamp>;
}

interface ApiKeys {
  id: Generated<number>;
  program_id: number;
  key_hash: string;
  hint: string;
  name: string;
  created_at: Defaulted<Timestamp>;
  expires_at: Nullable<Timestamp>;
  last_used_at: Nullable<Timestamp>;
}

interface AssetChunks {
  asset_id: number;
  position: number;
  content: Buffer;
}

interface Assets {
  id: Generated<number>;
  program_id: number;
  kind: string;
  name: string;
  body: string | null;
  file_name: string | null;
  media_type: string | null;
  size_bytes: number | null;
  archived_at: Nullable<Timestamp>;
  created_at: Defaulted<Timestamp>;
}

interface AuditEntries {
  id: Generated<number>;
  workspace_id: number;
  program_id: number | null;
  user_id: string | null;
  user_email: string;
  action: string;
  target_type: string;
  target_id: string;
  before: Nullable<Json>;
  after: Nullable<Json>;
  occurred_at: Defaulted<Timestamp>;
  number: number;
  written_in: Generated<number>;
  seal_salt: Generated<string | null>;
  erased: Nullable<Json>;
}

interface AuditHeads {
  workspace_id: number;
  last_number: number;
}

interface BalanceIncrements {
  id: Generated<number>;
  program_id: number;
  partner_id: number;
  currency: string;
  pending: Numeric;
  held: Numeric;
  payable: Numeric;
  paid: Numeric;
}

interface BusyVisitors {
  day: string;
  link_id: number;
  visitor: number;
}

interface ClaimChecks {
  id: Generated<number>;
  program_id: number;
  partner_id: number;
  checked_at: Defaulted<Timestamp>;
}

interface Claims {
  id: Generated<number>;
  program_id: number;
  partner_id: number;
  reference: string;
  note: string | null;
  status: Generated<string>;
  finding: string;
  sale_id: number | null;
  answer: string | null;
  created_at: Defaulted<Timestamp>;
  answered_at: Nullable<Timestamp>;
  correction: string | null;
  correction_id: number | null;
}

interface Clicks {
  clicked_ms: number;
  number: number;
  program_id: number;
  enrollment_id: number;
  partner_id: number;
  link_id: number;
  test_mode: boolean;
  bot: boolean;
  affiliate_url: string;
  referrer: string | null;
  additional_data: string | null;
  dimensions: string | null;
  visitor: number | null;
}

interface CodeProcessorIds {
  program_id: number;
  processor_id: string;
  code_id: number;
}

interface Codes {
  id: Generated<number>;
  program_id: number;
  partner_id: number;
  enrollment_id: number;
  link_id: number | null;
  code: string;
  deactivated_at: Nullable<Timestamp>;
  created_at: Defaulted<Timestamp>;
}

interface CommissionIncrements {
  id: Generated<number>;
  program_id: number;
  partner_id: number;
  currency: string;
  status: string;
  earned_on: string;
  payable_on: string;
  commissions: number;
  amount_cents: Numeric;
}

interface CommissionRules {
  id: Generated<number>;
  program_id: number;
  enrollment_id: number | null;
  version: number;
  type: string;
  basis_points: number | null;
  amount_cents: number | null;
  duration_months: number | null;
  created_at: Defaulted<Timestamp>;
  in_force_at: Nullable<Timestamp>;
  clauses: Nullable<Json>;
  otherwise: Nullable<Json>;
  max_total_cents: number | null;
  written_in: Generated<number>;
  group_id: number | null;
}

interface CommissionTotals {
  program_id: number;
  partner_id: number;
  currency: string;
  status: string;
  earned_on: string;
  payable_on: string;
  commissions: number;
  amount_cents: Numeric;
}

interface Commissions {
  id: number;
  program_id: number;
  sale_id: number | null;
  enrollment_id: number;
  partner_id: number;
  rule_id: number | null;
  original_cents: number;
  amount_cents: number;
  currency: string;
  status: string;
  hold_reason: string | null;
  payable_at: Timestamp;
  payout_id: number | null;
  reason: Json;
  created_at: Timestamp;
  hold_kind: string | null;
  reassigned_at: Nullable<Timestamp>;
  flags: Nullable<Json>;
  lead_id: number | null;
  rejected_at: Nullable<Timestamp>;
  rejection_reason: string | null;
  released_at: Nullable<Timestamp>;
  capped_cents: number | null;
  written_in: Generated<number>;
}

interface CreditChanges {
  customer_id: number;
  number: number;
  workspace_id: number;
  program_id: number;
  from_enrollment_id: number | null;
  from_partner_id: number | null;
  from_link_id: number | null;
  from_click_ms: number | null;
  from_click_number: number | null;
  to_enrollment_id: number;
  to_partner_id: number;
  to_link_id: number | null;
  to_click_ms: number | null;
  to_click_number: number | null;
  reason: string;
  sale_id: number | null;
  occurred_at: Timestamp;
  from_code_id: number | null;
  to_code_id: number | null;
  note: string | null;
  changed_by: string | null;
  moves_sales: Generated<boolean>;
}

interface Customers {
  id: number;
  workspace_id: number;
  program_id: number;
  customer_key: string | null;
  email: string | null;
  status: string;
  enrollment_id: number | null;
  partner_id: number | null;
  link_id: number | null;
  click_ms: number | null;
  click_number: number | null;
  created_at: Timestamp;
  lead_at: Nullable<Timestamp>;
  first_sale_id: number | null;
  first_sale_at: Nullable<Timestamp>;
  test_mode: Generated<boolean>;
  named_by: Generated<string>;
  former_click_ms: number | null;
  former_click_number: number | null;
  credit_changes: Generated<number>;
  code_id: number | null;
  dimensions: string | null;
  click_evidence: Nullable<Json>;
  erased_at: Nullable<Timestamp>;
}

interface DailyBreakdown {
  program_id: number;
  dimension: string;
  day: string;
  value: string;
  partner_id: number;
  currency: string;
  slot: number;
  clicks: Generated<number>;
  unique_clicks: Generated<number>;
  leads: Generated<number>;
  customers: Generated<number>;
  sales: Generated<number>;
  revenue_cents: Defaulted<Numeric>;
  commission_cents: Defaulted<Numeric>;
}

interface DailyTotals {
  program_id: number;
  day: string;
  partner_id: number;
  link_id: number;
  currency: string;
  slot: number;
  clicks: Generated<number>;
  leads: Generated<number>;
  customers: Generated<number>;
  sales: Generated<number>;
  revenue_cents: Defaulted<Numeric>;
  refunded_cents: Defaulted<Numeric>;
  commission_cents: Defaulted<Numeric>;
  reversed_cents: Defaulted<Numeric>;
}

interface DailyVisitors {
  day: string;
  link_id: number;
  visitor: number;
}

interface DigestWeeks {
  workspace_id: number;
  told_week: string;
  time_zone: string;
  next_at: Timestamp;
}

interface EmailFailures {
  id: Generated<boolean>;
  cause: string;
  attempts: Generated<number>;
  failing_since: Defaulted<Timestamp>;
  paused_until: Timestamp;
}

interface Enrollments {
  id: Generated<number>;
  program_id: number;
  partner_id: number;
  status: string;
  created_at: Defaulted<Timestamp>;
  tags: Generated<string[]>;
  group_id: number | null;
  earned_held_at: Nullable<Timestamp>;
}

interface EnteredSales {
  sale_id: number;
  entered_by: string;
  reason: string;
  created_at: Defaulted<Timestamp>;
}

interface EventHeads {
  workspace_id: number;
  last_sequence: number;
}

interface EventNumbering {
  id: number;
}

interface EventSequences {
  workspace_id: number;
  first_sequence: number;
  event_ids: number[];
}

interface Events {
  id: Generated<number>;
  workspace_id: number;
  program_id: number | null;
  type: string;
  test_mode: boolean;
  object_id: number;
  object_key: string | null;
  created_at: Defaulted<Timestamp>;
}

interface FirstRun {
  id: number;
  done_at: Defaulted<Timestamp>;
}

interface IdempotencyRecords {
  workspace_id: number;
  caller: string;
  key: string;
  request_hash: string;
  response: string | null;
  created_at: Defaulted<Timestamp>;
}

interface ImportedCommissions {
  program_id: number;
  external_id: string;
  import_id: number;
  partner_id: number;
  sale_id: number | null;
  amount_cents: number;
  currency: string;
  status: string;
  occurred_at: Timestamp;
}

interface ImportedCustomers {
  customer_id: number;
  program_id: number;
  import_id: number;
}

interface ImportedSales {
  sale_id: number;
  program_id: number;
  import_id: number;
}

interface Imports {
  id: Generated<number>;
  workspace_id: number;
  program_id: number;
  system: string;
  files: Json;
  partners: number;
  customers: number;
  sales: number;
  refunds: number;
  commissions: number;
  imported_by: string;
  created_at: Defaulted<Timestamp>;
  part_of: number | null;
  ends: Generated<boolean>;
}

interface Installation {
  id: string;
  only_one: Generated<boolean>;
}

interface InvitationEmailCounts {
  address_hash: string;
  sent_at: Date[];
  forget_at: Timestamp;
}

interface Invitations {
  id: Generated<number>;
  workspace_id: number;
  token_hash: string;
  email: string;
  role: string | null;
  partner_id: number | null;
  invited_by: string;
  created_at: Defaulted<Timestamp>;
  expires_at: Timestamp;
  accepted_at: Nullable<Timestamp>;
  revoked_at: Nullable<Timestamp>;
  mail_at: Nullable<Timestamp>;
  by_email: Generated<boolean>;
}

interface KnownDevices {
  user_id: string;
  device_hash: string;
  last_seen_at: Defaulted<Timestamp>;
}

interface Leads {
  id: number;
  program_id: number;
  customer_id: number;
  partner_id: number | null;
  link_id: number | null;
  test_mode: boolean;
  source: string;
  additional_data: string | null;
  occurred_at: Timestamp;
  customer_key: string | null;
  credit_code_id: number | null;
  code: string | null;
  code_result: string | null;
  uncredited_reason: string | null;
  dimensions: string | null;
  reward: Nullable<Json>;
  is_reward_missing: Generated<boolean>;
  decided_from: Defaulted<Nullable<Timestamp>>;
}

interface LedgerMovements {
  id: number;
  program_id: number;
  partner_id: number;
  currency: string;
  kind: string;
  from_account: string;
  to_account: string;
  amount_cents: number;
  commission_id: number | null;
  refund_id: number | null;
  payout_id: number | null;
  occurred_at: Timestamp;
  adjustment_id: number | null;
  written_in: Generated<number>;
}

interface Links {
  id: Generated<number>;
  workspace_id: number;
  program_id: number | null;
  partner_id: number | null;
  short_link: string;
  short_link_key: string;
  destination_url: string | null;
  created_at: Defaulted<Timestamp>;
  deactivated_at: Nullable<Timestamp>;
  made_by_partner: Generated<boolean>;
}

interface LongJobs {
  id: GeneratedAlways<number>;
  account: string;
  operation: string;
  status: string;
  done: number;
  total: number | null;
  error: string | null;
  is_cancelled: Generated<boolean>;
  created_at: Defaulted<Timestamp>;
  seen_at: Defaulted<Timestamp>;
  file_name: string | null;
  file_type: string | null;
  content: Buffer | null;
}

interface ManagementKeyNetworks {
  management_key_id: number;
  network: string;
  last_seen_at: Defaulted<Timestamp>;
}

interface ManagementKeys {
  id: Generated<number>;
  workspace_id: number;
  program_id: number | null;
  key_hash: string;
  hint: string;
  name: string;
  permissions: string[];
  created_by: string;
  created_at: Defaulted<Timestamp>;
  expires_at: Nullable<Timestamp>;
  revoked_at: Nullable<Timestamp>;
  last_used_at: Nullable<Timestamp>;
  creator_id: string | null;
}

interface MissedBreakdown {
  id: Generated<number>;
  program_id: number;
  dimension: string;
  day: string;
  value: string;
  partner_id: number;
  currency: string;
  clicks: number;
  unique_clicks: number;
  leads: number;
  customers: number;
  sales: number;
  revenue_cents: Numeric;
  commission_cents: Numeric;
}

interface MissedTotals {
  id: Generated<number>;
  program_id: number;
  day: string;
  partner_id: number;
  link_id: number;
  currency: string;
  clicks: number;
  leads: number;
  customers: number;
  sales: number;
  revenue_cents: Numeric;
  refunded_cents: Numeric;
  commission_cents: Numeric;
  reversed_cents: Numeric;
}

interface NotificationPositions {
  workspace_id: number;
  position: Generated<number>;
}

interface NotificationSettings {
  user_id: string;
  kind: string;
  delivery: string;
}

interface Notifications {
  id: Generated<number>;
  user_id: string;
  workspace_id: number;
  program_id: number | null;
  audience: string;
  kind: string;
  source: string;
  partner_id: number | null;
  object_id: number;
  count: number;
  amount_cents: number | null;
  currency: string | null;
  last_sequence: number;
  happened_at: Timestamp;
  read_at: Nullable<Timestamp>;
  mail_at: Nullable<Timestamp>;
  week: string | null;
  week_clicks: number | null;
  week_sales: number | null;
}

interface OutgoingEmails {
  id: Generated<number>;
  recipient_hash: string;
  content: string;
  created_at: Defaulted<Timestamp>;
  attempts: Generated<number>;
  next_attempt_at: Defaulted<Timestamp>;
}

interface PartnerApplications {
  enrollment_id: number;
  website: string | null;
  message: string | null;
  created_at: Defaulted<Timestamp>;
  answers: Defaulted<Json>;
}

interface PartnerBalances {
  program_id: number;
  partner_id: number;
  currency: string;
  pending: Numeric;
  held: Numeric;
  payable: Numeric;
  paid: Numeric;
}

interface PartnerGroups {
  id: Generated<number>;
  program_id: number;
  name: string;
  name_key: string;
  rule: Nullable<Json>;
  rule_version: Generated<number>;
  created_at: Defaulted<Timestamp>;
  removed_at: Nullable<Timestamp>;
}

interface PartnerMessageRecipients {
  message_id: number;
  partner_id: number;
  no_email: string | null;
}

interface PartnerMessages {
  id: Generated<number>;
  program_id: number;
  user_id: string | null;
  user_email: string;
  subject: string;
  body: string;
  recipient_count: number;
  created_at: Defaulted<Timestamp>;
}

interface PartnerMilestones {
  program_id: number;
  partner_id: number;
  is_approved: Generated<boolean>;
  has_clicks: Generated<boolean>;
}

interface PartnerNotes {
  id: Generated<number>;
  program_id: number;
  enrollment_id: number;
  user_id: string | null;
  user_email: string;
  body: string;
  created_at: Defaulted<Timestamp>;
}

interface PartnerPayoutDetails {
  partner_id: number;
  method: string;
  account_name: string | null;
  details: string | null;
  country: string | null;
  created_at: Defaulted<Timestamp>;
  id: Generated<number>;
  replaced_at: Nullable<Timestamp>;
  is_change: Generated<boolean>;
  encrypted: string | null;
}

interface Partners {
  id: Generated<number>;
  workspace_id: number;
  email: string;
  name: string;
  user_id: string | null;
  created_at: Defaulted<Timestamp>;
  company_name: string | null;
  company_address: string | null;
  tax_id: string | null;
}

interface PayerNames {
  connection_id: number;
  workspace_id: number;
  kind: string;
  name: string;
  customer_id: number;
  credited_at: Timestamp;
  way: string;
}

interface PaymentAdjustments {
  workspace_id: number;
  key: string;
  payment_id: number;
  kind: string;
  state: string;
  amount_cents: number;
  currency: string;
  reported_at_ms: number;
}

interface PaymentConnections {
  workspace_id: number;
  status: Generated<string>;
  account_id: string | null;
  charges_enabled: Generated<boolean>;
  payouts_enabled: Generated<boolean>;
  details_submitted: Generated<boolean>;
  connected_at: Nullable<Timestamp>;
  reported_at_ms: Generated<number>;
  provider: string;
  id: Generated<number>;
  kind: string;
  mode: Generated<string>;
  label: string;
  program_id: number | null;
  credit_renewals: Generated<string>;
  created_at: Defaulted<Timestamp>;
  api_key: string | null;
  api_key_hash: string | null;
  hint: string | null;
  token: string | null;
  is_managed: Generated<boolean>;
  endpoint_id: string | null;
  endpoint_status: Generated<string>;
  endpoint_request: string | null;
  endpoint_requested_at: Nullable<Timestamp>;
  webhook_secret: string | null;
  previous_webhook_secret: string | null;
  previous_webhook_secret_until: Nullable<Timestamp>;
  problems: Defaulted<Json>;
  caught_up_until: Nullable<Timestamp>;
  removed_at: Nullable<Timestamp>;
}

interface PaymentReferences {
  workspace_id: number;
  reference: string;
  payment_id: number;
}

interface Payments {
  id: number;
  workspace_id: number;
  sale_id: number | null;
  created_at: Timestamp;
  reported_at: Defaulted<Timestamp>;
}

interface PayoutFiles {
  id: Generated<number>;
  program_id: number;
  run_id: number;
  format: string;
  sha256: string;
  payout_ids: number[];
  created_by: string;
  created_at: Defaulted<Timestamp>;
  skipped_payout_ids: Generated<number[]>;
}

interface PayoutRuns {
  id: Generated<number>;
  program_id: number;
  created_by: string;
  created_at: Defaulted<Timestamp>;
  skipped: Defaulted<Json>;
  is_complete: Generated<boolean>;
  wanted: Nullable<Json>;
}

interface Payouts {
  id: number;
  program_id: number;
  partner_id: number;
  currency: string;
  amount_cents: number;
  reference: string | null;
  created_at: Timestamp;
  run_id: number | null;
  status: Generated<string>;
  settled_at: Nullable<Timestamp>;
  payee_name: string | null;
  payee_email: string | null;
  payout_details_id: number | null;
  written_in: Generated<number>;
  parties: Nullable<Json>;
}

interface ProcessorConnectAttempts {
  id: Generated<number>;
  workspace_id: number;
  state_hash: string;
  poll_hash: string;
  status: Generated<string>;
  account_id: string | null;
  created_at: Defaulted<Timestamp>;
  expires_at: Timestamp;
  used_at: Nullable<Timestamp>;
  user_id: string | null;
  session_id: string | null;
  key_id: number | null;
  program_id: number | null;
  started_by: string | null;
  provider: Generated<string>;
}

interface ProcessorCoverage {
  workspace_id: number;
  transaction_id: string;
  kind: string;
  has_keys: boolean;
  amount_cents: number;
  currency: string;
  event_id: string;
  occurred_at: Timestamp;
  provider: Generated<string>;
}

interface ProcessorEvents {
  id: Generated<number>;
  event_id: string;
  type: string;
  account_id: string | null;
  body: string;
  created_ms: number;
  received_at: Timestamp;
  provider: Generated<string>;
  connection_id: number | null;
}

interface ProcessorOutcomes {
  id: number;
  workspace_id: number | null;
  status: string;
  payment_references: string[] | null;
  attempts: number;
  settled_at: Timestamp;
  connection_id: number | null;
  reason_code: string;
  reason_parameters: Defaulted<Json>;
  program_id: number | null;
  noticed_at: Nullable<Timestamp>;
}

interface ProgramLinkDomains {
  host: string;
  program_id: number;
  position: number;
}

interface ProgramMinimumPayouts {
  program_id: number;
  currency: string;
  amount_cents: number;
}

interface ProgramOrigins {
  program_id: number;
  origin: string;
  host: GeneratedAlways<string | null>;
}

interface Programs {
  id: Generated<number>;
  workspace_id: number;
  name: string;
  domain: string;
  currency: string;
  cookie_window_days: Generated<number>;
  hold_days: Generated<number>;
  created_at: Defaulted<Timestamp>;
  archived_at: Nullable<Timestamp>;
  minimum_payout_cents: Generated<number>;
  accepts_applications: Generated<boolean>;
  application_text: string | null;
  payout_details_hold_hours: Generated<number>;
  lead_source: Generated<string>;
  attribution_precedence: Generated<string>;
  link_style: Generated<string>;
  fallback_url: string | null;
  link_parameters: Generated<string[]>;
  self_referral: Generated<string>;
  fast_sale: Generated<string>;
  click_burst: Generated<string>;
  paid_search: Generated<string>;
  code_leak: Generated<string>;
  lead_reward_cents: number | null;
  click_retention_months: number | null;
  clicks_removing_before_ms: number | null;
  clicks_removed_before_ms: number | null;
  application_questions: Defaulted<Json>;
  payout_schedule: Nullable<Json>;
  next_payout_at: Nullable<Timestamp>;
  page_named: Generated<string>;
  match_by_email: Generated<boolean>;
}

interface ProvisionTurns {
  id: number;
}

interface ProvisionedObjects {
  kind: string;
  object_key: string;
  object_id: string;
  applied: Json;
}

interface RecordedRows {
  table_name: string;
  row_key: string;
  workspace_id: number;
  version: number;
  salt: string;
}

interface Refunds {
  id: number;
  program_id: number;
  sale_id: number;
  refund_key: string | null;
  amount_cents: number;
  source: string;
  occurred_at: Timestamp;
  written_in: Generated<number>;
}

interface RefusedLeads {
  program_id: number;
  customer_id: number;
  source: string;
  names_key: boolean;
  click_ms: number | null;
  click_number: number | null;
  enrollment_id: number | null;
  partner_id: number | null;
  link_id: number | null;
  is_expired: boolean;
  code: string | null;
  occurred_at: Timestamp;
  reported_at: Timestamp;
}

interface RefusedTracking {
  program_id: number;
  day: string;
  event: string;
  code: string;
  value: string;
  count: number;
  last_at: Timestamp;
  written_at: Defaulted<Timestamp>;
}

interface RowStates {
  id: Generated<number>;
  workspace_id: number;
  table_name: string;
  row_id: number | null;
  version: number;
  state: Json;
  written_in: Generated<number>;
  row_key: string | null;
}

interface SaleReferences {
  reference: string;
  sale_id: number;
  workspace_id: number;
  is_api: boolean;
  written_in: Generated<number>;
  is_unique: boolean;
}

interface Sales {
  id: number;
  workspace_id: number;
  program_id: number;
  customer_id: number;
  enrollment_id: number;
  partner_id: number;
  link_id: number | null;
  transaction_id: string;
  amount_cents: number;
  tax_cents: Generated<number>;
  refunded_cents: Generated<number>;
  currency: string;
  test_mode: boolean;
  source: string;
  rule_id: number | null;
  commission_state: string;
  no_commission_reason: string | null;
  additional_data: string | null;
  occurred_at: Timestamp;
  recorded_at: Timestamp;
  api_refunded_cents: Generated<number>;
  api_base_cents: Generated<number>;
  hold_days: number | null;
  partner_status: string | null;
  program_currency: string | null;
  customer_key: string | null;
  recorded_references: string[] | null;
  decided_from: Defaulted<Nullable<Timestamp>>;
  decided_until: Defaulted<Nullable<Timestamp>>;
  no_commission_code: string | null;
  credit_code_id: number | null;
  code: string | null;
  code_result: string | null;
  items: Nullable<Json>;
  partner_customers: number | null;
  customer_left_cents: number | null;
  missing_cents: number | null;
  missing_currency: string | null;
  dimensions: string | null;
  first_sale_at: Nullable<Timestamp>;
  credited_by: string | null;
  written_in: Generated<number>;
}

interface SchemaVersions {
  version: number;
  name: string;
  checksum: string;
  applied_at: Defaulted<Timestamp>;
}

interface SealContents {
  workspace_id: number;
  number: number;
  table_name: string;
  row_ids: number[];
  row_hashes: Buffer;
}

interface SealHeads {
  workspace_id: number;
  last_number: number;
  last_hash: string;
}

interface SealKeys {
  id: string;
  public_key: string;
  private_key: string;
  created_at: Timestamp;
}

interface SealProgress {
  id: number;
  sealed: string | null;
  sealing: string | null;
  sealed_then: string | null;
  positions: Defaulted<Json>;
}

interface Seals {
  workspace_id: number;
  number: number;
  previous_hash: string | null;
  hash: string;
  counts: Json;
  contents: Json;
  sealed_at: Timestamp;
  key_id: string;
  signature: string;
}

interface SecurityEvents {
  id: Generated<number>;
  workspace_id: number | null;
  type: string;
  user_id: string | null;
  email: string | null;
  api_key_id: number | null;
  address: string | null;
  user_agent: string | null;
  data: Defaulted<Json>;
  occurred_at: Defaulted<Timestamp>;
  management_key_id: number | null;
}

interface Sessions {
  id: string;
  user_id: string;
  token: string;
  expires_at: Timestamp;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

interface SignInAttempts {
  kind: string;
  account_hash: string;
  attempted_at: Date[];
  pauses: Generated<number>;
  paused_until: Nullable<Timestamp>;
  forget_at: Timestamp;
  device_hash: Generated<string>;
}

interface TwoFactors {
  id: string;
  user_id: string;
  secret: string;
  backup_codes: string;
  verified: Generated<boolean>;
  failed_verification_count: Generated<number>;
  locked_until: Nullable<Timestamp>;
  last_used_step: number | null;
}

interface Uncredited {
  program_id: number | null;
  kind: string;
  reference: string;
  workspace_id: number;
  reason: string;
  customer_key: string | null;
  click_id: string | null;
  code: string | null;
  amount_cents: number | null;
  currency: string | null;
  occurred_at: Timestamp;
  reported_at: Nullable<Timestamp>;
  tax_cents: number | null;
  items: Nullable<Json>;
}

interface UnearnedCredits {
  sale_id: number;
  enrollment_id: number;
  program_id: number;
  partner_id: number;
  link_id: number | null;
  credit_code_id: number | null;
  rule_id: number | null;
  partner_status: string | null;
  partner_customers: number | null;
  customer_left_cents: number | null;
  first_sale_at: Nullable<Timestamp>;
  no_commission_code: string | null;
}

interface UnnumberedEvents {
  id: GeneratedAlways<number>;
  workspace_id: number;
  written_at: Timestamp;
  event_ids: number[];
}

interface UnusedClicks {
  program_id: number;
  customer_id: number;
  sale_id: number | null;
  is_of_lead: boolean;
  click_ms: number;
  click_number: number;
  enrollment_id: number;
  partner_id: number;
  link_id: number;
  is_expired: boolean;
  occurred_at: Timestamp;
}

interface Users {
  id: string;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  two_factor_enabled: Generated<boolean>;
  language: string | null;
}

interface Verifications {
  id: string;
  identifier: string;
  value: string;
  expires_at: Timestamp;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

interface VisitorKeys {
  day: string;
  key: string;
}

interface WebhookDeliveries {
  id: Generated<number>;
  webhook_id: number;
  sequence: number | null;
  event_id: number | null;
  type: string;
  status: Generated<string>;
  attempts: Generated<number>;
  round: Generated<number>;
  last_status: number | null;
  last_error: string | null;
  next_attempt_at: Defaulted<Nullable<Timestamp>>;
  delivered_at: Nullable<Timestamp>;
  failed_at: Nullable<Timestamp>;
  created_at: Defaulted<Timestamp>;
}

interface Webhooks {
  id: Generated<number>;
  workspace_id: number;
  program_id: number | null;
  url: string;
  types: string[] | null;
  description: string | null;
  format: string;
  status: Generated<string>;
  disabled_reason: string | null;
  secret: string;
  previous_secret: string | null;
  previous_secret_until: Nullable<Timestamp>;
  position: number;
  events_from: Defaulted<Nullable<Timestamp>>;
  failing_since: Nullable<Timestamp>;
  created_at: Defaulted<Timestamp>;
  removed_at: Nullable<Timestamp>;
}

interface WorkItems {
  kind: string;
  key: number;
  due_at: Timestamp;
  leased_until: Nullable<Timestamp>;
  leased_by: string | null;
  attempts: Generated<number>;
  last_error: string | null;
}

interface WorkspaceHosts {
  host: string;
  workspace_id: number;
  token: string;
  claimed_at: Defaulted<Timestamp>;
  proven_at: Nullable<Timestamp>;
  is_serving: boolean;
}

interface WorkspaceLogos {
  workspace_id: number;
  digest: string;
  media_type: string;
  content: Buffer;
  created_at: Defaulted<Timestamp>;
}

interface WorkspaceMembers {
  workspace_id: number;
  user_id: string;
  role: string;
  created_at: Defaulted<Timestamp>;
}

interface Workspaces {
  id: Generated<number>;
  name: string;
  created_at: Defaulted<Timestamp>;
  require_two_factor: Generated<boolean>;
  company_name: string | null;
  company_address: string | null;
  tax_id: string | null;
  self_billing: Generated<boolean>;
  partner_name: string | null;
  accent_color: string | null;
  time_zone: Generated<string>;
  logged_since: Nullable<Timestamp>;
}

/** Every table as Kysely sees it; rows as our pools read them. */
export interface Tables {
  accounts: Accounts;
  adjustments: Adjustments;
  api_key_networks: ApiKeyNetworks;
  api_keys: ApiKeys;
  asset_chunks: AssetChunks;
  assets: Assets;
  audit_entries: AuditEntries;
  audit_heads: AuditHeads;
  balance_increments: BalanceIncrements;
  busy_visitors: BusyVisitors;
  claim_checks: ClaimChecks;
  claims: Claims;
  clicks: Clicks;
  code_processor_ids: CodeProcessorIds;
  codes: Codes;
  commission_increments: CommissionIncrements;
  commission_rules: CommissionRules;
  commission_totals: CommissionTotals;
  commissions: Commissions;
  credit_changes: CreditChanges;
  customers: Customers;
  daily_breakdown: DailyBreakdown;
  daily_totals: DailyTotals;
  daily_visitors: DailyVisitors;
  digest_weeks: DigestWeeks;
  email_failures: EmailFailures;
  enrollments: Enrollments;
  entered_sales: EnteredSales;
  event_heads: EventHeads;
  event_numbering: EventNumbering;
  event_sequences: EventSequences;
  events: Events;
  first_run: FirstRun;
  idempotency_records: IdempotencyRecords;
  imported_commissions: ImportedCommissions;
  imported_customers: ImportedCustomers;
  imported_sales: ImportedSales;
  imports: Imports;
  installation: Installation;
  invitation_email_counts: InvitationEmailCounts;
  invitations: Invitations;
  known_devices: KnownDevices;
  leads: Leads;
  ledger_movements: LedgerMovements;
  links: Links;
  long_jobs: LongJobs;
  management_key_networks: ManagementKeyNetworks;
  management_keys: ManagementKeys;
  missed_breakdown: MissedBreakdown;
  missed_totals: MissedTotals;
  notification_positions: NotificationPositions;
  notification_settings: NotificationSettings;
  notifications: Notifications;
  outgoing_emails: OutgoingEmails;
  partner_applications: PartnerApplications;
  partner_balances: PartnerBalances;
  partner_groups: PartnerGroups;
  partner_message_recipients: PartnerMessageRecipients;
  partner_messages: PartnerMessages;
  partner_milestones: PartnerMilestones;
  partner_notes: PartnerNotes;
  partner_payout_details: PartnerPayoutDetails;
  partners: Partners;
  payer_names: PayerNames;
  payment_adjustments: PaymentAdjustments;
  payment_connections: PaymentConnections;
  payment_references: PaymentReferences;
  payments: Payments;
  payout_files: PayoutFiles;
  payout_runs: PayoutRuns;
  payouts: Payouts;
  processor_connect_attempts: ProcessorConnectAttempts;
  processor_coverage: ProcessorCoverage;
  processor_events: ProcessorEvents;
  processor_outcomes: ProcessorOutcomes;
  program_link_domains: ProgramLinkDomains;
  program_minimum_payouts: ProgramMinimumPayouts;
  program_origins: ProgramOrigins;
  programs: Programs;
  provision_turns: ProvisionTurns;
  provisioned_objects: ProvisionedObjects;
  recorded_rows: RecordedRows;
  refunds: Refunds;
  refused_leads: RefusedLeads;
  refused_tracking: RefusedTracking;
  row_states: RowStates;
  sale_references: SaleReferences;
  sales: Sales;
  schema_versions: SchemaVersions;
  seal_contents: SealContents;
  seal_heads: SealHeads;
  seal_keys: SealKeys;
  seal_progress: SealProgress;
  seals: Seals;
  security_events: SecurityEvents;
  sessions: Sessions;
  sign_in_attempts: SignInAttempts;
  two_factors: TwoFactors;
  uncredited: Uncredited;
  unearned_credits: UnearnedCredits;
  unnumbered_events: UnnumberedEvents;
  unused_clicks: UnusedClicks;
  users: Users;
  verifications: Verifications;
  visitor_keys: VisitorKeys;
  webhook_deliveries: WebhookDeliveries;
  webhooks: Webhooks;
  work_items: WorkItems;
  workspace_hosts: WorkspaceHosts;
  workspace_logos: WorkspaceLogos;
  workspace_members: WorkspaceMembers;
  workspaces: Workspaces;
}
