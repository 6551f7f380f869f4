import { PageQuery, type WebhookItem, WebhookPage } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortText,
} from '../../operations/keyset.js';
import { WEBHOOKS, type WebhookRow, webhookFromRow } from './webhook-item.js';

const SORTS: SortColumns = {
  created_at: { sql: 'id', type: 'number' },
  url: { sql: sortText('url'), type: 'text' },
};

export const listWebhooks = defineList({
  name: 'listWebhooks',
  route: 'GET /api/workspaces/:workspaceId/webhooks',
  permission: 'webhook:write',
  summary: 'Webhooks of a workspace',
  input: PageQuery,
  output: WebhookPage,
  sorts: SORTS,
  search: 'address, description',
  run: ({ pool, scope, nowMs }, page) => loadWebhooks(pool, scope.workspaceId, page, nowMs),
});

/** The webhooks of a workspace, newest first. */
async function loadWebhooks(
  pool: Pool,
  workspaceId: number,
  request: PageRequest,
  nowMs: number,
): Promise<Page<WebhookItem>> {
  const rows = {
    select: WEBHOOKS,
    where: 'workspace_id = $1 and removed_at is null',
    values: [workspaceId],
    id: 'id',
    sorts: SORTS,
    search: { anywhere: ['url', 'description'] },
  };
  return loadPage<WebhookRow, WebhookItem>(pool, request, rows, (row) => webhookFromRow(row, nowMs));
}
