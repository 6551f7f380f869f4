import { noCommissionText, type SaleItem } from '@svc/contract';
import type { LineItem } from '@svc/core';
import type { ClientBase, Pool } from 'pg';

/** A row of the table sales with the key of its customer, and how many months its rule pays for. */
export interface SaleRow {
  readonly id: number;
  readonly transaction_id: string;
  readonly amount_cents: number;
  readonly tax_cents: number;
  readonly currency: string;
  readonly items: readonly LineItem[] | null;
  readonly refunded_cents: number;
  readonly test_mode: boolean;
  readonly source: SaleItem['source'];
  readonly customer_id: number;
  readonly customer_key: string | null;
  readonly partner_id: number;
  readonly link_id: number | null;
  readonly code: string | null;
  readonly code_result: SaleItem['code_result'];
  /** The code behind the credit, as it was created; null: a click. */
  readonly credit_code: string | null;
  readonly commission_state: SaleItem['commission_state'];
  readonly commission_status: SaleItem['commission_status'];
  readonly no_commission_code: SaleItem['no_commission_code'];
  /** Only where the code is `other`. */
  readonly no_commission_reason: string | null;
  readonly rule_months: number | null;
  readonly occurred_at: Date;
  readonly recorded_at: Date;
}

/** Sales `s` with what `SaleRow` needs besides. */
export const SELECT_SALES = `
  select s.*, c.customer_key, r.duration_months as rule_months, x.code as credit_code, k.status as commission_status
    from sales s join customers c on c.id = s.customer_id left join commission_rules r on r.id = s.rule_id
    left join codes x on x.id = s.credit_code_id
    left join commissions k on k.sale_id = s.id and k.partner_id = s.partner_id and k.reassigned_at is null`;

/** These sales, by id. */
export async function loadSalesById(
  pool: Pool | ClientBase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SaleItem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<SaleRow>(`${SELECT_SALES} where s.id = any($1::bigint[])`, [ids]);
  return new Map(rows.map((row) => [row.id, saleFromRow(row)]));
}

/** A sale as it is shown. */
export function saleFromRow(row: SaleRow): SaleItem {
  return {
    id: row.id,
    transaction_id: row.transaction_id,
    amount_cents: row.amount_cents,
    tax_cents: row.tax_cents,
    currency: row.currency,
    items: row.items?.map(({ product, amountCents }) => ({ product, amount_cents: amountCents })) ?? null,
    refunded_amount_cents: row.refunded_cents,
    test_mode: row.test_mode,
    source: row.source,
    customer_id: row.customer_id,
    customer_key: row.customer_key,
    partner_id: row.partner_id,
    link_id: row.link_id,
    code: row.code,
    code_result: row.code_result,
    credit_code: row.credit_code,
    commission_state: row.commission_state,
    commission_status: row.commission_status,
    no_commission_code: row.no_commission_code,
    no_commission_reason: noCommissionTextOf(row),
    occurred_at: row.occurred_at.toISOString(),
    recorded_at: row.recorded_at.toISOString(),
  };
}

/** Why the sale earned no commission, in a sentence; null when it did, or may still. */
export function noCommissionTextOf(row: SaleRow): string | null {
  const { no_commission_code: code, rule_months: months, no_commission_reason: note } = row;
  return code && noCommissionText(code, { months, note });
}
