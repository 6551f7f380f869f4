import type { Pool } from 'pg';
import type { Now } from '../clock.js';
import { type WebhookRow, webhookFromRow, writtenWebhook } from '../features/webhooks/webhook-item.js';
import type { Mailer } from '../mail/mailer.js';
import { webhookDisabledMail } from '../mail/webhook-disabled.js';
import { changed, runChange, unchanged } from '../operations/change.js';
import { findOwners } from '../payments/find-owners.js';

/** Whom the audit log names for what nobody did. */
const ACTOR = { userId: null, email: 'webhook delivery' };

export interface DisableOptions {
  readonly pool: Pool;
  readonly mailer: Mailer;
  /** The service as the outside sees it. */
  readonly baseUrl: string;
  readonly now: Now;
}

/**
 * Disables a webhook that its receiver gave up (`gone`, an answer of 410) or that has had nothing but failures for too long, and
 * emails the workspace's owners. What was not delivered stays pending. Contract 2, section 9.
 */
export async function disableWebhook(
  { pool, mailer, baseUrl, now }: DisableOptions,
  webhook: { readonly id: number; readonly workspaceId: number },
  reason: 'gone' | 'failing',
): Promise<void> {
  const { id, workspaceId } = webhook;
  const place = { workspaceId, programId: null };
  const disabled = await runChange(
    pool,
    { actor: ACTOR, action: 'webhook.disable', place },
    async (client) => {
      const { rows } = await client.query<WebhookRow>(
        `select * from webhooks where id = $1 and status = 'enabled' and removed_at is null for update`,
        [id],
      );
      const [row] = rows;
      if (row === undefined) return unchanged(null);
      const written = await client.query<WebhookRow>(
        `update webhooks set status = 'disabled', disabled_reason = $2 where id = $1 returning *`,
        [id, reason],
      );
      const nowMs = now();
      const after = writtenWebhook(written.rows, nowMs);
      return changed(after, { on: 'webhook', id, before: webhookFromRow(row, nowMs), after });
    },
  );
  if (disabled === null) return;
  const { workspaceName, owners } = await findOwners(pool, workspaceId);
  const { host } = new URL(disabled.url);
  const about = { workspaceName, workspaceId, webhookId: id, host, reason, baseUrl };
  for (const { email, language } of owners)
    await mailer.send(webhookDisabledMail({ to: email, language, ...about }));
}
