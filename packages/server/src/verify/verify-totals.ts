import { reversals } from '../features/reports/reversals.js';
import { SUM_COLUMNS, SUMS } from '../features/reports/totals.js';
import type { Check } from './check.js';

const KEY = 'program_id, day, partner_id, link_id, currency';

/** The UTC day of a timestamp. */
const daySql = (timestamp: string) => `(${timestamp} at time zone 'UTC')::date`;

/**
 * What the events say, one row per event or group of events: which event adds what on which day is decided in the
 * core (`decide-*.ts`). Test events count nowhere, bots' clicks neither. Clicks and leads are of no currency here: they
 * are kept with the program's, which may have been another one then.
 */
const EVENTS = `
  select k.program_id, date '1970-01-01' + (k.clicked_ms / 86400000)::integer as day, k.partner_id, k.link_id,
         '' as currency, count(*) as clicks, 0 as leads, 0 as customers, 0 as sales, 0 as revenue_cents, 0 as refunded_cents,
         0 as commission_cents, 0 as reversed_cents
    from clicks k where not k.test_mode and not k.bot group by 1, 2, 3, 4, 5
  union all
  select d.program_id, ${daySql('d.occurred_at')}, coalesce(d.partner_id, 0), coalesce(d.link_id, 0), '',
         0, 1, 0, 0, 0, 0, 0, 0
    from leads d where not d.test_mode
  union all
  select s.program_id, ${daySql('s.recorded_at')}, s.partner_id, coalesce(s.link_id, 0), s.currency,
         0, 0, case when c.id is null then 0 else 1 end, 1, s.amount_cents, 0, 0, 0
    from sales s left join customers c on c.id = s.customer_id and c.first_sale_id = s.id where not s.test_mode
  union all
  select s.program_id, ${daySql('f.occurred_at')}, s.partner_id, coalesce(s.link_id, 0), s.currency,
         0, 0, 0, 0, 0, f.amount_cents, 0, 0
    from refunds f join sales s on s.id = f.sale_id where not s.test_mode
  union all
  select s.program_id, ${daySql('s.recorded_at')}, m.partner_id, coalesce(s.link_id, 0), m.currency,
         0, 0, 0, 0, 0, 0, m.original_cents, 0
    from commissions m join sales s on s.id = m.sale_id where m.reassigned_at is null
  union all
  select d.program_id, ${daySql('d.occurred_at')}, m.partner_id, coalesce(d.link_id, 0), m.currency,
         0, 0, 0, 0, 0, 0, m.original_cents, 0
    from commissions m join leads d on d.id = m.lead_id
  union all
  select r.program_id, ${daySql('r.occurred_at')}, r.partner_id, coalesce(s.link_id, d.link_id, 0), r.currency, 0, 0, 0, 0, 0, 0, 0, r.cents
    from (${reversals('true')}) r left join sales s on s.id = r.sale_id left join leads d on d.id = r.lead_id`;

const KEPT = ['daily_totals', 'missed_totals']
  .map(
    (table) => `
  select program_id, day, partner_id, link_id, '' as currency, clicks, leads, 0 as customers, 0 as sales,
         0 as revenue_cents, 0 as refunded_cents, 0 as commission_cents, 0 as reversed_cents
    from ${table} where clicks <> 0 or leads <> 0
  union all
  select ${KEY}, 0, 0, customers, sales, revenue_cents, refunded_cents, commission_cents, reversed_cents from ${table}`,
  )
  .join(' union all ');

/** Sums as text: they may pass what a JavaScript number counts exactly. */
const totalsText = (side: string) =>
  SUMS.map((count) => `'${count}', coalesce(${side}.${count}, 0)::text`).join(', ');

type Sums = Record<(typeof SUMS)[number], string>;

/**
 * The totals per day, with those still to be added, are what a recount of all events gives. Of a month whose clicks have
 * been removed, the clicks are not counted again.
 */
export async function verifyTotals(check: Check): Promise<void> {
  const isRemoved = check.clickMonths.isRemovedOn('day', 'program_id');
  const differs = SUMS.map((count) => {
    const isDifferent = `coalesce(kept.${count}, 0) <> coalesce(events.${count}, 0)`;
    return count === 'clicks' ? `${isDifferent} and not ${isRemoved}` : isDifferent;
  });
  const { rows } = await check.client.query<{ id: string; removed: boolean; kept: Sums; events: Sums }>(
    `select format('program %s, %s, partner %s, link %s%s', program_id, day, partner_id, link_id,
                   coalesce(', ' || nullif(currency, ''), '')) as id,
            ${isRemoved} as removed, jsonb_build_object(${totalsText('kept')}) as kept, jsonb_build_object(${totalsText('events')}) as events
       from (select ${KEY}, ${SUM_COLUMNS} from (${KEPT}) rows group by ${KEY}) kept
       full join (select ${KEY}, ${SUM_COLUMNS} from (${EVENTS}) rows group by ${KEY}) events using (${KEY})
      where ${differs.join(' or ')}
      order by ${KEY} limit ${check.maxDifferences + 1}`,
  );
  for (const { id, removed, kept, events } of rows) {
    const parts = SUMS.filter(
      (count) => kept[count] !== events[count] && !(removed && count === 'clicks'),
    ).map((count) => `${count} is ${kept[count]}, the events give ${events[count]}`);
    check.report({ table: 'daily_totals', id, what: parts.join('; ') });
  }
}
