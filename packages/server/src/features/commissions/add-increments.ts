import type { Pool } from 'pg';

/**
 * Adds increments of commissions to their sums, at most `limit` of them, each exactly once: one statement deletes and adds. Any
 * number of processes may do so at once. Resolves to how many were added; as many as `limit` means that there may be more.
 */
export async function addCommissionIncrements(
  pool: Pool,
  { limit = 5000 }: { readonly limit?: number } = {},
): Promise<number> {
  const { rows } = await pool.query<{ added: number }>(
    `with taken as (
       delete from commission_increments
        where id in (select id from commission_increments order by id limit $1 for update skip locked)
       returning *
     ), added as (
       insert into commission_totals as t (program_id, partner_id, currency, status, earned_on, payable_on, commissions,
                                           amount_cents)
       select program_id, whose.partner_id, currency, status, earned_on, payable_on, sum(commissions), sum(amount_cents)
         from taken cross join lateral (values (taken.partner_id), (0)) as whose (partner_id)
        group by program_id, whose.partner_id, currency, status, earned_on, payable_on
        order by program_id, whose.partner_id, currency, status, earned_on, payable_on
       on conflict (program_id, partner_id, currency, status, earned_on, payable_on) do update
          set commissions = t.commissions + excluded.commissions, amount_cents = t.amount_cents + excluded.amount_cents
     )
     select count(*) as added from taken`,
    [limit],
  );
  return rows[0]?.added ?? 0;
}

/** Adds increments of partners' balances to these, like `addCommissionIncrements`. */
export async function addBalanceIncrements(
  pool: Pool,
  { limit = 5000 }: { readonly limit?: number } = {},
): Promise<number> {
  const { rows } = await pool.query<{ added: number }>(
    `with taken as (
       delete from balance_increments
        where id in (select id from balance_increments order by id limit $1 for update skip locked)
       returning *
     ), added as (
       insert into partner_balances as t (program_id, partner_id, currency, pending, held, payable, paid)
       select program_id, partner_id, currency, sum(pending), sum(held), sum(payable), sum(paid) from taken
        group by program_id, partner_id, currency order by program_id, partner_id, currency
       on conflict (program_id, partner_id, currency) do update
          set pending = t.pending + excluded.pending, held = t.held + excluded.held,
              payable = t.payable + excluded.payable, paid = t.paid + excluded.paid
     )
     select count(*) as added from taken`,
    [limit],
  );
  return rows[0]?.added ?? 0;
}
