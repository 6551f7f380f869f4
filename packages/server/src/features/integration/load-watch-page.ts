import { type ErrorCode, errorText, type WatchItem } from '@svc/contract';
import { formatClickId } from '@svc/core';
import type { Pool } from 'pg';
import { numberedEvents } from '../../events/numbered-events.js';
import { microsOf, timeOfMicros } from '../../operations/keyset.js';
import { creditedClick } from '../customers/credited-click.js';
import { REDIRECT_FOLLOWED, REDIRECT_REPORTED, TEST_MODE_IGNORED } from './refused-tracking.js';
import type { WatchPosition } from './watch-position.js';

const MOST_CLICKS = 100;
/** Of the workspace; those of other programs are passed over. */
const MOST_EVENTS = 200;
/**
 * Clicks are ordered by when they arrived, and committed a little later. What arrived so long ago has been committed, unless the
 * database is overloaded; only then is a click passed over.
 */
const CLICK_SETTLES_MS = 1_000;
/** The same for the counts of refused requests, which each process writes once a second. */
const REFUSED_SETTLES_MS = 500;

interface Watched {
  readonly programId: number;
  readonly workspaceId: number;
}

/** What has happened after a position, and the position after it. */
export interface WatchPage {
  readonly data: readonly WatchItem[];
  readonly next: WatchPosition;
}

/** Where a watcher begins who wants to see what happens from now on. */
export async function loadWatchStart(
  pool: Pool,
  { workspaceId }: Watched,
  nowMs: number,
): Promise<WatchPosition> {
  const { rows } = await pool.query<{ sequence: number; now_us: number }>(
    `select coalesce((select last_sequence from event_heads where workspace_id = $1), 0) as sequence,
            ${microsOf('now()')} as now_us`,
    [workspaceId],
  );
  const { sequence = 0, now_us = nowMs * 1000 } = rows[0] ?? {};
  return { clickedMs: nowMs, clickNumber: 0, sequence, refusedUs: now_us };
}

/** Clicks, leads, sales, refunds and refused requests after a position, in the order of time. Contract 2, section 17. */
export async function loadWatchPage(
  pool: Pool,
  watched: Watched,
  position: WatchPosition,
  nowMs: number,
): Promise<WatchPage> {
  const clicks = await loadClicks(pool, watched, position, nowMs);
  const events = await loadEvents(pool, watched, position);
  const refused = await loadRefused(pool, watched, position);
  const data = [...clicks.data, ...events.data, ...refused.data].toSorted((one, other) =>
    one.occurred_at < other.occurred_at ? -1 : Number(one.occurred_at > other.occurred_at),
  );
  return { data, next: { ...position, ...clicks.next, ...events.next, ...refused.next } };
}

/** What one of the statements found, and how far the position moves by it. */
interface Part {
  readonly data: readonly WatchItem[];
  readonly next: Partial<WatchPosition>;
}

async function loadClicks(
  pool: Pool,
  { programId }: Watched,
  { clickedMs, clickNumber }: WatchPosition,
  nowMs: number,
): Promise<Part> {
  const { rows } = await pool.query<{
    clicked_ms: number;
    number: number;
    test_mode: boolean;
    bot: boolean;
    partner_id: number;
    link_id: number;
  }>(
    `select clicked_ms, number, test_mode, bot, partner_id, link_id from clicks
      where program_id = $1 and clicked_ms between $2::bigint and $4::bigint
        and (clicked_ms, number) > ($2::bigint, $3::bigint)
      order by clicked_ms, number limit $5`,
    [programId, clickedMs, clickNumber, nowMs - CLICK_SETTLES_MS, MOST_CLICKS],
  );
  const last = rows.at(-1);
  return {
    data: rows.map((row) => ({
      type: 'click',
      id: row.number,
      occurred_at: new Date(row.clicked_ms).toISOString(),
      test_mode: row.test_mode,
      bot: row.bot,
      click_id: formatClickId({ clickedMs: row.clicked_ms, number: row.number }),
      partner_id: row.partner_id,
      link_id: row.link_id,
      customer_key: null,
      transaction_id: null,
      amount_cents: null,
      currency: null,
    })),
    next: last === undefined ? {} : { clickedMs: last.clicked_ms, clickNumber: last.number },
  };
}

