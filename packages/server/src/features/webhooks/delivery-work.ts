import type { ClientBase, Pool } from 'pg';

/** Kinds of work items; the key is the webhook. Retries are work of their own, so that slow ones delay no new event. */
export const FIRST_ATTEMPTS = 'webhook_first';
export const RETRIES = 'webhook_retry';

/** Which webhooks: these, those of these workspaces, or all. */
export type WhichWebhooks =
  | { readonly webhookIds: readonly number[] }
  | { readonly workspaceIds: readonly number[] }
  | 'all';

/**
 * Makes the work of webhooks due when they have something to send, and never later than it is; says whether any became due now. What
 * makes something to be sent calls this in its transaction, or after it. A job calls it for all webhooks, in case a
 * process has ended in between.
 */
export async function queueDeliveries(db: Pool | ClientBase, which: WhichWebhooks): Promise<boolean> {
  const { rows } = await db.query<{ is_due: boolean }>({
    name: 'queue-deliveries',
    text: `with webhook as (
             select w.id, w.position, h.last_sequence
               from webhooks w left join event_heads h on h.workspace_id = w.workspace_id
              where w.status = 'enabled' and w.removed_at is null
                and ($1::bigint[] is null or w.workspace_id = any($1::bigint[]))
                and ($2::bigint[] is null or w.id = any($2::bigint[]))),
           due as (
             select '${FIRST_ATTEMPTS}' as kind, id as key, now() as due_at from webhook w
              where w.last_sequence > w.position
                 or exists (select 1 from webhook_deliveries d
                             where d.webhook_id = w.id and d.status = 'pending' and d.attempts = 0)
             union all
             select '${RETRIES}', id, (select min(d.next_attempt_at) from webhook_deliveries d
                                        where d.webhook_id = w.id and d.status = 'pending' and d.attempts > 0)
               from webhook w)
           insert into work_items (kind, key, due_at)
           select kind, key, due_at from due where due_at is not null order by kind, key
           on conflict (kind, key) do update set due_at = excluded.due_at where work_items.due_at > excluded.due_at
           returning due_at <= now() as is_due`,
    values: [
      which !== 'all' && 'workspaceIds' in which ? which.workspaceIds : null,
      which !== 'all' && 'webhookIds' in which ? which.webhookIds : null,
    ],
  });
  return rows.some((row) => row.is_due);
}
