import {
  type CreditChange,
  type Customer,
  customerAtLead,
  customerAtSale,
  type Lead,
  type Sale,
} from '@svc/core';
import type { ClientBase } from 'pg';
import { creditChangeFromRow } from '../../ingest/credit-changes.js';
import { customerFromRow } from '../../ingest/customers.js';
import type { Row } from '../../ingest/table.js';

/** The customers of these sales, by the sale's id, each with the credit they had when the sale was recorded. */
export function readCustomersAtSales(
  client: ClientBase,
  sales: readonly Sale[],
): Promise<Map<number, Customer>> {
  return readCustomersAt(client, sales, customerAtSale);
}

/** The same of leads, by the lead's id. */
export function readCustomersAtLeads(
  client: ClientBase,
  leads: readonly Lead[],
): Promise<Map<number, Customer>> {
  return readCustomersAt(client, leads, customerAtLead);
}

async function readCustomersAt<Event extends Sale | Lead>(
  client: ClientBase,
  events: readonly Event[],
  customerAt: (customer: Customer, changes: readonly CreditChange[], event: Event) => Customer,
): Promise<Map<number, Customer>> {
  const { rows } = await client.query<Row>('select * from customers where id = any($1::bigint[])', [
    [...new Set(events.map(({ customerId }) => customerId))],
  ]);
  const customers = new Map(rows.map(customerFromRow).map((customer) => [customer.id, customer]));
  const moved = [...customers.values()].filter(({ creditChanges }) => creditChanges > 0);
  const changes = await readCreditChanges(
    client,
    moved.map(({ id }) => id),
  );
  const byEvent = new Map<number, Customer>();
  for (const event of events) {
    const customer = customers.get(event.customerId);
    if (customer === undefined) continue;
    byEvent.set(event.id, customerAt(customer, changes.get(customer.id) ?? [], event));
  }
  return byEvent;
}

/** How credit for these customers has moved, in order, by customer. */
export async function readCreditChanges(
  client: ClientBase,
  customerIds: readonly number[],
): Promise<Map<number, CreditChange[]>> {
  const changes = new Map<number, CreditChange[]>();
  if (customerIds.length === 0) return changes;
  const { rows } = await client.query<Row>(
    'select * from credit_changes where customer_id = any($1::bigint[]) order by customer_id, number',
    [customerIds],
  );
  for (const row of rows) {
    const change = creditChangeFromRow(row);
    const known = changes.get(change.customerId);
    if (known === undefined) changes.set(change.customerId, [change]);
    else known.push(change);
  }
  return changes;
}
