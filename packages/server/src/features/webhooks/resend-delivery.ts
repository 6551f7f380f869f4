import { DeliveryItem } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { DELIVERIES, type DeliveryRow, deliveryFromRow } from './delivery-item.js';
import { queueDeliveries } from './delivery-work.js';
import { lockEnabledWebhook } from './webhook-item.js';

/** Sends an event again, whatever came of it before: at once, then by the same schedule as a new one. */
export const resendDelivery = defineOperation({
  name: 'resendDelivery',
  route: 'POST /api/workspaces/:workspaceId/webhooks/:id/deliveries/:deliveryId/resend',
  permission: 'webhook:write',
  alsoNeeds: ['report:read'],
  summary: 'Send a delivery again',
  output: DeliveryItem,
  errors: ['webhook_disabled'],
  audit: 'webhook.resend',
  async run({ client, scope: { workspaceId }, id }) {
    const webhook = await lockEnabledWebhook(client, workspaceId, id());
    const { rows: found } = await client.query<DeliveryRow>(
      `${DELIVERIES} where webhook_id = $1 and id = $2 for update`,
      [webhook.id, id('deliveryId')],
    );
    const [row] = found;
    if (row === undefined) throw new RefusedError('not_found');
    const { rows } = await client.query<DeliveryRow>(
      `update webhook_deliveries
          set status = 'pending', attempts = 0, round = round + 1, next_attempt_at = now(), delivered_at = null,
              failed_at = null
        where id = $1 returning *`,
      [row.id],
    );
    const before = deliveryFromRow(row);
    const after = deliveryFromRow(rows[0] ?? row);
    await queueDeliveries(client, { webhookIds: [webhook.id] });
    return changed(after, { on: 'webhook_delivery', id: row.id, before, after });
  },
  async after({ services }, delivery) {
    services.eventNews.emit('queued');
    return delivery;
  },
});
