import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { type EndpointMark, type OwnAccount, ProviderError, type ProviderKeys } from '../own-accounts.js';
import { type ConnectionRow, connectionCipher, type StoredProblem, webhookUrl } from './connection-row.js';

/** What keeping an endpoint at a provider needs. */
export interface EndpointContext {
  readonly pool: Pool;
  readonly encryption: Parameters<typeof connectionCipher>[0];
  readonly baseUrl: string;
  readonly now: () => number;
  /** Called after each step; tests fail or kill the process there. */
  readonly atStep?: ((step: EndpointStep) => void | Promise<void>) | undefined;
}

/** The steps of making and removing an endpoint after which `atStep` is called. */
export type EndpointStep = 'requested' | 'made' | 'stored' | 'removed' | 'forgotten';

/** A provider repeats the answer to a request with the same key for at least a day. */
const REPEATS_FOR_MS = 20 * 3_600_000;

/** Which installation this is. */
export async function readInstance(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from installation');
  const [row] = rows;
  if (row === undefined) throw new Error('the installation has no id');
  return row.id;
}

/**
 * Makes the one endpoint of a connection at its provider, or finishes making it: what is asked for is written down first, and asked for
 * again with the same key it is the same endpoint. Where that is too long ago, what carries our mark and has no secret here is removed, and
 * another one made. Gives the problem where the provider does not make it; rejects with `ProviderError` where it does not answer.
 */
export async function makeEndpoint(
  context: EndpointContext,
  row: ConnectionRow,
  account: OwnAccount,
  keys: ProviderKeys,
): Promise<StoredProblem | null> {
  const { pool, encryption, baseUrl } = context;
  const url = webhookUrl(row, baseUrl);
  if (!keys.takesAddress(new URL(url), row.mode)) return { code: 'webhook_address' };
  const mark = { instance: await readInstance(pool), connection: String(row.id) };
  try {
    const idempotencyKey = await requestOf(context, row, account, mark);
    await context.atStep?.('requested');
    const { id, secret } = await account.createEndpoint({ url, idempotencyKey, mark });
    await context.atStep?.('made');
    const { rowCount } = await pool.query(
      `update payment_connections
          set endpoint_id = $2, webhook_secret = $3, endpoint_status = 'active', endpoint_request = null,
              endpoint_requested_at = null
        where id = $1 and removed_at is null`,
      [row.id, id, connectionCipher(encryption, row.token ?? '').encrypt(secret)],
    );
    await context.atStep?.('stored');
    // The connection was removed meanwhile.
    if (rowCount === 0) await account.deleteEndpoint(id);
    return null;
  } catch (error) {
    const problem = endpointProblem(error, keys);
    // Asked for under the same key, the provider could repeat the refusal after its reason is gone.
    await pool.query(
      'update payment_connections set endpoint_request = null, endpoint_requested_at = null where id = $1',
      [row.id],
    );
    return problem;
  }
}

/** The key under which the endpoint is asked for: the one that was written down, as long as the provider repeats its answer. */
async function requestOf(
  { pool, now }: EndpointContext,
  row: ConnectionRow,
  account: OwnAccount,
  mark: EndpointMark,
): Promise<string> {
  const { endpoint_request: before, endpoint_requested_at: requestedAt } = row;
  if (before !== null && requestedAt !== null && now() - requestedAt.getTime() < REPEATS_FOR_MS)
    return before;
  await removeMarked(account, mark);
  const { rows } = await pool.query<{ endpoint_request: string }>(
    `update payment_connections set endpoint_request = $2, endpoint_requested_at = now()
      where id = $1 and endpoint_request is not distinct from $3 returning endpoint_request`,
    [row.id, randomBytes(16).toString('hex'), before],
  );
  if (rows[0] === undefined) throw new ProviderError('unreachable');
  return rows[0].endpoint_request;
}

/** Removes the endpoints of a connection at its provider, none else; gives those that could not be removed. */
export async function removeMarked(
  account: OwnAccount,
  mark: EndpointMark,
): Promise<
  readonly { readonly id: string; readonly url: string; readonly reason: ProviderError['problem'] }[]
> {
  const ours = (await account.listEndpoints()).filter(
    (one) => one.mark?.instance === mark.instance && one.mark.connection === mark.connection,
  );
  const left: { id: string; url: string; reason: ProviderError['problem'] }[] = [];
  for (const { id, url } of ours) {
    try {
      await account.deleteEndpoint(id);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.problem !== 'gone') left.push({ id, url, reason: error.problem });
    }
  }
  return left;
}

/** Why the provider made no endpoint, as the connection's problem. */
function endpointProblem(error: unknown, { webhookPermission }: ProviderKeys): StoredProblem {
  if (!(error instanceof ProviderError)) throw error;
  switch (error.problem) {
    case 'webhook_limit':
    case 'webhook_address':
      return { code: error.problem };
    case 'permission_missing':
      return { code: 'webhook_permission_missing', permission: webhookPermission };
    default:
      throw error;
  }
}
