import type { Pool, PoolClient } from 'pg';
import { withTransaction } from '../database/transaction.js';
import type { EventHeads } from './event-news.js';

/** Between which steps of a numbering `atStep` is called. */
export type NumberingStep = 'begun' | 'locked' | 'numbered' | 'committed';

export interface NumberingOptions {
  /** How many events one transaction numbers at most. */
  readonly limit: number;
  /** Called after each step. Tests fail or kill the process there. */
  readonly atStep?: (step: NumberingStep) => void | Promise<void>;
}

/** What was numbered: how many events, and up to where each workspace has come. */
export interface Numbered {
  readonly count: number;
  readonly heads: EventHeads;
}

/**
 * Plans are kept, and one that was made while the table was small would read all events, however many there are by now. With these the
 * oldest are found by the index of events without a number, and each of them again by the primary key.
 */
const BY_INDEX = ['seqscan', 'bitmapscan', 'sort'].map((way) => `set local enable_${way} = off`).join('; ');

const LOCK = 'select id from event_numbering where id = 1 for update';

/** Of two of the same moment, the one with the lower id was written first: an insert gives its rows ascending ids. */
const FIND = 'select id, workspace_id from events where sequence is null order by created_at, id limit $1';

const COUNT_UP = `
  insert into event_heads as head (workspace_id, last_sequence)
  select * from unnest($1::bigint[], $2::bigint[])
      on conflict (workspace_id) do update set last_sequence = head.last_sequence + excluded.last_sequence
  returning workspace_id, last_sequence`;

/**
 * Without a join, because no plan of one is good for tables of every size. That an event has no number yet is asked in words that the index
 * of those does not know, or it would be read from its beginning.
 */
const NUMBER = `
  update events set sequence = ($2::bigint[])[array_position($1::bigint[], id)]
   where id = any ($1) and coalesce(sequence, 0) = 0`;

/**
 * Numbers the oldest events that have no number, in one transaction: 1, 2, 3 … in each workspace, without gaps. A number never
 * changes, and becomes visible only after all lower ones of its workspace. Contract 2, section 9.
 *
 * Processes take turns by the row of `event_numbering`, locked by a statement of its own: the next statement sees everything
 * that was numbered before. Where a server gives the transaction one snapshot for all statements, the second of two at once
 * finds its events numbered and is rolled back.
 */
export async function numberEvents(pool: Pool, { limit, atStep }: NumberingOptions): Promise<Numbered> {
  const numbered = await withTransaction(pool, async (client) => {
    await atStep?.('begun');
    await client.query(BY_INDEX);
    await client.query({ name: 'lock-event-numbering', text: LOCK });
    await atStep?.('locked');
    const { rows: events } = await client.query<FoundRow>({
      name: 'find-unnumbered-events',
      text: FIND,
      values: [limit],
    });
    const heads = await countUp(client, events);
    const { rowCount } = await client.query({
      name: 'number-events',
      text: NUMBER,
      values: [events.map(({ id }) => id), sequencesOf(events, heads)],
    });
    if (rowCount !== events.length)
      throw new Error(`${rowCount} of ${events.length} events could be numbered`);
    await atStep?.('numbered');
    return { count: events.length, heads };
  });
  await atStep?.('committed');
  return numbered;
}

interface FoundRow {
  readonly id: number;
  readonly workspace_id: number;
}

/** Counts the events of each workspace; gives the last number of each. */
async function countUp(client: PoolClient, events: readonly FoundRow[]): Promise<EventHeads> {
  const counts = new Map<number, number>();
  for (const { workspace_id: id } of events) counts.set(id, (counts.get(id) ?? 0) + 1);
  const ascending = [...counts].sort(([a], [b]) => a - b);
  const { rows } = await client.query<{ workspace_id: number; last_sequence: number }>({
    name: 'count-up-events',
    text: COUNT_UP,
    values: [ascending.map(([id]) => id), ascending.map(([, count]) => count)],
  });
  return new Map(rows.map((row) => [row.workspace_id, row.last_sequence]));
}

/** The number of each event, up to the last one of its workspace. */
function sequencesOf(events: readonly FoundRow[], heads: EventHeads): number[] {
  const next = new Map(heads);
  return events
    .toReversed()
    .map(({ workspace_id: id }) => {
      const sequence = next.get(id) ?? 0;
      next.set(id, sequence - 1);
      return sequence;
    })
    .reverse();
}

/** Whether any event has no number. */
export async function hasUnnumberedEvents(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>({
    name: 'has-unnumbered-events',
    text: 'select exists (select 1 from events where sequence is null) as found',
  });
  return rows[0]?.found === true;
}
