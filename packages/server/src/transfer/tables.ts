import { RECORDED_TABLES, recordingTrigger } from '../features/seals/recorded-tables.js';
import { isOfConnection } from '../payments/event-row.js';

/** What tells the rows of a workspace from those of others. */
export interface Scope {
  readonly workspaceId: number;
  readonly programIds: readonly number[];
}

/** A table whose rows belong to workspaces. */
export interface WorkspaceTable {
  readonly name: string;
  /** Which of its rows are the workspace's, as SQL. */
  readonly where: (scope: Scope) => string;
  /** An order that each row has a place of its own in, as SQL. */
  readonly orderBy: string;
  /** Columns that identify a row which may be there before an import and then stays as it is. */
  readonly keptBy?: string;
  /** The rows of a file, named `r`, that an import leaves out, as SQL; `users_before_import` has the accounts from before. */
  readonly leftOut?: string;
}

const ofWorkspace = ({ workspaceId }: Scope) => `workspace_id = ${workspaceId}`;
const ofPrograms = ({ programIds }: Scope) => `program_id in (${programIds.join(', ') || 'null'})`;
const of =
  (column: string, table: string, key = 'id', owns: WorkspaceTable['where'] = ofWorkspace) =>
  (scope: Scope) =>
    `${column} in (select ${key} from ${table} where ${owns(scope)})`;

const usersOf = ({ workspaceId }: Scope) =>
  `select user_id from workspace_members where workspace_id = ${workspaceId}
    union select user_id from partners where workspace_id = ${workspaceId} and user_id is not null`;
const ofUsers = (scope: Scope) => `user_id in (${usersOf(scope)})`;

/** Those that have been worked off say whose they are, the others only by the account they came from. */
const ofProcessorEvents = ({ workspaceId }: Scope) =>
  `id in (select id from processor_outcomes where workspace_id = ${workspaceId})
   or exists (select 1 from payment_connections c
               where c.workspace_id = ${workspaceId} and ${isOfConnection('processor_events')})
      and not exists (select 1 from processor_outcomes o where o.id = processor_events.id)`;

const ofWork = (scope: Scope) =>
  `kind like 'webhook%' and ${of('key', 'webhooks')(scope)}
   or kind = 'provider_event' and key in (select id from processor_events where ${ofProcessorEvents(scope)})`;

const ofProvisioned = (scope: Scope) => {
  const programIds = scope.programIds.map((id) => `'${id}'`).join(', ') || 'null';
  return `kind = 'workspaces' and object_id = '${scope.workspaceId}'
    or kind in ('programs', 'partners', 'workspace_members', 'payment_connections')
       and object_key::json ->> 0 = '${scope.workspaceId}'
    or kind = 'enrollments' and object_key::json ->> 0 in (${programIds})
    or kind = 'links' and ${of('object_id', 'links', 'id::text')(scope)}
    or kind = 'api_keys' and ${of('object_id', 'api_keys', 'id::text', ofPrograms)(scope)}
    or kind = 'users' and object_id in (${usersOf(scope)})`;
};

/** Digests are computed over rows in this order, which must not depend on the locale of the database. */
const BY_BYTES = 'collate "C"';
const workspace = (name: string, orderBy = 'id'): WorkspaceTable => ({ name, where: ofWorkspace, orderBy });
const programs = (name: string, orderBy = 'id'): WorkspaceTable => ({ name, where: ofPrograms, orderBy });
const users = (name: string, orderBy = 'id'): WorkspaceTable => ({
  name,
  where: ofUsers,
  orderBy,
  keptBy: orderBy,
  // Whoever has an account here keeps their password, second factor and settings.
  leftOut: 'r.user_id in (select id from users_before_import)',
});

