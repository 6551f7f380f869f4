import {
  type ClickKey,
  type Customer,
  type CustomerStatus,
  type Facts,
  indexCustomer,
  type LeadSource,
  parseClickId,
} from '@svc/core';
import type { Statement } from '../database/statements.js';
import { columnsOf } from './columns.js';

/** A customer key and the workspace it is meant in. */
export interface WantedKey {
  readonly workspaceId: number;
  readonly customerKey: string;
}

interface CustomerRow {
  id: number;
  workspace_id: number;
  program_id: number;
  customer_key: string | null;
  email: string | null;
  status: CustomerStatus;
  enrollment_id: number | null;
  partner_id: number | null;
  link_id: number | null;
  click_ms: number | null;
  click_number: number | null;
  former_click_ms: number | null;
  former_click_number: number | null;
  credit_changes: number;
  test_mode: boolean;
  named_by: LeadSource;
  created_at: Date;
  lead_at: Date | null;
  first_sale_id: number | null;
  first_sale_at: Date | null;
}

/** By name: a program older than the newest migration must get what it expects. */
const CUSTOMER_COLUMNS = `id, workspace_id, program_id, customer_key, email, status, enrollment_id, partner_id, link_id,
  click_ms, click_number, former_click_ms, former_click_number, credit_changes, test_mode, named_by, created_at, lead_at,
  first_sale_id, first_sale_at`;

/** A row of the table customers as the rules know it. */
export function customerFromRow(row: CustomerRow): Customer {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    programId: row.program_id,
    customerKey: row.customer_key,
    email: row.email,
    status: row.status,
    enrollmentId: row.enrollment_id,
    partnerId: row.partner_id,
    linkId: row.link_id,
    click: clickKeyOf(row.click_ms, row.click_number),
    formerClick: clickKeyOf(row.former_click_ms, row.former_click_number),
    creditChanges: row.credit_changes,
    testMode: row.test_mode,
    namedBy: row.named_by,
    createdAtMs: row.created_at.getTime(),
    leadAtMs: row.lead_at?.getTime() ?? null,
    firstSaleId: row.first_sale_id,
    firstSaleAtMs: row.first_sale_at?.getTime() ?? null,
  };
}

function clickKeyOf(clickedMs: number | null, number: number | null): ClickKey | null {
  return clickedMs === null || number === null ? null : { number, clickedMs };
}

/**
 * Adds to the facts the customers with these keys and those that came by these clicks, now or formerly, locked until the
 * transaction ends, so that two processes never move the same customer from the same state. A key or a click may have
 * two: a real and a test customer.
 */
export function loadCustomers(
  facts: Facts,
  keys: readonly WantedKey[],
  clickIds: ReadonlySet<string>,
): Statement | null {
  const clickKeys = [...clickIds].map(parseClickId).filter((key) => key !== null);
  if (keys.length === 0 && clickKeys.length === 0) return null;
  return {
    name: 'load-customers',
    text: `select ${CUSTOMER_COLUMNS} from customers where id = any (array(
             select c.id from unnest($1::bigint[], $2::text[]) as wanted (workspace_id, customer_key)
              cross join lateral (select id from customers where workspace_id = wanted.workspace_id
                                     and customer_key = wanted.customer_key limit 2) c
             union all
             select c.id from unnest($3::bigint[], $4::bigint[]) as wanted (click_ms, click_number)
              cross join lateral (select id from customers where click_ms = wanted.click_ms
                                     and click_number = wanted.click_number limit 2) c
             union all
             select c.id from unnest($3::bigint[], $4::bigint[]) as wanted (click_ms, click_number)
              cross join lateral (select id from customers where former_click_ms = wanted.click_ms
                                     and former_click_number = wanted.click_number limit 1) c))
           order by id for update`,
    values: [
      ...columnsOf(
        keys,
        (key) => key.workspaceId,
        (key) => key.customerKey,
      ),
      ...columnsOf(
        clickKeys,
        (key) => key.clickedMs,
        (key) => key.number,
      ),
    ],
    take(rows: readonly CustomerRow[]) {
      for (const row of rows) indexCustomer(facts, customerFromRow(row));
    },
  };
}

/** Writes customers made by a lead or a sale. */
export function insertCustomers(customers: readonly Customer[]): Statement | null {
  if (customers.length === 0) return null;
  return {
    name: 'insert-customers',
    text: `insert into customers (id, workspace_id, program_id, customer_key, email, status, enrollment_id, partner_id,
                                  link_id, click_ms, click_number, test_mode, named_by, created_at, lead_at, first_sale_id,
                                  first_sale_at)
           select id, workspace_id, program_id, customer_key, email, status, enrollment_id, partner_id,
                  link_id, click_ms, click_number, test_mode, named_by, to_timestamp(created_ms::float8 / 1000),
                  to_timestamp(lead_ms::float8 / 1000), first_sale_id, to_timestamp(first_sale_ms::float8 / 1000)
             from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[],
                         $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::boolean[], $13::text[],
                         $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[])
               as new (id, workspace_id, program_id, customer_key, email, status, enrollment_id, partner_id, link_id,
                       click_ms, click_number, test_mode, named_by, created_ms, lead_ms, first_sale_id, first_sale_ms)`,
    values: columnsOf(
      customers,
      (customer) => customer.id,
      (customer) => customer.workspaceId,
      (customer) => customer.programId,
      (customer) => customer.customerKey,
      (customer) => customer.email,
      (customer) => customer.status,
      (customer) => customer.enrollmentId,
      (customer) => customer.partnerId,
      (customer) => customer.linkId,
      (customer) => customer.click?.clickedMs ?? null,
      (customer) => customer.click?.number ?? null,
      (customer) => customer.testMode,
      (customer) => customer.namedBy,
      (customer) => customer.createdAtMs,
      (customer) => customer.leadAtMs,
      (customer) => customer.firstSaleId,
      (customer) => customer.firstSaleAtMs,
    ),
  };
}

/** Writes what leads and sales change of a customer, but for credit: that only moves by `recordCreditChanges`. */
export function updateCustomers(customers: readonly Customer[]): Statement | null {
  if (customers.length === 0) return null;
  return {
    name: 'update-customers',
    text: `update customers c
              set customer_key = changed.customer_key, email = changed.email, status = changed.status,
                  named_by = changed.named_by, lead_at = to_timestamp(changed.lead_ms::float8 / 1000), first_sale_id = changed.first_sale_id,
                  first_sale_at = to_timestamp(changed.first_sale_ms::float8 / 1000)
             from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[],
                         $8::text[])
               as changed (id, customer_key, email, status, lead_ms, first_sale_id, first_sale_ms, named_by)
            where c.id = changed.id`,
    values: columnsOf(
      customers,
      (customer) => customer.id,
      (customer) => customer.customerKey,
      (customer) => customer.email,
      (customer) => customer.status,
      (customer) => customer.leadAtMs,
      (customer) => customer.firstSaleId,
      (customer) => customer.firstSaleAtMs,
      (customer) => customer.namedBy,
    ),
  };
}
