import type { LineItem } from '../commission/rule.js';

/** Why no partner is credited with a lead or a sale. */
export type UncreditedReason =
  | 'no_click'
  | 'click_expired'
  | 'unknown_click'
  | 'unknown_code'
  | 'other_program'
  | 'partner_not_approved'
  | 'no_relationship'
  /** The connection credits payments by their own metadata only, and it has none. */
  | 'no_metadata'
  /** Several programs come into question. */
  | 'no_program';

/** A real lead or sale that was refused because no partner could be credited with it. */
export interface UncreditedReport {
  readonly workspaceId: number;
  /** null: none (`no_program`). */
  readonly programId: number | null;
  readonly kind: 'lead' | 'sale';
  /** What the sender calls it: a transaction id; of a lead the customer key, else the click id or the code. */
  readonly reference: string;
  readonly reason: UncreditedReason;
  readonly customerKey: string | null;
  readonly clickId: string | null;
  readonly code: string | null;
  /** Of a sale, as are the next three. */
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly taxCents: number | null;
  readonly items: readonly LineItem[] | null;
  readonly occurredAtMs: number;
  /** When it was sent; null: stored before this was. */
  readonly reportedAtMs: number | null;
}
