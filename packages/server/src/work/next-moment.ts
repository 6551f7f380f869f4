import type { Pool } from 'pg';
import { EVENT_WORK } from '../payments/event-row.js';

/** Finds when the next row becomes due after the time `since`. */
type Query = string;

/**
 * When a job finds something to do, in a time that leaps: `at once`, in what was just written; when the time comes that `next` finds;
 * or `seldom`, in what has become old and in the months ahead, which can wait until time stays and somebody looks.
 */
type Due = 'at once' | 'seldom' | { readonly next: Query };

const nextPayable = (table: 'commissions' | 'adjustments'): Due => ({
  next: `select min(payable_at) as moment from ${table}, span where status = 'pending' and payable_at > since`,
});

/** Only of workspaces that have members: nobody reads a digest of the others. Also where it is not known yet: the workspace or its time zone is new. */
const NEXT_DIGEST: Query = `
  select min(d.next_at) as moment from digest_weeks d, span where d.next_at > since
     and exists (select 1 from workspace_members m where m.workspace_id = d.workspace_id)
  union all
  select since + interval '1 millisecond' from span
   where exists (select 1 from workspaces w left join digest_weeks d on d.workspace_id = w.id
                  where (d.workspace_id is null or d.time_zone <> w.time_zone)
                    and exists (select 1 from workspace_members m where m.workspace_id = w.id))`;

/**
 * Every job of `listJobs` by its name. A simulation leaves out the runs that find nothing to do, so a job that waits for a time which
 * is missing here would run late in it; the test of this file compares the two lists.
 */
export const DUE_OF_JOBS: Readonly<Record<string, Due>> = {
  'mature-commissions': nextPayable('commissions'),
  'mature-adjustments': nextPayable('adjustments'),
  'complete-commissions': 'at once',
  'add-missed-totals': 'at once',
  'add-increments': 'at once',
  'add-missed-breakdown': 'at once',
  'prepare-payout-runs': {
    next: 'select min(next_payout_at) as moment from programs, span where next_payout_at > since',
  },
  'reconcile-payments': 'at once',
  'queue-deliveries': {
    next: `select min(next_attempt_at) from webhook_deliveries, span where status = 'pending' and next_attempt_at > since`,
  },
  'write-notifications': 'at once',
  'tell-first-clicks': 'at once',
  'tell-weekly-digests': { next: NEXT_DIGEST },
  'send-notification-mails': {
    next: 'select min(mail_at) as moment from notifications, span where mail_at > since',
  },
  'send-waiting-emails': {
    next: 'select min(next_attempt_at) as moment from outgoing_emails, span where next_attempt_at > since',
  },
  'send-invitation-mails': {
    next: 'select min(mail_at) as moment from invitations, span where mail_at > since',
  },
  'delete-old-notifications': 'seldom',
  'seal-books': 'seldom',
  'encrypt-payout-details': 'seldom',
  'encrypt-webhook-secrets': 'seldom',
  'forget-processor-events': 'seldom',
  'delete-old-long-jobs': 'seldom',
  'delete-old-responses': 'seldom',
  'delete-old-security-data': 'seldom',
  'delete-old-refused-tracking': 'seldom',
  'forget-visitors': 'seldom',
  'remove-old-deliveries': 'seldom',
  'ensure-click-partitions': 'seldom',
  'remove-clicks-of-programs': 'seldom',
  'remove-old-clicks': 'seldom',
};

/** Besides jobs: provider events that are tried again. */
const NEXT_EVENT: Query = `select min(due_at) from work_items, span where kind = '${EVENT_WORK}' and due_at > since`;

const QUERIES = [
  ...Object.values(DUE_OF_JOBS).flatMap((due) => (typeof due === 'string' ? [] : [due.next])),
  NEXT_EVENT,
];

/** `$1` and `$2` are the time and how far to look, in epoch milliseconds. */
const NEXT_MOMENT = `
  with span as (select to_timestamp($1::float8 / 1000) as since, to_timestamp($2::float8 / 1000) as until),
       moments as (${QUERIES.join(' union all ')})
  select ceil(extract(epoch from min(moment)) * 1000)::float8 as next_ms
    from moments, span where moment > since and moment <= until`;

/** When, after `nowMs`, something next happens by itself, not later than `untilMs`; null: nothing does. */
export async function nextMoment(
  pool: Pool,
  { nowMs, untilMs }: { readonly nowMs: number; readonly untilMs: number },
): Promise<number | null> {
  const { rows } = await pool.query<{ next_ms: number | null }>({
    name: 'next-moment',
    text: NEXT_MOMENT,
    values: [nowMs, untilMs],
  });
  return rows[0]?.next_ms ?? null;
}

/** Whether a job may find something to do after the time has leaped. `isLast`: whether time stays there, and what has become old must be gone. */
export function isDueAfterLeap(job: string, { isLast }: { readonly isLast: boolean }): boolean {
  return DUE_OF_JOBS[job] !== 'seldom' || isLast;
}
