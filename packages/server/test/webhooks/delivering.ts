import type { Pool } from 'pg';
import { pino } from 'pino';
import { systemNow } from '../../src/clock.js';
import {
  createDeliverer,
  type Deliverer,
  type DelivererOptions,
  type DeliveryTimes,
} from '../../src/delivery/deliverer.js';
import { wakeForEvents } from '../../src/delivery/wake-for-events.js';
import { createEventNews, type EventNews } from '../../src/events/event-news.js';
import { startNumbering } from '../../src/events/start-numbering.js';
import type { NotificationMails } from '../../src/features/notifications/send-mails.js';
import { createStopLinks } from '../../src/features/notifications/stop-links.js';
import type { InvitationMails } from '../../src/features/people/send-invitation-mails.js';
import type { Mailer } from '../../src/mail/mailer.js';
import { outgoingRules } from '../../src/net/outgoing.js';
import type { WebhookServices } from '../../src/operations/services.js';
import type { Connections } from '../../src/payments/connections/connections.js';
import { startRunner } from '../../src/work/runner.js';
import { noConnections } from '../support/connections.js';
import { encryptionOf } from '../support/encryption.js';

const logger = pino({ level: 'silent' });

export interface DeliveringParts {
  readonly pool: Pool;
  readonly eventNews: EventNews;
  readonly mailer: Mailer;
  readonly webhookServices: Pick<WebhookServices, 'encryption' | 'rules'>;
}

/** Short enough that nothing takes long. */
export const SHORT_TIMES: Partial<DeliveryTimes> = { timeoutMs: 1_000, retryPausesMs: [50, 100, 200] };

/** Numbers events and delivers them, as a service does beside its requests. */
export function startDelivering(
  { pool, eventNews, mailer, webhookServices }: DeliveringParts,
  times: Partial<DeliveryTimes> = SHORT_TIMES,
  more: Pick<DelivererOptions, 'ca'> = {},
): { stop(): Promise<void> } {
  const baseUrl = 'https://svc.acme.test';
  const deliverer = createDeliverer({
    pool,
    mailer,
    logger,
    now: systemNow,
    baseUrl,
    times,
    ...webhookServices,
    ...more,
  });
  const runner = startRunner({ pool, handlers: deliverer.handlers, logger, lookEveryMs: 50 });
  const waking = wakeForEvents({ pool, news: eventNews, wake: runner.wake, logger });
  const numbering = startNumbering({ pool, news: eventNews, logger });
  return {
    async stop() {
      await numbering.stop();
      await waking.stop();
      await deliverer.stop();
      await runner.stop();
    },
  };
}

/** What `startJobs` needs to deliver, for tests of other jobs. */
export function idleDelivery(pool: Pool): {
  readonly connections: Connections;
  readonly deliverer: Deliverer;
  readonly eventNews: EventNews;
  readonly invitationMails: InvitationMails;
  readonly notificationMails: NotificationMails;
} {
  const mailer = { hasServer: true, send: async () => true };
  const options = {
    pool,
    mailer,
    logger,
    now: systemNow,
    baseUrl: '',
    encryption: encryptionOf(),
    rules: outgoingRules(false),
  };
  return {
    connections: noConnections(pool),
    deliverer: createDeliverer(options),
    eventNews: createEventNews(),
    invitationMails: { mailer, baseUrl: '' },
    notificationMails: { mailer, stopLinks: createStopLinks(['key'], ''), baseUrl: '' },
  };
}