/** All tables whose rows belong to workspaces, each after those that it refers to. A test compares them with the database. */
export const WORKSPACE_TABLES: readonly WorkspaceTable[] = [
  { name: 'users', where: (scope) => `id in (${usersOf(scope)})`, orderBy: 'id', keptBy: 'id' },
  users('accounts'),
  users('two_factors'),
  users('known_devices', 'user_id, device_hash'),
  { name: 'workspaces', where: ({ workspaceId }) => `id = ${workspaceId}`, orderBy: 'id' },
  workspace('workspace_logos', 'workspace_id'),
  workspace('workspace_members', 'workspace_id, user_id'),
  workspace('workspace_hosts', 'host'),
  workspace('programs'),
  workspace('payment_connections'),
  programs('program_origins', 'program_id, origin'),
  programs('program_minimum_payouts', 'program_id, currency'),
  programs('program_link_domains', 'program_id, host'),
  programs('api_keys'),
  {
    name: 'api_key_networks',
    where: of('api_key_id', 'api_keys', 'id', ofPrograms),
    orderBy: 'api_key_id, network',
  },
  workspace('partners'),
  programs('partner_groups'),
  programs('enrollments'),
  {
    name: 'partner_applications',
    where: of('enrollment_id', 'enrollments', 'id', ofPrograms),
    orderBy: 'enrollment_id',
  },
  programs('partner_notes'),
  programs('partner_messages'),
  {
    name: 'partner_message_recipients',
    where: of('message_id', 'partner_messages', 'id', ofPrograms),
    orderBy: 'message_id, partner_id',
  },
  { name: 'partner_payout_details', where: of('partner_id', 'partners'), orderBy: 'id' },
  programs('commission_rules'),
  workspace('links'),
  programs('codes'),
  programs('code_processor_ids', `program_id, processor_id ${BY_BYTES}`),
  workspace('management_keys'),
  {
    name: 'management_key_networks',
    where: of('management_key_id', 'management_keys'),
    orderBy: 'management_key_id, network',
  },
  workspace('webhooks'),
  { name: 'webhook_deliveries', where: of('webhook_id', 'webhooks'), orderBy: 'id' },
  workspace('invitations'),
  {
    name: 'notifications',
    where: (scope) => `${ofWorkspace(scope)} and ${ofUsers(scope)}`,
    orderBy: 'id',
  },
  users('notification_settings', 'user_id, kind'),
  workspace('notification_positions', 'workspace_id'),
  workspace('digest_weeks', 'workspace_id'),
  programs('partner_milestones', 'program_id, partner_id'),
  programs('claims'),
  programs('assets'),
  { name: 'asset_chunks', where: of('asset_id', 'assets', 'id', ofPrograms), orderBy: 'asset_id, position' },
  programs('claim_checks'),
  programs('payout_runs'),
  programs('payouts'),
  // One that reverses another comes after it.
  programs('adjustments', 'created_at, reverses_id is not null, id'),
  programs('payout_files'),
  programs('clicks', 'clicked_ms, number'),
  workspace('customers'),
  workspace('credit_changes', 'customer_id, number'),
  programs('leads'),
  workspace('payer_names', `connection_id, kind ${BY_BYTES}, name ${BY_BYTES}`),
  workspace('sales'),
  workspace('sale_references', `reference ${BY_BYTES}, workspace_id`),
  programs('imports'),
  programs('imported_customers', 'customer_id'),
  programs('imported_sales', 'sale_id'),
  programs('imported_commissions', `program_id, external_id ${BY_BYTES}`),
  { name: 'entered_sales', where: of('sale_id', 'sales'), orderBy: 'sale_id' },
  programs('refunds'),
  programs('commissions'),
  programs('ledger_movements'),
  programs('unearned_credits', 'sale_id, enrollment_id'),
  workspace('payments'),
  workspace('payment_references', `workspace_id, reference ${BY_BYTES}`),
  workspace('payment_adjustments', 'workspace_id, key'),
  workspace('processor_coverage', 'workspace_id, transaction_id'),
  { name: 'processor_events', where: ofProcessorEvents, orderBy: 'id' },
  workspace('processor_outcomes'),
  workspace('uncredited', 'program_id, kind, reference'),
  programs('unused_clicks', 'customer_id, click_ms, click_number, coalesce(sale_id, 0)'),
  programs(
    'refused_leads',
    `customer_id, source ${BY_BYTES}, names_key, coalesce(click_ms, 0), coalesce(click_number, 0), coalesce(code, '') ${BY_BYTES}`,
  ),
  programs('refused_tracking', 'program_id, day, event, code, value'),
  programs('daily_totals', 'program_id, day, partner_id, link_id, currency, slot'),
  programs('missed_totals'),
  programs('daily_breakdown', 'program_id, dimension, day, value, partner_id, currency, slot'),
  programs('missed_breakdown'),
  { name: 'daily_visitors', where: of('link_id', 'links'), orderBy: 'day, link_id, visitor' },
  { name: 'busy_visitors', where: of('link_id', 'links'), orderBy: 'day, link_id, visitor' },
  // Of the whole service: with another key, the visitors of the current day would count again.
  {
    name: 'visitor_keys',
    where: () => 'true',
    orderBy: 'day',
    keptBy: 'day',
    leftOut: 'exists (select 1 from users_before_import)',
  },
  programs('commission_totals', 'program_id, partner_id, currency, status, earned_on, payable_on'),
  programs('commission_increments'),
  programs('partner_balances', 'program_id, partner_id, currency'),
  programs('balance_increments'),
  workspace('events'),
  workspace('event_sequences', 'workspace_id, first_sequence'),
  workspace('unnumbered_events', 'written_at, id'),
  workspace('event_heads', 'workspace_id'),
  workspace('audit_entries'),
  workspace('row_states'),
  workspace('recorded_rows', `table_name, row_key ${BY_BYTES}`),
  // Of the whole service: whoever has seals of the workspace needs the keys that signed them.
  { name: 'seal_keys', where: of('id', 'seals', 'key_id'), orderBy: 'id', keptBy: 'id' },
  // Before the seals, whose trigger leaves newer heads unchanged.
  workspace('seal_heads', 'workspace_id'),
  workspace('seals', 'workspace_id, number'),
  workspace('seal_contents', 'workspace_id, number, table_name'),
  workspace('audit_heads', 'workspace_id'),
  workspace('security_events'),
  workspace('idempotency_records', 'workspace_id, caller, key'),
  {
    name: 'provisioned_objects',
    where: ofProvisioned,
    orderBy: 'kind, object_key',
    leftOut: `r.kind = 'users' and r.object_id in (select id from users_before_import)`,
  },
  { name: 'work_items', where: ofWork, orderBy: 'kind, key' },
];

