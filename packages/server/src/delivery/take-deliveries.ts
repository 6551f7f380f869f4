import type { Pool } from 'pg';
import { numberedEvents } from '../events/numbered-events.js';

/** A delivery that is to be attempted now. */
export interface DueDelivery {
  readonly id: number;
  /** Null: a test. */
  readonly sequence: number | null;
  readonly event_id: number | null;
  readonly type: string;
  readonly attempts: number;
  readonly round: number;
  readonly created_at: Date;
}

/** What is to be attempted for a webhook. */
export interface TakenDeliveries {
  readonly deliveries: readonly DueDelivery[];
  /** Whether there may be more, although there is nothing here. */
  readonly mayHaveMore: boolean;
}

const FIRST_AT_ONCE = 64;
const EVENTS_AT_ONCE = 256;
const RETRIES_AT_ONCE = 16;

const COLUMNS = 'd.id, d.sequence, d.event_id, d.type, d.attempts, d.round, d.created_at';

/**
 * While everything handed over has been attempted, the next events are handed over: those that match get a delivery, in the same
 * statement that moves the webhook's position, so none is left out or handed over twice, whenever the process ends. An event that
 * has a delivery already comes from a replay, and is queued again.
 */
const SCANNED = numberedEvents({ workspaceId: 'w.workspace_id', after: 'next.position', upTo: 'next.up_to' });
const TAKE_FIRST = `
  with webhook as (
    select id, workspace_id, position, types, program_id, events_from from webhooks
     where id = $1 and status = 'enabled' and removed_at is null for update),
  waiting as materialized (
    select ${COLUMNS} from webhook_deliveries d join webhook w on w.id = d.webhook_id
     where d.status = 'pending' and d.attempts = 0 order by d.sequence nulls first, d.id limit $2),
  next as materialized (
    select w.position, greatest(w.position, least(w.position + $3::bigint, h.last_sequence)) as up_to
      from webhook w join event_heads h on h.workspace_id = w.workspace_id where not exists (select 1 from waiting)),
  handed_over as (
    insert into webhook_deliveries as d (webhook_id, sequence, event_id, type)
    select w.id, s.sequence, s.id, s.type
      from webhook w cross join next cross join lateral ${SCANNED} s
     where (w.types is null or s.type = any(w.types)) and (w.program_id is null or s.program_id = w.program_id)
       and (w.events_from is null or s.created_at >= w.events_from)
     order by s.sequence
    on conflict (webhook_id, sequence) do update
       set status = 'pending', attempts = 0, round = d.round + 1, next_attempt_at = now(), delivered_at = null,
           failed_at = null
    returning ${COLUMNS}),
  moved as (
    update webhooks set position = next.up_to from next where id = $1 and next.up_to > next.position)
  select coalesce((select up_to - position from next), 0) as scanned, due.*
    from (select 1) one left join (select * from waiting union all select * from handed_over) due on true`;

/** Without a delivery where nothing is due. */
type FirstRow = { readonly scanned: number } & (DueDelivery | { readonly id: null });

/** Hands over events and takes what was never attempted, in the order of the events. Nothing while the webhook is disabled. */
export async function takeFirst(pool: Pool, webhookId: number): Promise<TakenDeliveries> {
  const { rows } = await pool.query<FirstRow>({
    text: TAKE_FIRST,
    values: [webhookId, FIRST_AT_ONCE, EVENTS_AT_ONCE],
  });
  const deliveries = rows.filter((row) => row.id !== null).sort(bySequence);
  return { deliveries: deliveries.slice(0, FIRST_AT_ONCE), mayHaveMore: (rows[0]?.scanned ?? 0) > 0 };
}

/** Tests have no number, and come first. */
function bySequence(one: DueDelivery, other: DueDelivery): number {
  return (one.sequence ?? 0) - (other.sequence ?? 0) || one.id - other.id;
}

/** Takes what is to be tried again now, the longest due first. */
export async function takeRetries(pool: Pool, webhookId: number): Promise<TakenDeliveries> {
  const { rows } = await pool.query<DueDelivery>({
    name: 'take-retries',
    text: `select ${COLUMNS} from webhook_deliveries d
            where d.webhook_id = $1 and d.status = 'pending' and d.attempts > 0 and d.next_attempt_at <= now()
            order by d.next_attempt_at limit $2`,
    values: [webhookId, RETRIES_AT_ONCE],
  });
  return { deliveries: rows, mayHaveMore: false };
}
