import type { EventItem } from '@svc/contract';
import { EventPage, EventQuery } from '@svc/contract';
import { formatClickId } from '@svc/core';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import {
  microsOf,
  type Page,
  type PageRequest,
  positionOf,
  timeOfMicros,
  toPage,
} from '../../operations/keyset.js';
import { creditedClick } from '../customers/credited-click.js';

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

// Each kind is read newest first from its own index, no further than one page, and the four are merged. The plain
// comparison of the time is what the index is searched by; the position as a whole then decides among equals.
// $2, $3, $4: time in microseconds, rank and id of the last event shown; $5: the limit; $6, $7: time and rank as the
// clicks see them, whose times are whole milliseconds; $8: the only kind asked for, or null.

const CLICKS = `
  select clicked_ms * 1000 as occurred_us, 0 as rank, number as id, test_mode, bot, clicked_ms as click_ms,
         number as click_number, partner_id, link_id, null::bigint as customer_id, null as customer_key,
         null::bigint as sale_id, null as transaction_id, null::bigint as amount_cents, null as currency
    from clicks
   where ($8::text is null or $8 = 'click') and program_id = $1
     and clicked_ms <= $6::bigint and (clicked_ms, 0, number) < ($6::bigint, $7::bigint, $4::bigint)
   order by clicked_ms desc, number desc limit $5`;

/** Time and number of the click that a lead or sale is credited by. */
const clickColumns = (record: 'l' | 's') =>
  (['ms', 'number'] as const)
    .map((part) => creditedClick(part, `${record}.link_id`, `${record}.credit_code_id`))
    .join(', ');

const LEADS = `
  select ${microsOf('l.occurred_at')}, 1, l.id, l.test_mode, false, ${clickColumns('l')}, l.partner_id, l.link_id,
         c.id, c.customer_key, null, null, null, null
    from leads l join customers c on c.id = l.customer_id
   where ($8::text is null or $8 = 'lead') and l.program_id = $1
     and l.occurred_at <= ${timeOfMicros('$2')} and (l.occurred_at, 1, l.id) < (${timeOfMicros('$2')}, $3::bigint, $4::bigint)
   order by l.occurred_at desc, l.id desc limit $5`;

const SALES = `
  select ${microsOf('s.occurred_at')}, 2, s.id, s.test_mode, false, ${clickColumns('s')}, s.partner_id, s.link_id,
         c.id, c.customer_key, s.id, s.transaction_id, s.amount_cents, s.currency
    from sales s join customers c on c.id = s.customer_id
   where ($8::text is null or $8 = 'sale') and s.program_id = $1
     and s.occurred_at <= ${timeOfMicros('$2')} and (s.occurred_at, 2, s.id) < (${timeOfMicros('$2')}, $3::bigint, $4::bigint)
   order by s.occurred_at desc, s.id desc limit $5`;

const REFUNDS = `
  select ${microsOf('r.occurred_at')}, 3, r.id, s.test_mode, false, ${clickColumns('s')}, s.partner_id, s.link_id,
         c.id, c.customer_key, s.id, s.transaction_id, r.amount_cents, s.currency
    from refunds r join sales s on s.id = r.sale_id join customers c on c.id = s.customer_id
   where ($8::text is null or $8 = 'refund') and r.program_id = $1
     and r.occurred_at <= ${timeOfMicros('$2')} and (r.occurred_at, 3, r.id) < (${timeOfMicros('$2')}, $3::bigint, $4::bigint)
   order by r.occurred_at desc, r.id desc limit $5`;

/** Clicks, leads, sales and refunds of a program in one list, or one kind of them, newest first, test events and bots included. */
async function loadEvents(
  pool: Pool,
  filter: { readonly programId: number; readonly type: EventItem['type'] | null },
  request: PageRequest,
): Promise<Page<EventItem>> {
  const [timeUs = 0, rank = 0, id = 0] = request.after ?? [...positionOf(request, 1), KINDS.length, 0];
  const clickMs = Math.ceil(timeUs / 1000);
  const clickRank = timeUs % 1000 === 0 ? rank : -1;
  const { rows } = await pool.query<EventRow>(
    `(${CLICKS}) union all (${LEADS}) union all (${SALES}) union all (${REFUNDS})
      order by occurred_us desc, rank desc, id desc limit $5`,
    [filter.programId, timeUs, rank, id, request.limit + 1, clickMs, clickRank, filter.type],
  );
  return toPage(rows, request, (row) => [row.occurred_us, row.rank, row.id], eventFromRow);
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
  positionLength: 3,
  run: ({ pool, scope, input }, page) =>
    loadEvents(pool, { programId: scope.programId, type: input.type ?? null }, page),
});