/** The other tables, and why their rows stay behind. */
export const TABLES_LEFT_BEHIND: Readonly<Record<string, string>> = {
  schema_versions: 'migrations of this database',
  first_run: 'whether this service was set up',
  event_numbering: 'a turn that processes take',
  seal_progress: 'how far this database is sealed',
  installation: 'which installation this database is of',
  provision_turns: 'a turn that processes take',
  sessions: 'people sign in again',
  verifications: 'links in emails that are valid for an hour',
  sign_in_attempts: 'limits of this service',
  invitation_email_counts: 'limits of this service',
  outgoing_emails: 'emails that this service is about to send',
  email_failures: 'state of the email server of this service',
  processor_connect_attempts: 'pages that are open in a browser',
  long_jobs: 'results that callers fetch within an hour',
};

/**
 * Triggers that fill in what the file has already. What else fires on new rows only refuses, completes what is missing, or records rows
 * whose states stay behind, because they are of the whole service.
 */
export const TRIGGERS_OFF: readonly (readonly [table: string, trigger: string])[] = [
  ...RECORDED_TABLES.filter(({ workspaceBy }) => workspaceBy !== 'none').map(
    ({ name }) => [name, recordingTrigger(name)] as const,
  ),
  ['audit_entries', 'audit_entry_number'],
  ['commission_rules', 'commission_rules_inserted'],
  ['commissions', 'commissions_add_new'],
  ['events', 'events_written'],
  ['ledger_movements', 'ledger_add_movements'],
  ['payouts', 'payouts_inserted'],
];
