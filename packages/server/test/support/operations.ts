import type { Pool } from 'pg';
import { pino } from 'pino';
import { systemNow } from '../../src/clock.js';
import { createEventNews } from '../../src/events/event-news.js';
import { createSecurityLog } from '../../src/features/security/security-log.js';
import type { IdSource } from '../../src/ingest/ids.js';
import { outgoingRules } from '../../src/net/outgoing.js';
import type { Actor } from '../../src/operations/change.js';
import type { Operation } from '../../src/operations/operation.js';
import { permissionsOf } from '../../src/operations/permissions.js';
import { createReads } from '../../src/operations/reads.js';
import { type OperationRequest, runOperation } from '../../src/operations/run-operation.js';
import type { Services } from '../../src/operations/services.js';
import { createStoredResponses } from '../../src/operations/stored-responses.js';
import { computingHere } from '../../src/operations/task.js';
import { noConnections } from './connections.js';
import { encryptionOf } from './encryption.js';

/** What a test has of a service: at least its database, and the ids where ledger movements are written. */
export interface ServiceParts {
  readonly pool: Pool;
  readonly ids?: IdSource;
  readonly encryption?: Services['encryption'];
}

/** Where a test runs an operation, with what, and as whom. */
export interface Performance extends Pick<OperationRequest, 'input' | 'params' | 'nowMs'> {
  readonly programId?: number | null;
  /** That of the program when not given. */
  readonly workspaceId?: number;
  /** Who the caller is as a partner; otherwise they own the workspace. */
  readonly partnerId?: number;
  readonly actor?: Actor;
}

const SILENT = pino({ level: 'silent' });
const ENCRYPTION = encryptionOf();
const JANE: Actor = { userId: null, email: 'jane@acme.test' };

function missing(): never {
  throw new Error('this test has no such part of the service');
}

/** The services that operations need, as far as a test without a running service has them. */
export function servicesOf({ pool, ids, encryption = ENCRYPTION }: ServiceParts): Services {
  return {
    now: systemNow,
    pool,
    loadTextRecords: missing,
    reads: createReads({ pool, readPool: pool }, () => undefined),
    eventNews: createEventNews(),
    eventWatch: { wait: missing, isClosed: () => true },
    tracking: { submit: missing, ids: ids ?? { take: missing, forget: missing } },
    encryption,
    computing: computingHere,
    storedResponses: createStoredResponses(encryption),
    books: { seal: async () => undefined, signer: missing },
    mailer: { hasServer: true, send: async () => true },
    webhooks: { encryption, rules: outgoingRules(false) },
    securityLog: createSecurityLog(pool, SILENT),
    processor: { replay: missing, personsOf: missing, withoutPersons: missing },
    adviseOnMetadata: missing,
    connector: { canConnect: false, start: missing, deauthorize: missing },
    connections: noConnections(pool),
    settings: {
      baseUrl: 'http://service.test',
      hosts: [],
      setupTokenHash: Buffer.alloc(32),
      takesProcessorEvents: false,
    },
    forgetConfiguration: () => {},
  };
}

/** The request of an owner, or of a partner, to run an operation. */
export async function requestOf(
  parts: ServiceParts,
  { programId = null, workspaceId, partnerId, actor = JANE, ...rest }: Performance,
): Promise<OperationRequest> {
  const role = partnerId === undefined ? 'owner' : null;
  const place = { workspaceId: workspaceId ?? (await workspaceOf(parts.pool, programId)), programId };
  return {
    services: servicesOf(parts),
    actor,
    scope: { ...place, permissions: permissionsOf(role), role, partnerId: partnerId ?? null },
    ...rest,
  };
}

/** Runs an operation as an owner of the workspace, or as a partner. */
export async function perform<Answer>(
  parts: ServiceParts,
  operation: Operation<Answer>,
  performance: Performance,
): Promise<Answer> {
  return runOperation(operation, await requestOf(parts, performance));
}

async function workspaceOf(pool: Pool, programId: number | null): Promise<number> {
  const { rows } = await pool.query<{ workspace_id: number }>(
    'select workspace_id from programs where id = $1',
    [programId],
  );
  return rows[0]?.workspace_id ?? 0;
}
