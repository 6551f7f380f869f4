import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { DecryptionError, type Encryption } from '../crypto/encryption.js';
import { isLockTimeout } from '../database/transaction.js';
import { RefusedError } from './refused-error.js';

/** The purpose for which `createEncryption` derives the key of stored responses. */
export const STORED_RESPONSES_PURPOSE = 'stored responses';

const MAX_KEY_LENGTH = 255;
/** How long a request waits for an equal one in another process before it is refused. */
const WAIT = '100ms';
const KEPT = `interval '24 hours'`;

/** A request with an `Idempotency-Key`, which its caller may repeat. */
export interface RepeatableRequest {
  readonly workspaceId: number;
  /** The person or the management key: each has keys of their own. */
  readonly caller: string;
  /** The `Idempotency-Key`. */
  readonly key: string;
  /** `hashRequest` of what is asked for. */
  readonly requestHash: string;
}

/** One repeatable request under way. */
export interface Once {
  /**
   * Takes the key, inside the transaction of the change; gives the response where the request was answered before. Throws
   * `RefusedError` where the key was used for another request, or is in use.
   */
  takeKey(client: ClientBase): Promise<{ readonly answer: unknown } | null>;
  /** Stores the response, or another in its place. */
  store(db: Pool | ClientBase, answer: unknown): Promise<void>;
  /** Lets the key go, so that the request can be repeated. */
  releaseKey(db: Pool): Promise<void>;
}

/** Responses that are kept for repeated requests. Contract 2 section 8. */
export interface StoredResponses {
  /** Runs a request unless this process is at it already: then it throws `RefusedError`. */
  run<Answer>(request: RepeatableRequest, run: (once: Once) => Promise<Answer>): Promise<Answer>;
}

/**
 * Keeps responses in `idempotency_records`, encrypted, because some show a new key. Where two processes get the same key
 * at once, its row, written but not committed, makes the second wait for a moment, and then refuse.
 */
export function createStoredResponses(encryption: Encryption): StoredResponses {
  const underWay = new Set<string>();
  return {
    async run(request, run) {
      const { workspaceId, caller, key } = request;
      const name = JSON.stringify([workspaceId, caller, key]);
      if (underWay.has(name)) throw new RefusedError('idempotency_in_progress');
      underWay.add(name);
      try {
        return await run(createOnce(request, encryption));
      } finally {
        underWay.delete(name);
      }
    },
  };
}

function createOnce(request: RepeatableRequest, encryption: Encryption): Once {
  const { workspaceId, caller, key, requestHash } = request;
  const row = [workspaceId, caller, key];
  const context = JSON.stringify(row);
  return {
    async takeKey(client) {
      if (await insertKey(client, request)) return null;
      const { rows } = await client.query<{ request_hash: string; response: string }>(
        `select request_hash, response from idempotency_records
          where workspace_id = $1 and caller = $2 and key = $3`,
        row,
      );
      const found = rows[0];
      if (found === undefined) throw new Error('an idempotency record went away while it was locked');
      if (found.request_hash !== requestHash) throw new RefusedError('idempotency_key_reused');
      return { answer: parseAnswer(decrypt(found.response, context, encryption)) };
    },
    async store(db, answer) {
      await db.query(
        'update idempotency_records set response = $4 where workspace_id = $1 and caller = $2 and key = $3',
        [...row, encryption.encrypt(stringifyAnswer(answer), context)],
      );
    },
    async releaseKey(db) {
      await db.query(
        'delete from idempotency_records where workspace_id = $1 and caller = $2 and key = $3',
        row,
      );
    },
  };
}

/** Sums of money are BigInts, which JSON has none of. */
const BIGINT = '$bigint';

function stringifyAnswer(answer: unknown): string {
  return JSON.stringify(answer ?? null, (_, value: unknown) =>
    typeof value === 'bigint' ? { [BIGINT]: String(value) } : value,
  );
}

function parseAnswer(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    const digits = typeof value === 'object' && value !== null ? Reflect.get(value, BIGINT) : undefined;
    return typeof digits === 'string' ? BigInt(digits) : value;
  });
}

/** Whether the key was free, or its response too old to count. Otherwise its row is locked until the transaction ends. */
async function insertKey(client: ClientBase, request: RepeatableRequest): Promise<boolean> {
  const { workspaceId, caller, key, requestHash } = request;
  await client.query(`set local lock_timeout = '${WAIT}'`);
  try {
    const { rows } = await client.query(
      `insert into idempotency_records as r (workspace_id, caller, key, request_hash) values ($1, $2, $3, $4)
       on conflict (workspace_id, caller, key)
         do update set request_hash = excluded.request_hash, response = null, created_at = now()
             where r.created_at <= now() - ${KEPT}
       returning 1`,
      [workspaceId, caller, key, requestHash],
    );
    await client.query('set local lock_timeout to default');
    return rows.length > 0;
  } catch (error) {
    throw isLockTimeout(error) ? new RefusedError('idempotency_in_progress') : error;
  }
}

function decrypt(response: string, context: string, encryption: Encryption): string {
  try {
    return encryption.decrypt(response, context);
  } catch (error) {
    throw error instanceof DecryptionError ? new RefusedError('idempotency_unreadable') : error;
  }
}

/** An `Idempotency-Key` as it was sent, or a refusal. */
export function checkIdempotencyKey(key: string): string {
  if (key === '' || key.length > MAX_KEY_LENGTH) throw new RefusedError('field_invalid', 'Idempotency-Key');
  return key;
}

/** SHA-256 of an operation, the parameters of its path and its input, however the fields of the input are ordered. */
export function hashRequest(operation: string, params: unknown, input: unknown): string {
  let text: string;
  try {
    text = JSON.stringify([operation, params, input ?? null], (_name, value: unknown) =>
      withSortedFields(value),
    );
  } catch {
    // Thousands of levels deep: JSON.parse takes them, JSON.stringify runs out of stack.
    throw new RefusedError('json_invalid');
  }
  return createHash('sha256').update(text).digest('hex');
}

function withSortedFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Removes responses that no longer count, at most `limit`; gives how many. */
export async function deleteOldResponses(pool: Pool, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from idempotency_records where (workspace_id, caller, key) in (
       select workspace_id, caller, key from idempotency_records where created_at <= now() - ${KEPT}
        order by created_at limit $1)`,
    [limit],
  );
  return rowCount ?? 0;
}
