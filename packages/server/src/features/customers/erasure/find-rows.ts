import { type ClickKey, parseClickId } from '@svc/core';
import type { ClientBase } from 'pg';
import { RefusedError } from '../../../operations/refused-error.js';

/** Whose traces are erased, and where they begin. */
export interface Found {
  readonly workspaceId: number;
  /** The customer, and the test customer of the same key. */
  readonly customerIds: readonly number[];
  /** Those that are not of tests, with their programs. */
  readonly real: readonly { readonly id: number; readonly programId: number }[];
  readonly key: string | null;
  /** The key is a made-up one already: of an erasure before this one. */
  readonly wasErased: boolean;
  readonly addresses: readonly string[];
  /** All clicks that the customers came by or named. */
  readonly clicks: readonly ClickKey[];
}

interface Row {
  readonly id: number;
  readonly program_id: number;
  readonly test_mode: boolean;
  readonly customer_key: string | null;
  readonly email: string | null;
  readonly erased_at: Date | null;
}

/** Finds the customer and locks it as the pipeline does, so that a sale at the same moment comes before or after. */
export async function findRows(client: ClientBase, workspaceId: number, customerId: number): Promise<Found> {
  const { rows } = await client.query<Row>(
    `select id, program_id, test_mode, customer_key, email, erased_at from customers
      where workspace_id = $1 and (id = $2 or customer_key = (select customer_key from customers where id = $2 and workspace_id = $1))
      order by id for update`,
    [workspaceId, customerId],
  );
  const customer = rows.find(({ id }) => id === customerId);
  if (customer === undefined) throw new RefusedError('not_found');
  const customerIds = rows.map(({ id }) => id);
  const key = customer.customer_key;
  return {
    workspaceId,
    customerIds,
    real: rows.filter((row) => !row.test_mode).map((row) => ({ id: row.id, programId: row.program_id })),
    key,
    wasErased: key !== null && customer.erased_at !== null && key.startsWith('erased-'),
    addresses: [...new Set(rows.flatMap(({ email }) => email ?? []))],
    clicks: await findClicks(client, workspaceId, customerIds, key),
  };
}

async function findClicks(
  client: ClientBase,
  workspaceId: number,
  customerIds: readonly number[],
  key: string | null,
): Promise<ClickKey[]> {
  const { rows } = await client.query<{ ms: number; number: number }>(
    `select distinct ms, number from (
       select click_ms as ms, click_number as number from customers where id = any ($1::bigint[])
       union all select former_click_ms, former_click_number from customers where id = any ($1::bigint[])
       union all select from_click_ms, from_click_number from credit_changes where customer_id = any ($1::bigint[])
       union all select to_click_ms, to_click_number from credit_changes where customer_id = any ($1::bigint[])
       union all select click_ms, click_number from unused_clicks where customer_id = any ($1::bigint[])
       union all select click_ms, click_number from refused_leads where customer_id = any ($1::bigint[])) named
      where ms is not null`,
    [customerIds],
  );
  const { rows: refused } = await client.query<{ click_id: string }>(
    'select click_id from uncredited where workspace_id = $1 and customer_key = $2 and click_id is not null',
    [workspaceId, key],
  );
  return [
    ...rows.map(({ ms, number }) => ({ clickedMs: ms, number })),
    ...refused.flatMap(({ click_id: id }) => parseClickId(id) ?? []),
  ];
}
