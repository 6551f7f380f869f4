import { createEncryption, type Secrets } from '../crypto/encryption.js';
import { createDeliverer, type DelivererOptions } from '../delivery/deliverer.js';
import { WEBHOOK_SECRETS_PURPOSE } from '../features/webhooks/webhook-secret.js';
import { createMailer, type Mailer, type MailerOptions } from '../mail/mailer.js';
import { OUTBOX_PURPOSE } from '../mail/outbox.js';
import { outgoingRules } from '../net/outgoing.js';
import type { WebhookServices } from '../operations/services.js';
import { CONNECTIONS_PURPOSE } from '../payments/connections/connection-row.js';
import {
  type Connections,
  type ConnectionsOptions,
  createConnections,
} from '../payments/connections/connections.js';
import { createProcessor, type Processor, type ProcessorOptions } from '../payments/processor.js';
import type { Config } from './config.js';

/** Keys and secrets of connections are encrypted with the secret of the service. */
export function openConnections(
  { baseUrl }: Config,
  secrets: Secrets,
  shared: Omit<ConnectionsOptions, 'encryption' | 'baseUrl'>,
): Connections {
  return createConnections({
    ...shared,
    baseUrl,
    encryption: createEncryption(secrets, CONNECTIONS_PURPOSE),
  });
}

/** A simulation waits for each provider event, so that nothing would gather in pauses between batches. */
export function openProcessor(
  { processor: { testEvents } }: Config,
  shared: Omit<ProcessorOptions, 'testEvents' | 'apartMs'>,
  { isSimulated }: { readonly isSimulated: boolean },
): Processor {
  return createProcessor({ ...shared, testEvents, ...(isSimulated && { apartMs: 0 }) });
}

/** Emails wait in the database, encrypted with the secret of the service. */
export function openMailer(
  { mail, dataDir }: Config,
  secrets: Secrets,
  shared: Pick<MailerOptions, 'pool' | 'logger' | 'now'>,
): Mailer {
  return createMailer({ ...shared, mail, dataDir, encryption: createEncryption(secrets, OUTBOX_PURPOSE) });
}

/** What operations on webhooks need, and what sends events to them. */
export function openDelivery(
  { webhooksAllowPrivate, baseUrl }: Config,
  secrets: Secrets,
  shared: Pick<DelivererOptions, 'pool' | 'mailer' | 'logger' | 'now'>,
) {
  const webhookServices: WebhookServices = {
    encryption: createEncryption(secrets, WEBHOOK_SECRETS_PURPOSE),
    rules: outgoingRules(webhooksAllowPrivate),
  };
  return { webhookServices, deliverer: createDeliverer({ ...shared, ...webhookServices, baseUrl }) };
}
