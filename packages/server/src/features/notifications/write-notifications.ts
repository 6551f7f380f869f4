import { NOTIFICATION_AUDIENCES, UNDO_PAID_SECONDS } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { isConnectionLost, withTransaction } from '../../database/transaction.js';
import { numberedEvents } from '../../events/numbered-events.js';
import { columnsOf } from '../../ingest/columns.js';
import { APPROVALS, recipientsOf, TOLD_EVENTS, type ToldEvents } from './kinds.js';
import { deliveryOf } from './settings.js';
import { settleApplications, settleClaims } from './settle.js';

/** For how long notifications are kept, and how old an event may be to be told. */
export const KEPT_FOR = '90 days';
const EVENTS_AT_ONCE = 200;

/** When events are told together: after the end of the first hour or day, a little later, because some are only committed or numbered then. */
const endOf = (span: 'hour' | 'day') =>
  `(date_trunc('${span}', min(created_at) at time zone 'UTC') + interval '1 ${span} 10 minutes') at time zone 'UTC'`;

/** When one event is emailed. */
const at = (isUndoable: boolean) => `now() + interval '${isUndoable ? UNDO_PAID_SECONDS : 0} seconds'`;

/** An event that may be told. */
interface Event {
  readonly id: number;
  readonly type: string;
  readonly program_id: number;
  readonly object_id: number;
  /** To the microsecond. */
  readonly created_at: string;
  readonly sequence: number;
}

/**
 * Tells what happened in all workspaces since the last time, and gives how many notifications were written or added to. What fails in
 * one workspace keeps nothing from the others, and is thrown when they are done.
 */
export async function writeNotifications(
  pool: Pool,
  { signal, atOnce = EVENTS_AT_ONCE }: { readonly signal?: AbortSignal; readonly atOnce?: number } = {},
): Promise<number> {
  const { rows: behind } = await pool.query<{ workspace_id: number }>(
    `select h.workspace_id from event_heads h left join notification_positions p on p.workspace_id = h.workspace_id
      where h.last_sequence > coalesce(p.position, 0) order by h.workspace_id`,
  );
  let written = 0;
  const failures: unknown[] = [];
  for (const { workspace_id: workspaceId } of behind) {
    try {
      for (let isMore = true; isMore && !signal?.aborted; ) {
        const step = await withTransaction(pool, (client) => tellSome(client, workspaceId, atOnce));
        written += step.written;
        isMore = step.isMore;
      }
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return written;
}

/**
 * Tells the next events of a workspace and moves its position, in one transaction. Its row is locked first, so that two processes take
 * turns; what each statement after it sees was committed before that.
 */
async function tellSome(
  client: ClientBase,
  workspaceId: number,
  atOnce: number,
): Promise<{ readonly written: number; readonly isMore: boolean }> {
  await client.query(
    'insert into notification_positions (workspace_id) values ($1) on conflict (workspace_id) do nothing',
    [workspaceId],
  );
  const { rows } = await client.query<{ position: number; head: number }>(
    `select p.position, h.last_sequence as head
       from notification_positions p join event_heads h on h.workspace_id = p.workspace_id
      where p.workspace_id = $1 for update of p`,
    [workspaceId],
  );
  const { position = 0, head = 0 } = rows[0] ?? {};
  if (head <= position) return { written: 0, isMore: false };
  const upTo = Math.min(head, position + atOnce);
  const events = await loadTold(client, { workspaceId, after: position, upTo });
  let written = 0;
  for (const told of TOLD_EVENTS) {
    const own = events.filter(({ type }) => type === told.event);
    if (own.length > 0) written += await tell(client, workspaceId, told, own);
  }
  const ofType = (wanted: string) => events.filter(({ type }) => type === wanted);
  await settleClaims(
    client,
    workspaceId,
    ofType('claim.created').map((event) => event.object_id),
  );
  await settleApplications(client, [...new Set(ofType('partner.applied').map((event) => event.program_id))]);
  await client.query('update notification_positions set position = $2 where workspace_id = $1', [
    workspaceId,
    upTo,
  ]);
  return { written, isMore: upTo < head };
}

const RANGE = numberedEvents({ workspaceId: '$1', after: '$2::bigint', upTo: '$3::bigint' });

/** The events of a range that may be told: real ones, of things that exist, and not too old. */
async function loadTold(
  client: ClientBase,
  {
    workspaceId,
    after,
    upTo,
  }: { readonly workspaceId: number; readonly after: number; readonly upTo: number },
): Promise<readonly Event[]> {
  const { rows } = await client.query<Event>({
    text: `select id, type, program_id, object_id, created_at::text, sequence from ${RANGE} numbered
            where type = any($4::text[]) and not test_mode and object_id > 0 and program_id is not null
              and created_at > now() - interval '${KEPT_FOR}'
            order by sequence`,
    values: [workspaceId, after, upTo, TOLD_EVENTS.map(({ event }) => event)],
  });
  return rows;
}

/**
 * Writes what these events are told as. An event that a notification already has changes nothing: reading events once more adds nothing. One
 * that is added to what was read makes it unread.
 */
async function tell(
  client: ClientBase,
  workspaceId: number,
  told: ToldEvents,
  events: readonly Event[],
): Promise<number> {
  const { kind, subject, together, isUndoable = false } = told;
  const { rowCount } = await client.query({
    text: `
      with event as (
             select $1::bigint as workspace_id, given.*
               from unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::timestamptz[], $8::bigint[])
                 as given (id, program_id, object_id, created_at, sequence)),
           ${kind === 'partner_approved' ? `approvals as (${APPROVALS}),` : ''}
           subject as (${subject}),
           fresh as (
             select s.*, r.user_id, ${deliveryOf(kind, 'r.user_id')} as delivery
               from subject s cross join lateral (${recipientsOf(told)}) r
               left join notifications n on n.user_id = r.user_id and n.kind = $2 and n.source = s.source
              where n.id is null or n.last_sequence < s.sequence)
      insert into notifications as known
             (user_id, workspace_id, program_id, audience, kind, source, partner_id, object_id, count, amount_cents,
              currency, last_sequence, happened_at, mail_at)
      select user_id, workspace_id, program_id, $3, $2, source, max(partner_id), max(object_id), count(*), sum(amount_cents),
             max(currency), max(sequence), max(created_at),
             case when max(delivery) = 'email' then ${together === undefined ? at(isUndoable) : endOf(together)} end
        from fresh where delivery <> 'off' group by user_id, workspace_id, program_id, source order by user_id, source
      on conflict (user_id, kind, source) do update
         set count = known.count + excluded.count, amount_cents = known.amount_cents + excluded.amount_cents,
             object_id = excluded.object_id, last_sequence = excluded.last_sequence,
             happened_at = greatest(known.happened_at, excluded.happened_at), read_at = null`,
    values: [
      workspaceId,
      kind,
      NOTIFICATION_AUDIENCES[kind],
      ...columnsOf(
        events,
        (event) => event.id,
        (event) => event.program_id,
        (event) => event.object_id,
        (event) => event.created_at,
        (event) => event.sequence,
      ),
    ],
  });
  return rowCount ?? 0;
}
