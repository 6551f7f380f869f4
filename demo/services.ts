import type { Pool } from 'pg';
import { systemNow } from '../packages/server/src/clock.js';
import { createEncryption } from '../packages/server/src/crypto/encryption.js';
import { createEventNews } from '../packages/server/src/events/event-news.js';
import { PAYOUT_DETAILS_PURPOSE } from '../packages/server/src/features/payouts/stored-details.js';
import { createSecurityLog } from '../packages/server/src/features/security/security-log.js';
import type { Tracking } from '../packages/server/src/ingest/index.js';
import { outgoingRules } from '../packages/server/src/net/outgoing.js';
import { createReads } from '../packages/server/src/operations/reads.js';
import type { Services } from '../packages/server/src/operations/services.js';
import { createStoredResponses } from '../packages/server/src/operations/stored-responses.js';
import { computingHere } from '../packages/server/src/operations/task.js';
import type { CommandContext } from '../packages/server/src/service/commands.js';

function missing(): never {
  throw new Error('the demo has no such part of the service while it is filled');
}

/** The services that operations need, as far as the demo has them before the service is started. No mail leaves it. */
export function demoServices(parts: {
  readonly pool: Pool;
  readonly tracking: Tracking;
  readonly logger: CommandContext['logger'];
}): Services {
  const { pool, tracking, logger } = parts;
  const encryption = createEncryption(
    { current: 'nothing is encrypted here', previous: [] },
    PAYOUT_DETAILS_PURPOSE,
  );
  return {
    now: systemNow,
    pool,
    loadTextRecords: missing,
    reads: createReads({ pool, readPool: pool }, () => undefined),
    tracking,
    eventNews: createEventNews(),
    eventWatch: { wait: missing, isClosed: () => true },
    encryption,
    computing: computingHere,
    storedResponses: createStoredResponses(encryption),
    books: { seal: async () => undefined, signer: missing },
    mailer: { hasServer: false, send: async () => false },
    webhooks: { encryption, rules: outgoingRules(false) },
    securityLog: createSecurityLog(pool, logger),
    processor: { replay: missing, personsOf: missing, withoutPersons: missing },
    connector: { canConnect: false, start: missing, deauthorize: missing },
    connections: {
      list: missing,
      read: missing,
      keyLink: missing,
      check: missing,
      checkAgain: missing,
      insert: missing,
      update: missing,
      repair: missing,
      removeEndpoints: missing,
      forget: missing,
    },
    adviseOnMetadata: missing,
    settings: { baseUrl: '', hosts: [], setupTokenHash: Buffer.alloc(32), takesProcessorEvents: false },
    forgetConfiguration: tracking.forgetCatalog,
  };
}
