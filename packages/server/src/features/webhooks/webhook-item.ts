import type { WebhookItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';

export const WEBHOOKS = 'select * from webhooks';

/** A row that `WEBHOOKS` reads. */
export interface WebhookRow {
  readonly id: number;
  readonly workspace_id: number;
  readonly program_id: number | null;
  readonly url: string;
  readonly types: string[] | null;
  readonly description: string | null;
  readonly format: WebhookItem['format'];
  readonly status: WebhookItem['status'];
  readonly disabled_reason: WebhookItem['disabled_reason'];
  readonly secret: string;
  readonly previous_secret_until: Date | null;
  readonly position: number;
  readonly failing_since: Date | null;
  readonly created_at: Date;
}

/** A webhook as it is shown at `nowMs`: everything but its secrets. */
export function webhookFromRow(row: WebhookRow, nowMs: number): WebhookItem {
  const { previous_secret_until: until } = row;
  return {
    id: row.id,
    url: row.url,
    types: row.types,
    program_id: row.program_id,
    description: row.description,
    format: row.format,
    status: row.status,
    disabled_reason: row.disabled_reason,
    failing_since: row.failing_since?.toISOString() ?? null,
    last_sequence: row.position,
    previous_secret_until: until !== null && until.getTime() > nowMs ? until.toISOString() : null,
    created_at: row.created_at.toISOString(),
  };
}

/** A webhook of a workspace, locked until the transaction ends, or a refusal. */
export async function lockWebhook(
  client: ClientBase,
  workspaceId: number,
  webhookId: number,
): Promise<WebhookRow> {
  const { rows } = await client.query<WebhookRow>(
    `${WEBHOOKS} where workspace_id = $1 and id = $2 and removed_at is null for update`,
    [workspaceId, webhookId],
  );
  const row = rows[0];
  if (row === undefined) throw new RefusedError('not_found');
  return row;
}

/** As `lockWebhook`, for what only makes sense while the webhook is enabled. */
export async function lockEnabledWebhook(
  client: ClientBase,
  workspaceId: number,
  webhookId: number,
): Promise<WebhookRow> {
  const row = await lockWebhook(client, workspaceId, webhookId);
  if (row.status !== 'enabled') throw new RefusedError('webhook_disabled');
  return row;
}

/** The one row that a statement wrote at `nowMs`. */
export function writtenWebhook(rows: readonly WebhookRow[], nowMs: number): WebhookItem {
  const row = rows[0];
  if (row === undefined) throw new Error('the webhook was not written');
  return webhookFromRow(row, nowMs);
}
