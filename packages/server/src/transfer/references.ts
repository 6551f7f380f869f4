import { SAMPLE_OBJECT } from '../features/events/event-row.js';

/** A column whose values are ids of rows that have to be of the same workspace; null and 0 mean none. */
export interface Reference {
  readonly column: string;
  /** The table of the rows, which is one of `WORKSPACE_TABLES`. */
  readonly to: string;
  /** The rows that refer to this table, as SQL; left out: all of them. */
  readonly when?: string;
  /** The id, as an SQL expression that gives text; left out: the column itself. */
  readonly id?: string;
}

/** What columns of these names refer to, in every table that has one. An array has several ids. */
const BY_COLUMN: Readonly<Record<string, string>> = {
  workspace_id: 'workspaces',
  program_id: 'programs',
  partner_id: 'partners',
  from_partner_id: 'partners',
  to_partner_id: 'partners',
  enrollment_id: 'enrollments',
  from_enrollment_id: 'enrollments',
  to_enrollment_id: 'enrollments',
  link_id: 'links',
  from_link_id: 'links',
  to_link_id: 'links',
  code_id: 'codes',
  credit_code_id: 'codes',
  from_code_id: 'codes',
  to_code_id: 'codes',
  customer_id: 'customers',
  lead_id: 'leads',
  sale_id: 'sales',
  first_sale_id: 'sales',
  refund_id: 'refunds',
  rule_id: 'commission_rules',
  group_id: 'partner_groups',
  commission_id: 'commissions',
  payment_id: 'payments',
  adjustment_id: 'adjustments',
  reverses_id: 'adjustments',
  run_id: 'payout_runs',
  payout_id: 'payouts',
  payout_ids: 'payouts',
  skipped_payout_ids: 'payouts',
  payout_details_id: 'partner_payout_details',
  import_id: 'imports',
  part_of: 'imports',
  message_id: 'partner_messages',
  asset_id: 'assets',
  webhook_id: 'webhooks',
  event_id: 'events',
  event_ids: 'events',
  api_key_id: 'api_keys',
  management_key_id: 'management_keys',
  // A credential is found by the person, and its id at the provider of a password is theirs.
  user_id: 'users',
  key_id: 'seal_keys',
  connection_id: 'payment_connections',
};

/** A part of the id of a provisioned object that has no id of its own: `[program, partner]`. */
function provisionedPart(kind: string, part: number, to: string): Reference {
  const id = `case when t.kind = '${kind}' then t.object_id::json ->> ${part} end`;
  return { column: 'object_id', to, id };
}

/** Columns that refer to several tables. */
const BY_KIND: Readonly<Record<string, readonly Reference[]>> = {
  events: [
    ...Object.entries({
      'lead.%': 'leads',
      'sale.created': 'sales',
      'sale.refunded': 'refunds',
      'commission.%': 'ledger_movements',
      'partner.%': 'partners',
      'payout.%': 'payouts',
      'claim.%': 'claims',
      'adjustment.%': 'adjustments',
      'customer.%': 'customers',
    }).map(([type, to]) => ({
      column: 'object_id',
      to,
      when: `t.type like '${type}' and t.object_id <> ${SAMPLE_OBJECT}`,
    })),
  ],
  notifications: Object.entries({
    'claim%': 'claims',
    partner_message: 'partner_messages',
    'commission%': 'commissions',
    payout_paid: 'payouts',
    adjustment_received: 'adjustments',
    partner_approved: 'partners',
    application_received: 'partners',
  }).map(([kind, to]) => ({ column: 'object_id', to, when: `t.kind like '${kind}'` })),
  claims: [
    { column: 'correction_id', to: 'customers', when: `t.correction = 'assign'` },
    { column: 'correction_id', to: 'sales', when: `t.correction = 'sale'` },
    { column: 'correction_id', to: 'adjustments', when: `t.correction = 'adjustment'` },
  ],
  row_states: ['payouts', 'commission_rules'].map((to) => ({
    column: 'row_id',
    to,
    when: `t.table_name = '${to}'`,
  })),
  provisioned_objects: [
    ...['programs', 'partners', 'links', 'api_keys'].map((to) => ({
      column: 'object_id',
      to,
      when: `t.kind = '${to}'`,
    })),
    provisionedPart('enrollments', 0, 'programs'),
    provisionedPart('enrollments', 1, 'partners'),
    provisionedPart('workspace_members', 0, 'workspaces'),
    provisionedPart('payment_connections', 0, 'workspaces'),
  ],
  accounts: [{ column: 'account_id', to: 'users', when: `t.provider_id = 'credential'` }],
};

/** Columns whose rows may be of others or gone, and why that does no harm. */
export const FREE_COLUMNS: Readonly<Record<string, string>> = {
  'audit_entries.user_id': 'of people who have left; only the email is shown',
  'partner_notes.user_id': 'of people who have left; only the email is shown',
  'partner_messages.user_id': 'of people who have left; only the email is shown',
  'seal_contents.row_ids': 'hashed as they are, and compared with the rows by verify',
  'security_events.user_id': 'of people who have left; events are read by their workspace',
};

/** What the columns of a table refer to. */
export function referencesOf(table: string, columns: readonly string[]): readonly Reference[] {
  const named = columns.flatMap((column) => {
    const to = BY_COLUMN[column];
    return to === undefined || FREE_COLUMNS[`${table}.${column}`] !== undefined ? [] : [{ column, to }];
  });
  return [...named, ...(BY_KIND[table] ?? [])];
}
