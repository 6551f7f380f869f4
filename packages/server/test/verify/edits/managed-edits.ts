import type { Kept } from './audited-books.js';
import type { Edit } from './edit.js';

const DAY = `interval '1 day'`;

/** Edits of payouts. */
export function payoutEdits({ payoutIds, runIds }: Kept): Edit[] {
  const payout = (id: number, set: string) => ({
    tables: ['payouts'],
    sql: [`update payouts set ${set} where id = ${id}`],
    table: 'payouts',
    id,
  });
  return [
    {
      name: 'payouts.status: paid to open',
      ...payout(payoutIds.paid, `status = 'open', settled_at = null`),
      what: /^it is open; the audit log says that it is paid \(entry \d+\)$/,
    },
    {
      name: 'payouts.status: open to paid',
      ...payout(payoutIds.open, `status = 'paid', settled_at = now(), reference = 'x'`),
      what: /^it is paid; the audit log says that it is open/,
    },
    {
      name: 'payouts.status: open to cancelled',
      ...payout(payoutIds.open, `status = 'cancelled', settled_at = now()`),
      what: /^it is cancelled; the audit log says that it is open/,
    },
    {
      name: 'payouts.status: cancelled to open',
      ...payout(payoutIds.cancelled, `status = 'open', settled_at = null`),
      what: /^it is open; the audit log says that it is cancelled/,
    },
    {
      name: 'payouts.reference',
      ...payout(payoutIds.paid, `reference = 'x'`),
      what: /^it was paid under the reference '?x'?; the audit log says/,
    },
    {
      name: 'payouts.amount_cents',
      ...payout(payoutIds.open, 'amount_cents = amount_cents + 1'),
      what: /^it pays \d+ USD to partner \d+; the audit log says \d+ USD/,
    },
    {
      name: 'payouts.currency',
      ...payout(payoutIds.open, `currency = 'EUR'`),
      what: /^it pays \d+ EUR to partner \d+; the audit log says \d+ USD/,
    },
    {
      name: 'payouts.partner_id',
      ...payout(payoutIds.open, 'partner_id = partner_id + 1000000'),
      what: /to partner \d+; the audit log says/,
    },
    {
      name: 'payouts.run_id',
      ...payout(payoutIds.open, `run_id = ${runIds.paid}`),
      what: new RegExp(`^its run is ${runIds.paid}; the audit log says ${runIds.open}$`),
    },
    {
      name: 'payouts.created_at',
      ...payout(payoutIds.open, `created_at = created_at - ${DAY}`),
      what: /^it was created at .*, the ledger says at/,
    },
  ];
}

/** Edits of what people set, and of the audit log itself. */
export function settingEdits({ workspaceId, programId, ann, eve, keyIds }: Kept): Edit[] {
  const program = (name: string, set: string, what: RegExp): Edit => ({
    name: `programs.${name}`,
    tables: ['programs'],
    sql: [`update programs set ${set} where id = ${programId}`],
    table: 'programs',
    id: programId,
    what,
  });
  return [
    program('hold_days', 'hold_days = 0', /^its hold_days is 0; the audit log says 30 \(entry \d+\)$/),
    program('minimum_payout_cents', 'minimum_payout_cents = 5', /^its minimum_payout_cents is 5; the audit/),
    program('cookie_window_days', 'cookie_window_days = 1', /^its cookie_window_days is 1; the audit log/),
    program(
      'payout_schedule',
      `payout_schedule = '{"every":"half_month"}'`,
      /^its payout_schedule is {"every": "half_month"}; the audit log says null \(entry \d+\)$/,
    ),
    program('archived_at', 'archived_at = now()', /^it was archived at .*; the audit log says at \(never\)/),
    {
      name: 'enrollments.status',
      tables: ['enrollments'],
      sql: [`update enrollments set status = 'approved' where id = ${eve.enrollmentId}`],
      table: 'enrollments',
      id: eve.enrollmentId,
      what: /^its status is approved; the audit log says suspended \(entry \d+\)$/,
    },
    {
      name: 'api_keys.expires_at',
      tables: ['api_keys'],
      sql: [`update api_keys set expires_at = null where id = ${keyIds.revoked}`],
      table: 'api_keys',
      id: keyIds.revoked,
      what: /^it ends at \(never\); the audit log says at/,
    },
    {
      name: 'api_keys: one added',
      tables: ['api_keys'],
      sql: [
        `insert into api_keys (id, program_id, key_hash, hint, name)
         values (999999999, ${programId}, '${'0'.repeat(64)}', '0000', 'x')`,
      ],
      table: 'api_keys',
      id: 999999999,
      what: /^the audit log does not say that anybody created it$/,
    },
    {
      name: 'leads.customer_key',
      tables: ['leads'],
      sql: [
        `update leads set customer_key = 'mallory'
          where id = (select min(id) from leads where program_id = ${programId} and partner_id = ${ann.partnerId})`,
      ],
      table: 'leads',
      id: 0,
      what: /^it was recorded for the customer key '?mallory'?, and the key of its customer/,
    },
    {
      name: 'audit_entries: one deleted',
      tables: ['audit_entries'],
      sql: [`delete from audit_entries where workspace_id = ${workspaceId} and number = 3`],
      table: 'audit_entries',
      id: `workspace ${workspaceId}, entry 3`,
      what: /^entry 3 of the audit log was deleted$/,
    },
    {
      name: 'audit_entries: several deleted in the middle',
      tables: ['audit_entries'],
      sql: [`delete from audit_entries where workspace_id = ${workspaceId} and number between 4 and 6`],
      table: 'audit_entries',
      id: `workspace ${workspaceId}, entry 4`,
      what: /^entries 4 to 6 of the audit log were deleted$/,
    },
    {
      name: 'audit_heads.last_number',
      tables: ['audit_heads'],
      sql: [`update audit_heads set last_number = 1 where workspace_id = ${workspaceId}`],
      table: 'audit_heads',
      id: workspaceId,
      what: /^its newest audit entry is number 1, and there is entry \d+$/,
    },
  ];
}
