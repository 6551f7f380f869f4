import { type WebhookCreate, WebhookCreate as WebhookCreateSchema, WebhookWithSecret } from '@svc/contract';
import type { ClientBase } from 'pg';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { requireProgram, requireTarget, storedTypes, TARGET_ERRORS } from './check-webhook-input.js';
import { type WebhookRow, writtenWebhook } from './webhook-item.js';
import { encryptSecret, generateSecret } from './webhook-secret.js';

const MOST_WEBHOOKS = 50;

/** Creates a webhook, which gets the events that happen from now on. Contract 2, section 9. */
export const createWebhook = defineOperation({
  name: 'createWebhook',
  route: 'POST /api/workspaces/:workspaceId/webhooks',
  permission: 'webhook:write',
  alsoNeeds: ['report:read'],
  summary: 'Create a webhook; its secret is shown only in this answer',
  input: WebhookCreateSchema,
  output: WebhookWithSecret,
  errors: ['webhook_limit', ...TARGET_ERRORS],
  audit: 'webhook.create',
  prepare: ({ input, services }) => requireTarget(input.url, services.webhooks.rules),
  async run({ client, scope: { workspaceId }, input, services, prepared: url, nowMs }) {
    await requireProgram(client, workspaceId, input.program_id);
    await requireRoom(client, workspaceId);
    const secret = generateSecret();
    const encrypted = encryptSecret(workspaceId, secret, services.webhooks.encryption);
    const webhook = await insertWebhook(client, workspaceId, { ...input, url, encrypted, nowMs });
    return changed({ webhook, secret }, { on: 'webhook', id: webhook.id, before: null, after: webhook });
  },
});

async function requireRoom(client: ClientBase, workspaceId: number): Promise<void> {
  await client.query('select 1 from workspaces where id = $1 for no key update', [workspaceId]);
  const { rows } = await client.query<{ count: number }>(
    'select count(*) as count from webhooks where workspace_id = $1 and removed_at is null',
    [workspaceId],
  );
  if ((rows[0]?.count ?? 0) >= MOST_WEBHOOKS) throw new RefusedError('webhook_limit');
}

async function insertWebhook(
  client: ClientBase,
  workspaceId: number,
  given: WebhookCreate & { readonly encrypted: string; readonly nowMs: number },
) {
  const { url, types, program_id = null, description = null, format = 'standard', encrypted, nowMs } = given;
  const { rows } = await client.query<WebhookRow>(
    `insert into webhooks (workspace_id, program_id, url, types, description, format, secret, position)
     values ($1, $2, $3, $4, $5, $6, $7,
             coalesce((select last_sequence from event_heads where workspace_id = $1), 0))
     returning *`,
    [workspaceId, program_id, url, storedTypes(types), description || null, format, encrypted],
  );
  return writtenWebhook(rows, nowMs);
}
