import type { ExplainAnswer } from '@svc/contract';

export interface MovementRow {
  readonly id: number;
  /** Kinds of partner adjustments are not among those of a commission. */
  readonly kind: ExplainAnswer['movements'][number]['kind'];
  readonly from_account: string;
  readonly to_account: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly refund_id: number | null;
  readonly payout_id: number | null;
  readonly payout_reference: string | null;
  readonly payout_run_id: number | null;
  /** Who held, released or rejected it, and why; null where nobody of the team did. */
  readonly by: string | null;
  readonly reason: string | null;
  readonly occurred_at: Date;
}

/** What a member of the team did to the commission, according to the audit log. */
interface CommissionAction {
  readonly by: string;
  readonly after: {
    readonly movement_id?: unknown;
    readonly hold_reason?: unknown;
    readonly rejection_reason?: unknown;
  } | null;
}

/** A history as the database gives it: times as text, and movements without who made them. */
export type Unfinished<History extends { readonly movements: readonly MovementRow[] }> = Omit<
  History,
  'movements'
> & {
  readonly movements: readonly Omit<MovementRow, 'by' | 'reason'>[];
  readonly actions: readonly CommissionAction[];
};

/** SQL: the movements of commission `k`, in order. */
export const MOVEMENTS = `
  (select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object('payout_reference', o.reference, 'payout_run_id', o.run_id)
                             order by m.occurred_at, m.id), '[]')
     from ledger_movements m left join payouts o on o.id = m.payout_id where m.commission_id = k.id)`;

/**
 * SQL: the entries of the audit log about commission `k` of customer `c`. They are only passed on: an old entry may hold text
 * that the database cannot look into.
 */
export const ACTIONS = `
  (select coalesce(json_agg(json_build_object('by', a.user_email, 'after', a.after)), '[]')
     from audit_entries a
    where a.workspace_id = c.workspace_id and a.target_type = 'commission' and a.target_id = k.id::text)`;

/** A history with its times, and with who made each movement. */
export function finishHistory<History extends { readonly movements: readonly MovementRow[] }>(
  row: Unfinished<History>,
): History {
  const { actions, movements, ...rest } = withDates(row) as Unfinished<History>;
  const byMovement = new Map(actions.map((action) => [action.after?.movement_id, action]));
  return {
    ...rest,
    movements: movements.map((movement) => {
      const action = byMovement.get(movement.id);
      const reason = action?.after?.rejection_reason ?? action?.after?.hold_reason;
      return { ...movement, by: action?.by ?? null, reason: typeof reason === 'string' ? reason : null };
    }),
  } as unknown as History;
}

/** Times inside JSON come as text; in our tables every column of time is called `…_at`, and no other is. */
function withDates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDates);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name.endsWith('_at') && typeof inner === 'string' ? new Date(inner) : withDates(inner),
    ]),
  );
}
