import { WebhookItem, WebhookReplay } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { queueDeliveries } from './delivery-work.js';
import { lockEnabledWebhook, type WebhookRow, webhookFromRow, writtenWebhook } from './webhook-item.js';

/**
 * Sets a webhook back: all events after a number that it is for now are sent again in their order, also those from before it
 * was created, and then the new ones. They keep their ids, so a receiver that knows one can leave it.
 */
export const replayEvents = defineOperation({
  name: 'replayEvents',
  route: 'POST /api/workspaces/:workspaceId/webhooks/:id/replay',
  permission: 'webhook:write',
  alsoNeeds: ['report:read'],
  summary: 'Send all events after a number again',
  input: WebhookReplay,
  output: WebhookItem,
  errors: ['webhook_disabled'],
  audit: 'webhook.replay',
  async run({ client, scope: { workspaceId }, input: { after: sequence }, id, nowMs }) {
    const row = await lockEnabledWebhook(client, workspaceId, id());
    // Going ahead would leave events out.
    if (sequence > row.position) throw new RefusedError('field_invalid', 'after');
    const { rows } = await client.query<WebhookRow>(
      'update webhooks set position = $2, events_from = null where id = $1 returning *',
      [row.id, sequence],
    );
    await queueDeliveries(client, { webhookIds: [row.id] });
    const after = writtenWebhook(rows, nowMs);
    return changed(after, { on: 'webhook', id: row.id, before: webhookFromRow(row, nowMs), after });
  },
  async after({ services }, webhook) {
    services.eventNews.emit('queued');
    return webhook;
  },
});