interface EventRow {
  readonly sequence: number;
  /** null: the event is of another program, or of a type that is not shown. */
  readonly type: 'lead' | 'sale' | 'refund' | null;
  readonly id: number;
  readonly occurred_at: Date;
  readonly test_mode: boolean;
  readonly click_ms: number | null;
  readonly click_number: number | null;
  readonly partner_id: number | null;
  readonly link_id: number | null;
  readonly customer_key: string | null;
  readonly transaction_id: string | null;
  readonly amount_cents: number | null;
  readonly currency: string | null;
}

const LINK = 'coalesce(s.link_id, l.link_id)';
const CODE = 'coalesce(s.credit_code_id, l.credit_code_id)';

// The events of the workspace in the order of their numbers, which nothing comes before later, with what they are about.
const EVENTS = `
  with found as materialized (
    select sequence, program_id, type, object_id, test_mode
      from ${numberedEvents({ workspaceId: '$1', after: '$2::bigint', upTo: '$2::bigint + $4::bigint' })} numbered
  )
  select e.sequence, case when e.program_id = $3 then t.type end as type, e.object_id as id, e.test_mode,
         coalesce(r.occurred_at, s.occurred_at, l.occurred_at) as occurred_at,
         ${creditedClick('ms', LINK, CODE)} as click_ms, ${creditedClick('number', LINK, CODE)} as click_number,
         coalesce(s.partner_id, l.partner_id) as partner_id, ${LINK} as link_id, c.customer_key, s.transaction_id,
         coalesce(r.amount_cents, s.amount_cents) as amount_cents, s.currency
    from found e
    left join (values ('lead.created', 'lead'), ('sale.created', 'sale'), ('sale.refunded', 'refund')) as t (name, type)
           on t.name = e.type and e.program_id = $3
    left join leads l on t.type = 'lead' and l.id = e.object_id
    left join refunds r on t.type = 'refund' and r.id = e.object_id
    left join sales s on t.type in ('sale', 'refund') and s.id = coalesce(r.sale_id, e.object_id)
    left join customers c on c.id = coalesce(s.customer_id, l.customer_id)
   order by e.sequence`;

async function loadEvents(
  pool: Pool,
  { programId, workspaceId }: Watched,
  { sequence }: WatchPosition,
): Promise<Part> {
  const { rows } = await pool.query<EventRow>(EVENTS, [workspaceId, sequence, programId, MOST_EVENTS]);
  const last = rows.at(-1);
  return {
    data: rows.flatMap((row) => {
      const { type, click_ms: clickedMs, click_number: number } = row;
      if (type === null || row.occurred_at === null) return [];
      return [
        {
          type,
          id: row.id,
          occurred_at: row.occurred_at.toISOString(),
          test_mode: row.test_mode,
          bot: false,
          click_id: clickedMs === null || number === null ? null : formatClickId({ clickedMs, number }),
          partner_id: row.partner_id,
          link_id: row.link_id,
          customer_key: row.customer_key,
          transaction_id: row.transaction_id,
          amount_cents: row.amount_cents,
          currency: row.currency,
        },
      ];
    }),
    next: last === undefined ? {} : { sequence: last.sequence },
  };
}

async function loadRefused(pool: Pool, { programId }: Watched, { refusedUs }: WatchPosition): Promise<Part> {
  const { rows } = await pool.query<{
    event: 'click' | 'lead' | 'sale' | 'refund';
    code: ErrorCode;
    value: string;
    count: number;
    last_at: Date;
    written_us: number;
  }>(
    `select event, code, value, count, last_at, ${microsOf('written_at')} as written_us from refused_tracking
      where program_id = $1 and code not in ('${TEST_MODE_IGNORED}', '${REDIRECT_FOLLOWED}', '${REDIRECT_REPORTED}') and day >= (now() at time zone 'UTC')::date - 1
        and written_at > ${timeOfMicros('$2')} and written_at <= now() - $3::float8 * interval '1 millisecond'
      order by written_at, event, code, value`,
    [programId, refusedUs, REFUSED_SETTLES_MS],
  );
  const last = rows.at(-1);
  return {
    data: rows.map(({ event, code, value, count, last_at: at }) => ({
      type: 'refused',
      event,
      occurred_at: at.toISOString(),
      code,
      error: errorText(code),
      value: value === '' ? null : value,
      count,
    })),
    next: last === undefined ? {} : { refusedUs: last.written_us },
  };
}
