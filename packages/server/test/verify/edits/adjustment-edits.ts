import type { Kept } from './audited-books.js';
import type { Edit } from './edit.js';

/** Edits of bonuses and deductions. */
export function adjustmentEdits({ adjustmentIds: ids, eve }: Kept): Edit[] {
  const adjustment = (name: string, id: number, set: string, what: RegExp): Edit => ({
    name: `adjustments.${name}`,
    tables: ['adjustments'],
    sql: [`update adjustments set ${set} where id = ${id}`],
    table: 'adjustments',
    id,
    what,
  });
  return [
    adjustment('amount_cents', ids.payable, 'amount_cents = 600', /^it is of 600, the ledger says 500$/),
    adjustment(
      'amount_cents, as the audit log sees it',
      ids.payable,
      'amount_cents = 600',
      /600 USD; the audit log says partner \d+ 500 USD/,
    ),
    adjustment('currency', ids.payable, `currency = 'EUR'`, /500 EUR; the audit log says/),
    adjustment(
      'partner_id',
      ids.payable,
      `partner_id = ${eve.partnerId}`,
      /^it gives partner \d+ 500 USD; the audit log says partner \d+/,
    ),
    adjustment('reason', ids.payable, `reason = 'x'`, /^its reason is '?x'?; the audit log says/),
    adjustment(
      'payable_at: later',
      ids.payable,
      `payable_at = payable_at + interval '1 day'`,
      /^it is payable from .*, and the ledger made it payable at/,
    ),
    adjustment(
      'payable_at: earlier',
      ids.pending,
      `payable_at = payable_at - interval '1 day'`,
      /^it is payable from .*; the audit log says 2999-01-01T00:00:00.000Z/,
    ),
    adjustment(
      'status',
      ids.pending,
      `status = 'payable'`,
      /^it is payable with -300, the ledger says pending -300/,
    ),
    adjustment(
      'reverses_id',
      ids.reversal,
      'reverses_id = null',
      /^it reverses \(nothing\); the audit log says/,
    ),
    adjustment(
      'reverses_id: of another amount',
      ids.reversal,
      `reverses_id = ${ids.payable}`,
      /^it does not take back adjustment/,
    ),
    adjustment('created_by', ids.payable, `created_by = 'x'`, /^it was made by x; the audit log says/),
    adjustment(
      'created_at',
      ids.payable,
      `created_at = created_at - interval '1 day'`,
      /^it is of .*, the ledger says/,
    ),
    {
      name: 'adjustments: added without an entry',
      tables: ['adjustments'],
      sql: [
        `insert into adjustments (id, program_id, partner_id, amount_cents, currency, reason, status, payable_at, created_by,
                                  created_at)
         select 999999999, program_id, partner_id, 5000, currency, 'x', 'payable', payable_at, created_by, created_at
           from adjustments where id = ${ids.payable}`,
      ],
      table: 'adjustments',
      id: 999999999,
      what: /^the audit log does not say that it was made$/,
    },
    {
      name: 'adjustments: deleted, with its movements',
      tables: ['ledger_movements', 'adjustments'],
      sql: [
        `delete from ledger_movements where adjustment_id = ${ids.payable}`,
        `delete from adjustments where id = ${ids.payable}`,
      ],
      table: 'adjustments',
      id: ids.payable,
      what: /^the audit log says that it was made \(entry \d+\), and there is no such adjustment$/,
    },
  ];
}
