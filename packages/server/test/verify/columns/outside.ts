const USE = 'times of use and limits of attempts';
const TEXTS = 'texts and files for people';
const MESSAGES = 'messages to people and programs; no amount is computed from them';
const RUNNING = 'state of running work';
const UNCREDITED = 'shown to people; what is credited from it has an entry in the audit log';
const VISITORS = 'visitors of a day, for unique clicks';
const SEALING = 'the transaction that wrote the row, by which seals find it';
const SLOT = 'spreads writes; only sums over it count';
const TIME = 'time of writing, for people';
const NOW = 'decided when the event was recorded, and not read again';

/**
 * Columns whose edits `verify` does not name, each with the reason; a table alone stands for all its columns. docs/books.md has the same
 * list. Columns of recorded tables that are left out are in `RECORDED_TABLES`.
 */
export const OUTSIDE: Readonly<Record<string, string>> = {
  api_key_networks: USE,
  asset_chunks: TEXTS,
  assets: TEXTS,
  'audit_entries.written_in': SEALING,
  'balance_increments.id': RUNNING,
  busy_visitors: VISITORS,
  claim_checks: USE,
  'clicks.additional_data': NOW,
  'clicks.affiliate_url': NOW,
  'clicks.clicked_ms': 'a click that credits no partner has no other copy',
  'clicks.number': 'a click that credits no partner has no other copy',
  'clicks.referrer': NOW,
  'clicks.test_mode': NOW,
  'clicks.visitor': VISITORS,
  'commission_increments.id': RUNNING,
  'commission_rules.written_in': SEALING,
  'commissions.hold_kind':
    'whether it is held, and each release, is compared with the ledger, the audit log and the disputes',
  'commissions.written_in': SEALING,
  'customers.click_evidence': 'shown to people beside a flag',
  'customers.created_at': TIME,
  'customers.email':
    'personal data, written with every lead; whom the customer is credited to is compared with the click',
  'customers.erased_at': TIME,
  'customers.named_by': 'written with every lead; compared only where no page can have named the customer',
  daily_visitors: VISITORS,
  'daily_breakdown.slot': SLOT,
  'daily_totals.slot': SLOT,
  digest_weeks: MESSAGES,
  email_failures: RUNNING,
  event_numbering: RUNNING,
  'events.created_at': MESSAGES,
  'events.object_id': MESSAGES,
  'events.object_key': MESSAGES,
  'events.program_id': MESSAGES,
  'events.test_mode': MESSAGES,
  'events.type': MESSAGES,
  first_run: RUNNING,
  idempotency_records: RUNNING,
  installation: RUNNING,
  invitation_email_counts: USE,
  known_devices: USE,
  'leads.additional_data': NOW,
  'leads.code': NOW,
  'leads.code_result': NOW,
  'leads.decided_from': NOW,
  'leads.id': 'a lead that earned nothing is only found by its customer',
  'leads.source': NOW,
  'leads.uncredited_reason': NOW,
  'ledger_movements.written_in': SEALING,
  long_jobs: RUNNING,
  management_key_networks: USE,
  notification_positions: MESSAGES,
  notification_settings: MESSAGES,
  notifications: MESSAGES,
  outgoing_emails: MESSAGES,
  partner_applications: TEXTS,
  partner_message_recipients: TEXTS,
  partner_messages: TEXTS,
  partner_milestones: MESSAGES,
  partner_notes: TEXTS,
  'payment_adjustments.amount_cents':
    'of one that takes back nothing, such as an open dispute; of others it is compared with the sale',
  'payment_adjustments.currency':
    'of one that takes back nothing, such as an open dispute; of others it is compared with the sale',
  'payment_adjustments.kind':
    'of one that takes back nothing, such as an open dispute; of others it is compared with the sale',
  'payment_adjustments.key': 'by which repeats are found; amounts and states are compared with the sale',
  'payment_adjustments.reported_at_ms': TIME,
  'payment_adjustments.workspace_id':
    'by which repeats are found; amounts and states are compared with the sale',
  'payments.created_at': TIME,
  'payments.reported_at': TIME,
  'payouts.written_in': SEALING,
  processor_connect_attempts: RUNNING,
  processor_coverage:
    'which payments a provider has reported; `svc-server reconcile` asks the provider itself',
  provision_turns: RUNNING,
  refused_leads: UNCREDITED,
  refused_tracking: UNCREDITED,
  'refunds.written_in': SEALING,
  'row_states.written_in': SEALING,
  'sale_references.written_in': SEALING,
  'sales.additional_data': NOW,
  'sales.api_base_cents': 'follows from the order of refunds and payment adjustments, which is sealed',
  'sales.missing_cents': RUNNING,
  'sales.missing_currency': RUNNING,
  'sales.no_commission_reason': 'text for people',
  'sales.recorded_references': 'list of the references, which are sealed',
  'sales.written_in': SEALING,
  schema_versions: RUNNING,
  'seal_keys.created_at': TIME,
  'seal_keys.id': 'of a key that signed no seal yet',
  'seal_keys.private_key': 'encrypted; without it the service makes another key',
  'seal_keys.public_key': 'of a key that signed no seal yet',
  seal_progress: RUNNING,
  security_events: 'log of sign-ins, append-only and kept for a year',
  sessions: 'end by themselves; what a session changes has an entry in the audit log',
  sign_in_attempts: USE,
  uncredited: UNCREDITED,
  unnumbered_events: MESSAGES,
  unused_clicks: UNCREDITED,
  verifications: 'links in emails that are valid for an hour',
  visitor_keys: VISITORS,
  webhook_deliveries: MESSAGES,
  work_items: RUNNING,
  workspace_logos: TEXTS,
};
