import type { ClientBase, Pool } from 'pg';

/**
 * SQL: connection `c` is pending, but none of its connect sessions is open any more: a closed page sends no message. One
 * that is pending without any session was provisioned so, and stays pending.
 */
export const IS_ABANDONED = `(c.status = 'pending' and coalesce(
  (select bool_and(a.status <> 'pending' or a.expires_at <= now()) from processor_connect_attempts a
    where a.workspace_id = c.workspace_id), false))`;

/** SQL: where connection `c` was before somebody set out to connect; an account it still has was disconnected. */
export const STATUS_BEFORE = `case when c.account_id is null then 'not_connected' else 'disconnected' end`;

/** SQL: the status of connection `c` as it is at this moment. */
export const STATUS_NOW = `case when ${IS_ABANDONED} then ${STATUS_BEFORE} else c.status end`;

/** Restores a workspace's connection status once none of its connect sessions is open. */
export async function giveUpPending(source: Pool | ClientBase, workspaceId: number): Promise<void> {
  await source.query(
    `update processor_connections c set status = ${STATUS_BEFORE} where c.workspace_id = $1 and ${IS_ABANDONED}`,
    [workspaceId],
  );
}
