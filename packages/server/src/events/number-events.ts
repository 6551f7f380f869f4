import type { Pool } from 'pg';
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

interface HeadRow {
  readonly workspace_id: number;
  readonly last_sequence: number;
  readonly found: number;
  readonly numbered: number;
}

const LOCK = 'select id from event_numbering where id = 1 for update';

/**
 * The oldest events without a number get the next ones of their workspaces. Of two of the same moment, the one with the lower id
 * was written first: an insert gives its rows ascending ids.
 */
const NUMBER = `
  with found as materialized (
    select id, workspace_id,
           row_number() over (partition by workspace_id order by created_at, id) as position,
           count(*) over (partition by workspace_id) as size
      from (select id, workspace_id, created_at from events where sequence is null order by created_at, id limit $1) oldest),
  heads as (
    insert into event_heads as head (workspace_id, last_sequence)
    select workspace_id, size from found where position = 1 order by workspace_id
        on conflict (workspace_id) do update set last_sequence = head.last_sequence + excluded.last_sequence
    returning workspace_id, last_sequence),
  numbered as (
    update events e set sequence = heads.last_sequence - found.size + found.position
      from found join heads on heads.workspace_id = found.workspace_id
     where e.id = found.id and e.sequence is null
    returning e.workspace_id)
  select heads.workspace_id, heads.last_sequence, found.size as found,
         (select count(*) from numbered where numbered.workspace_id = heads.workspace_id) as numbered
    from heads join found on found.workspace_id = heads.workspace_id and found.position = 1`;

/**
 * Numbers the oldest events that have no number, in one transaction: 1, 2, 3 … in each workspace, without gaps. A number never
 * changes, and becomes visible only after all lower ones of its workspace. Contract 2, section 9.
 *
 * Processes take turns by the row of `event_numbering`, locked by a statement of its own: the next statement sees everything
 * that was numbered before. Where a server gives the transaction one snapshot for all statements, the second of two at once
 * finds its events numbered and is rolled back.
 */
export async function numberEvents(pool: Pool, { limit, atStep }: NumberingOptions): Promise<Numbered> {
  const rows = await withTransaction(pool, async (client) => {
    await atStep?.('begun');
    await client.query({ name: 'lock-event-numbering', text: LOCK });
    await atStep?.('locked');
    const numbered = await client.query<HeadRow>({ name: 'number-events', text: NUMBER, values: [limit] });
    const wrong = numbered.rows.find((row) => row.found !== row.numbered);
    if (wrong !== undefined)
      throw new Error(
        `${wrong.numbered} of ${wrong.found} events of workspace ${wrong.workspace_id} could be numbered`,
      );
    await atStep?.('numbered');
    return numbered.rows;
  });
  await atStep?.('committed');
  return {
    count: rows.reduce((sum, { numbered }) => sum + numbered, 0),
    heads: new Map(rows.map((row) => [row.workspace_id, row.last_sequence])),
  };
}

/** Whether any event has no number. */
export async function hasUnnumberedEvents(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>({
    name: 'has-unnumbered-events',
    text: 'select exists (select 1 from events where sequence is null) as found',
  });
  return rows[0]?.found === true;
}
