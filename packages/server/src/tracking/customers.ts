import {
  type Customer,
  type CustomerStatus,
  customerKeyIndex,
  type Facts,
  formatClickId,
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
  created_at: Date;
  lead_at: Date | null;
  first_sale_id: number | null;
  first_sale_at: Date | null;
}

/** By name: a program older than the newest migration must get what it expects. */
const CUSTOMER_COLUMNS = `id, workspace_id, program_id, customer_key, email, status, enrollment_id, partner_id, link_id,
  click_ms, click_number, created_at, lead_at, first_sale_id, first_sale_at`;

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
    click:
      row.click_number === null || row.click_ms === null
        ? null
        : { number: row.click_number, clickedMs: row.click_ms },
    createdAtMs: row.created_at.getTime(),
    leadAtMs: row.lead_at?.getTime() ?? null,
    firstSaleId: row.first_sale_id,
    firstSaleAtMs: row.first_sale_at?.getTime() ?? null,
  };
}

/**
 * Adds to the facts the customers with these keys and those that came by these clicks, locked until the transaction
 * ends, so that two processes never move the same customer from the same state.
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
                                     and customer_key = wanted.customer_key limit 1) c
             union all
             select c.id from unnest($3::bigint[], $4::bigint[]) as wanted (click_ms, click_number)
              cross join lateral (select id from customers where click_ms = wanted.click_ms
                                     and click_number = wanted.click_number limit 1) c))
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
      for (const row of rows) {
        const customer = customerFromRow(row);
        facts.customers.set(customer.id, customer);
        if (customer.customerKey !== null) {
          facts.customerByKey.set(customerKeyIndex(customer.workspaceId, customer.customerKey), customer.id);
        }
        if (customer.click !== null) facts.customerByClick.set(formatClickId(customer.click), customer.id);
      }
    },
  };
}

/** Writes customers made by a lead or a sale. */
export function insertCustomers(customers: readonly Customer[]): Statement | null {
  if (customers.length === 0) return null;
  return {
    name: 'insert-customers',
    text: `insert into customers (id, workspace_id, program_id, customer_key, email, status, enrollment_id, partner_id,
                                  link_id, click_ms, click_number, created_at, lead_at, first_sale_id, first_sale_at)
           select id, workspace_id, program_id, customer_key, email, status, enrollment_id, partner_id,
                  link_id, click_ms, click_number, to_timestamp(created_ms::float8 / 1000), to_timestamp(lead_ms::float8 / 1000),
                  first_sale_id, to_timestamp(first_sale_ms::float8 / 1000)
             from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[],
                         $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
                         $14::bigint[], $15::bigint[])
               as new (id, workspace_id, program_id, customer_key, email, status, enrollment_id, partner_id, link_id,
                       click_ms, click_number, created_ms, lead_ms, first_sale_id, first_sale_ms)`,
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
      (customer) => customer.createdAtMs,
      (customer) => customer.leadAtMs,
      (customer) => customer.firstSaleId,
      (customer) => customer.firstSaleAtMs,
    ),
  };
}

/** Writes what leads and sales change of a customer: key, email, status, first sale. Its attribution never changes. */
export function updateCustomers(customers: readonly Customer[]): Statement | null {
  if (customers.length === 0) return null;
  return {
    name: 'update-customers',
    text: `update customers c
              set customer_key = changed.customer_key, email = changed.email, status = changed.status,
                  lead_at = to_timestamp(changed.lead_ms::float8 / 1000), first_sale_id = changed.first_sale_id,
                  first_sale_at = to_timestamp(changed.first_sale_ms::float8 / 1000)
             from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
               as changed (id, customer_key, email, status, lead_ms, first_sale_id, first_sale_ms)
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
    ),
  };
}
