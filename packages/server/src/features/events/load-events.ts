import type { SvcEvent } from '@svc/contract';
import type { Pool } from 'pg';
import { numberedEvents } from '../../events/numbered-events.js';
import { loadEventData } from './event-data.js';
import { eventIdOf } from './event-id.js';
import { EVENT_COLUMNS, type EventRow } from './event-row.js';

/** Which events of a workspace: those numbered after `after`, of these types and of this program. */
export interface EventFilter {
  readonly workspaceId: number;
  readonly after: number;
  readonly limit: number;
  /** Null or not given: all. */
  readonly types?: readonly string[] | null;
  /** Null or not given: of all programs, and of none. */
  readonly programId?: number | null;
}

/**
 * How many numbers a page looks at. A rare type in a long history then takes several pages, instead of one that reads all of
 * it.
 */
const MOST_LOOKED_AT = 10_000;

/** Events in the order of their numbers, up to `limit` of them, with their objects as they are now. */
export async function loadEvents(pool: Pool, filter: EventFilter): Promise<readonly SvcEvent[]> {
  return (await loadEventPage(pool, filter)).data;
}

/** A page of events, and up to which number was looked. */
export interface EventsPage {
  readonly data: readonly SvcEvent[];
  /** All events up to this number that fit the filter are in this page or in those before. */
  readonly lastSequence: number;
  /** Whether there are further numbers already. */
  readonly hasMore: boolean;
}

const PAGE = {
  workspaceId: '$1',
  after: '$2::bigint',
  upTo: 'least($2::bigint + $6::bigint, head.last_sequence)',
};

/**
 * The next page of events. Everything up to the head of the workspace is visible once the head is: the two are written together,
 * and the rows are read in the same snapshot.
 */
export async function loadEventPage(pool: Pool, filter: EventFilter): Promise<EventsPage> {
  const { workspaceId, after, limit, types = null, programId = null } = filter;
  const lookedAt = types === null && programId === null ? limit : MOST_LOOKED_AT;
  const { rows } = await pool.query<EventRow & { head: number }>({
    text: `select head.last_sequence as head, found.*
             from (select coalesce(max(last_sequence), 0) as last_sequence from event_heads where workspace_id = $1) head
             left join lateral (
               select ${EVENT_COLUMNS} from ${numberedEvents(PAGE)} numbered
                where ($4::text[] is null or type = any($4)) and ($5::bigint is null or program_id = $5)
                order by sequence limit $3) found on true
            order by found.sequence`,
    values: [workspaceId, after, limit, types, programId, lookedAt],
  });
  const head = rows[0]?.head ?? 0;
  // Without any event the join still gives one row: the head.
  const found = rows.filter(({ sequence }) => sequence !== null);
  const last = found.at(-1);
  const isFull = found.length === limit && last !== undefined;
  const lookedUpTo = Math.min(after + lookedAt, head);
  const lastSequence = isFull ? last.sequence : Math.max(after, lookedUpTo);
  return { data: await renderEvents(pool, found), lastSequence, hasMore: head > lastSequence };
}

/** The last number of a workspace; 0 where it has no events yet. */
export async function loadLastSequence(pool: Pool, workspaceId: number): Promise<number> {
  const { rows } = await pool.query<{ last_sequence: number }>({
    name: 'load-last-sequence',
    text: 'select last_sequence from event_heads where workspace_id = $1',
    values: [workspaceId],
  });
  return rows[0]?.last_sequence ?? 0;
}

/** An event that is known by its id, and its number. */
export interface NumberedEvent {
  readonly id: number;
  readonly sequence: number;
}

/** Events in the order of their numbers; those that do not exist are left out. */
export async function loadEventsById(
  pool: Pool,
  workspaceId: number,
  numbered: readonly NumberedEvent[],
): Promise<readonly SvcEvent[]> {
  if (numbered.length === 0) return [];
  const { rows } = await pool.query<EventRow>({
    text: `select ${EVENT_COLUMNS}
             from unnest($2::bigint[], $3::bigint[]) as one (event_id, sequence)
            cross join lateral (select * from events where id = one.event_id offset 0) event
            where workspace_id = $1
            order by sequence`,
    values: [workspaceId, numbered.map(({ id }) => id), numbered.map(({ sequence }) => sequence)],
  });
  return renderEvents(pool, rows);
}

async function renderEvents(pool: Pool, rows: readonly EventRow[]): Promise<readonly SvcEvent[]> {
  const dataOf = await loadEventData(pool, rows);
  return rows.map((row) => ({
    id: eventIdOf(row.id),
    type: row.type,
    sequence: row.sequence,
    workspace_id: row.workspace_id,
    program_id: row.program_id,
    created_at: row.created_at.toISOString(),
    test_mode: row.test_mode,
    data: dataOf(row),
  }));
}
