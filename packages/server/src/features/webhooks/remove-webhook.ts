import { WebhookItem } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { FIRST_ATTEMPTS, RETRIES } from './delivery-work.js';
import { lockWebhook, webhookFromRow } from './webhook-item.js';

/** Removes a webhook and its secrets at once; a job removes its deliveries. */
export const removeWebhook = defineOperation({
  name: 'removeWebhook',
  route: 'DELETE /api/workspaces/:workspaceId/webhooks/:id',
  permission: 'webhook:write',
  alsoNeeds: ['report:read'],
  summary: 'Delete a webhook with its deliveries',
  output: WebhookItem,
  audit: 'webhook.delete',
  async run({ client, scope: { workspaceId }, id, nowMs }) {
    const before = webhookFromRow(await lockWebhook(client, workspaceId, id()), nowMs);
    await client.query(
      `update webhooks set removed_at = now(), secret = '', previous_secret = null, previous_secret_until = null
        where id = $1`,
      [before.id],
    );
    const kinds = [FIRST_ATTEMPTS, RETRIES];
    await client.query('delete from work_items where kind = any($1) and key = $2', [kinds, before.id]);
    return changed(before, { on: 'webhook', id: before.id, before, after: null });
  },
});
