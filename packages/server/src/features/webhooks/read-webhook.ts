import { WebhookItem } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { WEBHOOKS, type WebhookRow, webhookFromRow } from './webhook-item.js';

export const readWebhook = defineRead({
  name: 'readWebhook',
  route: 'GET /api/workspaces/:workspaceId/webhooks/:id',
  permission: 'webhook:write',
  summary: 'A webhook',
  output: WebhookItem,
  async run({ pool, scope, id, nowMs }) {
    const { rows } = await pool.query<WebhookRow>(
      `${WEBHOOKS} where workspace_id = $1 and id = $2 and removed_at is null`,
      [scope.workspaceId, id()],
    );
    const row = rows[0];
    if (row === undefined) throw new RefusedError('not_found');
    return webhookFromRow(row, nowMs);
  },
});
