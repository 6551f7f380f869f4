import { WebhookItem, type WebhookUpdate, WebhookUpdate as WebhookUpdateSchema } from '@svc/contract';
import type { ClientBase } from 'pg';
import { changed, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { requireProgram, requireTarget, storedTypes, TARGET_ERRORS } from './check-webhook-input.js';
import { queueDeliveries } from './delivery-work.js';
import { lockWebhook, type WebhookRow, webhookFromRow, writtenWebhook } from './webhook-item.js';

/**
 * Changes a webhook; what is left out stays. A disabled one keeps its place in the events: enabled again, it gets what it missed.
 */
export const updateWebhook = defineOperation({
  name: 'updateWebhook',
  route: 'PATCH /api/workspaces/:workspaceId/webhooks/:id',
  permission: 'webhook:write',
  alsoNeeds: ['report:read'],
  summary: 'Change, enable or disable a webhook',
  input: WebhookUpdateSchema,
  output: WebhookItem,
  errors: TARGET_ERRORS,
  audit: 'webhook.update',
  prepare: async ({ input, services }) =>
    input.url === undefined ? undefined : requireTarget(input.url, services.webhooks.rules),
  async run({ client, scope: { workspaceId }, input, id, prepared: url, nowMs }) {
    await requireProgram(client, workspaceId, input.program_id);
    const row = await lockWebhook(client, workspaceId, id());
    const before = webhookFromRow(row, nowMs);
    const wanted = { ...row, ...wantedOf(input), ...(url !== undefined && { url }) };
    const isSame = JSON.stringify(webhookFromRow(wanted, nowMs)) === JSON.stringify(before);
    if (isSame) return unchanged(before);
    const after = await writeWebhook(client, wanted, nowMs);
    if (after.status === 'enabled') await queueDeliveries(client, { webhookIds: [after.id] });
    return changed(after, { on: 'webhook', id: after.id, before, after });
  },
  async after({ services }, webhook) {
    services.eventNews.emit('queued');
    return webhook;
  },
});

/** What of a webhook's row is asked to be different. */
function wantedOf({ types, program_id, description, format, status }: WebhookUpdate): Partial<WebhookRow> {
  return {
    ...(types !== undefined && { types: storedTypes(types) as string[] | null }),
    ...(program_id !== undefined && { program_id }),
    ...(description !== undefined && { description: description || null }),
    ...(format !== undefined && { format }),
    ...(status === 'enabled' && { status, disabled_reason: null, failing_since: null }),
    ...(status === 'disabled' && { status, disabled_reason: 'person' as const }),
  };
}

async function writeWebhook(client: ClientBase, wanted: WebhookRow, nowMs: number): Promise<WebhookItem> {
  const { id, url, types, program_id, description, format, status, disabled_reason, failing_since } = wanted;
  const { rows } = await client.query<WebhookRow>(
    `update webhooks set url = $2, types = $3, program_id = $4, description = $5, format = $6, status = $7,
                         disabled_reason = $8, failing_since = $9
      where id = $1 returning *`,
    [id, url, types, program_id, description, format, status, disabled_reason, failing_since],
  );
  return writtenWebhook(rows, nowMs);
}
