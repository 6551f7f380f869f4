import type { EventItem } from '@svc/contract';
import { EventPage, EventQuery } from '@svc/contract';
import { formatClickId, parseClickId } from '@svc/core';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import {
  microsOf,
  orderOf,
  type Page,
  type PageRequest,
  type SortColumns,
  timeOfMicros,
  toPage,
} from '../../operations/keyset.js';
import { isSearched, searchCondition } from '../../operations/search.js';
import { creditedClick } from '../customers/credited-click.js';
import { foundCustomers } from '../customers/search-customers.js';
import { foundSales } from '../sales/search-sales.js';

interface EventRow {
  readonly occurred_us: number;
  readonly rank: number;
  readonly id: number;
  readonly test_mode: boolean;
  readonly bot: boolean;
  readonly click_ms: number | null;
  readonly click_number: number | null;
  readonly partner_id: number | null;
  readonly link_id: number | null;
  readonly customer_id: number | null;
  readonly customer_key: string | null;
  readonly sale_id: number | null;
  readonly transaction_id: string | null;
  readonly amount_cents: number | null;
  readonly currency: string | null;
}

/** By rank: of events at the same microsecond the later kind is listed first. */
const KINDS = ['click', 'lead', 'sale', 'refund'] as const;

// Each kind is read in order from its own index, no further than one page, and the four are merged. The plain comparison of the
// time is what the index is searched by; the position as a whole then decides among equals.
// $2, $3, $4: time in microseconds, rank and id of the last event shown; $5: the limit; $6, $7: time and rank as the
// clicks see them, whose times are whole milliseconds; $8: the only kind asked for, or null.

/** How the statements of the kinds differ by what is asked for. */
interface Asked {
  /** `desc`: newest first. */
  readonly direction: 'asc' | 'desc';
  /** `<` where the newest come first, else `>`. */
  readonly beyond: '<' | '>';
  /** Conditions that a search comes to, each with its `and`; empty where nothing is searched for. */
  readonly found: {
    /** Finds once what several kinds ask for. */
    readonly first: string;
    readonly clicks: string;
    readonly leads: string;
    readonly sales: string;
  };
}

const clicks = ({ direction, beyond, found }: Asked) => `
  select clicked_ms * 1000 as occurred_us, 0 as rank, number as id, test_mode, bot, clicked_ms as click_ms,
         number as click_number, partner_id, link_id, null::bigint as customer_id, null as customer_key,
         null::bigint as sale_id, null as transaction_id, null::bigint as amount_cents, null as currency
    from clicks
   where ($8::text is null or $8 = 'click') and program_id = $1 ${found.clicks}
     and clicked_ms ${beyond}= $6::bigint and (clicked_ms, 0, number) ${beyond} ($6::bigint, $7::bigint, $4::bigint)
   order by clicked_ms ${direction}, number ${direction} limit $5`;

/** Time and number of the click that a lead or sale is credited by. */
const clickColumns = (record: 'l' | 's') =>
  (['ms', 'number'] as const)
    .map((part) => creditedClick(part, `${record}.link_id`, `${record}.credit_code_id`))
    .join(', ');

/** What every kind but clicks has: the condition on its position and its order. */
const ordered = (record: string, rank: number, { direction, beyond }: Asked) => `
     and ${record}.occurred_at ${beyond}= ${timeOfMicros('$2')}
     and (${record}.occurred_at, ${rank}, ${record}.id) ${beyond} (${timeOfMicros('$2')}, $3::bigint, $4::bigint)
   order by ${record}.occurred_at ${direction}, ${record}.id ${direction} limit $5`;

const leads = (asked: Asked) => `
  select ${microsOf('l.occurred_at')}, 1, l.id, l.test_mode, false, ${clickColumns('l')}, l.partner_id, l.link_id,
         c.id, c.customer_key, null, null, null, null
    from leads l join customers c on c.id = l.customer_id
   where ($8::text is null or $8 = 'lead') and l.program_id = $1 ${asked.found.leads} ${ordered('l', 1, asked)}`;

const sales = (asked: Asked) => `
  select ${microsOf('s.occurred_at')}, 2, s.id, s.test_mode, false, ${clickColumns('s')}, s.partner_id, s.link_id,
         c.id, c.customer_key, s.id, s.transaction_id, s.amount_cents, s.currency
    from sales s join customers c on c.id = s.customer_id
   where ($8::text is null or $8 = 'sale') and s.program_id = $1 ${asked.found.sales} ${ordered('s', 2, asked)}`;

