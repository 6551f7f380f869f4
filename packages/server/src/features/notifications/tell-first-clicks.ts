import type { Pool } from 'pg';
import { recipientsOf } from './kinds.js';
import { deliveryOf } from './settings.js';

const DELIVERY = deliveryOf('first_click', 'r.user_id');

/**
 * Tells partners of the first click on one of their links, which no event reports. It is found in the totals of today and yesterday, so
 * that clicks are not read; that it was told is remembered in the same statement. Gives how many notifications were written.
 */
export async function tellFirstClicks(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(`
    with clicked as (
           select distinct g.id as program_id, g.workspace_id, d.partner_id
             from programs g
             join daily_totals d on d.program_id = g.id and d.day >= (now() at time zone 'UTC')::date - 1 and d.clicks > 0
             join enrollments e on e.program_id = g.id and e.partner_id = d.partner_id
             left join partner_milestones k on k.program_id = g.id and k.partner_id = d.partner_id
            where k.has_clicks is not true),
         first as (
           insert into partner_milestones as known (program_id, partner_id, has_clicks)
           select program_id, partner_id, true from clicked order by 1, 2
           on conflict (program_id, partner_id) do update set has_clicks = true where not known.has_clicks
           returning program_id, partner_id),
         subject as (
           select c.*, now() as created_at from first f
             join clicked c on c.program_id = f.program_id and c.partner_id = f.partner_id)
    insert into notifications
           (user_id, workspace_id, program_id, audience, kind, source, partner_id, object_id, count, last_sequence,
            happened_at, mail_at)
    select r.user_id, s.workspace_id, s.program_id, 'partner', 'first_click', s.program_id || ' ' || s.partner_id,
           s.partner_id, s.partner_id, 1, 0, s.created_at, case when ${DELIVERY} = 'email' then now() end
      from subject s cross join lateral (${recipientsOf({ kind: 'first_click' })}) r
     where ${DELIVERY} <> 'off'
    on conflict (user_id, kind, source) do nothing`);
  return rowCount ?? 0;
}
