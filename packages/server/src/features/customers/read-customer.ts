import { CustomerDetail, formatMoney } from '@svc/contract';
import type { Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { type CustomerRow, customerFromRow } from './list-customers.js';

type Entry = CustomerDetail['timeline'][number];
type Details = Entry['details'];
type Credit = NonNullable<Details['credit']>;

interface EventRow {
  readonly type: Entry['type'];
  readonly id: number;
  readonly at: Date;
  readonly what: string;
  readonly amount_cents: number | null;
  readonly currency: string | null;
  readonly sale_id: number | null;
  readonly test_mode: boolean;
}

interface DetailRow extends CustomerRow {
  readonly partner_name: string | null;
  readonly short_link: string | null;
  readonly erased_at: Date | null;
}

interface TotalsRow {
  readonly currency: string;
  readonly sales: number;
  readonly revenue_cents: string;
  readonly refunded_cents: string;
  readonly commission_cents: string;
}

const MAX_SHOWN = 500;

// A flat commission is in the program's currency, whatever the sale's, so each kind is summed by its own.
const TOTALS = `
  select currency, sum(sales) as sales, sum(revenue_cents) as revenue_cents, sum(refunded_cents) as refunded_cents,
         sum(commission_cents) as commission_cents
    from (select s.currency, 1 as sales, s.amount_cents as revenue_cents, s.refunded_cents, 0 as commission_cents
            from sales s where s.customer_id = $1 and not s.test_mode
          union all
          select k.currency, 0, 0, 0, k.amount_cents
            from sales s join commissions k on k.sale_id = s.id where s.customer_id = $1 and not s.test_mode
          union all
          select k.currency, 0, 0, 0, k.amount_cents
            from leads d join commissions k on k.lead_id = d.id where d.customer_id = $1) parts
   group by currency order by currency`;

// Each kind by its own index over the one customer; `what` is the variant within a kind, and `rank` orders events of the
// same moment.
const EVENTS = `
  select 'click' as type, k.number as id, to_timestamp(k.clicked_ms::float8 / 1000) as at, k.affiliate_url as what,
         null::bigint as amount_cents, null as currency, null::bigint as sale_id, k.test_mode, 0 as rank
    from customers c
   cross join lateral (values (c.click_ms, c.click_number), (c.former_click_ms, c.former_click_number)) own (ms, number)
    join clicks k on k.clicked_ms = own.ms and k.number = own.number
   where c.id = $1
  union all
  select 'lead', l.id, l.occurred_at, l.source, null, null, null, l.test_mode, 1 from leads l where l.customer_id = $1
  union all
  select 'credit', h.number, h.occurred_at,
         json_build_object('from', fp.name, 'from_link', fl.short_link, 'to', tp.name, 'to_link', tl.short_link,
                           'reason', h.reason, 'code', tc.code, 'by', h.changed_by, 'note', h.note,
                           'moves_sales', h.moves_sales)::text,
         null, null, null, false, 2
    from credit_changes h
    left join partners fp on fp.id = h.from_partner_id left join links fl on fl.id = h.from_link_id
    left join partners tp on tp.id = h.to_partner_id left join links tl on tl.id = h.to_link_id
    left join codes tc on tc.id = h.to_code_id
   where h.customer_id = $1
  union all
  select 'sale', s.id, s.occurred_at, s.transaction_id, s.amount_cents, s.currency, s.id, s.test_mode, 3
    from sales s where s.customer_id = $1
  union all
  select 'refund', r.id, r.occurred_at, s.transaction_id, r.amount_cents, s.currency, s.id, s.test_mode, 4
    from refunds r join sales s on s.id = r.sale_id where s.customer_id = $1
  union all
  select 'commission', m.id, m.occurred_at, m.kind, m.amount_cents, m.currency, s.id, false, 5
    from ledger_movements m join commissions k on k.id = m.commission_id join sales s on s.id = k.sale_id
   where s.customer_id = $1
  union all
  select 'commission', m.id, m.occurred_at, m.kind, m.amount_cents, m.currency, null, false, 5
    from leads d join commissions k on k.lead_id = d.id join ledger_movements m on m.commission_id = k.id
   where d.customer_id = $1`;

/**
 * A customer of a program with what happened, the oldest first; null when there is none. Where more happened than is
 * shown, it is the newest of it.
 */
async function findCustomer(
  pool: Pool,
  programId: number,
  customerId: number,
): Promise<CustomerDetail | null> {
  const { rows } = await pool.query<DetailRow>(
    `select c.*, p.name as partner_name, l.short_link
       from customers c left join partners p on p.id = c.partner_id left join links l on l.id = c.link_id
      where c.program_id = $1 and c.id = $2`,
    [programId, customerId],
  );
  const customer = rows[0];
  if (customer === undefined) return null;
  const { rows: totals } = await pool.query<TotalsRow>(TOTALS, [customerId]);
  const { rows: events } = await pool.query<EventRow>(
    `select * from (${EVENTS}) events order by at desc, sale_id desc nulls last, rank desc, id desc limit $2`,
    [customerId, MAX_SHOWN + 1],
  );
  const { partner_id: partnerId, partner_name: name, link_id: linkId, short_link: shortLink } = customer;
  return {
    ...customerFromRow(customer),
    erased_at: customer.erased_at?.toISOString() ?? null,
    partner: partnerId === null || name === null ? null : { id: partnerId, name },
    link: linkId === null || shortLink === null ? null : { id: linkId, short_link: shortLink },
    totals: totals.map((row) => ({
      currency: row.currency,
      sales: row.sales,
      revenue_cents: BigInt(row.revenue_cents),
      refunded_cents: BigInt(row.refunded_cents),
      commission_cents: BigInt(row.commission_cents),
    })),
    timeline: events.slice(0, MAX_SHOWN).map(entryFromRow).reverse(),
    is_cut: events.length > MAX_SHOWN,
  };
}

function entryFromRow(row: EventRow): Entry {
  const details = detailsOf(row);
  return {
    type: row.type,
    id: row.id,
    occurred_at: row.at.toISOString(),
    text: textOf(row, details),
    details,
    amount_cents: row.amount_cents,
    currency: row.currency,
    sale_id: row.sale_id,
    test_mode: row.test_mode,
  };
}

const MOVEMENTS: Readonly<Record<string, string>> = {
  earn: 'Commission earned',
  mature: 'Commission payable',
  hold: 'Commission put on hold',
  release: 'Commission released',
  reverse: 'Commission reversed',
  restore: 'Commission restored',
  reject: 'Commission rejected',
  reassign: 'Commission reassigned with the sale',
  pay: 'Commission paid out',
  unpay: 'Payout cancelled',
};

function detailsOf({ type, what }: EventRow): Details {
  return {
    affiliate_url: type === 'click' && what !== '' ? what : null,
    lead_source: type === 'lead' ? (what as Details['lead_source']) : null,
    transaction_id: type === 'sale' || type === 'refund' ? what : null,
    movement: type === 'commission' ? (what as Details['movement']) : null,
    credit: type === 'credit' ? (JSON.parse(what) as Details['credit']) : null,
  };
}

/** How credit moved, as a sentence. */
function creditText({ from, from_link, to, to_link, reason, code, by, note, moves_sales }: Credit): string {
  const named = (name: string, link: string | null) => (link === null ? name : `${name} (link "${link}")`);
  const moved = `Credit moved from ${named(from ?? 'nobody', from_link)} to ${named(to, to_link)}`;
  if (reason === 'assigned')
    return `${moved}: assigned by ${by ?? ''}${moves_sales ? ', with all sales so far' : ''}. Reason: ${note ?? ''}`;
  const how = reason === 'server_lead' ? 'your server reported the sign-up with' : 'a sale named';
  return `${moved}: ${how} ${code === null ? 'a click on this link' : `the code "${code}"`}`;
}

function textOf(row: EventRow, { affiliate_url: url, credit }: Details): string {
  const amount =
    row.amount_cents === null || row.currency === null
      ? ''
      : `: ${formatMoney(Math.abs(row.amount_cents), row.currency)}`;
  switch (row.type) {
    case 'click':
      return url === null ? 'Clicked a referral link' : `Clicked a referral link, to ${url}`;
    case 'lead':
      return `Signed up (reported by ${row.what})`;
    case 'credit':
      return credit === null ? '' : creditText(credit);
    case 'sale':
      return `Bought${amount} (${row.what})`;
    case 'refund':
      return `${(row.amount_cents ?? 0) < 0 ? 'A refund failed' : 'Got money back'}${amount} (${row.what})`;
    case 'commission':
      return `${MOVEMENTS[row.what] ?? row.what}${amount}`;
  }
}

export const readCustomer = defineRead({
  name: 'readCustomer',
  route: 'GET /api/programs/:programId/customers/:id',
  permission: 'report:read',
  summary: 'A customer with all that happened, the oldest first',
  output: CustomerDetail,
  async run({ pool, scope, id }) {
    const customer = await findCustomer(pool, scope.programId, id());
    if (customer === null) throw new RefusedError('not_found');
    return customer;
  },
});
