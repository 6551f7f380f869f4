import type { EventType } from '@svc/core';
import type { Pool } from 'pg';

/** What each kind of effect in the books has to have: one event for each row. */
const EFFECTS = `
  select 'lead.created' as type, l.id as object_id, null as object_key, p.workspace_id, l.program_id, l.test_mode
    from leads l join programs p on p.id = l.program_id
  union all
  select 'sale.created', s.id, null, s.workspace_id, s.program_id, s.test_mode from sales s
  union all
  select 'sale.refunded', r.id, null, s.workspace_id, s.program_id, s.test_mode
    from refunds r join sales s on s.id = r.sale_id
  union all
  select case m.kind when 'earn' then 'commission.created' when 'pay' then 'commission.paid' else 'commission.changed' end,
         m.id, null, p.workspace_id, m.program_id, false
    from ledger_movements m join programs p on p.id = m.program_id where m.commission_id is not null
  union all
  select 'adjustment.created', a.id, null, p.workspace_id, a.program_id, false
    from adjustments a join programs p on p.id = a.program_id
  union all
  select 'payout.created', o.id, null, p.workspace_id, o.program_id, false
    from payouts o join programs p on p.id = o.program_id
  union all
  select 'payout.paid', o.id, null, p.workspace_id, o.program_id, false
    from payouts o join programs p on p.id = o.program_id where o.status = 'paid'
  union all
  select undone.type, a.target_id::bigint, null, a.workspace_id, a.program_id, false
    from audit_entries a cross join (values ('payout.paid'), ('payout.reopened')) as undone (type)
   where a.action = 'payout.reopen' and a.target_type = 'payout'
  union all
  select 'payout.cancelled', o.id, null, p.workspace_id, o.program_id, false
    from payouts o join programs p on p.id = o.program_id where o.status = 'cancelled'`;

/** The types whose effects `EFFECTS` lists; those of disputes, partners, claims and customers leave no row of their own in the books. */
const IS_COMPARED: Record<EventType, boolean> = {
  'lead.created': true,
  'sale.created': true,
  'sale.refunded': true,
  'commission.created': true,
  'commission.changed': true,
  'commission.paid': true,
  'dispute.opened': false,
  'dispute.closed': false,
  'partner.applied': false,
  'partner.updated': false,
  'payout.created': true,
  'payout.paid': true,
  'payout.reopened': true,
  'payout.cancelled': true,
  'claim.created': false,
  'claim.answered': false,
  'adjustment.created': true,
  'customer.assigned': false,
  'customer.erased': false,
};

/** Effects of the books without exactly one event, and events without an effect, in words. Rows that were seeded have none. */
export async function compareEvents(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ difference: string }>(
    `with effects as (${EFFECTS}),
          reported as (select type, object_id, object_key, workspace_id, program_id, test_mode
                         from events where type = any($1::text[]) and object_id > 0)
     select format('%s %s: %s effects, %s events', type, object_id, sum(effects), sum(events)) as difference
       from (select *, 1 as effects, 0 as events from effects
             union all select *, 0, 1 from reported) rows
      group by type, object_id, object_key, workspace_id, program_id, test_mode
     having sum(effects) <> 1 or sum(events) <> 1
      limit 20`,
    [Object.entries(IS_COMPARED).flatMap(([type, isCompared]) => (isCompared ? type : []))],
  );
  return rows.map(({ difference }) => difference);
}
