import { WebhookWithSecret } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { lockWebhook, type WebhookRow, webhookFromRow, writtenWebhook } from './webhook-item.js';
import { encryptSecret, generateSecret } from './webhook-secret.js';

/** Gives a webhook a new secret; the old one also signs for 24 hours, so that receivers can change over. */
export const rotateWebhookSecret = defineOperation({
  name: 'rotateWebhookSecret',
  route: 'POST /api/workspaces/:workspaceId/webhooks/:id/rotate-secret',
  permission: 'webhook:write',
  alsoNeeds: ['report:read'],
  summary: 'Create a new secret for a webhook; the old one also signs for 24 hours',
  output: WebhookWithSecret,
  audit: 'webhook.rotate_secret',
  async run({ client, scope: { workspaceId }, services, id, nowMs }) {
    const row = await lockWebhook(client, workspaceId, id());
    const secret = generateSecret();
    const { rows } = await client.query<WebhookRow>(
      `update webhooks set secret = $2, previous_secret = secret, previous_secret_until = now() + interval '24 hours'
        where id = $1 returning *`,
      [row.id, encryptSecret(workspaceId, secret, services.webhooks.encryption)],
    );
    const webhook = writtenWebhook(rows, nowMs);
    const entry = { on: 'webhook', id: row.id, before: webhookFromRow(row, nowMs), after: webhook };
    return changed({ webhook, secret }, entry);
  },
});
