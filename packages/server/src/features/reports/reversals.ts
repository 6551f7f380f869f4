/**
 * SQL of what was taken from commissions and given back (below zero), as totals count it: commission_id, sale_id, lead_id,
 * partner_id, program_id, currency, occurred_at and cents. A commission whose sale was assigned to another partner counts nothing. Of one that was given back, what
 * refunds took meanwhile counts when it was given back. `condition` is one on the movements `v`.
 */
export function reversals(condition: string): string {
  return `
  select m.id as commission_id, m.sale_id, m.lead_id, m.partner_id, v.program_id, v.currency, v.occurred_at, ${CENTS} as cents
    from ${LIVE} where v.kind in ('reverse', 'restore', 'reject') and m.reassigned_at is null and ${condition}
  union all
  select m.id, m.sale_id, m.lead_id, m.partner_id, v.program_id, v.currency, max(v.occurred_at), sum(${CENTS})
    from ${LIVE} where v.kind = 'reassign' and m.reassigned_at is null and ${condition}
   group by m.id, v.program_id, v.currency having sum(${CENTS}) <> 0`;
}

const LIVE = 'ledger_movements v join commissions m on m.id = v.commission_id';
const CENTS = `case v.from_account when 'expense' then -v.amount_cents else v.amount_cents end`;
