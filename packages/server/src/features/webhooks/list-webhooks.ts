import { PageQuery, type WebhookItem, WebhookPage } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { type Page, type PageRequest, positionOf, toPage } from '../../operations/keyset.js';
import { WEBHOOKS, type WebhookRow, webhookFromRow } from './webhook-item.js';

export const listWebhooks = defineList({
  name: 'listWebhooks',
  route: 'GET /api/workspaces/:workspaceId/webhooks',
  permission: 'webhook:write',
  summary: 'Webhooks of a workspace',
  input: PageQuery,
  output: WebhookPage,
  positionLength: 1,
  run: ({ pool, scope, nowMs }, page) => loadWebhooks(pool, scope.workspaceId, page, nowMs),
});

/** The webhooks of a workspace, newest first. */
async function loadWebhooks(
  pool: Pool,
  workspaceId: number,
  request: PageRequest,
  nowMs: number,
): Promise<Page<WebhookItem>> {
  const { rows } = await pool.query<WebhookRow>(
    `${WEBHOOKS} where workspace_id = $1 and removed_at is null and id < $2 order by id desc limit $3`,
    [workspaceId, ...positionOf(request, 1), request.limit + 1],
  );
  return toPage(
    rows,
    request,
    (row) => [row.id],
    (row) => webhookFromRow(row, nowMs),
  );
}
