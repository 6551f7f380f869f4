import { type Commission, type Facts, inWorkspace, type Sale } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { arrayOf, columnsOf } from './columns.js';
import { lookUp } from './look-up.js';
import { describeTable, type Row } from './table.js';

const SALES = describeTable<Sale, ReadonlyMap<number, readonly string[]>>(
  'sales',
  {
    id: 'bigint',
    workspaceId: 'bigint',
    programId: 'bigint',
    customerId: 'bigint',
    enrollmentId: 'bigint',
    partnerId: 'bigint',
    linkId: 'bigint',
    transactionId: 'text',
    amountCents: 'bigint',
    taxCents: 'bigint',
    refundedCents: 'bigint',
    apiRefundedCents: 'bigint',
    apiBaseCents: 'bigint',
    currency: 'text',
    testMode: 'boolean',
    source: 'text',
    items: 'json',
    ruleId: 'bigint',
    holdDays: 'integer',
    programCurrency: 'text',
    partnerStatus: 'text',
    partnerCustomers: 'integer',
    customerLeftCents: 'bigint',
    customerKey: 'text',
    creditedBy: 'text',
    creditCodeId: 'bigint',
    dimensions: 'text',
    firstSaleAtMs: ['first_sale_at', 'time'],
    code: 'text',
    codeResult: 'text',
    commissionState: 'text',
    noCommissionCode: 'text',
    additionalData: 'text',
    occurredAtMs: 'time',
    recordedAtMs: 'time',
  },
  {
    leftToDefault: ['refundedCents', 'apiRefundedCents', 'apiBaseCents', 'firstSaleAtMs'],
    written: [
      {
        name: 'recorded_references',
        type: 'text[]',
        write: (sale, references) => arrayOrNull(references.get(sale.id)),
      },
    ],
  },
);

/** A row of the table sales as the rules know it. */
export const saleFromRow = SALES.fromRow;

interface ReferenceRow {
  reference: string;
  workspace_id: number;
  is_unique: boolean;
  sale_id: number;
  program_id: number | null;
  amount_cents: number;
  currency: string;
}

/** Adds to the facts which sales are already known by these references, in whatever workspace. */
export function loadReferences(facts: Facts, references: ReadonlySet<string>): Statement | null {
  return lookUp<ReferenceRow>(
    'load-references',
    references,
    `select r.reference, r.workspace_id, r.is_unique, r.sale_id, s.program_id,
                  s.amount_cents, s.currency
             from sale_references r left join sales s on s.id = r.sale_id
            where r.reference = any($1::text[])`,
    (row) => {
      facts.saleByReference.set(inWorkspace(row.workspace_id, row.reference), row.sale_id);
      if (row.is_unique) facts.saleByApiTransaction.set(row.reference, row.sale_id);
      if (row.program_id === null) return;
      facts.programBySale.set(row.sale_id, row.program_id);
      facts.amountBySale.set(row.sale_id, { amountCents: row.amount_cents, currency: row.currency });
    },
  );
}

/** Adds these sales to the facts, locked until the transaction ends, so that refunds of one sale queue up. */
export function loadSales(facts: Facts, ids: readonly number[]): Statement | null {
  return lookUp<Row>(
    'load-sales',
    ids,
    `select ${SALES.columns} from sales where id = any($1::bigint[]) order by id for update`,
    (row) => facts.sales.set(row.id, saleFromRow(row)),
  );
}

/** Writes sales. The references are all those of each sale that has more than its transaction id. */
export const insertSales = SALES.insert;

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
  /** The transaction id that an API caller gave. */
  readonly isApi: boolean;
  /** Unique over the whole service: the transaction id that an API caller gave a real sale. */
  readonly isUnique: boolean;
}

const SALE_REFERENCES = describeTable<SaleReference>('sale_references', {
  reference: 'text',
  workspaceId: 'bigint',
  saleId: 'bigint',
  isApi: 'boolean',
  isUnique: 'boolean',
});

/** Writes the names sales are known by. The unique indexes decide between processes: a taken one fails the statement. */
export const insertReferences = SALE_REFERENCES.insert;

/** Writes the running totals of what was refunded of these sales. */
export const updateRefundedCents = SALES.update('update-refunded-cents', {
  key: ['id'],
  set: ['refundedCents', 'apiRefundedCents', 'apiBaseCents'],
});

/** Writes by which first-sale date these sales were decided, because an earlier sale of their customer became known since. */
export const updateFirstSaleDates = SALES.update('update-first-sale-dates', {
  key: ['id'],
  set: ['firstSaleAtMs'],
});

/** Writes the same to all recorded sales of customers that keep no date yet. By customer: the date so far, in epoch milliseconds. */
export function keepFirstSaleDates(dates: ReadonlyMap<number, number>): Statement | null {
  if (dates.size === 0) return null;
  return {
    name: 'keep-first-sale-dates',
    // Locked in the order in which refunds lock sales.
    text: `with dated as (
             select s.id, kept.ms from unnest($1::bigint[], $2::bigint[]) as kept (customer_id, ms)
               join sales s on s.customer_id = kept.customer_id and s.first_sale_at is null and not s.test_mode
              order by s.id for update of s)
           update sales s set first_sale_at = to_timestamp(dated.ms::float8 / 1000) from dated where s.id = dated.id`,
    values: columnsOf(
      [...dates],
      ([customerId]) => customerId,
      ([, ms]) => ms,
    ),
  };
}

/** Writes what the assignment of sales to another partner changes of them. */
export const updateSaleCredit = SALES.update('update-sale-credit', {
  key: ['id'],
  set: [
    'enrollmentId',
    'partnerId',
    'linkId',
    'creditCodeId',
    'ruleId',
    'partnerStatus',
    'partnerCustomers',
    'customerLeftCents',
    'firstSaleAtMs',
    'commissionState',
    'noCommissionCode',
  ],
});

/**
 * Marks a sale whose commission could not be written, so that it is completed later. What it is to earn counts until then
 * where a rule limits what the customer earns the partner.
 */
export function markCommissionMissing(saleId: number, commission: Commission | undefined): Statement {
  return {
    name: 'mark-commission-missing',
    text: `update sales set commission_state = 'missing', missing_cents = $2::bigint, missing_currency = $3::text where id = $1`,
    values: [
      String(saleId),
      commission === undefined ? null : String(commission.originalCents),
      commission?.currency ?? null,
    ],
  };
}
