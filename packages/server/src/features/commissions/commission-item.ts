import { type CommissionItem, holdText } from '@svc/contract';
import type { RaisedFlag } from '@svc/core';

/** A row of the table commissions. */
export interface CommissionRow {
  readonly id: number;
  readonly sale_id: number | null;
  readonly lead_id: number | null;
  readonly partner_id: number;
  readonly rule_id: number | null;
  readonly original_cents: number;
  readonly amount_cents: number;
  readonly currency: string;
  readonly status: CommissionItem['status'];
  readonly hold_kind: CommissionItem['hold_kind'];
  /** What the person wrote who holds it. */
  readonly hold_reason: string | null;
  readonly payable_at: Date;
  readonly payout_id: number | null;
  readonly reassigned_at: Date | null;
  readonly rejected_at: Date | null;
  readonly rejection_reason: string | null;
  readonly flags: readonly RaisedFlag[] | null;
  readonly created_at: Date;
}

/** A commission as it is shown: `amount_cents` is what is left now. Contract section 3. */
export function commissionItemFromRow(row: CommissionRow): CommissionItem {
  return {
    id: row.id,
    sale_id: row.sale_id,
    lead_id: row.lead_id,
    partner_id: row.partner_id,
    amount_cents: row.amount_cents,
    original_amount_cents: row.original_cents,
    currency: row.currency,
    status: row.status,
    // One that is reversed remembers why it was held.
    hold_kind: row.status === 'held' ? row.hold_kind : null,
    hold_reason: holdTextOf(row),
    flags: flagsOf(row.flags),
    payable_at: row.payable_at.toISOString(),
    payout_id: row.payout_id,
    rule_id: row.rule_id,
    reassigned_at: row.reassigned_at?.toISOString() ?? null,
    rejected_at: row.rejected_at?.toISOString() ?? null,
    rejection_reason: row.rejection_reason,
    created_at: row.created_at.toISOString(),
  };
}

/** The names of what was found. */
export function flagsOf(flags: readonly RaisedFlag[] | null): CommissionItem['flags'] {
  return (flags ?? []).map(({ flag }) => flag);
}

/** Why the commission is held, in a sentence; null when it is not. */
export function holdTextOf({
  status,
  hold_kind: kind,
  hold_reason: note,
  lead_id: leadId,
}: Pick<CommissionRow, 'status' | 'hold_kind' | 'hold_reason' | 'lead_id'>): string | null {
  return status === 'held' && kind !== null ? holdText(kind, note, leadId === null ? 'sale' : 'lead') : null;
}
