import { type EnrollmentStatus, type Facts, inWorkspace, type Sale, type SaleSource } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { arrayOf, columnsOf } from './columns.js';

interface SaleRow {
  id: number;
  workspace_id: number;
  program_id: number;
  customer_id: number;
  enrollment_id: number;
  partner_id: number;
  link_id: number | null;
  transaction_id: string;
  amount_cents: number;
  tax_cents: number;
  refunded_cents: number;
  api_refunded_cents: number;
  api_base_cents: number;
  currency: string;
  test_mode: boolean;
  source: SaleSource;
  rule_id: number | null;
  hold_days: number | null;
  program_currency: string | null;
  partner_status: EnrollmentStatus | null;
  customer_key: string | null;
  commission_state: Sale['commissionState'];
  no_commission_reason: string | null;
  additional_data: string | null;
  occurred_at: Date;
  recorded_at: Date;
}

/** By name: a program older than the newest migration must get what it expects. */
const SALE_COLUMNS = `id, workspace_id, program_id, customer_id, enrollment_id, partner_id, link_id, transaction_id,
  amount_cents, tax_cents, refunded_cents, api_refunded_cents, api_base_cents, currency, test_mode, source, rule_id,
  hold_days, program_currency, partner_status, customer_key, commission_state, no_commission_reason, additional_data,
  occurred_at, recorded_at`;

/** A row of the table sales as the rules know it. */
export function saleFromRow(row: SaleRow): Sale {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    programId: row.program_id,
    customerId: row.customer_id,
    enrollmentId: row.enrollment_id,
    partnerId: row.partner_id,
    linkId: row.link_id,
    transactionId: row.transaction_id,
    amountCents: row.amount_cents,
    taxCents: row.tax_cents,
    refundedCents: row.refunded_cents,
    apiRefundedCents: row.api_refunded_cents,
    apiBaseCents: row.api_base_cents,
    currency: row.currency,
    testMode: row.test_mode,
    source: row.source,
    ruleId: row.rule_id,
    holdDays: row.hold_days,
    programCurrency: row.program_currency,
    partnerStatus: row.partner_status,
    customerKey: row.customer_key,
    commissionState: row.commission_state,
    noCommissionReason: row.no_commission_reason,
    additionalData: row.additional_data,
    occurredAtMs: row.occurred_at.getTime(),
    recordedAtMs: row.recorded_at.getTime(),
  };
}

interface ReferenceRow {
  reference: string;
  workspace_id: number;
  is_api: boolean;
  sale_id: number;
  program_id: number | null;
}

/** Adds to the facts which sales are already known by these references, in whatever workspace. */
export function loadReferences(facts: Facts, references: ReadonlySet<string>): Statement | null {
  if (references.size === 0) return null;
  return {
    name: 'load-references',
    text: `select r.reference, r.workspace_id, r.is_api, r.sale_id, s.program_id
             from sale_references r left join sales s on s.id = r.sale_id
            where r.reference = any($1::text[])`,
    values: [arrayOf(references)],
    take(rows: readonly ReferenceRow[]) {
      for (const row of rows) {
        facts.saleByReference.set(inWorkspace(row.workspace_id, row.reference), row.sale_id);
        if (row.is_api) facts.saleByApiTransaction.set(row.reference, row.sale_id);
        if (row.program_id !== null) facts.programBySale.set(row.sale_id, row.program_id);
      }
    },
  };
}

/** Adds these sales to the facts, locked until the transaction ends, so that refunds of one sale queue up. */
export function loadSales(facts: Facts, ids: readonly number[]): Statement | null {
  if (ids.length === 0) return null;
  return {
    name: 'load-sales',
    text: `select ${SALE_COLUMNS} from sales where id = any($1::bigint[]) order by id for update`,
    values: [arrayOf(ids)],
    take(rows: readonly SaleRow[]) {
      for (const row of rows) facts.sales.set(row.id, saleFromRow(row));
    },
  };
}

