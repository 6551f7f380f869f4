import type { Pool } from 'pg';
import { withTransaction } from '../database/transaction.js';
import type { EventHeads } from './event-news.js';

/** Between which steps of a numbering `atStep` is called. */
export type NumberingStep = 'begun' | 'locked' | 'numbered' | 'committed';

export interface NumberingOptions {
  /** How many rows of `unnumbered_events` one transaction takes at most, each of up to 200 events. */
  readonly limit: number;
  /** Called after each step. Tests fail or kill the process there. */
  readonly atStep?: (step: NumberingStep) => void | Promise<void>;
}

/** What was numbered: how many rows of `unnumbered_events`, and up to where each workspace has come. */
export interface Numbered {
  readonly count: number;
  readonly heads: EventHeads;
}

const LOCK = 'select id from event_numbering where id = 1 for update';

/** Of two rows of the same moment, the one with the lower id was written first. */
const NUMBER = `
  with taken as (
    delete from unnumbered_events
     where (written_at, id) in (select written_at, id from unnumbered_events order by written_at, id limit $1)
    returning workspace_id, written_at, id, event_ids, cardinality(event_ids) as events),
  head as (
    insert into event_heads as head (workspace_id, last_sequence)
    select workspace_id, sum(events) from taken group by workspace_id order by workspace_id
        on conflict (workspace_id) do update set last_sequence = head.last_sequence + excluded.last_sequence
    returning workspace_id, last_sequence),
  numbered as (
    insert into event_sequences (workspace_id, first_sequence, event_ids)
    select workspace_id, h.last_sequence - sum(t.events) over to_last + 1, t.event_ids
      from taken t join head h using (workspace_id)
    window to_last as (partition by workspace_id order by t.written_at desc, t.id desc))
  select workspace_id, last_sequence, (select count(*) from taken) as count from head`;

/**
 * Numbers the oldest events that have no number, in one transaction: 1, 2, 3 … in each workspace, without gaps. A number never
 * changes, and becomes visible only after all lower ones of its workspace. Contract 2, section 9.
 *
 * Processes take turns by the row of `event_numbering`, locked by a statement of its own: the next statement sees everything
 * that was numbered before. That no event gets two numbers does not depend on it: the process that removes its row numbers it.
 */
export async function numberEvents(pool: Pool, { limit, atStep }: NumberingOptions): Promise<Numbered> {
  const numbered = await withTransaction(pool, async (client) => {
    await atStep?.('begun');
    await client.query({ name: 'lock-event-numbering', text: LOCK });
    await atStep?.('locked');
    const { rows } = await client.query<NumberedRow>({
      name: 'number-events',
      text: NUMBER,
      values: [limit],
    });
    await atStep?.('numbered');
    const heads = new Map(rows.map((row) => [row.workspace_id, row.last_sequence]));
    return { count: rows[0]?.count ?? 0, heads };
  });
  await atStep?.('committed');
  return numbered;
}

interface NumberedRow {
  readonly workspace_id: number;
  readonly last_sequence: number;
  readonly count: number;
}

/** Whether any event has no number. */
export async function hasUnnumberedEvents(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>({
    name: 'has-unnumbered-events',
    text: 'select exists (select 1 from unnumbered_events) as found',
  });
  return rows[0]?.found === true;
}
