import { setInterval } from 'node:timers';
import { pino } from 'pino';
import { systemNow } from '../../src/clock.js';
import { openDatabase } from '../../src/database/open.js';
import { releaseAllWork } from '../../src/database/work-items.js';
import { createDeliverer } from '../../src/delivery/deliverer.js';
import { wakeForEvents } from '../../src/delivery/wake-for-events.js';
import { createEventNews } from '../../src/events/event-news.js';
import { startNumbering } from '../../src/events/start-numbering.js';
import { queueDeliveries } from '../../src/features/webhooks/delivery-work.js';
import { outgoingRules } from '../../src/net/outgoing.js';
import { startRunner } from '../../src/work/runner.js';
import { encryptionOf } from '../support/encryption.js';

// Numbers events and delivers them until it is killed: `postgres URL`, or `embedded FOLDER`.

const [engine = '', place = ''] = process.argv.slice(2);
const isEmbedded = engine === 'embedded';
const { pool } = await openDatabase(isEmbedded ? { dataDir: place } : { databaseUrl: place, dataDir: '' });
const logger = pino({ level: 'error' }, process.stderr);
if (isEmbedded) await releaseAllWork(pool);
// What a job does every few seconds: a process may have been killed between numbering events and queueing them.
await queueDeliveries(pool, 'all');
const news = createEventNews();
const deliverer = createDeliverer({
  pool,
  logger,
  now: systemNow,
  mailer: { hasServer: true, send: async () => true },
  encryption: encryptionOf(),
  rules: outgoingRules(true),
  baseUrl: 'https://svc.acme.test',
  times: {
    timeoutMs: 2_000,
    retryPausesMs: Array.from({ length: 100 }, () => 20),
    // Another process takes over soon after this one was killed.
    leaseMs: 1_000,
  },
});
const runner = startRunner({ pool, handlers: deliverer.handlers, logger, lookEveryMs: 100 });
wakeForEvents({ pool, news, wake: runner.wake, logger });
startNumbering({ pool, news, logger });
console.log('delivering');
// Killed with the test, also when that ends without saying so.
setInterval(() => process.ppid === 1 && process.exit(1), 1_000);
