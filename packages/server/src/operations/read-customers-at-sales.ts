import { type CreditChange, type Customer, customerAtSale, type Sale } from '@svc/core';
import type { ClientBase } from 'pg';
import { creditChangeFromRow } from '../tracking/credit-changes.js';
import { customerFromRow } from '../tracking/customers.js';

type CustomerRow = Parameters<typeof customerFromRow>[0];
type ChangeRow = Parameters<typeof creditChangeFromRow>[0];

/** The customers of these sales, by the sale's id, each with the credit they had when the sale was recorded. */
export async function readCustomersAtSales(
  client: ClientBase,
  sales: readonly Sale[],
): Promise<Map<number, Customer>> {
  const { rows } = await client.query<CustomerRow>('select * from customers where id = any($1::bigint[])', [
    [...new Set(sales.map((sale) => sale.customerId))],
  ]);
  const customers = new Map(rows.map((row) => [row.id, customerFromRow(row)]));
  const moved = [...customers.values()].filter(({ creditChanges }) => creditChanges > 0);
  const changes = await readCreditChanges(
    client,
    moved.map(({ id }) => id),
  );
  const bySale = new Map<number, Customer>();
  for (const sale of sales) {
    const customer = customers.get(sale.customerId);
    if (customer === undefined) continue;
    bySale.set(sale.id, customerAtSale(customer, changes.get(customer.id) ?? [], sale));
  }
  return bySale;
}

async function readCreditChanges(
  client: ClientBase,
  customerIds: readonly number[],
): Promise<Map<number, CreditChange[]>> {
  const changes = new Map<number, CreditChange[]>();
  if (customerIds.length === 0) return changes;
  const { rows } = await client.query<ChangeRow>(
    'select * from credit_changes where customer_id = any($1::bigint[]) order by customer_id, number',
    [customerIds],
  );
  for (const row of rows) {
    const known = changes.get(row.customer_id);
    const change = creditChangeFromRow(row);
    if (known === undefined) changes.set(row.customer_id, [change]);
    else known.push(change);
  }
  return changes;
}