const refunds = (asked: Asked) => `
  select ${microsOf('r.occurred_at')}, 3, r.id, s.test_mode, false, ${clickColumns('s')}, s.partner_id, s.link_id,
         c.id, c.customer_key, s.id, s.transaction_id, r.amount_cents, s.currency
    from refunds r join sales s on s.id = r.sale_id join customers c on c.id = s.customer_id
   where ($8::text is null or $8 = 'refund') and r.program_id = $1 ${asked.found.sales} ${ordered('r', 3, asked)}`;

const SORTS: SortColumns = { occurred_at: { sql: 'occurred_at', type: 'time' } };

/** Clicks, leads, sales and refunds of a program in one list, or one kind of them, newest first, test events and bots included. */
async function loadEvents(
  pool: Pool,
  filter: { readonly programId: number; readonly type: EventItem['type'] | null },
  request: PageRequest,
): Promise<Page<EventItem>> {
  const { isDescending } = orderOf(request, SORTS);
  const position = positionFor(request.after, isDescending);
  const values: unknown[] = [
    filter.programId,
    ...position.slice(0, 3),
    request.limit + 1,
    ...position.slice(3),
    filter.type,
  ];
  const asked: Asked = {
    direction: isDescending ? 'desc' : 'asc',
    beyond: isDescending ? '<' : '>',
    found: foundEvents(request.search, (value) => `$${values.push(value)}`),
  };
  const { direction } = asked;
  const { rows } = await pool.query<EventRow>(
    `${asked.found.first} (${clicks(asked)}) union all (${leads(asked)}) union all (${sales(asked)}) union all (${refunds(asked)})
      order by occurred_us ${direction}, rank ${direction}, id ${direction} limit $5`,
    values,
  );
  return toPage(rows, request, (row) => [row.occurred_us, row.rank, row.id], eventFromRow);
}

/** Time, rank and id of the last event shown, and its time and rank as clicks see them. */
function positionFor(after: PageRequest['after'], isDescending: boolean): readonly number[] {
  const beginning = isDescending ? [Number.MAX_SAFE_INTEGER, KINDS.length, 0] : [0, -1, 0];
  const [timeUs = 0, rank = 0, id = 0] = (after ?? beginning).map(Number);
  if (timeUs % 1000 === 0) return [timeUs, rank, id, timeUs / 1000, rank];
  return isDescending
    ? [timeUs, rank, id, Math.ceil(timeUs / 1000), -1]
    : [timeUs, rank, id, Math.floor(timeUs / 1000), KINDS.length];
}

/** Clicks are found by their whole id only: there are too many of them to look into. */
function foundEvents(search: PageRequest['search'], parameter: (value: unknown) => string): Asked['found'] {
  if (!isSearched(search)) return { first: '', clicks: '', leads: '', sales: '' };
  const click = parseClickId(search.trim());
  const [customers, ofSales] = [foundCustomers, foundSales].map((condition) =>
    searchCondition({ condition }, search, parameter),
  );
  return {
    clicks:
      click === null
        ? 'and false'
        : `and clicked_ms = ${parameter(click.clickedMs)}::bigint and number = ${parameter(click.number)}::bigint`,
    first: `with found_customers (id) as materialized ${customers}, found_sales (id) as materialized ${ofSales}`,
    leads: 'and l.customer_id = any(array(select id from found_customers))',
    sales: 'and s.id = any(array(select id from found_sales))',
  };
}

function eventFromRow(row: EventRow): EventItem {
  const { click_ms: clickedMs, click_number: number } = row;
  const type = KINDS[row.rank];
  if (type === undefined) throw new Error(`no event has the rank ${row.rank}`);
  return {
    type,
    id: row.id,
    occurred_at: new Date(row.occurred_us / 1000).toISOString(),
    test_mode: row.test_mode,
    bot: row.bot,
    click_id: clickedMs === null || number === null ? null : formatClickId({ clickedMs, number }),
    partner_id: row.partner_id,
    link_id: row.link_id,
    customer_id: row.customer_id,
    customer_key: row.customer_key,
    sale_id: row.sale_id,
    transaction_id: row.transaction_id,
    amount_cents: row.amount_cents,
    currency: row.currency,
  };
}

export const listEvents = defineList({
  name: 'listEvents',
  route: 'GET /api/programs/:programId/events',
  permission: 'report:read',
  summary: 'Clicks, leads, sales and refunds of a program in one list',
  input: EventQuery,
  output: EventPage,
  sorts: SORTS,
  search:
    'whole click id, transaction id and other references, key and email of the customer, name and email of the partner; anywhere in the newest 5,000 sales and customers, at the beginning in all',
  tieLength: 2,
  run: ({ pool, scope, input }, page) =>
    loadEvents(pool, { programId: scope.programId, type: input.type ?? null }, page),
});
