import type { Kept } from './audited-books.js';
import { commissionEdit, type Edit } from './edit.js';

/** Edits of what a member of the team rejected. */
export function rejectionEdits({ commissionIds: { rejected, pending } }: Kept): Edit[] {
  const ofEntry = `target_type = 'commission' and target_id = '${rejected}'`;
  return [
    commissionEdit(
      'rejection_reason',
      rejected,
      "rejection_reason = 'Not theirs.'",
      /^it is rejected because of 'Not theirs\.'; the audit log says 'Own order\.' \(entry \d+\)$/,
    ),
    commissionEdit(
      'rejected_at: another time',
      rejected,
      "rejected_at = rejected_at - interval '1 day'",
      /^movement \d+ rejected it at .*, and it is said to be rejected at /,
    ),
    commissionEdit(
      'rejected_at: never',
      rejected,
      'rejected_at = null, rejection_reason = null',
      /^movement \d+ rejected it at .*, and it is said to be rejected at \(never\)$/,
    ),
    commissionEdit(
      'rejected_at: of what nobody rejected',
      pending,
      "rejected_at = now(), rejection_reason = 'Odd.', status = 'reversed', amount_cents = 0",
      /^it is said to be rejected, and the ledger says nothing of that$/,
    ),
    {
      name: 'audit_entries.after: of a rejection, without the movement',
      tables: ['audit_entries'],
      sql: [`update audit_entries set after = (after::jsonb - 'movement_id')::json where ${ofEntry}`],
      table: 'commissions',
      id: rejected,
      what: /^movement \d+ rejected it at .*, and no entry of the audit log explains that$/,
    },
  ];
}