/** Writes sales. `references` has all those of each sale that has more than its transaction id. */
export function insertSales(
  sales: readonly Sale[],
  references: ReadonlyMap<number, readonly string[]>,
): Statement | null {
  if (sales.length === 0) return null;
  return {
    name: 'insert-sales',
    text: `insert into sales (id, workspace_id, program_id, customer_id, enrollment_id, partner_id, link_id,
                              transaction_id, amount_cents, tax_cents, refunded_cents, currency, test_mode, source,
                              rule_id, commission_state, no_commission_reason, additional_data, occurred_at,
                              recorded_at, api_refunded_cents, api_base_cents, hold_days, program_currency, partner_status,
                              customer_key, recorded_references)
           select id, workspace_id, program_id, customer_id, enrollment_id, partner_id, link_id,
                  transaction_id, amount_cents, tax_cents, refunded_cents, currency, test_mode, source,
                  rule_id, commission_state, no_commission_reason, additional_data,
                  to_timestamp(occurred_ms::float8 / 1000), to_timestamp(recorded_ms::float8 / 1000), api_refunded_cents,
                  api_base_cents, hold_days, program_currency, partner_status, customer_key, recorded_references::text[]
             from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                         $7::bigint[], $8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::text[],
                         $13::boolean[], $14::text[], $15::bigint[], $16::text[], $17::text[], $18::text[],
                         $19::bigint[], $20::bigint[], $21::bigint[], $22::bigint[], $23::integer[], $24::text[],
                         $25::text[], $26::text[], $27::text[])
               as new (id, workspace_id, program_id, customer_id, enrollment_id, partner_id, link_id, transaction_id,
                       amount_cents, tax_cents, refunded_cents, currency, test_mode, source, rule_id,
                       commission_state, no_commission_reason, additional_data, occurred_ms, recorded_ms,
                       api_refunded_cents, api_base_cents, hold_days, program_currency, partner_status, customer_key,
                       recorded_references)`,
    values: columnsOf(
      sales,
      (sale) => sale.id,
      (sale) => sale.workspaceId,
      (sale) => sale.programId,
      (sale) => sale.customerId,
      (sale) => sale.enrollmentId,
      (sale) => sale.partnerId,
      (sale) => sale.linkId,
      (sale) => sale.transactionId,
      (sale) => sale.amountCents,
      (sale) => sale.taxCents,
      (sale) => sale.refundedCents,
      (sale) => sale.currency,
      (sale) => sale.testMode,
      (sale) => sale.source,
      (sale) => sale.ruleId,
      (sale) => sale.commissionState,
      (sale) => sale.noCommissionReason,
      (sale) => sale.additionalData,
      (sale) => sale.occurredAtMs,
      (sale) => sale.recordedAtMs,
      (sale) => sale.apiRefundedCents,
      (sale) => sale.apiBaseCents,
      (sale) => sale.holdDays,
      (sale) => sale.programCurrency,
      (sale) => sale.partnerStatus,
      (sale) => sale.customerKey,
      // As text, because PostgreSQL unnests an array of arrays whole.
      (sale) => arrayOrNull(references.get(sale.id)),
    ),
  };
}

function arrayOrNull(values: readonly string[] | undefined): string | null {
  return values === undefined ? null : arrayOf(values);
}

/** Adds to what is kept of sales, recorded before, the references they are given now. */
export function keepAddedReferences(added: ReadonlyMap<number, readonly string[]>): Statement | null {
  if (added.size === 0) return null;
  return {
    name: 'keep-added-references',
    text: `update sales s
              set recorded_references = coalesce(s.recorded_references, array[s.transaction_id]) || added.names::text[]
             from unnest($1::bigint[], $2::text[]) as added (id, names)
            where s.id = added.id`,
    values: columnsOf(
      [...added],
      ([saleId]) => saleId,
      ([, names]) => arrayOf(names),
    ),
  };
}

/** A name of a sale as it is to be written. */
export interface SaleReference {
  readonly reference: string;
  readonly workspaceId: number;
  readonly saleId: number;
  /** It is the transaction id that an API caller gave, which is unique over the whole service. */
  readonly isApi: boolean;
}

/** Writes the names sales are known by. The unique indexes decide between processes: a taken one fails the statement. */
export function insertReferences(references: readonly SaleReference[]): Statement | null {
  if (references.length === 0) return null;
  return {
    name: 'insert-references',
    text: `insert into sale_references (reference, workspace_id, sale_id, is_api)
           select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::boolean[])`,
    values: columnsOf(
      references,
      (row) => row.reference,
      (row) => row.workspaceId,
      (row) => row.saleId,
      (row) => row.isApi,
    ),
  };
}

/** Writes the running totals of what was refunded of these sales. */
export function updateRefundedCents(sales: readonly Sale[]): Statement | null {
  if (sales.length === 0) return null;
  return {
    name: 'update-refunded-cents',
    text: `update sales s
              set refunded_cents = changed.refunded_cents, api_refunded_cents = changed.api_refunded_cents,
                  api_base_cents = changed.api_base_cents
             from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
               as changed (id, refunded_cents, api_refunded_cents, api_base_cents)
            where s.id = changed.id`,
    values: columnsOf(
      sales,
      (sale) => sale.id,
      (sale) => sale.refundedCents,
      (sale) => sale.apiRefundedCents,
      (sale) => sale.apiBaseCents,
    ),
  };
}

/** Marks a sale whose commission could not be written, so that it is completed later. */
export function markCommissionMissing(saleId: number): Statement {
  return {
    name: 'mark-commission-missing',
    text: `update sales set commission_state = 'missing' where id = $1`,
    values: [String(saleId)],
  };
}
