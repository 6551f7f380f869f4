import { DeliveryItem } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { type DeliveryRow, deliveryFromRow } from './delivery-item.js';
import { queueDeliveries } from './delivery-work.js';
import { lockEnabledWebhook } from './webhook-item.js';

/** Sends an event `webhook.test` to one webhook. It is in no feed, has no number, and reports nothing. */
export const testWebhook = defineOperation({
  name: 'testWebhook',
  route: 'POST /api/workspaces/:workspaceId/webhooks/:id/test',
  permission: 'webhook:write',
  alsoNeeds: ['report:read'],
  summary: 'Send webhook.test to a webhook',
  output: DeliveryItem,
  errors: ['webhook_disabled'],
  audit: 'webhook.test',
  async run({ client, scope: { workspaceId }, id }) {
    const webhook = await lockEnabledWebhook(client, workspaceId, id());
    const { rows } = await client.query<DeliveryRow>(
      `insert into webhook_deliveries (webhook_id, type) values ($1, 'webhook.test') returning *`,
      [webhook.id],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('the delivery was not written');
    await queueDeliveries(client, { webhookIds: [webhook.id] });
    const delivery = deliveryFromRow(row);
    return changed(delivery, {
      on: 'webhook',
      id: webhook.id,
      before: null,
      after: { delivery_id: delivery.id },
    });
  },
  async after({ services }, delivery) {
    services.eventNews.emit('queued');
    return delivery;
  },
});
