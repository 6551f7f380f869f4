import type { Operation } from '../../operations/operation.js';
import { createWebhook } from './create-webhook.js';
import { listDeliveries } from './list-deliveries.js';
import { listWebhooks } from './list-webhooks.js';
import { readWebhook } from './read-webhook.js';
import { removeWebhook } from './remove-webhook.js';
import { replayEvents } from './replay-events.js';
import { resendDelivery } from './resend-delivery.js';
import { rotateWebhookSecret } from './rotate-webhook-secret.js';
import { testWebhook } from './test-webhook.js';
import { updateWebhook } from './update-webhook.js';

/** What can be asked of webhooks. */
export const WEBHOOKS: readonly Operation[] = [
  createWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  removeWebhook,
  replayEvents,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
];
