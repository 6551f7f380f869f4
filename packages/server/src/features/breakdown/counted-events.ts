const daySql = (timestamp: string) => `(${timestamp} at time zone 'UTC')::date`;
const CLICK_DAY = `date '1970-01-01' + (k.clicked_ms / 86400000)::integer`;
const valuesOf = (row: string) =>
  `cross join lateral jsonb_each_text(${row}.dimensions::jsonb) d (dimension, value)`;

/** A link or a code is credited with the sale; the values of one that was assigned to another partner count nothing. */
const IS_CREDITED = '(s.link_id is not null or s.credit_code_id is not null)';

/** Which clicks (`k`), leads (`l`) and sales (`s`) are counted, as SQL conditions. */
export interface CountedRows {
  readonly clicks: string;
  readonly leads: string;
  readonly sales: string;
}

/**
 * SQL that counts events under the values stored with them, as daily_breakdown has them, unique clicks aside: program_id, dimension, day,
 * partner_id, currency, value and sums. Test events and bots are not counted, nor are commissions whose sale was assigned to another partner.
 * Clicks and leads are of no currency here. Contract 2 section 10.
 */
export function countedEvents({ clicks, leads, sales }: CountedRows): string {
  return `
  select k.program_id, d.dimension, ${CLICK_DAY} as day, k.partner_id, '' as currency, d.value, count(*) as clicks,
         0 as unique_clicks, 0 as leads, 0 as customers, 0 as sales, 0 as revenue_cents, 0 as commission_cents
    from clicks k ${valuesOf('k')} where not k.test_mode and not k.bot and ${clicks} group by 1, 2, 3, 4, 6
  union all
  select l.program_id, d.dimension, ${daySql('l.occurred_at')}, coalesce(l.partner_id, 0), '', d.value, 0, 0, 1, 0, 0, 0, 0
    from leads l ${valuesOf('l')} where not l.test_mode and ${leads}
  union all
  select s.program_id, d.dimension, ${daySql('s.recorded_at')}, s.partner_id, s.currency, d.value, 0, 0, 0,
         case when c.id is null then 0 else 1 end, 1, s.amount_cents, 0
    from sales s ${valuesOf('s')} left join customers c on c.id = s.customer_id and c.first_sale_id = s.id
   where not s.test_mode and ${IS_CREDITED} and ${sales}
  union all
  select s.program_id, d.dimension, ${daySql('s.recorded_at')}, m.partner_id, m.currency, d.value, 0, 0, 0, 0, 0, 0, m.original_cents
    from commissions m join sales s on s.id = m.sale_id ${valuesOf('s')}
   where m.reassigned_at is null and ${IS_CREDITED} and ${sales}
  union all
  select l.program_id, d.dimension, ${daySql('l.occurred_at')}, m.partner_id, m.currency, d.value, 0, 0, 0, 0, 0, 0, m.original_cents
    from commissions m join leads l on l.id = m.lead_id ${valuesOf('l')} where ${leads}`;
}
