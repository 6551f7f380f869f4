/** The column that leads from a row to its workspace; `none`: the row is of the whole service. */
export type WorkspaceColumn = 'workspace_id' | 'program_id' | 'partner_id' | 'id' | 'none';

/** A table whose rows have a sealed state for each version, which a trigger records in sessions of the service. Decision 64. */
export interface RecordedTable {
  readonly name: string;
  /** Columns of the primary key, in the order of `row_states.row_key`. */
  readonly key: readonly string[];
  readonly workspaceBy: WorkspaceColumn;
  /** Columns that are not recorded, each with the reason. docs/books.md lists them. */
  readonly leftOut: Readonly<Record<string, string>>;
}

const USE = 'time of use, for people';
const UNUSED = 'unused: accounts have a password';

const recorded = (
  name: string,
  workspaceBy: WorkspaceColumn,
  leftOut: RecordedTable['leftOut'] = {},
  key: readonly string[] = ['id'],
): RecordedTable => ({ name, key, workspaceBy, leftOut });

/** All of them, in the order of their names. The migrations have the same list, which a test compares. */
export const RECORDED_TABLES: readonly RecordedTable[] = [
  recorded('accounts', 'none', {
    access_token: UNUSED,
    refresh_token: UNUSED,
    id_token: UNUSED,
    access_token_expires_at: UNUSED,
    refresh_token_expires_at: UNUSED,
    scope: UNUSED,
    updated_at: USE,
  }),
  recorded('adjustments', 'program_id'),
  recorded('api_keys', 'program_id', { last_used_at: USE }),
  recorded('claims', 'program_id'),
  recorded('code_processor_ids', 'program_id', {}, ['program_id', 'processor_id']),
  recorded('codes', 'program_id'),
  recorded('credit_changes', 'workspace_id', {}, ['customer_id', 'number']),
  recorded('enrollments', 'program_id'),
  recorded('entered_sales', 'none', {}, ['sale_id']),
  recorded('imported_commissions', 'program_id', {}, ['program_id', 'external_id']),
  recorded('imported_customers', 'program_id', {}, ['customer_id']),
  recorded('imported_sales', 'program_id', {}, ['sale_id']),
  recorded('imports', 'workspace_id'),
  recorded('invitations', 'workspace_id', { mail_at: 'time of an email, for limits' }),
  recorded('links', 'workspace_id'),
  recorded('management_keys', 'workspace_id', { last_used_at: USE }),
  recorded('partner_groups', 'program_id'),
  recorded('partner_payout_details', 'partner_id'),
  recorded('partners', 'workspace_id'),
  recorded('payer_names', 'workspace_id', {}, ['connection_id', 'kind', 'name']),
  recorded('payment_connections', 'workspace_id', {
    reported_at_ms: 'progress of the connection',
    caught_up_until: 'progress of fetching missed events',
    endpoint_request: 'progress of creating an endpoint',
    endpoint_requested_at: 'progress of creating an endpoint',
    problems: 'shown, and renewed by each check',
  }),
  recorded('payout_files', 'program_id'),
  recorded('payout_runs', 'program_id'),
  recorded('processor_events', 'none'),
  recorded('processor_outcomes', 'none', {
    attempts: 'progress of processing',
    reason_code: 'text for people',
    reason_parameters: 'text for people',
    noticed_at: 'whether people are shown the event',
    settled_at: 'time of processing, for retention',
  }),
  recorded('program_link_domains', 'program_id', {}, ['host', 'program_id']),
  recorded('program_minimum_payouts', 'program_id', {}, ['program_id', 'currency']),
  recorded('program_origins', 'program_id', {}, ['program_id', 'origin']),
  recorded('programs', 'workspace_id'),
  recorded('provisioned_objects', 'none', {}, ['kind', 'object_key']),
  recorded('two_factors', 'none', {
    failed_verification_count: 'limit of attempts',
    locked_until: 'limit of attempts',
    last_used_step: 'limit of attempts',
  }),
  recorded('unearned_credits', 'program_id', {}, ['sale_id', 'enrollment_id']),
  recorded('users', 'none', {
    image: 'unused',
    language: 'language of texts',
    updated_at: USE,
  }),
  recorded('webhooks', 'workspace_id', {
    position: 'progress of delivery',
    failing_since: 'progress of delivery',
  }),
  recorded('workspace_hosts', 'workspace_id', {}, ['host', 'workspace_id']),
  recorded('workspace_members', 'workspace_id', {}, ['workspace_id', 'user_id']),
  recorded('workspaces', 'id'),
];

/** The name of the trigger that records a table's rows. */
export const recordingTrigger = (name: string): string => `${name}_recorded`;
