import type { ClientBase } from 'pg';

/**
 * Which of these sales have a payment that a customer's bank claims back, undecided: an open `dispute`, as `totalAdjustments` has it.
 *
 * Call it with the sales or their commissions locked: a transaction that records a dispute then waits, and finds the
 * commission as it is afterwards. Contract section 4.
 */
export async function readDisputed(client: ClientBase, saleIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await client.query<{ sale_id: number }>(
    `select p.sale_id from payments p
      where p.sale_id = any($1::bigint[])
        and exists (select from payment_adjustments a
                     where a.payment_id = p.id and a.kind = 'dispute' and a.state = 'open')`,
    [saleIds],
  );
  return new Set(rows.map((row) => row.sale_id));
}
